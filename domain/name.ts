// In charge of the names of customers and campaigns. Refuses to shorten one that a person has typed.
import { textLengths } from './limits.ts';
import { lengthFault } from './text-length.ts';

type NameRule = {
  /** Said where there is none. */
  missing: string;
  /** The longest, in code points. */
  most: number;
};

/** What is wrong with a name that was typed; nothing where it can be stored once trimmed. */
export function checkName({ name }: { name: string }, { missing, most }: NameRule): { name?: string } {
  const fault = name.trim() === '' ? missing : lengthFault('The name', name.trim(), most);
  return fault ? { name: fault } : {};
}

/** What a copy of a campaign is called until someone says otherwise. */
export function copyName(name: string): string {
  return [...`Copy of ${name}`].slice(0, textLengths.campaignName).join('');
}
