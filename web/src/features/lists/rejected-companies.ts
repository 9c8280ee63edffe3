import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import type { Page } from '@/lib/keyset.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { rejectedCompaniesQuery } from './list-data.ts';
import type { ReviewRow } from './table.ts';

/** The ids of the loaded leads whose company was rejected. */
export const RejectedCompaniesContext = createContext<ReadonlySet<string>>(new Set());

/** The ids of the leads on these pages whose company was rejected. None for companies. */
export function useRejectedCompanies(table: TableName, pages: Pages = NO_PAGES): ReadonlySet<string> {
  const queries = useMemo(
    () => (table === 'leads' ? pages.filter(({ rows }) => rows.length > 0).map(pageQuery) : []),
    [table, pages],
  );
  const ids = useQueries({ queries, combine: joinIds });
  return useMemo(() => new Set(ids.split(' ')), [ids]);
}

type Pages = readonly Page<ReviewRow>[];

const NO_PAGES: Pages = [];

const pageQuery = ({ rows }: Page<ReviewRow>) => rejectedCompaniesQuery(rows.map(({ id }) => id));

/** A string, so that an unchanged result does not render the rows again. */
const joinIds = (results: UseQueryResult<string[]>[]) => results.flatMap(({ data }) => data ?? []).join(' ');
