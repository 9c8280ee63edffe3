import { describe, expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

/** Adds a live link as the owner, by default to the member's address. Returns its id. */
async function addLink(
  { actAs, query }: Transaction,
  { email = 'member@example.test', role = 'approver', customer = 'acme' } = {},
) {
  await actAs('owner');
  const [added] = await query<{ id: string }>(
    `insert into public.review_links (customer_id, email, role, expires_at)
     values ($1, $2, $3, now() + interval '90 days') returning id`,
    [world.id(customer), email, role],
  );
  return added?.id ?? '';
}

const isLive = async ({ actAs, query }: Transaction, id: string) => {
  await actAs('owner');
  const [stored] = await query<{ live: boolean }>('select private.link_status($1) = 200 as live', [id]);
  return stored?.live;
};

const ends = {
  'the membership is deactivated': 'update public.customer_users set is_active = false where user_id = $1',
  'the membership is deleted': 'delete from public.customer_users where user_id = $1',
  'the role customer is taken away': 'delete from public.user_roles where user_id = $1',
  'the account is deleted': 'delete from auth.users where id = $1',
  'the account is banned': `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
  'the account is deleted softly': 'update auth.users set deleted_at = now() where id = $1',
};

describe('review links to a member’s own address', () => {
  test.each(Object.entries(ends))('a review link to a member’s own address ends when %s', (_, end) =>
    world.transaction(async (transaction) => {
      const own = await addLink(transaction);
      const colleague = await addLink(transaction, { email: 'ada@acme.example' });
      const elsewhere = await addLink(transaction, { customer: 'globex' });
      await transaction.query(end, [world.id('member')]);
      expect(await isLive(transaction, own)).toBe(false);
      expect(await isLive(transaction, colleague)).toBe(true);
      expect(await isLive(transaction, elsewhere)).toBe(true);
    }),
  );

  test.each([
    ['viewer', 'reviewer', false],
    ['viewer', 'approver', false],
    ['reviewer', 'reviewer', true],
    ['reviewer', 'approver', false],
  ])(
    'after an approver has become a %s, a link to their own address in the role %s is live: %s',
    (role, linkRole, live) =>
      world.transaction(async (transaction) => {
        const own = await addLink(transaction, { role: linkRole });
        await transaction.actAs('admin');
        await transaction.query('update public.customer_users set role = $1 where user_id = $2', [
          role,
          world.id('member'),
        ]);
        expect(await isLive(transaction, own)).toBe(live);
      }),
  );

  test('a review link to a member’s own address stays when the reviewer becomes an approver', () =>
    world.transaction(async (transaction) => {
      await transaction.query(`update public.customer_users set role = 'reviewer' where user_id = $1`, [
        world.id('member'),
      ]);
      const own = await addLink(transaction);
      await transaction.query(`update public.customer_users set role = 'approver' where user_id = $1`, [
        world.id('member'),
      ]);
      expect(await isLive(transaction, own)).toBe(true);
    }));

  test('a review link to a removed member’s own address ends as if the administrator had revoked it: with its sessions, codes and requests, and recorded', () =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      await actAs('owner');
      await query('update public.review_links set email = $1 where id = $2', [
        'member@example.test',
        world.id('guest'),
      ]);
      await actAs('admin');
      await query('delete from public.customer_users where user_id = $1', [world.id('member')]);
      await actAs('owner');
      expect(await outcome('select id from auth.sessions where user_id = $1', [world.id('guest')])).toBe('none');
      expect(
        await outcome('select status from public.colleague_requests where link_id = $1', [world.id('guest')]),
      ).toBe('declined');
      const recorded = `select actor_id from public.activity where subject = 'review_links' and row_ids = array[$1::uuid] and action = 'update'`;
      expect(await outcome(recorded, [world.id('guest')])).toBe('admin');
      await actAs('guest');
      expect(await outcome('select id from public.leads')).toBe('none');
    }));

  test('an approver whose removal is being saved makes no review link to their own address', async () => {
    const [admin, member, watcher] = [await world.connect(), await world.connect(), await world.connect()];
    try {
      await admin.query('begin');
      await admin.query(`update public.customer_users set role = 'viewer' where user_id = $1`, [world.id('member')]);
      const claims = { role: 'authenticated', sub: world.id('member'), session_id: world.id('member'), aal: 'aal1' };
      await member.query('begin');
      await member.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
      await member.query('set local role authenticated');
      const late = member.query(world.withIds(`select public.create_review_link(:acme, 'member@example.test')`)).then(
        () => 'made',
        (error: Error) => error.message,
      );
      await expect
        .poll(async () => {
          const { rowCount } = await watcher.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
          );
          return rowCount;
        })
        .toBe(1);
      await admin.query('commit');
      expect(await late).toBe('Only an administrator or an approver can send review links');
      await member.query('rollback');
      await watcher.query(`update public.customer_users set role = 'approver' where user_id = $1`, [
        world.id('member'),
      ]);
    } finally {
      await Promise.all([admin.end(), member.end(), watcher.end()]);
    }
  });
});
