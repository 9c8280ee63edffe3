import type { ReadRow } from './csv/csv-worker.ts';

type Values = Record<string, unknown>;

/** The answer of the database about the rows of a chunk: each stored row that it would update, the rows with errors, and hashes of each row's keys. */
export type ChunkUpdates = {
  matched: { id: string; rows: number[]; name: string; given: Values | null; former: Values | null; updated: number }[];
  rejected: { row: number; error: string }[];
  keys: number[][];
};

export type UpdateExample = { row: number; name: string; given: Values; former: Values };

/** Counts of the rows read so far, and of the stored rows that get another value by field. */
export type UpdatesPreview = {
  rows: number;
  created: number;
  updated: number;
  duplicates: number;
  repeated: number;
  errors: number;
  fields: Record<string, number>;
  examples: UpdateExample[];
};

const MAX_EXAMPLES = 10;
/** Maximum number of ids, fields and hashes that are remembered of earlier chunks, so that a large file does not fill the memory. */
const MAX_SEEN = 500_000;

/** Returns a function that adds a chunk to the preview. Leads that are in the file twice are recognized across chunks, and a field of one counts once. */
export function updatesCounter() {
  const seen = new Set<string | number>();
  let preview: UpdatesPreview = {
    rows: 0,
    created: 0,
    updated: 0,
    duplicates: 0,
    repeated: 0,
    errors: 0,
    fields: {},
    examples: [],
  };
  const isNew = (...tokens: (string | number)[]) => {
    const known = tokens.some((token) => seen.has(token));
    if (seen.size < MAX_SEEN) for (const token of tokens) seen.add(token);
    return !known;
  };

  return (total: number, rows: readonly ReadRow[], { matched, rejected, keys }: ChunkUpdates): UpdatesPreview => {
    const next = { ...preview, fields: { ...preview.fields }, rows: preview.rows + total };
    const stored = new Map(matched.flatMap(({ id, rows: rowNumbers }) => rowNumbers.map((row) => [row, id])));
    const failed = new Set(rejected.map(({ row }) => row));
    next.errors += total - rows.length + failed.size;
    for (const [index, { row }] of rows.entries()) {
      const id = stored.get(row);
      const isFirst = isNew(...(id === undefined ? [] : [id]), ...(keys[index] ?? []));
      if (failed.has(row)) continue;
      if (id === undefined && isFirst) next.created += 1;
      else next.duplicates += 1;
      if (!isFirst) next.repeated += 1;
    }
    for (const { id, rows: rowNumbers, name, given, former, updated } of matched) {
      next.updated += updated;
      const fields = Object.keys(given ?? {}).filter((field) => isNew(`${id} ${field}`));
      for (const field of fields) next.fields[field] = (next.fields[field] ?? 0) + 1;
      if (given && former && fields.length > 0 && next.examples.length < MAX_EXAMPLES) {
        next.examples = [...next.examples, { row: rowNumbers[0] ?? 0, name, given, former }];
      }
    }
    preview = next;
    return next;
  };
}
