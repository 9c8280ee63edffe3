// Names: what they are made of, and those of customers and campaigns.
import { textLengths } from './limits.ts';
import { lengthFault } from './text-length.ts';

type NameRule = {
  /** Said where there is none. */
  missing: string;
  /** The longest, in code points. */
  most: number;
};

/**
 * A name as one line of visible text: without control characters and the marks that turn the direction of text, which make a name look like
 * another, and with white space folded. `private.plain_name` is the same rule in SQL.
 */
export function plainName(text: string): string {
  return text
    .replace(/(?!\s)\p{Cc}|\p{Bidi_Control}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What is wrong with a name that was typed; nothing where it can be stored once it is plain. */
export function checkName({ name }: { name: string }, { missing, most }: NameRule): { name?: string } {
  const plain = plainName(name);
  const fault = plain === '' ? missing : lengthFault('The name', plain, most);
  return fault ? { name: fault } : {};
}

/** What a copy of a campaign is called until someone says otherwise. */
export function copyName(name: string): string {
  return [...`Copy of ${name}`].slice(0, textLengths.campaignName).join('');
}
