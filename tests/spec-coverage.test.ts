import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { coverageRows, namedTests } from '../tools/spec-coverage.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const statements = coverageRows(read('docs/checklist.md')).map(({ id }) => id);
const rows = coverageRows(read('docs/spec-coverage.md'));
const named = namedTests(rows);

test('every statement of the checklist has one row, in its order', () => {
  expect(statements.length).toBeGreaterThan(400);
  expect(rows.map(({ id }) => id)).toEqual(statements);
});

test('every row names a test, and says nothing else but a decision', () => {
  const strange = rows.filter(({ cell }) => !/^`[^`]+ › [^`]+`(<br>`[^`]+ › [^`]+`)*(<br>decided: .+)?$/.test(cell));
  expect(strange).toEqual([]);
});

/** The titles in a file and in those that it imports for their tests, as patterns: what a table fills in may be anything. */
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

// `npm test` also compares the table with the tests that ran, whole titles and all: tools/test.ts.
test('every named test stands in its file', () => {
  const missing = named.filter(({ file, title }) => {
    if (!/\.test\.tsx?$/.test(file) || !existsSync(path.join(root, file))) return true;
    const titles = titlesIn(file);
    return !title.split(' › ').every((part) => titles.some((pattern) => pattern.test(part)));
  });
  expect(missing).toEqual([]);
});
