import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';

/** The last row of a page; the next page starts after it. Lists are sorted newest first. */
export type Cursor = { created_at: string; id: string };

export type Page<Row> = { rows: Row[]; next: Cursor | null };

export const PAGE_SIZE = 50;

/** The row after which the next page starts. A page that is not full is the last. */
export const cursorAfter = <Row>(page: Row[], size = PAGE_SIZE): Row | null =>
  page.length < size ? null : (page.at(-1) ?? null);

const toPage = <Row extends Cursor>(rows: Row[]): Page<Row> => ({ rows, next: cursorAfter(rows) });

/** A list that is read page by page. Those of the former key stay until others are read. */
export const pagedQuery = <Row extends Cursor>(
  queryKey: QueryKey,
  read: (after: Cursor | null, signal: AbortSignal) => Promise<Row[]>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => toPage(await read(pageParam, signal)),
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export function loadedRows<Row>(list: InfiniteData<Page<Row>> | undefined): Row[] {
  return list?.pages.flatMap((page) => page.rows) ?? [];
}

type Keyset<Self> = {
  lte: (column: 'created_at', value: string) => Self;
  or: (filters: string) => Self;
  order: (column: 'created_at' | 'id', options: { ascending: boolean }) => Self;
  limit: (count: number) => Self;
};

/** Requests the rows after the cursor, newest first. */
export function pageAfter<Request extends Keyset<Request>>(request: Request, after: Cursor | null, limit: number) {
  const rest = after
    ? request.lte('created_at', after.created_at).or(`created_at.lt."${after.created_at}",id.lt.${after.id}`)
    : request;
  return rest.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(limit);
}

export const cursorArguments = (after: Cursor | null) =>
  after && { before_created_at: after.created_at, before_id: after.id };

/** The server returns at most this many rows per request. */
const LARGEST_PAGE = 1000;

/** Reads a whole list page by page. `read` returns the rows after a cursor, in the list's order. */
export async function* readPages<Row>(
  read: (after: Row | null, limit: number) => Promise<Row[]>,
  limit = LARGEST_PAGE,
): AsyncGenerator<Row[]> {
  let after: Row | null = null;
  do {
    const page: Row[] = await read(after, limit);
    yield page;
    after = cursorAfter(page, limit);
  } while (after);
}

export async function readAll<Row>(read: (after: Row | null, limit: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of readPages(read)) rows.push(...page);
  return rows;
}
