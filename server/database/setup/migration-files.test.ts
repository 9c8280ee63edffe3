import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations, splitStatements } from './migration-files.ts';

function readFolder(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadlight-migrations-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(path.join(folder, name), sql);
  const migrations = readMigrations(folder);
  rmSync(folder, { recursive: true });
  return migrations;
}

test('migrations are sorted by version, and other files are ignored', () => {
  const files = {
    '20260102000000_leads.sql': 'b',
    '20260101000000_schemas.sql': 'a',
    'README.md': '',
    'draft.sql': '',
  };
  expect(readFolder(files).map(({ version, file, name, sql }) => [version, file, name, sql])).toEqual([
    ['20260101000000', '20260101000000_schemas.sql', 'schemas', 'a'],
    ['20260102000000', '20260102000000_leads.sql', 'leads', 'b'],
  ]);
});

test('the checksum ignores line ends only', () => {
  const [unix, windows, other] = readFolder({
    '1_unix.sql': 'select 1;\nselect 2;\n',
    '2_windows.sql': 'select 1;\r\nselect 2;\r\n',
    '3_other.sql': 'select 1;\nselect 3;\n',
  }).map(({ checksum }) => checksum);
  expect(windows).toBe(unix);
  expect(other).not.toBe(unix);
});

test('a migration is split into statements, not within texts, names, comments and function bodies', () => {
  const statements = [
    `select ';', "a;b" -- c; d\nfrom e`,
    'do $$ begin perform 1; end $$',
    "create function f() returns text language sql as $function$ select '$$;'; $function$",
    'create function g() returns int begin atomic\n  select 1;\nend',
  ];
  expect(splitStatements(`${statements.join(';\n')};\n`).map((text) => text.trim())).toEqual(statements);
});
