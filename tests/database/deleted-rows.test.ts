import { expect, test } from 'vitest';
import { callers, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();
const deletion = '00000000-0000-4000-8000-0000000000d1';
const leadId = () => world.id('acme lead');

/** Deletes the lead as the screens do. */
async function deleteLead({ actAs, query }: Transaction, id = leadId()): Promise<void> {
  await actAs('admin');
  await query(`select public.delete_rows('leads', array[$1]::uuid[], $2)`, [id, deletion]);
}
const restore = async ({ actAs, query }: Transaction) => {
  await actAs('admin');
  const [result] = await query('select * from public.restore_deleted($1)', [deletion]);
  return result;
};
/** The lead with its decisions and comments, and the counters of its customer. */
async function readState({ actAs, query }: Transaction) {
  await actAs('owner');
  const [lead] = await query('select to_jsonb(leads) as lead from public.leads where id = $1', [leadId()]);
  const decisions = await query(
    'select to_jsonb(decisions) as one from public.decisions where lead_id = $1 order by id',
    [leadId()],
  );
  const comments = await query('select to_jsonb(comments) as one from public.comments where lead_id = $1 order by id', [
    leadId(),
  ]);
  const [counts] = await query(
    'select sum(total)::int as total, sum(approved)::int as approved, sum(reviewed)::int as reviewed from public.lead_counters where customer_id = $1',
    [world.id('acme')],
  );
  return { lead, decisions, comments, counts };
}

test('a deleted lead is restored as it was, with its decisions and comments', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('member');
    await query('update public.leads set is_approved = true where id = $1', [leadId()]);
    await query(`update public.leads set is_approved = false, rejection_note = 'Too far' where id = $1`, [leadId()]);
    await query(`insert into public.comments (customer_id, lead_id, body) values ($1, $2, 'Not now')`, [
      world.id('acme'),
      leadId(),
    ]);
    await actAs('owner');
    await query('alter table public.leads disable trigger user');
    await query(
      `update public.leads set created_at = '2026-01-01', decided_at = '2026-01-02', updated_at = '2026-01-03' where id = $1`,
      [leadId()],
    );
    await query('alter table public.leads enable trigger user');
    const before = await readState(transaction);
    expect(before.decisions.length).toBeGreaterThan(1);
    expect(before.comments.length).toBeGreaterThan(0);

    await deleteLead(transaction);
    expect((await readState(transaction)).lead).toBeUndefined();
    await actAs('admin');
    expect(await query('select deletion, relation, row_count from public.recent_deletions()')).toEqual([
      { deletion, relation: 'public.leads', row_count: 1 },
    ]);
    expect(await restore(transaction)).toEqual({ restored: 1, skipped: 0, remaining: 0 });
    expect(await readState(transaction)).toEqual(before);
    expect(await query('select from private.deleted_rows')).toEqual([]);
    expect(await restore(transaction)).toEqual({ restored: 0, skipped: 0, remaining: 0 });
  }));

test('a lead is restored with all of its comments, however many they are', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('owner');
    await query(
      `insert into public.comments (customer_id, lead_id, body, is_internal)
       select $1, $2, 'Comment ' || n, n > 900 from generate_series(1, 1800) n`,
      [world.id('acme'), leadId()],
    );
    const before = await readState(transaction);
    expect(before.comments.length).toBeGreaterThan(1_800);
    await deleteLead(transaction);
    expect(await restore(transaction)).toEqual({ restored: 1, skipped: 0, remaining: 0 });
    expect(await readState(transaction)).toEqual(before);
  }));

test('a company is restored, and a row whose key is taken again is skipped and counted', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('admin');
    const acme = world.id('acme');
    const [free, taken] = await query<{ id: string }>(
      `insert into public.leads (customer_id, name, email) values ($1, 'Free', 'free@x.test'), ($1, 'Taken', 'taken@x.test') returning id`,
      [acme],
    );
    const company = world.id('acme company');
    const ids = [free?.id, taken?.id];
    const remove = (table: string, rows: unknown[]) =>
      query('select public.delete_rows($1, $2, $3) as count', [table, rows, deletion]);
    expect(await remove('leads', [...ids, company])).toEqual([{ count: 2 }]);
    expect(await remove('companies', [company])).toEqual([{ count: 1 }]);
    await query(`insert into public.leads (customer_id, name, email) values ($1, 'New', 'TAKEN@x.test')`, [acme]);
    expect(await restore(transaction)).toEqual({ restored: 2, skipped: 1, remaining: 0 });
    expect(await query('select name from public.leads where id = any ($1)', [ids])).toEqual([{ name: 'Free' }]);
    expect(await query('select from public.companies where id = $1', [company])).toHaveLength(1);
  }));

