import { containsPattern, quotedValue } from '@/lib/row-filters.ts';

/** The filter for people whose name or address contains the term, which is taken as it is typed. */
export function matching(term: string): string {
  const pattern = quotedValue(containsPattern(term));
  return `email.ilike.${pattern},full_name.ilike.${pattern}`;
}
