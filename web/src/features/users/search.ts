import { containsPattern, quotedValue } from '@/lib/row-filters.ts';

/** The filter for users whose name or email contains the term, literally. */
export function matching(term: string): string {
  const pattern = quotedValue(containsPattern(term));
  return `email.ilike.${pattern},full_name.ilike.${pattern}`;
}
