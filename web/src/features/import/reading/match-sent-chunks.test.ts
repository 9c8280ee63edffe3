import { expect, test } from 'vitest';
import { chunksOf, contentHash } from '#domain/import/chunks.ts';
import { openImportFile } from '#domain/import/file.ts';
import { followSent, type SentChunk } from './match-sent-chunks.ts';

const content = {
  customerId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  importType: 'leads',
  columnMapping: { Name: 'name', Notes: 'notes' },
  audience: null,
} as const;
const names = Array.from({ length: 12_000 }, (_, number) => `Ada ${number},`);
const tooLong = `Bob,${'x'.repeat(5 * 1024 * 1024)}`;
const fileOf = (lines: string[]) => openImportFile(new Blob([['Name,Notes', ...lines].join('\n')]), 'leads');

/** The first calls that a file goes out in, as the database keeps them. */
async function sentOf(lines: string[], count: number): Promise<SentChunk[]> {
  const file = await fileOf(lines);
  const chunks: SentChunk[] = [];
  for await (const portion of chunksOf(file.headers, file.rows())) {
    if (portion.kind === 'error') continue;
    const { firstRow, csvData } = portion.chunk;
    chunks.push({ firstRow, hash: await contentHash({ ...content, csvData }) });
  }
  return chunks.slice(0, count);
}

test('a file goes on behind what was sent of it', async () => {
  const chunks = await sentOf(names, 2);
  expect(await followSent(await fileOf(names), { chunks, content })).toEqual({ nextRow: 10_002, errors: [] });
});

test('a row that no call can carry is counted where it was passed', async () => {
  const lines = [...names.slice(0, 10), tooLong, ...names.slice(10)];
  const chunks = await sentOf(lines, 2);
  expect(await followSent(await fileOf(lines), { chunks, content })).toEqual({
    nextRow: 5_013,
    errors: [{ row: 12, error: 'Row is too large' }],
  });
});

test.each([
  ['another row in what was sent', ['Eve,', ...names.slice(1)], content],
  ['fewer rows than were sent', names.slice(0, 4_000), content],
  ['another mapping', names, { ...content, columnMapping: { Name: 'name', Notes: 'ignore' } }],
  ['another audience', names, { ...content, audience: 'Founders' }],
] as const)('%s is not what was sent', async (_, lines, other) => {
  const chunks = await sentOf(names, 2);
  expect(await followSent(await fileOf([...lines]), { chunks, content: other })).toBeNull();
});
