import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LeadGaps } from '#domain/campaign/lint.ts';
import type { Recipient, VariableUse } from '#domain/campaign/variables.ts';

import { keysetPages, PAGE_SIZE, pageAfter, pageOf } from '@/lib/keyset.ts';
import { listKeys } from '@/lib/list-keys.ts';
import { rows } from '@/lib/rows.ts';

const RECIPIENT_COLUMNS = 'id, name, first_name, last_name, company, created_at';

// The keys start with the leads' count key, because approving a lead changes all of them.

/** How many leads of a customer are approved, and how many of these lack each field. */
export const leadGaps = (customerId: string) =>
  queryOptions({
    queryKey: [...listKeys('leads').counts, 'gaps', customerId],
    queryFn: async ({ signal }): Promise<LeadGaps> => {
      const { data } = await rows
        .rpc('count_missing_fields', { customer_id: customerId })
        .abortSignal(signal)
        .single()
        .throwOnError();
      return data;
    },
    meta: { logAs: 'Error counting missing fields of leads' },
  });

/** The approved lead for whom a text with these variables is longest; null if no lead is approved. */
export const longestLead = (customerId: string, uses: ReadonlyMap<string, VariableUse>) =>
  queryOptions({
    queryKey: [...listKeys('leads').counts, 'longest', customerId, [...uses]],
    queryFn: async ({ signal }): Promise<Recipient | null> => {
      const { data } = await rows
        .rpc('longest_lead', {
          customer_id: customerId,
          first_names: uses.get('first_name')?.times ?? 0,
          last_names: uses.get('last_name')?.times ?? 0,
          companies: uses.get('company')?.times ?? 0,
        })
        .select(RECIPIENT_COLUMNS)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error fetching the longest lead' },
  });

export const approvedLeads = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: [...listKeys('leads').counts, 'approved', customerId],
    queryFn: async ({ pageParam: after, signal }) => {
      const request = rows
        .from('leads')
        .select(RECIPIENT_COLUMNS)
        .eq('customer_id', customerId)
        .is('is_approved', true);
      const { data } = await pageAfter(request, after, PAGE_SIZE).abortSignal(signal).throwOnError();
      return pageOf(data);
    },
    ...keysetPages,
  });
