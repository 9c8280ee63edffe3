import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Database } from '#domain/database.types.ts';
import { rows } from '@/lib/rows.ts';

type Returned = Database['public']['Functions']['customer_progress']['Returns'][number];

/** How far a customer is with reviewing its leads. */
export type CustomerProgress = Omit<Returned, 'last_decision' | 'last_import'> & {
  last_decision: string | null;
  last_import: string | null;
};

export const sortColumns = ['name', 'to_review', 'last_decision', 'active_campaigns'] as const;
export type SortColumn = (typeof sortColumns)[number];
export type Sort = { column: SortColumn; descending: boolean };

/** What is sorted first when a column is chosen: the longest without a decision, the most to review. */
export const FIRST_ORDER: Record<SortColumn, boolean> = {
  name: false,
  to_review: true,
  last_decision: false,
  active_campaigns: true,
};
const DEFAULT_SORT: Sort = { column: 'to_review', descending: true };

/** 'name' or '-name', as in the URL. */
export const writeSort = ({ column, descending }: Sort) => (descending ? `-${column}` : column);
export function readSort(text: string | null): Sort {
  const column = sortColumns.find((name) => name === text?.replace(/^-/, ''));
  return column ? { column, descending: text?.startsWith('-') ?? false } : DEFAULT_SORT;
}

const PAGE = 10;

/** The progress of the active customers. Refetched at every visit. */
export const customerProgress = ({ column, descending }: Sort) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'progress', column, descending],
    queryFn: async ({ pageParam: start, signal }): Promise<CustomerProgress[]> => {
      const { data } = await rows
        .rpc('customer_progress')
        .select()
        .order(column, { ascending: !descending, nullsFirst: !descending })
        .order('name')
        .order('customer_id')
        .range(start, start + PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE ? null : pages.length * PAGE),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
