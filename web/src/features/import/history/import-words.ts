import { counted } from '@/lib/format.ts';
import { texts } from '../texts.ts';

/** '12 leads and 3 companies', '1 company', 'Nothing'. */
export function leadsAndCompanies(leads: number, companies: number): string {
  const parts = [leads > 0 && counted(leads, texts.lead), companies > 0 && counted(companies, texts.company)];
  return texts.undo.and(parts.filter((part) => part !== false)) || texts.undo.nothing;
}

/** 'Ada, Bea and 3 more'. */
export function firstOf(names: readonly string[], total: number): string {
  return texts.undo.names(names, total - names.length);
}
