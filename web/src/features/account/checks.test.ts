import { expect, it } from 'vitest';
import { checkPasswordChange } from './checks.ts';

const entries = { proof: 'old secret', password: 'secret', repeated: 'secret' };

it.each([
  ['with the current password', entries, 'current', {}],
  ['without it', { ...entries, proof: '' }, 'current', { proof: 'Enter your current password' }],
  ['without the code', { ...entries, proof: ' ' }, 'code', { proof: 'Enter the code from the email' }],
  ['where there is no password yet', { ...entries, proof: '' }, 'nothing', {}],
  ['with two that differ', { ...entries, repeated: 'Secret' }, 'current', { repeated: 'Passwords do not match' }],
] as const)('changing the password %s', (_, given, shown, errors) => {
  expect(checkPasswordChange(given, shown)).toEqual(errors);
});
