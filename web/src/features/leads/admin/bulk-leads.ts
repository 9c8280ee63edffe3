import type { BulkTable, Walked } from '@/features/bulk/table.ts';
import { countLeadsAmong, type LeadScope, leadCount, leadKeys, leadTally, refreshLeads, walkLeads } from '../data.ts';
import { LEAD } from '../noun.ts';

/** Leads as something that is worked upon many at a time. */
export const bulkLeads: BulkTable<LeadScope> = {
  table: 'leads',
  noun: LEAD,
  key: leadKeys.all,
  walk: (scope, signal) => walkLeads<Walked>('id, created_at, is_approved', scope, signal),
  tally: leadTally,
  count: leadCount,
  countAmong: countLeadsAmong,
  refresh: refreshLeads,
};
