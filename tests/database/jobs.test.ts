import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { handOffCalls } from './hand-off-calls.ts';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();
const clients: pg.Client[] = [];
afterAll(() => Promise.all(clients.map((client) => client.end())));

const TAKE = 'select public.take_job() as job';
type Taken = { id: string; kind: string; attempts: number } | null;
const take = async ({ query, actAs }: Pick<Transaction, 'query' | 'actAs'>) => {
  await actAs('service');
  const [row] = await query<{ job: Taken }>(TAKE);
  return row?.job ?? null;
};

/** A hand-off of Acme that was just started by a second administrator, with its job. */
async function started(transaction: Transaction) {
  const { actAs, query } = transaction;
  await query('delete from private.jobs');
  await actAs('colleague');
  const acme = handOffCalls(world, query);
  const handOff = await acme.start();
  const current = async () => {
    await actAs('admin');
    const [row] = await query('select state, work, failure from public.hand_offs where id = $1', [handOff.id]);
    return row;
  };
  return { acme, handOff, jobId: (await acme.job(handOff.id)) ?? '', current };
}

const inTransaction =
  (work: (transaction: Transaction, job: Awaited<ReturnType<typeof started>>) => Promise<void>) => () =>
    world.transaction(async (transaction) => work(transaction, await started(transaction)));

describe('jobs', () => {
  test(
    'a job is taken by one worker for half a minute, and by another one after it or when it is released',
    inTransaction(async (transaction, { jobId }) => {
      const { query, actAs } = transaction;
      expect(await take(transaction)).toEqual({ id: jobId, kind: 'check_hand_off', attempts: 1 });
      expect(await take(transaction)).toBeNull();
      await query('select public.release_job($1, 20)', [jobId]);
      expect(await take(transaction)).toBeNull();
      await query('select public.release_job($1)', [jobId]);
      expect(await take(transaction)).toMatchObject({ attempts: 2 });
      await actAs('owner');
      const [lease] = await query('select leased_until - now() as rest from private.jobs');
      expect(lease).toMatchObject({ rest: { seconds: 30 } });
      await query(`update private.jobs set leased_until = now() - interval '1 second'`);
      expect(await take(transaction)).toMatchObject({ attempts: 3 });
    }),
  );

  test(
    'a job counts its attempts from its last progress',
    inTransaction(async (transaction, { acme, handOff, jobId }) => {
      const { query, actAs } = transaction;
      await query(
        `insert into public.leads (customer_id, name, is_approved) select $1, 'Lead ' || n, true from generate_series(1, 3) n`,
        [world.id('acme')],
      );
      for (const attempts of [1, 2]) {
        expect(await take(transaction)).toMatchObject({ attempts });
        await query('select public.release_job($1)', [jobId]);
      }
      const [lead] = await acme.read(handOff.id);
      await actAs('admin');
      await acme.store(handOff, [{ ...lead, cells: [''] }]);
      await actAs('service');
      await query('select public.release_job($1)', [jobId]);
      expect(await take(transaction)).toMatchObject({ attempts: 1 });
    }),
  );

  test(
    'a job fails with a reason, which is shown, and goes on when an administrator says so',
    inTransaction(async (transaction, { handOff, current }) => {
      const { query, actAs } = transaction;
      const job = await take(transaction);
      await query('select public.fail_job($1, $2)', [job?.id, 'An error stopped it']);
      expect(await take(transaction)).toBeNull();
      expect(await current()).toEqual({ state: 'preparing', work: null, failure: 'An error stopped it' });
      await actAs('admin');
      await query('select public.continue_hand_off($1, $2)', [world.id('acme'), handOff.id]);
      expect(await current()).toEqual({ state: 'preparing', work: 'check', failure: null });
      expect(await take(transaction)).toMatchObject({ kind: 'check_hand_off', attempts: 1 });
    }),
  );

  test(
    'a job ends with the hand-off that is cancelled, so that its worker finds nothing to store',
    inTransaction(async (transaction, { acme, handOff, jobId, current }) => {
      const { outcome, actAs } = transaction;
      expect(await take(transaction)).toMatchObject({ id: jobId });
      await actAs('admin');
      await acme.cancel(handOff);
      await actAs('service');
      const store = "select public.store_hand_off_rows($1, null, '[]', null)";
      expect(await outcome(store, [jobId])).toBe('PT404 There is no such job');
      expect(await outcome('select public.fail_job($1, $2)', [jobId, 'There is no such job'])).toBe('none');
      expect(await current()).toEqual({ state: 'cancelled', work: null, failure: null });
    }),
  );

  test.each([
    ['lost the role', 'delete from public.user_roles where user_id = $1'],
    ['is banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['is deleted', 'update auth.users set deleted_at = now() where id = $1'],
  ])('a job does no step once the administrator who started it %s', async (_, change) =>
    inTransaction(async ({ query, outcome, actAs }, { jobId }) => {
      await actAs('owner');
      await query(change, [world.id('colleague')]);
      await actAs('service');
      const ended = 'PT403 The user who started this is no longer an administrator';
      for (const step of [
        `public.hand_off_of_job($1, 'check_hand_off')`,
        'public.leads_to_hand_off($1, 1000)',
        `public.store_hand_off_rows($1, null, '[]', null)`,
      ])
        expect(await outcome(`select ${step}`, [jobId])).toBe(ended);
      await actAs('owner');
      await query(`update private.jobs set kind = 'finish_hand_off'`);
      await actAs('service');
      for (const step of [
        'public.stored_hand_off_rows($1, 0, 1000)',
        `public.store_hand_off_files($1, '{}')`,
        `public.complete_hand_off($1, '[]')`,
      ])
        expect(await outcome(`select ${step}`, [jobId])).toBe(ended);
    })(),
  );

  test(
    'a job is recorded in the activity as work of the administrator who started it',
    inTransaction(async (transaction, { acme, handOff }) => {
      const { query, actAs } = transaction;
      await actAs('owner');
      await query(`insert into public.leads (customer_id, name, is_approved) values ($1, 'Ada', true)`, [
        world.id('acme'),
      ]);
      await actAs('colleague');
      const checked = await acme.check(handOff);
      await acme.finish(checked);
      await actAs('owner');
      const done = `select actor_id from public.activity where subject = 'hand_offs' and row_ids = array[$1::uuid]`;
      expect(await query(done, [handOff.id])).toEqual([{ actor_id: world.id('colleague') }]);
    }),
  );

  test('a job is not waited for while another worker takes it', async () => {
    const [one, other] = [await world.connect(), await world.connect()];
    clients.push(one, other);
    await one.query('delete from private.jobs');
    for (const kind of ['check_hand_off', 'finish_hand_off'])
      await one.query(
        'insert into private.jobs (kind, customer_id, subject_id, started_by) values ($1, $2, gen_random_uuid(), $3)',
        [kind, world.id('acme'), world.id('admin')],
      );
    await one.query('begin');
    await other.query(`set lock_timeout = '2s'`);
    const taken = [await one.query(TAKE), await other.query(TAKE), await other.query(TAKE)].map(
      ({ rows }) => rows[0].job?.kind ?? null,
    );
    await one.query('commit');
    expect(taken.toSorted()).toEqual(['check_hand_off', 'finish_hand_off', null]);
    await one.query('delete from private.jobs');
  });
});
