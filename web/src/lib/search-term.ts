import { textLengths } from '#domain/limits.ts';

/** The longest term that can be searched for. */
export const LONGEST_TERM = textLengths.searchTerm;

/** What is searched for, as a URL has it: trimmed, and no longer than that. */
export const searchTermIn = (inUrl: string | null): string => [...(inUrl ?? '').trim()].slice(0, LONGEST_TERM).join('');
