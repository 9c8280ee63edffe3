import type { Cursor } from '../../../lib/keyset.ts';
import { rows } from '../../../lib/rows.ts';
import type { Selection } from '../../bulk/selection.ts';
import { isSelected } from '../../bulk/selection.ts';
import { type LeadScope, walkLeads } from '../data.ts';

/** The customers that the rows belong to, where they are known, are named in every call. */
type Customers = readonly string[] | null;
type Counted = { count: number | null };

/** The ids of what is selected; of a selection of all, the rows that match now are read. */
export async function selectedIds(selection: Selection, scope: LeadScope, signal: AbortSignal): Promise<string[]> {
  if (selection.kind === 'these') return [...selection.ids];
  return idsOf(scope, signal, ({ id }) => isSelected(selection, id));
}

/** The ids of the leads of a scope that are not approved yet. */
export function pendingIds(scope: LeadScope, signal: AbortSignal): Promise<string[]> {
  return idsOf(scope, signal, (lead) => lead.is_approved !== true);
}

type Walked = Cursor & { is_approved: boolean | null };

async function idsOf(scope: LeadScope, signal: AbortSignal, wanted: (lead: Walked) => boolean): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of walkLeads<Walked>('id, created_at, is_approved', scope, signal)) {
    for (const lead of page) if (wanted(lead)) ids.push(lead.id);
  }
  return ids;
}

/** Approves leads and answers how many there were. */
export async function approveLeads(ids: string[], customers: Customers): Promise<number> {
  const request = rows.from('leads').update({ is_approved: true }, { count: 'exact' }).in('id', ids);
  return counted(await (customers ? request.in('customer_id', [...customers]) : request).throwOnError());
}

/** Puts leads into an audience and answers how many there were. */
export async function assignAudience(ids: string[], audience: string, customers: Customers): Promise<number> {
  const request = rows.from('leads').update({ audience }, { count: 'exact' }).in('id', ids);
  return counted(await (customers ? request.in('customer_id', [...customers]) : request).throwOnError());
}

/** Deletes leads and answers how many there were. */
export async function deleteLeads(ids: string[], customers: Customers): Promise<number> {
  const request = rows.from('leads').delete({ count: 'exact' }).in('id', ids);
  return counted(await (customers ? request.in('customer_id', [...customers]) : request).throwOnError());
}

function counted({ count }: Counted): number {
  return count ?? 0;
}
