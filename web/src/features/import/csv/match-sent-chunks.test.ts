import { expect, test } from 'vitest';
import { contentHash, splitIntoChunks } from '#domain/import/chunks.ts';
import { openImportFile } from '#domain/import/file.ts';
import { matchSentChunks, type SentChunk } from './match-sent-chunks.ts';

const content = {
  customerId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  importType: 'leads',
  columnMapping: { Name: 'name', Notes: 'notes' },
  audience: null,
} as const;
const names = Array.from({ length: 12_000 }, (_, number) => `Ada ${number},`);
const tooLong = `Bob,${'x'.repeat(5 * 1024 * 1024)}`;
const openLines = (lines: string[]) => openImportFile(new Blob([['Name,Notes', ...lines].join('\n')]), 'leads');

/** The first chunks of a file, as the database stores them. */
async function sentChunks(lines: string[], count: number): Promise<SentChunk[]> {
  const file = await openLines(lines);
  const chunks: SentChunk[] = [];
  for await (const next of splitIntoChunks(file.headers, file.rows())) {
    if (next.kind === 'error') continue;
    const { firstRow, csvData } = next.chunk;
    chunks.push({ firstRow, hash: await contentHash({ ...content, csvData }) });
  }
  return chunks.slice(0, count);
}

test('an import resumes after the last chunk sent', async () => {
  const chunks = await sentChunks(names, 2);
  expect(await matchSentChunks(await openLines(names), { chunks, content })).toEqual({ nextRow: 10_002, errors: [] });
});

test('rows too large to send are counted as errors', async () => {
  const lines = [...names.slice(0, 10), tooLong, ...names.slice(10)];
  const chunks = await sentChunks(lines, 2);
  expect(await matchSentChunks(await openLines(lines), { chunks, content })).toEqual({
    nextRow: 5_013,
    errors: [{ row: 12, error: 'Row is too large' }],
  });
});

test.each([
  ['another row', ['Eve,', ...names.slice(1)], content],
  ['fewer rows than were sent', names.slice(0, 4_000), content],
  ['another mapping', names, { ...content, columnMapping: { Name: 'name', Notes: 'ignore' } }],
  ['another audience', names, { ...content, audience: 'Founders' }],
] as const)('a file with %s does not match', async (_, lines, other) => {
  const chunks = await sentChunks(names, 2);
  expect(await matchSentChunks(await openLines([...lines]), { chunks, content: other })).toBeNull();
});
