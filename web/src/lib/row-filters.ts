/** LIKE pattern for exactly this text, ignoring case. PostgREST's `*` cannot be escaped, so it matches any one character. */
export const equalsPattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '_');

/** A value inside `or(…)`, where an unquoted comma or bracket would end it. */
export const quotedValue = (value: string): string => `"${value.replaceAll(/[\\"]/g, '\\$&')}"`;
