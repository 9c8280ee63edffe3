import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { Noun } from '@/lib/format.ts';
import type { TallyOf } from '@/lib/use-tally.ts';
import type { BulkTableName } from './data.ts';

/** What is looked at of a row that bulk work may be done upon. */
export type Walked = { id: string; created_at: string; is_approved: boolean | null };

/** Which rows of the selected ones a list shows: those of `ids` within the scope. */
export type Among<Scope> = { ids: string[]; scope: Scope; signal: AbortSignal };

/** A table whose rows are worked upon many at a time. `Scope` is what a list of them is narrowed to. */
export type BulkTable<Scope> = {
  table: BulkTableName;
  noun: Noun;
  /** The key that everything read of it begins with. */
  key: QueryKey;
  /** All rows of a scope, page by page. */
  walk: (scope: Scope, signal: AbortSignal) => AsyncGenerator<Walked[]>;
  tally: TallyOf<Scope>;
  /** How many rows a scope has; `approved` true: the approved ones, false: the pending ones, null: all. */
  count: (scope: Scope, approved: boolean | null) => UseQueryOptions<number>;
  /** How many of the rows named are within a scope. */
  countAmong: (among: Among<Scope>) => Promise<number>;
  /** After rows have come, gone or changed: what shows them is read anew. */
  refresh: (client: QueryClient) => Promise<void>;
};
