// `npm test` also finds statements whose tests were skipped or failed (tools/test.ts).
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { statementIds } from '../tools/test-reports.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const statements = statementIds(read('docs/specification.md'));

test('the statements of each section of the specification are numbered without gaps', () => {
  const numbers = [...statements].map((id) => id.slice(1).split('.').map(Number));
  for (const section of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const inSection = numbers.flatMap(([own, number = 0]) => (own === section ? [number] : []));
    expect(Math.max(...inSection), `section ${section}`).toBe(inSection.length);
  }
});

/** The ends of the texts in a file that are ids: of titles, and of names in them that stand in a table. */
const idsInTitles = (file: string) =>
  statementIds(
    (
      read(file)
        .replace(/^\s*(\/\/|\*).*$/gm, '')
        .match(/\([^()]+\)(?=['"`])/g) ?? []
    ).join(),
  );

test('each statement of the specification has its id in the title of a test, and titles have no others', () => {
  const files = globSync('{domain,server,supabase,tests,tools,web/src}/**/*.ts{,x}', { cwd: root }).filter(
    (file) => /\.test\.tsx?$|^tests\//.test(file) && file !== 'tools/test-reports.test.ts',
  );
  const ids = new Set(files.flatMap((file) => [...idsInTitles(file)]));
  expect({ missing: [...statements.difference(ids)], unknown: [...ids.difference(statements)] }).toEqual({
    missing: [],
    unknown: [],
  });
});
