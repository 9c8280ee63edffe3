import { type ChunkContent, contentHash, splitIntoChunks } from '#domain/import/chunks.ts';
import type { ImportFile } from '#domain/import/file.ts';
import type { RowError } from '#domain/import/result.ts';

export type SentChunk = { firstRow: number; hash: string };

/** The stored chunks of one import in the file's order, and the content that they have in common. */
export type SentChunks = { chunks: SentChunk[]; content: Omit<ChunkContent, 'csvData'> };

/** The row after the last chunk sent, and the rows before it that are too large to send. */
export type ResumePoint = { nextRow: number; errors: RowError[] };

/** Compares a file with the chunks of an interrupted import; null if the file, the mapping or the audience differs. */
export async function matchSentChunks(file: ImportFile, { chunks, content }: SentChunks): Promise<ResumePoint | null> {
  const remaining = [...chunks];
  const point: ResumePoint = { nextRow: 2, errors: [] };
  for await (const next of splitIntoChunks(file.headers, file.rows())) {
    if (next.kind === 'error') {
      point.errors.push(next.error);
      point.nextRow = next.error.row + 1;
      continue;
    }
    const sent = remaining.shift();
    if (!sent) break;
    const { firstRow, rows, csvData } = next.chunk;
    if (firstRow !== sent.firstRow || (await contentHash({ ...content, csvData })) !== sent.hash) return null;
    point.nextRow = firstRow + rows;
  }
  return remaining.length === 0 ? point : null;
}
