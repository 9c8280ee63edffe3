import type { UnstableGetResult } from '@supabase/postgrest-js';
import type { Database } from '#domain/database.types.ts';

type Tables = Database['public']['Tables'];

/** The row type of `rows.from(table).select(columns)`, for a literal select string that is used in several requests. */
export type SelectedRow<Table extends keyof Tables, Columns extends string> = UnstableGetResult<
  Database['public'],
  Tables[Table]['Row'],
  Table,
  Tables[Table]['Relationships'],
  Columns,
  Record<never, never>
>;
