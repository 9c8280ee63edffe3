import { queryOptions } from '@tanstack/react-query';
import { cursorArguments, PAGE_SIZE, pagedQuery } from '@/lib/keyset.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';

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
export type Activity = FunctionRow<'activity_feed', NullableColumn>;

/** `is_certain` is false for a bulk change that was recorded without the ids of its rows. */
export type RowActivity = FunctionRow<'lead_history', NullableColumn>;

/** The activity of a customer, or of all (null), newest first. */
export const activityFeed = (customer: string | null) => ({
  ...pagedQuery(
    ['activity', 'feed', customer],
    (after, signal): Promise<Activity[]> =>
      readData(rows.rpc('activity_feed', { customer, ...cursorArguments(after), page_size: PAGE_SIZE }), signal),
  ),
  staleTime: 0,
});

/** How many entries the database returns for one row at most. */
export const MAX_ENTRIES = 100;

/** The activity of a lead or company, newest first. */
export const rowHistory = (table: TableName, id: string) =>
  queryOptions({
    queryKey: ['activity', table, id],
    queryFn: ({ signal }): Promise<RowActivity[]> => {
      const history =
        table === 'leads' ? rows.rpc('lead_history', { lead: id }) : rows.rpc('company_history', { company: id });
      return readData(history, signal);
    },
    staleTime: 0,
  });
