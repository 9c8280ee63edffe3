import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LeadGaps } from '#domain/campaign/lint.ts';
import type { VariableUses, VariableValues } from '#domain/campaign/variables.ts';
import { type Cursor, cursorArguments, PAGE_SIZE, pagedQuery } from '@/lib/keyset.ts';
import { listKeys } from '@/lib/list-keys.ts';
import { readData, rows } from '@/lib/rows.ts';

// The keys start with the leads' count key, because approving a lead changes all of them.

/** How many leads of a customer are approved, and how many of these lack each field. */
export const leadGaps = (customerId: string) =>
  queryOptions({
    queryKey: [...listKeys('leads').counts, 'gaps', customerId],
    queryFn: ({ signal }): Promise<LeadGaps> =>
      readData(rows.rpc('count_missing_fields', { customer_id: customerId }).single(), signal),
    meta: { logAs: 'Error counting missing fields of leads' },
  });

/** The number of approved leads for whom a variable is empty. */
export const emptyCount = (customerId: string, variable: string) =>
  queryOptions({
    queryKey: [...listKeys('leads').counts, 'empty', customerId, variable],
    queryFn: ({ signal }): Promise<number> =>
      readData(rows.rpc('count_approved_leads_without', { missing: variable, customers: [customerId] }), signal),
    meta: { logAs: 'Error counting leads with an empty variable' },
  });

/** An approved lead with the values of its variables. */
export type Recipient = Cursor & { name: string; variable_values: VariableValues };

/** The approved lead for whom a text with these variables is longest, or emptiest; null if no lead is approved, or none lacks a variable. */
export const extremeLead = (customerId: string, uses: VariableUses, which: 'longest' | 'emptiest') =>
  queryOptions({
    queryKey: [...listKeys('leads').counts, which, customerId, [...uses]],
    queryFn: async ({ signal }): Promise<Recipient | null> =>
      (await readData(
        rows
          .rpc('longest_lead_values', {
            customer_id: customerId,
            uses: Object.fromEntries(uses),
            ...(which === 'emptiest' && { emptiest: true }),
          })
          .maybeSingle(),
        signal,
      )) as Recipient | null,
    enabled: uses.size > 0,
    placeholderData: keepPreviousData,
    meta: { logAs: `Error fetching the ${which} lead` },
  });

export const approvedLeads = (customerId: string) =>
  pagedQuery([...listKeys('leads').counts, 'approved', customerId], async (after, signal) => {
    const page = { ...cursorArguments(after), page_size: PAGE_SIZE };
    return (await readData(
      rows.rpc('approved_lead_values', { customer_id: customerId, ...page }),
      signal,
    )) as Recipient[];
  });
