import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importRows, numbered } from '../support/import-database.ts';
import { type Caller, setUpWorld } from './world.ts';

const world = setUpWorld();
const deletion = '00000000-0000-4000-8000-0000000000d1';
let owner: pg.Client;
let watcher: pg.Client;
let admin: pg.Client;
let member: pg.Client;
let lead: string;

/** A connection whose transactions are those of a caller. */
async function connectAs(caller: Caller): Promise<pg.Client> {
  const connection = await world.connect();
  const claims = { role: 'authenticated', sub: world.id(caller), session_id: world.id(caller), aal: 'aal1' };
  await connection.query(`select set_config('request.jwt.claims', $1, false), set_config('role', $2, false)`, [
    JSON.stringify(claims),
    claims.role,
  ]);
  return connection;
}

beforeAll(async () => {
  [owner, watcher] = await Promise.all([world.connect(), world.connect()]);
  [admin, member] = await Promise.all([connectAs('admin'), connectAs('member')]);
});
beforeEach(async () => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into public.leads (customer_id, name) values ($1, gen_random_uuid()::text) returning id`,
    [world.id('acme')],
  );
  lead = rows[0]?.id ?? '';
});
afterAll(async () => {
  await Promise.all([owner, watcher, admin, member].map((client) => client.end()));
});

const deleteLead = (client: pg.Client) =>
  client.query(`select public.delete_rows('leads', array[$1]::uuid[], $2) as count`, [lead, deletion]);
const restore = async (client: pg.Client) =>
  (await client.query('select * from public.restore_deleted($1)', [deletion])).rows[0];
const waiting = async () =>
  (
    await watcher.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
    )
  ).rowCount;

const changes: [what: string, text: string, late: string][] = [
  ['an approval', 'update public.leads set is_approved = true where id = $1', '0 rows'],
  [
    'a comment',
    `insert into public.comments (customer_id, lead_id, body) select customer_id, id, 'Yes' from public.leads where id = $1`,
    '23503 insert or update on table "comments" violates foreign key constraint "comments_lead_id_fkey"',
  ],
  [
    'the deletion of a comment',
    `update public.comments set deleted_at = now() where lead_id = $1 and author_id = auth.uid()`,
    '0 rows',
  ],
];
const attempt = async (client: pg.Client, text: string, id = lead) => {
  try {
    return `${(await client.query(text, [id])).rowCount} rows`;
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    return `${code} ${message}`;
  }
};
/** The lead with what was decided and written about it. */
const readState = async (client = owner) =>
  (
    await client.query(
      `select lead.is_approved, lead.decided_by,
         array(select decision.is_approved from public.decisions decision where lead_id = lead.id) as decisions,
         array(select body from public.comments where lead_id = lead.id order by body) as comments
       from public.leads lead where id = $1`,
      [lead],
    )
  ).rows[0];

test.each(changes)('%s that is under way when a deletion begins is restored with the row', async (_, text) => {
  await member.query(`insert into public.comments (customer_id, lead_id, body) values ($1, $2, 'First')`, [
    world.id('acme'),
    lead,
  ]);
  await member.query('begin');
  expect(await attempt(member, text)).toBe('1 rows');
  const changed = await readState(member);
  const deleting = deleteLead(admin);
  await expect.poll(waiting).toBe(1);
  await member.query('commit');
  expect((await deleting).rows).toEqual([{ count: 1 }]);
  expect(await readState()).toBeUndefined();
  expect(await restore(admin)).toEqual({ restored: 1, skipped: 0, remaining: 0 });
  expect(await readState()).toEqual(changed);
});

test.each(changes)('%s made during a deletion is rejected, and undone with nothing lost', async (_, text, late) => {
  await member.query(`insert into public.comments (customer_id, lead_id, body) values ($1, $2, 'First')`, [
    world.id('acme'),
    lead,
  ]);
  const before = await readState();
  await admin.query('begin');
  await deleteLead(admin);
  const changing = attempt(member, text);
  await expect.poll(waiting).toBe(1);
  await admin.query('commit');
  expect(await changing).toBe(late);
  expect(await restore(admin)).toEqual({ restored: 1, skipped: 0, remaining: 0 });
  expect(await readState()).toEqual(before);
});

test('a restoration during a deletion restores nothing, and the one after it everything', async () => {
  const colleague = await connectAs('colleague');
  await admin.query('begin');
  await deleteLead(admin);
  expect(await restore(colleague)).toEqual({ restored: 0, skipped: 0, remaining: 0 });
  await admin.query('commit');
  expect(await restore(colleague)).toEqual({ restored: 1, skipped: 0, remaining: 0 });
  expect(await readState()).toEqual({ is_approved: null, decided_by: null, decisions: [], comments: [] });
  await colleague.end();
});

test('one of two deletions of a row at the same time deletes it', async () => {
  const colleague = await connectAs('colleague');
  await admin.query('begin');
  expect((await deleteLead(admin)).rows).toEqual([{ count: 1 }]);
  const deleting = deleteLead(colleague);
  await expect.poll(waiting).toBe(1);
  await admin.query('commit');
  expect((await deleting).rows).toEqual([{ count: 0 }]);
  expect(await restore(admin)).toEqual({ restored: 1, skipped: 0, remaining: 0 });
  await colleague.end();
});

describe.each([
  ['leads', 'lead'],
  ['companies', 'company'],
] as const)('undo of an import of %s', (table, one) => {
  let importId: string;
  let ids: string[];
  beforeEach(async () => {
    const rows = numbered([{ name: randomUUID() }, { name: randomUUID() }]);
    ({ importId } = await importRows(admin, { customer: world.id('acme'), importId: randomUUID(), type: table, rows }));
    const { rows: stored } = await owner.query<{ id: string }>(
      `select id from public.${table} where import_id = $1 order by created_at desc`,
      [importId],
    );
    ids = stored.map(({ id }) => id);
  });
  const undo = async () => {
    const text = `select removed_${table} as removed, remaining_${table} as remaining from public.undo_import($1)`;
    return (await admin.query(text, [importId])).rows;
  };
  const remaining = async () =>
    (
      await owner.query(
        `select id, is_approved as approved, array(select body from public.comments where ${one}_id = stored.id) as comments
         from public.${table} stored where import_id = $1`,
        [importId],
      )
    ).rows;
  const APPROVAL = `update public.${table} set is_approved = true where id = $1`;
  const COMMENT = `insert into public.comments (customer_id, ${one}_id, body) select customer_id, id, 'Yes' from public.${table} where id = $1`;
  const change = (text: string) => attempt(member, text, ids[0]);

  test.each([
    ['a comment', COMMENT, { approved: null, comments: ['Yes'] }],
    ['an approval', APPROVAL, { approved: true, comments: [] }],
  ])('an undo leaves a row with %s that is under way when it begins', async (_, text, left) => {
    await member.query('begin');
    expect(await change(text)).toBe('1 rows');
    const undoing = undo();
    await expect.poll(waiting).toBe(1);
    await member.query('commit');
    expect(await undoing).toEqual([{ removed: 1, remaining: 1 }]);
    expect(await remaining()).toEqual([{ id: ids[0], ...left }]);
  });

  test.each([
    [
      'a comment',
      COMMENT,
      `23503 insert or update on table "comments" violates foreign key constraint "comments_${one}_id_fkey"`,
    ],
    ['an approval', APPROVAL, '0 rows'],
  ])('an undo keeps %s out that is made meanwhile', async (_, text, late) => {
    await admin.query('begin');
    expect(await undo()).toEqual([{ removed: 2, remaining: 0 }]);
    const changing = change(text);
    await expect.poll(waiting).toBe(1);
    await admin.query('commit');
    expect(await changing).toBe(late);
  });

  test.each([
    ['a comment', COMMENT],
    ['an approval', APPROVAL],
  ])('an undo deletes up to its limit, with others in place of a row that gets %s', async (_, text) => {
    await member.query('begin');
    await change(text);
    const removing = owner.query(
      `select private.remove_imported_${table}(import, 1) as removed from public.imports import where id = $1`,
      [importId],
    );
    await expect.poll(waiting).toBe(1);
    await member.query('commit');
    expect((await removing).rows).toEqual([{ removed: 1 }]);
    expect(await remaining()).toMatchObject([{ id: ids[0] }]);
  });
});
