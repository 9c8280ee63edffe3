import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cursorArguments, keysetPages, PAGE_SIZE, pageOf } from '@/lib/keyset.ts';
import { rows } from '@/lib/rows.ts';
import type { Act } from './words.ts';

/** An act on record, and who did it; the names are those of today, without one where the person is gone. */
export type Activity = Act & {
  id: string;
  created_at: string;
  actor_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
  /** The administrator was looking at the customer as its people do. */
  is_impersonated: boolean;
  customer_id: string | null;
  customer_name: string | null;
};

/** An act upon a lead; not certain where so many were changed at once that they are not on record one by one. */
export type LeadAct = Activity & { is_certain: boolean };

/** What was done for a customer (null: for all), newest first; always read anew, because it is being written all the time. */
export const activityFeed = (customer: string | null) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'feed', customer],
    queryFn: async ({ pageParam: after, signal }) => {
      const { data } = await rows
        .rpc('activity_feed', { customer, ...cursorArguments(after), page_size: PAGE_SIZE })
        .abortSignal(signal)
        .overrideTypes<Activity[], { merge: false }>()
        .throwOnError();
      return pageOf<Activity>(data);
    },
    ...keysetPages,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The database returns no more acts of one lead. */
export const MOST_ACTS = 100;

/** What was done to a lead, newest first. */
export const leadHistory = (lead: string) =>
  queryOptions({
    queryKey: ['activity', 'lead', lead],
    queryFn: async ({ signal }): Promise<LeadAct[]> => {
      const { data } = await rows
        .rpc('lead_history', { lead })
        .abortSignal(signal)
        .overrideTypes<LeadAct[], { merge: false }>()
        .throwOnError();
      return data;
    },
    staleTime: 0,
  });
