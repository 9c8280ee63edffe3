import { type ChunkContent, chunksOf, contentHash } from '#domain/import/chunks.ts';
import type { ImportFile } from '#domain/import/file.ts';
import type { RowError } from '#domain/import/result.ts';

/** A call that the database has answered. */
export type SentChunk = { firstRow: number; hash: string };

/** The calls of one import, the first in the file first, and what was the same for all of them. */
export type Sent = { chunks: SentChunk[]; content: Omit<ChunkContent, 'csvData'> };

/** Where a file goes on behind what was sent of it, and its rows before that which no call can carry. */
export type Followed = { nextRow: number; errors: RowError[] };

/** Follows what was sent of an import through a file; null where this is not the file, the mapping or the audience that was sent. */
export async function followSent(file: ImportFile, { chunks, content }: Sent): Promise<Followed | null> {
  const open = [...chunks];
  const followed: Followed = { nextRow: 2, errors: [] };
  for await (const portion of chunksOf(file.headers, file.rows())) {
    if (portion.kind === 'error') {
      followed.errors.push(portion.error);
      followed.nextRow = portion.error.row + 1;
      continue;
    }
    const sent = open.shift();
    if (!sent) break;
    const { firstRow, rows, csvData } = portion.chunk;
    if (firstRow !== sent.firstRow || (await contentHash({ ...content, csvData })) !== sent.hash) return null;
    followed.nextRow = firstRow + rows;
  }
  return open.length === 0 ? followed : null;
}
