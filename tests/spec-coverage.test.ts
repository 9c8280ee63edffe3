import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { coverageRows } from '../tools/spec-coverage.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const rows = coverageRows(read('docs/spec-coverage.md'));

/** The number of statements in each section of the specification. Ids are never reused. */
const SECTION_SIZES = [4, 20, 110, 25, 32, 42, 33, 73, 47, 24];

test('the text of every statement of the specification stands in exactly one row', () => {
  const expected = SECTION_SIZES.flatMap((size, section) =>
    Array.from({ length: size }, (_, index) => `S${section}.${index + 1}`),
  );
  expect(rows.flatMap(({ statements }) => statements).sort()).toEqual(expected.sort());
  expect(expected).toEqual(expect.arrayContaining(rows.flatMap(({ references }) => references)));
});

test('every row of the table is a test file or a test', () => {
  const tableRows = read('docs/spec-coverage.md').match(/^\| .*$/gm) ?? [];
  const fileRows = tableRows.filter((row) => row.startsWith('| **'));
  expect(rows.length + fileRows.length + 2, 'rows of the table, with its head').toBe(tableRows.length);
});

/** The titles in a file and in the test files that it imports, as patterns in which any text stands for a placeholder. */
function titlesIn(file: string): RegExp[] {
  const text = read(file);
  const calls = /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g;
  const own = [...text.matchAll(calls)].map(([, single, double, template = '']) => {
    const title = (single ?? double ?? template).replace(/\\(.)/g, '$1');
    return new RegExp(
      `^${title
        .split(/%[a-z]|\$\{[^}]*\}|\$[\w.]+/)
        .map(RegExp.escape)
        .join('.+')}$`,
      's',
    );
  });
  const parts = [...text.matchAll(/^import '(\.[^']+)';$/gm)].map(([, part = '']) =>
    path.join(path.dirname(file), part),
  );
  return [...own, ...parts.flatMap(titlesIn)];
}

// `npm test` also compares the table with the tests that ran (tools/test.ts).
test('every named test is in its file', () => {
  const missing = rows.filter(({ file, title }) => {
    if (!/\.test\.tsx?$/.test(file) || !existsSync(path.join(root, file))) return true;
    const titles = titlesIn(file);
    return !title.split(' › ').every((part) => titles.some((pattern) => pattern.test(part)));
  });
  expect(missing).toEqual([]);
});
