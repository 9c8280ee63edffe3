import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Database } from '#domain/database.types.ts';
import { cursorArguments, keysetPages, PAGE_SIZE, pageOf } from '@/lib/keyset.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { rows } from '@/lib/rows.ts';

type Functions = Database['public']['Functions'];

/** The generated types of functions don't say which columns can be null. */
type WithNulls<Row, Column extends keyof Row> = Omit<Row, Column> & { [Key in Column]: Row[Key] | null };

type NullableColumn =
  | 'actor_id'
  | 'actor_name'
  | 'actor_email'
  | 'customer_id'
  | 'customer_name'
  | 'row_name'
  | 'changed_columns'
  | 'new_values';

/** A change and the user who made it. Names are current; null if the row or account was deleted. */
export type Activity = WithNulls<Functions['activity_feed']['Returns'][number], NullableColumn>;

/** `is_certain` is false for a bulk change that was recorded without the ids of its rows. */
export type RowActivity = WithNulls<Functions['lead_history']['Returns'][number], NullableColumn>;

/** The activity of a customer, or of all (null), newest first. */
export const activityFeed = (customer: string | null) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'feed', customer],
    queryFn: async ({ pageParam: after, signal }) => {
      const { data } = await rows
        .rpc('activity_feed', { customer, ...cursorArguments(after), page_size: PAGE_SIZE })
        .abortSignal(signal)
        .throwOnError();
      return pageOf<Activity>(data);
    },
    ...keysetPages,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** How many entries the database returns for one row at most. */
export const MOST_ENTRIES = 100;

/** The activity of a lead or company, newest first. */
export const rowHistory = (table: TableName, id: string) =>
  queryOptions({
    queryKey: ['activity', table, id],
    queryFn: async ({ signal }): Promise<RowActivity[]> => {
      const history =
        table === 'leads' ? rows.rpc('lead_history', { lead: id }) : rows.rpc('company_history', { company: id });
      const { data } = await history.abortSignal(signal).throwOnError();
      return data;
    },
    staleTime: 0,
  });
