import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LeadGaps } from '#domain/campaign/lint.ts';
import type { Recipient, Variable } from '#domain/campaign/variables.ts';
import { keysetPages, PAGE_SIZE, pageAfter, pageOf } from '@/lib/keyset.ts';
import { listKeys } from '@/lib/list-keys.ts';
import { rows } from '@/lib/rows.ts';

/** An approved lead as a message sees it. */
export type ApprovedLead = Recipient & { id: string; created_at: string };

const COLUMNS = 'id, name, first_name, last_name, company, created_at';

/** They count leads, so they stand under the leads' counts: approving a lead makes them old. */
const writingKeys = {
  gaps: (customerId: string) => [...listKeys('leads').counts, 'gaps', customerId] as const,
  longest: (customerId: string, counts: Record<Variable, number>) =>
    [...listKeys('leads').counts, 'longest', customerId, counts] as const,
  approved: (customerId: string) => [...listKeys('leads').counts, 'approved', customerId] as const,
};

/** How many leads of a customer are approved, and how many of these lack what a message may need. */
export const leadGaps = (customerId: string) =>
  queryOptions({
    queryKey: writingKeys.gaps(customerId),
    queryFn: async ({ signal }): Promise<LeadGaps> => {
      const { data } = await rows
        .rpc('count_missing_fields', { customer_id: customerId })
        .abortSignal(signal)
        .single()
        .throwOnError();
      return data;
    },
    meta: { logAs: 'Error fetching what the leads lack' },
  });

/** The approved lead to whom a text is the longest that has each variable so many times; null where none is approved. */
export const longestLead = (customerId: string, counts: Record<Variable, number>) =>
  queryOptions({
    queryKey: writingKeys.longest(customerId, counts),
    queryFn: async ({ signal }): Promise<ApprovedLead | null> => {
      const { data } = await rows
        .rpc('longest_lead', {
          customer_id: customerId,
          first_names: counts.first_name,
          last_names: counts.last_name,
          companies: counts.company,
        })
        .select(COLUMNS)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error fetching the longest lead' },
  });

/** The approved leads of a customer, newest first, for looking at a message one by one. */
export const approvedLeads = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: writingKeys.approved(customerId),
    queryFn: async ({ pageParam: after, signal }) => {
      const request = rows.from('leads').select(COLUMNS).eq('customer_id', customerId).is('is_approved', true);
      const { data } = await pageAfter(request, after, PAGE_SIZE).abortSignal(signal).throwOnError();
      return pageOf<ApprovedLead>(data);
    },
    ...keysetPages,
  });
