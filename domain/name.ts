// Names: what they are made of, and those of customers and campaigns.

/** The longest name that the tables take, in code points. */
const LENGTH = 500;

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

/** What is wrong with a name that was typed; nothing where it can be stored once it is plain. `missing` is said where there is none. */
export function checkName({ name }: { name: string }, missing: string): { name?: string } {
  const { length } = [...plainName(name)];
  if (length === 0) return { name: missing };
  return length > LENGTH ? { name: `The name has ${length} characters; ${LENGTH} is the most` } : {};
}

/** What a copy of a campaign is called until someone says otherwise. */
export function copyName(name: string): string {
  return [...`Copy of ${name}`].slice(0, LENGTH).join('');
}
