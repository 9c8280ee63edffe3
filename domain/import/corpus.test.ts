import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseRecords } from '../csv/records.ts';
import { splitIntoChunks } from './chunks.ts';
import { openImportFile } from './file.ts';
import { autoMapping } from './mapping.ts';
import { type RowOutcome, rowReader } from './rows.ts';
import { type ColumnMapping, canNameRows, type ImportType } from './targets.ts';

type Expected = {
  file: string;
  importType: ImportType;
  encoding: string;
  delimiter: string | null;
  headerRow: number | null;
  autoMapping: ColumnMapping;
  columnMapping?: ColumnMapping;
  autoMappingLacksName?: boolean;
  totalRows: number;
  errors: { row: number; error: string }[];
  stored: { match: Record<string, unknown>; expect: Record<string, unknown> }[];
  nothingSent?: boolean;
};

const folder = new URL('../../tests/fixtures/csv/', import.meta.url);
const corpus: Expected[] = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'));

const open = ({ file, importType }: Expected) =>
  openImportFile(new Blob([readFileSync(new URL(file, folder))]), importType);

/** Reads every row as an import does: from the file into chunks, then from each chunk's csvData. */
async function outcomesOf(expected: Expected, limits?: { rows: number; bytes: number }) {
  const file = await open(expected);
  const mapping = expected.columnMapping ?? autoMapping(expected.importType, file.headers);
  const readRow = rowReader(expected.importType, file.headers, mapping);
  const outcomes: { row: number; outcome: RowOutcome }[] = [];
  for await (const part of splitIntoChunks(file.headers, file.rows(), limits)) {
    if (part.kind === 'error') throw new Error(part.error.error);
    const [header, ...records] = parseRecords(part.chunk.csvData, ',');
    expect(header?.cells).toEqual(file.headers);
    for (const [index, record] of records.entries()) {
      outcomes.push({ row: part.chunk.firstRow + index, outcome: readRow(record) });
    }
  }
  return outcomes;
}

test.each(corpus)('$file is read as it was written', async (expected) => {
  const file = await open(expected);
  expect(file.encoding).toBe(expected.encoding);
  expect(file.delimiter).toBe(expected.delimiter);
  expect(file.headerRow).toBe(expected.headerRow);
  expect(file.firstRows.length).toBe(Math.min(5, expected.totalRows));
  const mapping = autoMapping(expected.importType, file.headers);
  expect(mapping).toEqual(expected.autoMapping);
  expect(canNameRows(expected.importType, Object.values(mapping))).toBe(
    !expected.autoMappingLacksName && !expected.nothingSent,
  );
});

test.each(corpus)('$file has exactly the errors and values that are expected', async (expected) => {
  const outcomes = await outcomesOf(expected);
  expect(outcomes.length).toBe(expected.totalRows);
  const errors = outcomes.flatMap(({ row, outcome }) => ('error' in outcome ? [{ row, error: outcome.error }] : []));
  expect(errors).toEqual(expected.errors);
  const rows = outcomes.flatMap(({ outcome }) => ('row' in outcome ? [outcome.row] : []));
  for (const { match, expect: values } of expected.stored) {
    const { audience: _, ...fields } = values;
    expect(rows).toContainEqual(expect.objectContaining({ ...match, ...fields }));
  }
});

test.each(corpus)('$file reads the same in chunks of three rows', async (expected) => {
  expect(await outcomesOf(expected, { rows: 3, bytes: 100_000 })).toEqual(await outcomesOf(expected));
});
