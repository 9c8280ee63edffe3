import { describe, expect, test } from 'vitest';
import { findDifference } from './difference.ts';

const statements = [
  'create function private.a(one int) returns int language sql\nreturn 1',
  '-- Twice.\ncreate function private.b() returns int language sql\nreturn 2',
  'create view public.v as select 1',
  'revoke all on public.v from public, anon, authenticated, service_role',
  'grant select on public.v to authenticated',
  'create trigger changed after update on public.leads for each statement execute function private.b()',
  'create policy "Members see it" on public.leads for select to authenticated\n  using (true)',
  'grant update (name) on public.leads to authenticated',
];
const compare = (migrated: Record<string, string>, wanted: Record<string, string>) =>
  findDifference(new Map(Object.entries(migrated)), new Map(Object.entries(wanted)), statements);
const b = { 'function private.b()': ' returns int sql v 2' };

describe('a migration of what differs from the schemas', () => {
  test('the migration is empty for the same objects', () => {
    expect(compare(b, b)).toEqual({ statements: [], byHand: [] });
  });

  test('the migration replaces a function of the same signature, which keeps its rights', () => {
    expect(compare({ 'function private.b()': ' returns int sql v 1' }, b).statements).toEqual([
      '-- Twice.\ncreate or replace function private.b() returns int language sql\nreturn 2',
    ]);
  });

  test('the migration creates a new function without the right that PostgreSQL gives to everyone', () => {
    expect(
      compare(
        {},
        { ...b, 'comment function private.b()': "It's two.", 'grant function private.b()': 'EXECUTE to authenticated' },
      ).statements.slice(1),
    ).toEqual([
      'revoke all on function private.b() from public, anon, authenticated, service_role',
      'grant execute on function private.b() to authenticated',
      "comment on function private.b() is 'It''s two.'",
    ]);
  });

  test('the migration drops a function of another result before it is created, and a removed one at the end', () => {
    expect(
      compare({ 'function private.b()': ' returns text sql v 2', 'function private.c()': ' returns int sql v' }, b)
        .statements,
    ).toEqual([
      'drop function private.b()',
      expect.stringContaining('create or replace function private.b()'),
      'drop function private.c()',
      'revoke all on function private.b() from public, anon, authenticated, service_role',
    ]);
  });

  test('the migration drops triggers, policies and views, and creates them anew with their rights', () => {
    const wanted = {
      'view public.v': '2',
      'grant table public.v': 'SELECT to authenticated',
      'trigger changed on public.leads': '2',
      'policy Members see it on public.leads': '2',
    };
    const migrated = Object.fromEntries(
      Object.keys(wanted).map((object) => [object, object.startsWith('grant') ? 'SELECT to authenticated' : '1']),
    );
    expect(compare(migrated, wanted).statements).toEqual([
      'drop trigger changed on public.leads',
      'drop policy "Members see it" on public.leads',
      'drop view public.v',
      statements[2],
      statements[5],
      statements[6],
      statements[3],
      statements[4],
    ]);
  });

  test('the migration repeats the rights of a table when those of a column differ', () => {
    expect(compare({}, { 'grant column public.leads.name': 'UPDATE to authenticated' }).statements).toEqual([
      statements[7],
    ]);
  });

  test('the migration removes a comment, but not that of a removed object', () => {
    const table = { 'table public.leads': 'r' };
    expect(compare({ ...table, 'comment table public.leads': 'Leads.' }, table).statements).toEqual([
      'comment on table public.leads is null',
    ]);
    expect(compare({ ...table, 'comment table public.leads': 'Leads.' }, {})).toEqual({
      statements: [],
      byHand: ['table public.leads'],
    });
  });

  test('the migration leaves tables, columns, indexes, constraints and types to be written by hand', () => {
    const objects = {
      'column public.leads.headline': '12 text',
      'index leads_idx': 'x',
      'constraint a on public.leads': 'x',
      'type public.t': 'e',
    };
    expect(compare({}, objects)).toEqual({ statements: [], byHand: Object.keys(objects) });
  });
});
