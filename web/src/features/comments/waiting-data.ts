import { queryOptions } from '@tanstack/react-query';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';
import { commentKeys } from './data.ts';

/** `campaigns` also have those whose review was asked for or decided, and `review links` the colleagues that guests have asked for. */
export type WaitingSubject = 'leads' | 'companies' | 'campaigns' | 'review links';

const WAITING_REASONS = ['comment', 'in_review', 'approved', 'changes_requested'] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** The reason that a URL names; `any` for any other text. */
export const waitingReasonIn = (text: string | null): WaitingReason | 'any' | null =>
  text === null ? null : (WAITING_REASONS.find((reason) => reason === text) ?? 'any');

export type WaitingRow = FunctionRow<'waiting_rows'>;

export const waitingRows = (customers: readonly string[] | null, asMember: boolean) =>
  queryOptions({
    queryKey: [...commentKeys.all, 'waiting', customers, asMember],
    queryFn: ({ signal }): Promise<WaitingRow[]> =>
      readData(
        rows.rpc('waiting_rows', { ...(customers && { customers: [...customers] }), as_member: asMember }),
        signal,
      ),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
    meta: { logAs: 'Error fetching what waits for the user' },
  });

/** The ids of a subject's waiting rows, for any reason or this one. */
export function waitingIds(
  waiting: readonly WaitingRow[],
  subject: WaitingSubject,
  reason: WaitingReason | 'any' = 'any',
): string[] {
  const found = waiting.filter((row) => row.subject === subject && (reason === 'any' || row.reason === reason));
  return [...new Set(found.map(({ row_id }) => row_id))];
}
