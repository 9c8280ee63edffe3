import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { productMigrations } from '../migration-files.ts';
import { baselineMigrations, compareCatalogs, LAST_COMMIT, replaceFormer } from './baseline.ts';
import replaced from './replaced.json' with { type: 'json' };

const former = Object.keys(replaced);
const baseline = baselineMigrations().map(({ version }) => version);

test('the baseline begins the migrations, after all former ones, with times that exist', () => {
  expect(baseline.length).toBe(16);
  expect(
    productMigrations()
      .map(({ version }) => version)
      .slice(0, baseline.length),
  ).toEqual(baseline);
  expect([...former, ...baseline].sort()).toEqual([...former, ...baseline]);
  for (const version of baseline) {
    const time = version.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6');
    expect(new Date(`${time}.000Z`).toISOString()).toBe(`${time}.000Z`);
  }
});

test('all former versions are replaced, none are left as they are, and some are rejected', () => {
  expect(replaceFormer(former, 'some')).toEqual(baseline);
  expect(replaceFormer([...former, '20270101000000'], 'some')).toEqual([...baseline, '20270101000000']);
  for (const versions of [[], baseline, [...baseline, '20270101000000'], ['20270101000000']]) {
    expect(replaceFormer(versions, 'some')).toEqual(versions);
  }
  for (const versions of [
    former.slice(1),
    former.slice(0, -1),
    former.slice(0, 1),
    [...baseline, ...former.slice(1)],
  ]) {
    expect(() => replaceFormer(versions, 'some')).toThrow('some');
  }
});

test('differences are named by object; a distributed database may have other keys and further objects', () => {
  const keys = 'keys, triggers and rights of leads';
  const expected = { leads: '1', [keys]: '1', scope: '1' };
  const found = { leads: '1', [keys]: '2', scope: '2', notes: '1', 'keys, triggers and rights of notes': '1' };
  expect(compareCatalogs(expected, expected, false)).toEqual([]);
  expect(compareCatalogs(found, expected, false)).toEqual([
    `${keys} (changed)`,
    'notes (additional)',
    'scope (changed)',
  ]);
  expect(compareCatalogs(found, expected, true)).toEqual(['scope (changed)']);
  expect(compareCatalogs({}, expected, true)).toEqual(['leads (missing)', 'scope (missing)']);
});

test('the documentation has the commit to start, the versions and their digest', () => {
  const read = (page: string) => readFileSync(path.resolve(import.meta.dirname, '../../../../docs', page), 'utf8');
  const range = `Migrations ${baseline[0]} to ${baseline.at(-1)}`;
  const md5 = createHash('md5').update(former.join(' ')).digest('hex');
  for (const page of ['operations.md', 'supabase.md']) {
    expect(read(page)).toContain(LAST_COMMIT);
    expect(read(page)).toContain(range);
    expect(read(page)).toContain(`${former.length} of earlier versions`);
  }
  expect(read('supabase.md')).toContain(`\`${former.length}\` and \`${md5}\``);
  expect(read('supabase.md')).toContain(`$1 <= ${baseline.at(-1)}`);
});
