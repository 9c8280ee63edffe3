import { lengthError, textLengths } from './limits.ts';

type NameRule = {
  /** The message for an empty name. */
  missing: string;
  /** The maximum length, in code points. */
  maxLength: number;
};

/**
 * Removes control characters and bidirectional marks, which make a name look like another, and collapses white space.
 * `private.plain_name` is the same rule in SQL.
 */
export function plainName(text: string): string {
  return text
    .replace(/(?!\s)\p{Cc}|\p{Bidi_Control}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the error for a typed name; empty if it is valid. */
export function checkName({ name }: { name: string }, { missing, maxLength }: NameRule): { name?: string } {
  const plain = plainName(name);
  const error = plain === '' ? missing : lengthError('The name', plain, maxLength);
  return error ? { name: error } : {};
}

/** The initial name of a copied campaign. */
export function copyName(name: string): string {
  return [...`Copy of ${name}`].slice(0, textLengths.campaignName).join('');
}
