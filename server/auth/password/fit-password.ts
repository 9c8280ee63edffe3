// In charge of refusing a new password that is too long or too easy.
import { isTooLongToHash, passwordWeakness } from '../credentials.ts';
import { validationFailed, weakPassword } from '../errors.ts';

export function requireFitPassword(password: string): void {
  if (isTooLongToHash(password)) throw validationFailed('Password cannot be longer than 72 characters');
  const weakness = passwordWeakness(password);
  if (weakness) throw weakPassword(weakness);
}
