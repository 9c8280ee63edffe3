// In charge of what a person does with a letter: finds the link in it.
import type { Email } from 'postal-mime';

/** The six digits to type. */
export function codeIn(letter: Email): string {
  const [code] = letter.text?.match(/^\d{6}$/m) ?? [];
  if (!code) throw new Error(`no code in ${letter.text}`);
  return code;
}

/** The address that the letter's button opens. */
export function linkIn(letter: Email): string {
  const [link] = letter.text?.match(/https?:\/\/\S+/) ?? [];
  if (!link) throw new Error(`no link in ${letter.text}`);
  return link;
}
