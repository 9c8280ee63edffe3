import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { NewEntry } from '#domain/contact-entries.ts';
import type { LineError } from '#domain/do-not-contact.ts';
import { invalidateTable } from '@/features/lists/list-data.ts';
import { inBatches, inWeighedBatches } from '@/lib/batches.ts';
import { type Cursor, cursorArguments, PAGE_SIZE, pagedQuery, readPages } from '@/lib/keyset.ts';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';

/** The id of the customer whose list it is; null for the agency-wide list. */
export type ListId = string | null;

export type Entry = FunctionRow<'search_do_not_contact', 'value' | 'reason' | 'created_by'>;

/** An entry that applies to a lead. Members see only that an agency-wide one applies. */
export type SuppressedLead = FunctionRow<'suppressed_leads', 'kind' | 'value' | 'reason' | 'source' | 'created_at'>;

const contactKeys = { all: ['do not contact'], leads: ['do not contact', 'leads'] } as const;

const ofList = (list: ListId) => (list === null ? {} : { customer_id: list });

async function readEntries(list: ListId, term: string, after: Cursor | null, limit: number, signal?: AbortSignal) {
  const request = rows.rpc('search_do_not_contact', {
    ...ofList(list),
    term,
    ...cursorArguments(after),
    page_size: limit,
  });
  return (await readData(request, signal)) as Entry[];
}

export const entryList = (list: ListId, term: string) =>
  pagedQuery([...contactKeys.all, 'entries', list, term], (after, signal) =>
    readEntries(list, term, after, PAGE_SIZE, signal),
  );

export const entryCount = (list: ListId, term: string) =>
  queryOptions({
    queryKey: [...contactKeys.all, 'count', list, term],
    queryFn: ({ signal }): Promise<number> =>
      readData(rows.rpc('count_do_not_contact', { ...ofList(list), term }), signal),
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error counting entries' },
  });

export const allEntries = (list: ListId) =>
  readPages((after: Entry | null, limit) => readEntries(list, '', after, limit));

export type AddedEntries = {
  ids: string[];
  repeated: number;
  errors: (LineError & { entry: NewEntry })[];
  /** Number of approved leads that the entries apply to; null if they are too many to count. `leads` has the first ten. */
  touched: number | null;
  leads: { id: string; customerId: string; name: string; company: string | null }[];
};

export type AddRequest = {
  list: ListId;
  entries: readonly NewEntry[];
  source: 'form' | 'paste' | 'import' | 'rejection';
  /** Adds nothing, and returns what adding would return. */
  isDryRun?: boolean;
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
};

/** Maximum numbers of entries, and of characters in their values, per request. */
const CHUNK = 5_000;
const MAX_CHARACTERS = 500_000;
const MAX_LEADS = 10;

/** Adds entries, chunk by chunk. Those of former chunks stay if a later one fails. */
export async function addEntries(request: AddRequest): Promise<AddedEntries> {
  const { list, entries, source, isDryRun = false, onProgress, signal } = request;
  const sum: AddedEntries = { ids: [], repeated: 0, errors: [], touched: 0, leads: [] };
  let done = 0;
  const limits = { size: CHUNK, weight: MAX_CHARACTERS, weigh: ({ value }: NewEntry) => value.length };
  for (const chunk of inWeighedBatches(entries, limits)) {
    signal?.throwIfAborted();
    const sent = chunk.map(({ kind, value, reason }) => ({ kind, value, reason }));
    const data = await readData(
      rows.rpc('add_do_not_contact', { ...ofList(list), entries: sent, source, dry_run: isDryRun }),
    );
    const added = data as Omit<AddedEntries, 'errors'> & { errors: { entry: number; error: string }[] };
    sum.ids.push(...added.ids);
    sum.repeated += added.repeated;
    for (const { entry: index, error } of added.errors) {
      const entry = chunk[index];
      if (entry) sum.errors.push({ line: entry.line, isFromFile: entry.isFromFile, error, entry });
    }
    sum.touched = sum.touched === null || added.touched === null ? null : sum.touched + added.touched;
    sum.leads = [...sum.leads, ...(added.leads ?? [])].slice(0, MAX_LEADS);
    done += chunk.length;
    onProgress?.(done);
  }
  return sum;
}

/** Removes entries, or restores those removed within 30 minutes. */
export async function removeEntries(list: ListId, ids: readonly string[], restore = false): Promise<void> {
  for (const batch of inBatches(ids, CHUNK))
    await readData(rows.rpc('remove_do_not_contact', { ...ofList(list), ids: batch, restore }));
}

/** Removes an entry, and those for the other forms of its domain. Returns their ids. */
export async function removeEntry(
  list: ListId,
  { id, kind, is_from_member }: Entry,
  forms: readonly string[],
): Promise<string[]> {
  const ids = [id];
  for (const form of forms) {
    const found = await readEntries(list, form, null, PAGE_SIZE);
    const same = found.filter(
      (one) => one.value === form && one.kind === kind && one.is_from_member === is_from_member,
    );
    ids.push(...same.map((one) => one.id));
  }
  await removeEntries(list, ids);
  return ids;
}

/** Refetches the entries, and the leads that can be filtered by them. */
export async function refreshEntries(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: contactKeys.all }), invalidateTable(client, 'leads')]);
}

/** The entries that apply to the leads on a page. */
export const suppressedLeads = (ids: string[]) =>
  queryOptions({
    queryKey: [...contactKeys.leads, ids.at(0), ids.at(-1), ids.length],
    queryFn: ({ signal }) => readSuppressed(ids, signal),
    meta: { logAs: 'Error fetching do-not-contact entries' },
  });

function readSuppressed(ids: readonly string[], signal?: AbortSignal): Promise<SuppressedLead[]> {
  const request = rows.rpc('suppressed_leads', { ids: [...ids] });
  return readData(request, signal);
}

const MAX_IDS = 1_000;

/** The ids of those leads that must not be contacted, for any number of leads. */
export async function suppressedAmong(ids: readonly string[], signal?: AbortSignal): Promise<Set<string>> {
  const found = new Set<string>();
  for (const batch of inBatches(ids, MAX_IDS))
    for (const { lead_id } of await readSuppressed(batch, signal)) found.add(lead_id);
  return found;
}
