/** The pattern of a text that is this one but for its case; taken as it is typed, but for a star, which has no escape and stands for any one character. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '_');

/** The pattern of a text that contains the term; taken as it is typed. */
export const containing = (term: string): string => `%${literally(term)}%`;

/** The pattern of a text that begins with the term; taken as it is typed. */
export const beginningWith = (term: string): string => `${literally(term)}%`;

/** A value within a compound filter, where a comma or a bracket would end it. */
export const quoted = (value: string): string => `"${value.replaceAll(/[\\"]/g, '\\$&')}"`;
