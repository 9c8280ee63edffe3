import { counted } from '@/lib/format.ts';
import { texts } from '../texts.ts';
import type { UndoPreview, UndoProgress } from './history-data.ts';

/** '12 leads and 3 companies', '1 company', 'No rows'. */
export function leadsAndCompanies(leads: number, companies: number): string {
  const parts = [leads > 0 && counted(leads, texts.lead), companies > 0 && counted(companies, texts.company)];
  return texts.undo.and(parts.filter((part) => part !== false)) || texts.undo.nothing;
}

/** 'Ada, Bea and 3 more'. */
export function firstOf(names: readonly string[], total: number): string {
  return texts.undo.names(names, total - names.length);
}

/** '20 of 20 leads have been reviewed and will stay'; '' if no rows will. */
export function describeStaying({ leads, leads_left, leads_reviewed, companies, companies_left }: UndoPreview): string {
  const parts = [
    leads_left > 0 && texts.undo.leadsStay(leads_left, counted(leads, texts.lead), leads_left === leads_reviewed),
    companies_left > 0 && texts.undo.companiesStay(companies_left, counted(companies, texts.company)),
  ];
  return parts.filter(Boolean).join('. ');
}

/** '80 leads and 3 companies removed, 1 lead left.' */
export function describeUndone(progress: UndoProgress): string {
  const { removed_leads, removed_companies, remaining_leads, remaining_companies } = progress;
  const [leads, companies] = [remaining_leads ?? 0, remaining_companies ?? 0];
  if (removed_leads + removed_companies === 0 && leads + companies > 0) {
    return leads > 0 ? texts.undo.noneRemoved(texts.lead, leads) : texts.undo.noneRemoved(texts.company, companies);
  }
  const left = leads + companies > 0 ? leadsAndCompanies(leads, companies) : null;
  return texts.undo.doneHint(leadsAndCompanies(removed_leads, removed_companies), left);
}
