import { textLengths } from '#domain/limits.ts';

export const MAX_TERM_LENGTH = textLengths.searchTerm;

/** The search term of a URL parameter, trimmed and cut to the maximum length. */
export const searchTermIn = (inUrl: string | null): string =>
  [...(inUrl ?? '').trim()].slice(0, MAX_TERM_LENGTH).join('');
