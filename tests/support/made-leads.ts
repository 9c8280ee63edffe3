// Files of made-up leads or companies, and their import as the browser sends it.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Chunk, splitIntoChunks } from '#domain/import/chunks.ts';
import { openImportFile } from '#domain/import/file.ts';
import { autoMapping } from '#domain/import/mapping.ts';
import type { ColumnMapping, ImportType } from '#domain/import/targets.ts';
import type { TestClient } from './client.ts';

/** A CSV file by bench/make-leads.mjs, with the result that its import into an empty customer must have. */
export function makeCsv(type: ImportType, rows: number, seed = 7) {
  const generator = path.resolve(import.meta.dirname, '../../bench/make-leads.mjs');
  const args = [generator, '--rows', `${rows}`, '--seed', `${seed}`, '--type', type];
  const { stdout, stderr } = spawnSync(process.execPath, args, { maxBuffer: 4 * 1024 ** 3 });
  return { csv: stdout, expected: JSON.parse(stderr.toString()) as Record<string, number> };
}

export type ChunkedFile = { type: ImportType; mapping: ColumnMapping; chunks: Chunk[]; rows: number };

/** A made file in chunks. */
export async function makeChunks(type: ImportType, count: number): Promise<ChunkedFile> {
  const file = await openImportFile(new Blob([makeCsv(type, count).csv]), type);
  const chunks: Chunk[] = [];
  for await (const part of splitIntoChunks(file.headers, file.rows()))
    if (part.kind === 'chunk') chunks.push(part.chunk);
  const rows = chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
  return { type, mapping: autoMapping(type, file.headers), chunks, rows };
}

/** Imports a file, one chunk after the other, and returns its rows per second. `more` are further fields of the requests. */
export async function importChunks(
  { request, admin: token }: TestClient,
  customerId: string,
  { type, mapping, chunks, rows }: ChunkedFile,
  more: object = {},
): Promise<number> {
  const file = { customerId, fileName: 'bench.csv', importType: type, importId: randomUUID() };
  const start = performance.now();
  for (const { firstRow, csvData } of chunks) {
    const body = { ...file, columnMapping: mapping, firstRow, csvData, ...more };
    await request('/functions/v1/import-csv-data', { body, token });
  }
  return rows / ((performance.now() - start) / 1000);
}
