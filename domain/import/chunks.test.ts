import { expect, test } from 'vitest';
import { recordsOf } from '../csv/records.ts';
import { type ChunkOrError, chunksOf } from './chunks.ts';
import type { FileRow } from './file.ts';

const row = (number: number, ...cells: string[]): FileRow => ({
  row: number,
  cells,
  isClosed: true,
  isTooLarge: false,
});

async function portions(
  rows: FileRow[],
  limits: { rows: number; bytes: number },
  headers = ['Name', 'X'],
): Promise<ChunkOrError[]> {
  async function* inOrder() {
    yield* rows;
  }
  const found: ChunkOrError[] = [];
  for await (const portion of chunksOf(headers, inOrder(), limits)) found.push(portion);
  return found;
}

test('no rows make no chunk', async () => {
  expect(await portions([], { rows: 2, bytes: 100 })).toEqual([]);
});

test('a chunk holds at most so many rows', async () => {
  expect(await portions([row(2, 'a'), row(3, 'b', 'c,d'), row(4, 'e')], { rows: 2, bytes: 1000 })).toEqual([
    { kind: 'chunk', chunk: { firstRow: 2, rows: 2, csvData: 'Name,X\r\na\r\nb,"c,d"' } },
    { kind: 'chunk', chunk: { firstRow: 4, rows: 1, csvData: 'Name,X\r\ne' } },
  ]);
});

test('a chunk holds at most so many bytes of UTF-8, its header included', async () => {
  const found = await portions([row(2, 'éé'), row(3, 'éé'), row(4, 'é')], { rows: 10, bytes: 18 });
  const sizes = found.map((portion) =>
    portion.kind === 'chunk' ? new TextEncoder().encode(portion.chunk.csvData).length : -1,
  );
  expect(sizes).toEqual([18, 10]);
});

test('a row that no call can carry is an error, and the rows around it keep their numbers', async () => {
  const tooLarge = { ...row(4), isTooLarge: true };
  const found = await portions([row(2, 'a'), row(3, 'x'.repeat(50)), tooLarge, row(5, 'b'), row(6, 'c')], {
    rows: 10,
    bytes: 40,
  });
  expect(found).toEqual([
    { kind: 'chunk', chunk: { firstRow: 2, rows: 1, csvData: 'Name,X\r\na' } },
    { kind: 'error', error: { row: 3, error: 'Row is too large' } },
    { kind: 'error', error: { row: 4, error: 'Row is too large' } },
    { kind: 'chunk', chunk: { firstRow: 5, rows: 2, csvData: 'Name,X\r\nb\r\nc' } },
  ]);
});

test('a row that just fits is sent', async () => {
  const found = await portions([row(2, 'x'.repeat(32))], { rows: 10, bytes: 40 });
  expect(found.map(({ kind }) => kind)).toEqual(['chunk']);
});

test('a quote that is never closed is still open in its chunk', async () => {
  const open = { ...row(2, 'a', 'b "c", d\ne'), isClosed: false };
  const [portion] = await portions([open], { rows: 10, bytes: 1000 });
  const csvData = portion?.kind === 'chunk' ? portion.chunk.csvData : '';
  expect([...recordsOf(csvData, ',')][1]).toMatchObject({ cells: open.cells, isClosed: false });
});
