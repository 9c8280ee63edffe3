import type { InfiniteData } from '@tanstack/react-query';

/** The last row that has been read, after which the next page begins; lists stand newest first. */
export type Cursor = { created_at: string; id: string };

export type Page<Row> = { rows: Row[]; next: Cursor | null };

export const PAGE_SIZE = 50;

/** How every list begins, and where it goes on. */
export const keysetPages = {
  initialPageParam: null as Cursor | null,
  getNextPageParam: (page: { next: Cursor | null }) => page.next,
};

/** A page as read; one that is not full is the last. */
export function pageOf<Row extends Cursor>(rows: Row[]): Page<Row> {
  return { rows, next: rows.length < PAGE_SIZE ? null : (rows.at(-1) ?? null) };
}

/** All rows of a list that have been read so far. */
export function rowsOf<Row>(list: InfiniteData<Page<Row>> | undefined): Row[] {
  return list?.pages.flatMap((page) => page.rows) ?? [];
}

type Keyset<Self> = {
  lte: (column: 'created_at', value: string) => Self;
  or: (filters: string) => Self;
  order: (column: 'created_at' | 'id', options: { ascending: boolean }) => Self;
  limit: (count: number) => Self;
};

/** Newest first, from behind the cursor on. */
export function readOn<Request extends Keyset<Request>>(
  request: Request,
  after: Cursor | null,
  limit: number,
): Request {
  const { created_at, id } = after ?? {};
  const rest = after
    ? request.lte('created_at', created_at ?? '').or(`created_at.lt."${created_at}",id.lt.${id}`)
    : request;
  return rest.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(limit);
}

/** The cursor as the search procedures take it. */
export const searchAfter = (after: Cursor | null) =>
  after && { before_created_at: after.created_at, before_id: after.id };

const WALK_SIZE = 1000;

/** All rows of a list, page by page, for work upon everything that matches. `read` returns the rows after one, in the list's order. */
export async function* walkPages<Row>(
  read: (after: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Row | null = null;
  do {
    const page: Row[] = await read(after, WALK_SIZE);
    yield page;
    after = page.length < WALK_SIZE ? null : (page.at(-1) ?? null);
  } while (after);
}

/** All rows of a list that is shown as a whole. Reads as many pages as it takes: one answer holds 1,000 rows at most. */
export async function readAll<Row>(read: (after: Row | null, limit: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of walkPages(read)) rows.push(...page);
  return rows;
}
