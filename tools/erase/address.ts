// In charge of telling whether a text is an address, or names it. In the conditions $1 is the address and $2 its pattern.

const LETTER = '[^\\W_]';

/** The address as nobody else's: not the rest or the start of a longer one, though a sentence may end behind it. PostgreSQL and JavaScript read it alike; capitals do not count. */
export const patternOf = (email: string): string =>
  `(?<!${LETTER}[._%+'-]*)${email.replace(/[^\p{L}\p{N}@]/gu, '\\$&')}(?![.-]*${LETTER})`;

/** Spaces and capitals do not count, as where the product tells duplicates. */
export const isAddress = (column: string): string => `private.text_key(${column}) = private.text_key($1)`;

/** The plain search is ten times as fast, so it comes first; a case, since PostgreSQL puts what `and` joins into an order of its own. */
const searched = (text: string, cleaned = text) =>
  `case when position(lower($1::text) in lower(${text})) > 0 then ${cleaned} ~* $2 else false end`;

export const namesAddress = (column: string): string => searched(`${column}::text`);

/** The letter of an escape such as \n stands before no address. */
export const namesAddressInJson = (column: string): string =>
  searched(`${column}::text`, String.raw`regexp_replace(${column}::text, '\\(u[0-9a-f]{4}|.)', ' ', 'g')`);

/** What a statement of these conditions is asked with. */
export const valuesOf = (statement: string, email: string): string[] =>
  statement.includes('$2') ? [email, patternOf(email)] : [email];
