import { expect, test } from 'vitest';
import { parseRecords } from '../csv/records.ts';
import { type ChunkOrError, splitIntoChunks } from './chunks.ts';
import type { FileRow } from './file.ts';

const row = (number: number, ...cells: string[]): FileRow => ({
  row: number,
  sheetRow: number,
  cells,
  isClosed: true,
  isTooLarge: false,
});

async function collect(
  rows: FileRow[],
  limits: { rows: number; bytes: number },
  headers = ['Name', 'X'],
): Promise<ChunkOrError[]> {
  async function* inOrder() {
    yield* rows;
  }
  const found: ChunkOrError[] = [];
  for await (const part of splitIntoChunks(headers, inOrder(), limits)) found.push(part);
  return found;
}

test('no rows give no chunk', async () => {
  expect(await collect([], { rows: 2, bytes: 100 })).toEqual([]);
});

test('a chunk has at most the maximum number of rows', async () => {
  expect(await collect([row(2, 'a'), row(3, 'b', 'c,d'), row(4, 'e')], { rows: 2, bytes: 1000 })).toEqual([
    { kind: 'chunk', chunk: { firstRow: 2, rows: 2, csvData: 'Name,X\r\na\r\nb,"c,d"' } },
    { kind: 'chunk', chunk: { firstRow: 4, rows: 1, csvData: 'Name,X\r\ne' } },
  ]);
});

test('a chunk has the rows’ numbers in a spreadsheet if they differ', async () => {
  const after = (number: number) => ({ ...row(number, 'a'), sheetRow: number + 3 });
  expect(await collect([row(2, 'a'), row(3, 'a'), after(4), after(5), after(6)], { rows: 2, bytes: 1000 })).toEqual([
    { kind: 'chunk', chunk: { firstRow: 2, rows: 2, csvData: 'Name,X\r\na\r\na' } },
    { kind: 'chunk', chunk: { firstRow: 4, rows: 2, csvData: 'Name,X\r\na\r\na', sheetRows: [7, 8] } },
    { kind: 'chunk', chunk: { firstRow: 6, rows: 1, csvData: 'Name,X\r\na', sheetRows: [9] } },
  ]);
});

test('a chunk has at most the maximum number of UTF-8 bytes, including its header', async () => {
  const found = await collect([row(2, 'éé'), row(3, 'éé'), row(4, 'é')], { rows: 10, bytes: 18 });
  const sizes = found.map((part) => (part.kind === 'chunk' ? new TextEncoder().encode(part.chunk.csvData).length : -1));
  expect(sizes).toEqual([18, 10]);
});

test('a row larger than one chunk is reported as an error; other row numbers stay correct', async () => {
  const tooLarge = { ...row(4), isTooLarge: true };
  const found = await collect([row(2, 'a'), row(3, 'x'.repeat(50)), tooLarge, row(5, 'b'), row(6, 'c')], {
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

test('a row of exactly the maximum size is sent', async () => {
  const found = await collect([row(2, 'x'.repeat(32))], { rows: 10, bytes: 40 });
  expect(found.map(({ kind }) => kind)).toEqual(['chunk']);
});

test('an unclosed quote is still open in its chunk', async () => {
  const open = { ...row(2, 'a', 'b "c", d\ne'), isClosed: false };
  const [part] = await collect([open], { rows: 10, bytes: 1000 });
  const csvData = part?.kind === 'chunk' ? part.chunk.csvData : '';
  expect([...parseRecords(csvData, ',')][1]).toMatchObject({ cells: open.cells, isClosed: false });
});
