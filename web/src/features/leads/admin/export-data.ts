import { type ExportedLead, exportedFields } from '#domain/lead-export.ts';
import type { Cursor } from '@/lib/keyset.ts';
import { type LeadScope, walkLeads } from '../data.ts';

type ApprovedLead = ExportedLead & Cursor & { is_approved: boolean | null };

const COLUMNS = ['id', 'created_at', 'is_approved', ...exportedFields].join(', ');

/** Every approved lead of a scope, page by page. */
export async function* approvedLeads(scope: LeadScope, signal: AbortSignal): AsyncGenerator<ExportedLead[]> {
  for await (const page of walkLeads<ApprovedLead>(COLUMNS, scope, signal, true)) {
    yield page.filter((lead) => lead.is_approved === true);
  }
}