test('rows of several customers are deleted and restored together', () =>
  world.transaction(async ({ actAs, query }) => {
    await actAs('admin');
    const ids = [leadId(), world.id('globex lead')];
    expect(await query(`select public.delete_rows('leads', $1, $2) as count`, [ids, deletion])).toEqual([{ count: 2 }]);
    expect(await query('select from public.leads')).toEqual([]);
    expect(await query('select * from public.restore_deleted($1)', [deletion])).toEqual([
      { restored: 2, skipped: 0, remaining: 0 },
    ]);
    expect(await query('select from public.leads where id = any ($1)', [ids])).toHaveLength(2);
  }));

test.each([
  [`select public.delete_rows('customers', '{}', gen_random_uuid())`, '22023 Unknown table: customers'],
  [`select public.delete_rows(null, '{}', gen_random_uuid())`, '22023 Unknown table: <NULL>'],
  [`select public.delete_rows('leads', '{}', null)`, '22023 deletion must be an id'],
])('neither another table nor a deletion without an id is accepted: %s', (statement, error) =>
  world.transaction(async ({ actAs, outcome }) => {
    await actAs('admin');
    expect(await outcome(statement)).toBe(error);
  }),
);

test('an import that was deleted meanwhile leaves the restored lead without one', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('owner');
    await query('update public.leads set import_id = $2 where id = $1', [leadId(), world.id('acme import')]);
    await deleteLead(transaction);
    await actAs('owner');
    await query('delete from public.imports where id = $1', [world.id('acme import')]);
    expect(await restore(transaction)).toEqual({ restored: 1, skipped: 0, remaining: 0 });
    expect(await query('select import_id from public.leads where id = $1', [leadId()])).toEqual([{ import_id: null }]);
  }));

test('a row cannot be restored after 30 minutes', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await deleteLead(transaction);
    await actAs('owner');
    await query(`update private.deleted_rows set deleted_at = now() - interval '31 minutes'`);
    await actAs('admin');
    expect(await restore(transaction)).toEqual({ restored: 0, skipped: 0, remaining: 0 });
  }));

test.each(['select * from public.recent_deletions()', `select public.delete_rows('leads', '{}', gen_random_uuid())`])(
  'expired rows are removed by %s',
  (statement) =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await deleteLead(transaction);
      await actAs('owner');
      await query(`update private.deleted_rows set deleted_at = now() - interval '31 minutes'`);
      await actAs('admin');
      expect(await query(statement)).toHaveLength(statement.includes('recent') ? 0 : 1);
      await actAs('owner');
      expect(await query('select from private.deleted_rows')).toEqual([]);
    }),
);

test('a deletion of more than 1,000 rows is restored in several calls, and more ids in one call are rejected', () =>
  world.transaction(async (transaction) => {
    const { actAs, query, outcome } = transaction;
    await actAs('admin');
    const leads = await query<{ id: string }>(
      `insert into public.leads (customer_id, name) select $1, 'Lead ' || number from generate_series(1, 1200) number returning id`,
      [world.id('acme')],
    );
    const ids = leads.map(({ id }) => id);
    const remove = `select public.delete_rows('leads', $1, $2)`;
    expect(await outcome(remove, [ids, deletion])).toBe('22023 Too many ids: 1200, at most 1000');
    await query(remove, [ids.slice(0, 1000), deletion]);
    await query(remove, [ids.slice(1000), deletion]);
    expect(await restore(transaction)).toEqual({ restored: 1000, skipped: 0, remaining: 200 });
    expect(await restore(transaction)).toEqual({ restored: 200, skipped: 0, remaining: 0 });
  }));

test('deleted rows that could be restored go with their customer', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await deleteLead(transaction);
    await query('delete from public.customers where id = $1', [world.id('acme')]);
    await actAs('owner');
    expect(await query('select from private.deleted_rows')).toEqual([]);
  }));

test.each(callers.filter((caller) => caller !== 'admin'))(
  '%s can neither delete rows in bulk, see nor restore them',
  (caller) =>
    world.transaction(async (transaction) => {
      const { actAs, outcome, query } = transaction;
      await deleteLead(transaction);
      const denied = (text: string) =>
        caller === 'anonymous'
          ? /^42501 permission denied for function/
          : new RegExp(`^PT403 Only an administrator can ${text}`);
      await actAs(caller);
      const remove = 'select public.delete_rows($1, array[$2]::uuid[], $3)';
      expect(await outcome(remove, ['leads', world.id('globex lead'), deletion])).toMatch(denied('delete rows'));
      expect(await outcome(remove, ['companies', world.id('globex company'), deletion])).toMatch(denied('delete rows'));
      expect(await outcome('select public.restore_deleted($1)', [deletion])).toMatch(denied('restore rows'));
      expect(await outcome('select public.recent_deletions()')).toMatch(denied('see what was deleted'));
      expect(await outcome('select * from private.deleted_rows')).toMatch(/^42501 permission denied for/);
      await actAs('owner');
      expect(await query('select from private.deleted_rows')).not.toEqual([]);
    }),
);
