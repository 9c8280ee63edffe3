import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ResultKind, resultKinds } from '#domain/hand-off/result-kinds.ts';
import type { ReportedRow, ResultMapping, StoredMapping, UnreadCell } from '#domain/hand-off/results.ts';
import { importChunk } from '#domain/limits.ts';
import type { Json } from '#domain/table-types.ts';
import { inBatches } from '@/lib/batches.ts';
import { invalidate } from '@/lib/query-client.ts';
import { type RowOf, readData, rows } from '@/lib/rows.ts';
import type { HandOff } from '../data.ts';

const all = ['hand-off results'] as const;

/** Unsubscribed leads are entries of do_not_contact, and leads show their results. */
export const refreshResults = (client: QueryClient) => invalidate(client);

const selectUploads = ({ id, customer_id }: HandOff) =>
  rows
    .from('result_uploads')
    .select('id, customer_id, file_name, contacted, replied, bounced, unsubscribed, created_at, undone_at')
    .eq('customer_id', customer_id)
    .eq('hand_off_id', id)
    .order('number', { ascending: false })
    .limit(100);

export type ResultUpload = RowOf<typeof selectUploads>;

export const resultUploads = (handOff: HandOff) =>
  queryOptions({
    queryKey: [...all, 'uploads', handOff.id],
    queryFn: ({ signal }): Promise<ResultUpload[]> => readData(selectUploads(handOff), signal),
  });

export const sumUploads = (uploads: readonly ResultUpload[], kind: ResultKind) =>
  uploads.reduce((sum, upload) => sum + (upload.undone_at ? 0 : upload[kind]), 0);

/** How many of those who replied are listed. */
const MAX_REPLIES = 100;

/** The leads who replied, the latest first, by the names that they were handed off with. */
export const repliedLeads = ({ id, customer_id }: HandOff) =>
  queryOptions({
    queryKey: [...all, 'replied', id],
    queryFn: async ({ signal }) => {
      const of = <Request extends { eq(column: string, value: string): Request }>(request: Request) =>
        request.eq('customer_id', customer_id).eq('hand_off_id', id);
      const found = await readData(
        of(rows.from('hand_off_results').select('lead_id'))
          .eq('kind', 'replied')
          .order('at', { ascending: false, nullsFirst: false })
          .order('lead_id')
          .limit(MAX_REPLIES),
        signal,
      );
      const ids = found.map(({ lead_id }) => lead_id);
      if (ids.length === 0) return [];
      const named = await readData(
        of(rows.from('handed_off_leads').select('lead_id, name')).in('lead_id', ids),
        signal,
      );
      const names = new Map(named.map(({ lead_id, name }) => [lead_id, name]));
      return found.map((result) => ({ ...result, name: names.get(result.lead_id) ?? '' }));
    },
    meta: { logAs: 'Error fetching the leads who replied' },
  });

/** The mapping of the last file from a tool; undefined if there was none. */
export async function fetchResultMapping(tool: string): Promise<StoredMapping | undefined> {
  const request = rows.from('result_uploads').select('mapping').eq('tool', tool);
  // not that of a clock that was ahead
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const data = await readData(request.lt('created_at', tomorrow).order('created_at', { ascending: false }).limit(1));
  return data[0]?.mapping as StoredMapping | undefined;
}

/** Why a row is not stored, or a cell of it: a date or a value that is not read. */
export type UnmatchedReason = 'not_handed_off' | 'no_key' | 'several_leads' | UnreadCell['problem'];
export type StoredResults = {
  matched: number;
  unmatched: { place: number; reason: UnmatchedReason }[];
  added: Record<ResultKind, number>;
  /** The places of those who opted out and have no entry of do_not_contact. */
  requests: number[];
  /** Their addresses, and those of leads who have unsubscribed, that are no entry by themselves, and whether one is added all the same. */
  refused: { place: number; kind: 'email' | 'linkedin'; is_added: boolean }[];
};

/** The answer to a call without rows. */
export const noneStored = (): StoredResults => ({
  matched: 0,
  unmatched: [],
  added: noResults(),
  requests: [],
  refused: [],
});

export const noResults = (): Record<ResultKind, number> => ({ contacted: 0, replied: 0, bounced: 0, unsubscribed: 0 });

export const totalAdded = (added: Record<ResultKind, number>) =>
  resultKinds.reduce((sum, kind) => sum + added[kind], 0);

type Upload = { id: string; fileName: string; mapping: ResultMapping };

/** Stores the results of some rows of a file, or with a dry run only says what it would. */
export async function storeResults(
  { id, customer_id }: HandOff,
  upload: Upload,
  reported: readonly ReportedRow[],
  isDryRun: boolean,
  signal: AbortSignal,
): Promise<StoredResults> {
  const data = await readData(
    rows.rpc('store_hand_off_results', {
      customer_id,
      hand_off_id: id,
      upload_id: upload.id,
      file_name: upload.fileName,
      mapping: upload.mapping as unknown as Json,
      rows: reported as unknown as Json,
      dry_run: isDryRun,
    }),
    signal,
  );
  return { ...noneStored(), ...(data as Partial<StoredResults>) };
}

/** Someone who opted out. */
export type RemovalRequest = Pick<ReportedRow, 'email' | 'linkedin'>;

/** Adds them to the customer's do-not-contact list, and returns the ids of the new entries. */
export async function addRequests(
  { id, customer_id }: HandOff,
  requests: readonly RemovalRequest[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const batch of inBatches(requests, importChunk.rows)) {
    const parameters = { customer_id, hand_off_id: id, rows: batch as unknown as Json };
    ids.push(...((await readData(rows.rpc('add_removal_requests', parameters))) as { ids: string[] }).ids);
  }
  return ids;
}

export const undoUpload = ({ id, customer_id }: ResultUpload) =>
  readData(rows.rpc('undo_hand_off_results', { customer_id, upload_id: id }).select('id').single());
