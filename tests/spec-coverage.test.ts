import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const cells = (file: string) =>
  read(file)
    .split('\n')
    .filter((line) => /^\| S\d+\.\d+ \|/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

const statements = cells('docs/checklist.md').map(([, id = '', , part = '']) => ({ id, part }));
const rows = cells('docs/spec-coverage.md').map(([, id = '', held = '']) => ({ id, held }));

/** `file › title`, several parted by `<br>`. */
const named = rows.flatMap(({ id, held }) =>
  [...held.matchAll(/`([^`›]+?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ id, file, title })),
);

test('every statement of the checklist has one row, in its order', () => {
  expect(rows.map(({ id }) => id)).toEqual(statements.map(({ id }) => id));
});

test('every row names a test or says which part leaves it open', () => {
  const untold = rows.filter(({ id, held }) => !named.some((row) => row.id === id) && !/^open: part [A-F]$/.test(held));
  expect(untold).toEqual([]);
});

test('a statement is open only for the part that it belongs to', () => {
  const partOf = new Map(statements.map(({ id, part }) => [id, part]));
  const strayed = rows.filter(({ id, held }) => held.startsWith('open') && held !== `open: part ${partOf.get(id)}`);
  expect(strayed).toEqual([]);
});

test('every named test exists', () => {
  const missing = named.filter(({ file, title }) => !existsSync(path.join(root, file)) || !read(file).includes(title));
  expect(missing).toEqual([]);
});

/** Parts that are built: none of their statements may be open any more. */
const BUILT = ['A', 'B', 'C', 'D', 'E', 'F'];

test('no statement of a part that is built is open', () => {
  const partOf = new Map(statements.map(({ id, part }) => [id, part]));
  const open = rows.filter(({ id, held }) => held.startsWith('open') && BUILT.includes(partOf.get(id) ?? ''));
  expect(open).toEqual([]);
});
