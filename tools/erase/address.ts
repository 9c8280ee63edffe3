// SQL conditions and a pattern for texts that contain an email address. $1 is the address, $2 its pattern.
const ALPHANUMERIC = '[^\\W_]';

/** Matches the address but not a part of a longer one; a sentence may end after it. For PostgreSQL and JavaScript, ignoring case. */
export const patternOf = (email: string): string =>
  `(?<!${ALPHANUMERIC}[._%+'-]*)${email.replace(/[^\p{L}\p{N}@]/gu, '\\$&')}(?![.-]*${ALPHANUMERIC})`;

/** Compares like the detection of duplicates, ignoring spaces and case. */
export const isAddress = (column: string): string => `private.text_key(${column}) = private.text_key($1)`;

/** The plain search is ten times faster, so it runs first. CASE, because PostgreSQL may reorder AND. */
const searched = (text: string, cleaned = text) =>
  `case when position(lower($1::text) in lower(${text})) > 0 then ${cleaned} ~* $2 else false end`;

export const containsAddress = (column: string): string => searched(`${column}::text`);

/** Removes escapes such as \n, whose last character would precede an address. */
export const jsonContainsAddress = (column: string): string =>
  searched(`${column}::text`, String.raw`regexp_replace(${column}::text, '\\(u[0-9a-f]{4}|.)', ' ', 'g')`);

/** The parameters of a statement with these conditions. */
export const valuesOf = (statement: string, email: string): string[] =>
  statement.includes('$2') ? [email, patternOf(email)] : [email];
