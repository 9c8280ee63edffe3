// In charge of the names of customers and campaigns. Refuses to shorten one that a person has typed.

/** The longest name that the tables take, in code points. */
const LENGTH = 500;

/** What is wrong with a name that was typed; nothing where it can be stored once trimmed. `missing` is said where there is none. */
export function checkName({ name }: { name: string }, missing: string): { name?: string } {
  const { length } = [...name.trim()];
  if (length === 0) return { name: missing };
  return length > LENGTH ? { name: `The name has ${length} characters; ${LENGTH} is the most` } : {};
}

/** What a copy of a campaign is called until someone says otherwise. */
export function copyName(name: string): string {
  return [...`Copy of ${name}`].slice(0, LENGTH).join('');
}
