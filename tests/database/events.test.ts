import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CommentsEmail } from '#domain/comments-email.ts';
import type { News } from '#domain/news.ts';
import { type Caller, callers, guestCallers, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Query = Transaction['query'];

/** Forgets the world's own events, and confirms all addresses. */
async function begin({ query }: Transaction): Promise<void> {
  await query('delete from private.events');
  await query('update auth.users set email_confirmed_at = now()');
}

const queue = async (query: Query): Promise<number> =>
  (await query<{ queued: number }>(`select private.queue_events('mail.example.test') as queued`))[0]?.queued ?? -1;

/** Adds a comment on Acme's lead, or on another row of it, as this caller. */
async function comment(
  { query, actAs }: Transaction,
  by: Caller,
  { column = 'lead_id', row = 'acme lead', customer = 'acme', internal = false, body = 'Hello' } = {},
): Promise<void> {
  await actAs(by);
  await query(`insert into public.comments (customer_id, ${column}, body, is_internal) values ($1, $2, $3, $4)`, [
    world.id(customer),
    world.id(row),
    body,
    internal,
  ]);
  await actAs('owner');
}
const onCampaign = { column: 'campaign_id', row: 'acme campaign' };

const addresses = async (query: Query, kind = 'comments'): Promise<string[]> =>
  (await query<{ email: string }>('select email from private.deliveries where kind = $1 order by email', [kind])).map(
    ({ email }) => email.replace(/@.*/, ''),
  );

const deliveryTo = async (query: Query, name: string): Promise<string> =>
  (
    await query<{ id: string }>(
      `select id from private.deliveries where email like $1 || '@%' order by created_at desc, attempts limit 1`,
      [name],
    )
  )[0]?.id ?? '';

const content = async <Content>(query: Query, delivery: string): Promise<Content | null> =>
  (await query<{ content: Content }>(`select public.read_delivery($1) -> 'content' as content`, [delivery]))[0]
    ?.content ?? null;

const linesTo = async (query: Query, name: string) =>
  (await content<CommentsEmail>(query, await deliveryTo(query, name)))?.lines;

describe('events', () => {
  test('a statement that adds comments writes one event for each customer, author and visibility', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await query(
        `insert into public.comments (customer_id, lead_id, author_id, body, is_internal)
         select $1::uuid, $2::uuid, $5::uuid, 'Hello', n = 1 from generate_series(1, 4) n
         union all select $3, $4, $5, 'Hello', false from generate_series(1, 2)`,
        [world.id('acme'), world.id('acme lead'), world.id('globex'), world.id('globex lead'), world.id('admin')],
      );
      const found = await query(
        'select customer_id, kind, actor_id, is_internal, amount, cardinality(row_ids) as ids, handled_at from private.events order by amount',
      );
      const of = (customer: string, amount: number, internal = false) => ({
        customer_id: world.id(customer),
        kind: 'comment',
        actor_id: world.id('admin'),
        is_internal: internal,
        amount,
        ids: amount,
        handled_at: null,
      });
      expect(found).toEqual([of('acme', 1, true), of('globex', 2), of('acme', 3)]);
    }));

  test('events of comments on a step and of suggestions name the campaign', () =>
    world.transaction(async (transaction) => {
      const { query, actAs } = transaction;
      await begin(transaction);
      await comment(transaction, 'member', { column: 'step_id', row: 'acme step' });
      await actAs('member');
      await query(
        world.withIds(`select public.suggest_wording(:acme, :acme version, :acme version step, 'Other words')`),
      );
      await actAs('owner');
      expect(await query('select kind, actor_id, campaign_ids from private.events order by kind')).toEqual(
        ['comment', 'suggestion'].map((kind) => ({
          kind,
          actor_id: world.id('member'),
          campaign_ids: [world.id('acme campaign')],
        })),
      );
    }));

  test('comments that are restored with their lead are not told again', () =>
    world.transaction(async (transaction) => {
      const { query, actAs } = transaction;
      await begin(transaction);
      await actAs('admin');
      await query(`select public.delete_rows('leads', array[$1]::uuid[], gen_random_uuid())`, [world.id('acme lead')]);
      await query('select public.restore_deleted(deletion) from public.recent_deletions()');
      await actAs('owner');
      expect(await query('select 1 from public.comments where lead_id = $1', [world.id('acme lead')])).toHaveLength(2);
      expect(await query('select id from private.events')).toEqual([]);
    }));

  test.each([...callers, ...guestCallers, 'service'] as const)('%s can neither read nor write events', (caller) =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs(caller);
      expect(await outcome('select id from private.events')).toMatch(/^42501 permission denied/);
      expect(await outcome(`delete from private.events`)).toMatch(/^42501 permission denied/);
      expect(await outcome(`select private.queue_events('example.test')`)).toMatch(/^42501 permission denied/);
      expect(await outcome(`select private.comments_of_delivery(gen_random_uuid())`)).toMatch(
        /^42501 permission denied/,
      );
    }),
  );

  test('events older than 30 days are deleted, handled or not', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await comment(transaction, 'member');
      await comment(transaction, 'admin');
      await query(`update private.events set created_at = now() - interval '31 days' where actor_id = $1`, [
        world.id('member'),
      ]);
      await queue(query);
      expect(await query('select actor_id from private.events')).toEqual([{ actor_id: world.id('admin') }]);
      expect(await addresses(query)).toEqual(['member']);
    }));
});

describe('who is told of comments', () => {
  const administrators = ['admin', 'colleague'];
  test.each<[Caller, Parameters<typeof comment>[2], string[]]>([
    ['member', {}, administrators],
    ['guest', {}, administrators],
    ['audience guest', {}, administrators],
    ['neighbour', { customer: 'globex', row: 'globex lead' }, administrators],
    ['admin', {}, ['member']],
    ['colleague', { customer: 'globex', row: 'globex lead' }, ['neighbour']],
    ['admin', onCampaign, ['member']],
    ['admin', { internal: true }, []],
  ])('a comment of the %s with %j is for %j', (by, options, expected) =>
    world.transaction(async (transaction) => {
      await begin(transaction);
      await comment(transaction, by, options);
      expect(await queue(transaction.query)).toBe(expected.length);
      expect(await addresses(transaction.query)).toEqual(expected);
    }),
  );

  test.each(['viewer', 'reviewer', 'approver'])('a %s reads comments, and is told of them', (role) =>
    world.transaction(async (transaction) => {
      await begin(transaction);
      await transaction.query('update public.customer_users set role = $1', [role]);
      await comment(transaction, 'admin');
      await queue(transaction.query);
      expect(await linesTo(transaction.query, 'member')).toMatchObject([{ subject: 'leads', comments: 1 }]);
    }),
  );

  test.each(['campaign_id', 'step_id'])(
    'a guest who commented on the %s is told of comments on the campaign',
    (column) =>
      world.transaction(async (transaction) => {
        const { query } = transaction;
        await begin(transaction);
        await comment(transaction, 'guest', { column, row: column === 'step_id' ? 'acme step' : 'acme campaign' });
        await queue(query);
        await query('delete from private.deliveries');
        await comment(transaction, 'admin', onCampaign);
        await queue(query);
        expect(await addresses(query)).toEqual(['guest', 'member']);
      }),
  );

  test.each([
    ['is not confirmed', 'update auth.users set email_confirmed_at = null where id = $1'],
    ['is banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['has no address that an email can have', `update auth.users set email = 'not an address' where id = $1`],
    ['is not active', 'update public.customer_users set is_active = false where user_id = $1'],
    [
      'turned them off',
      `insert into private.mail_addresses (email, comments) select email, false from auth.users where id = $1`,
    ],
    [
      'has an inactive customer',
      'update public.customers set is_active = false where id in (select customer_id from public.customer_users where user_id = $1)',
    ],
  ])('nobody who %s is told', (_, change) =>
    world.transaction(async (transaction) => {
      await begin(transaction);
      await comment(transaction, 'admin');
      await transaction.query(change, [world.id('member')]);
      expect(await queue(transaction.query)).toBe(0);
      expect(await transaction.query('select 1 from private.events where handled_at is null')).toEqual([]);
    }),
  );
});

describe('one email for all comments of 15 minutes', () => {
  test('an email about comments is due 15 minutes after the first event, and later ones join it', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await comment(transaction, 'member', { body: 'First' });
      await query(`update private.events set created_at = now() - interval '10 minutes'`);
      await query(`update public.comments set created_at = now() - interval '10 minutes' where body = 'First'`);
      expect(await queue(query)).toBe(2);
      await comment(transaction, 'member', { body: 'Second' });
      await comment(transaction, 'guest', { ...onCampaign, body: 'Third' });
      expect(await queue(query)).toBe(0);
      expect(
        await query(
          `select (due_at - now())::text as due, message_id like '%@mail.example.test' as named from private.deliveries`,
        ),
      ).toEqual([
        { due: '00:05:00', named: true },
        { due: '00:05:00', named: true },
      ]);
      const lines = await linesTo(query, 'admin');
      expect(lines).toHaveLength(2);
      expect(lines?.find(({ subject }) => subject === 'leads')).toEqual({
        customer: 'acme',
        subject: 'leads',
        row_id: world.id('acme lead'),
        name: 'Ada of acme',
        comments: 2,
        suggestions: 0,
        words: 'Second',
        review_token: null,
        authors: ['The member'],
      });
      expect(lines?.find(({ subject }) => subject === 'campaigns')).toMatchObject({
        authors: ['guest@review.example by review link'],
        words: 'Third',
      });
    }));

  test('a comment that comes once a worker has taken the email is in the next one only, also when the first is tried again', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await comment(transaction, 'admin', { body: 'Before' });
      await queue(query);
      const first = await deliveryTo(query, 'member');
      await query('update private.deliveries set due_at = now()');
      await query('select public.take_delivery()');
      await comment(transaction, 'admin', { body: 'After' });
      expect(await queue(query)).toBe(1);
      const words = async (id: string) =>
        (await content<CommentsEmail>(query, id))?.lines.map((line) => [line.comments, line.words]);
      const [{ id: second } = { id: '' }] = await query<{ id: string }>(
        'select id from private.deliveries where id <> $1',
        [first],
      );
      expect([await words(first), await words(second)]).toEqual([[[1, 'Before']], [[1, 'After']]]);
    }));

  test('an email about comments that failed for good is sent again beside the next one, with its own comments', () =>
    world.transaction(async (transaction) => {
      const { query, actAs, outcome } = transaction;
      await begin(transaction);
      await comment(transaction, 'admin', { body: 'Failed' });
      await queue(query);
      const failed = await deliveryTo(query, 'member');
      await query('update private.deliveries set dead_at = now()');
      await comment(transaction, 'admin', { body: 'Next' });
      await queue(query);
      await actAs('admin');
      expect(await outcome('select public.send_again($1)', [failed])).toBe('true');
      await actAs('owner');
      await comment(transaction, 'admin', { body: 'Joins the next' });
      expect(await queue(query)).toBe(0);
      const words = async (id: string) =>
        (await content<CommentsEmail>(query, id))?.lines.map((line) => [line.comments, line.words]);
      expect(await words(failed)).toEqual([[1, 'Failed']]);
    }));

  test('an event that commits after a later one was handled is told with the next pass', async () => {
    const [slow, worker] = [await world.connect(), await world.connect()];
    const write = `insert into private.events (customer_id, kind, actor_id, amount, row_ids) values ($1, 'comment', $2, 1, array[gen_random_uuid()])`;
    const values = [world.id('acme'), world.id('admin')];
    const unhandled = async () =>
      (await worker.query('select 1 from private.events where handled_at is null')).rowCount;
    try {
      await worker.query('delete from private.events');
      await slow.query('begin');
      await slow.query(write, values);
      await worker.query(write, values);
      await worker.query(`select private.queue_events('example.test')`);
      await slow.query('commit');
      expect(await unhandled()).toBe(1);
      await worker.query(`select private.queue_events('example.test')`);
      expect(await unhandled()).toBe(0);
      const { rows } = await worker.query('select count(distinct handled_at)::int as passes from private.events');
      expect(rows).toEqual([{ passes: 2 }]);
    } finally {
      await worker.query('delete from private.events');
      await worker.query('delete from private.deliveries');
      await worker.query('delete from private.mail_addresses');
      await Promise.all([slow.end(), worker.end()]);
    }
  });

  test('a server does not wait for another one that puts emails into the outbox, and leaves it to that one', async () => {
    const [first, second] = [await world.connect(), await world.connect()];
    const pass = async (client: typeof first) =>
      (await client.query(`select public.queue_deliveries('example.test') as queued`)).rows[0].queued;
    try {
      await second.query(`set statement_timeout = '5s'`);
      await first.query('update auth.users set email_confirmed_at = now() where id = $1', [world.id('member')]);
      await first.query(
        `insert into private.events (customer_id, kind, actor_id, amount, row_ids) values ($1, 'comment', $2, 1, array[gen_random_uuid()])`,
        [world.id('acme'), world.id('admin')],
      );
      await first.query('begin');
      expect([await pass(first), await pass(second)]).toEqual([1, 0]);
      await first.query('commit');
      expect(await pass(second)).toBe(0);
      expect((await second.query('select email from private.deliveries')).rows).toEqual([
        { email: 'member@example.test' },
      ]);
    } finally {
      await first.query('delete from private.events');
      await first.query('delete from private.deliveries');
      await first.query('delete from private.mail_addresses');
      await first.query('update auth.users set email_confirmed_at = null');
      await Promise.all([first.end(), second.end()]);
    }
  });

  test('thousands of comments of one customer become one email to each administrator, of at most 21 lines', () =>
    world.transaction(async (transaction) => {
      const { query, actAs } = transaction;
      await begin(transaction);
      await query(
        `insert into public.leads (customer_id, name) select $1, 'Lead ' || n from generate_series(1, 30) n`,
        [world.id('acme')],
      );
      await actAs('member');
      await query(
        `insert into public.comments (customer_id, lead_id, body)
         select customer_id, id, repeat('x', 2000) from public.leads cross join generate_series(1, 40) where customer_id = $1`,
        [world.id('acme')],
      );
      await actAs('owner');
      expect(await query('select amount, cardinality(row_ids) as ids from private.events')).toEqual([
        { amount: 1_240, ids: 1_000 },
      ]);
      expect(await queue(query)).toBe(2);
      const lines = await linesTo(query, 'admin');
      expect(lines).toHaveLength(21);
      expect(lines?.every(({ words }) => words.length === 200)).toBe(true);
    }));

  test('one call handles 10,000 events, the oldest first', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await query(
        `insert into private.events (customer_id, kind, actor_id, amount, row_ids, created_at)
         select $1, 'comment', $2, 1, array[gen_random_uuid()], now() - n * interval '1 second' from generate_series(1, 10005) n`,
        [world.id('acme'), world.id('member')],
      );
      expect(await queue(query)).toBe(2);
      expect(
        await query(
          `select count(*)::int as amount, max(created_at) = now() - interval '1 second' as newest from private.events where handled_at is null`,
        ),
      ).toEqual([{ amount: 5, newest: true }]);
    }));
});

describe('a clock that was wrong', () => {
  test.each(['1 minute', '5 hours'])(
    'an email that was queued while the clock was %s ahead loses no comment',
    (ahead) =>
      world.transaction(async (transaction) => {
        const { query } = transaction;
        await begin(transaction);
        await comment(transaction, 'admin', { body: 'Ahead' });
        await query(`update private.events set created_at = now() + $1::interval`, [ahead]);
        await queue(query);
        await query(`update private.events set handled_at = handled_at + $1::interval`, [ahead]);
        await query(
          `update private.deliveries set events_from = events_from + $1::interval, events_until = events_until + $1::interval`,
          [ahead],
        );
        await comment(transaction, 'admin', { body: 'Right' });
        expect(await queue(query)).toBe(0);
        expect(await linesTo(query, 'member')).toMatchObject([{ comments: 2 }]);
        expect(await query(`select (due_at - now())::text as due from private.deliveries`)).toEqual([
          { due: '00:15:00' },
        ]);
      }),
  );

  test('events of a clock that was years ahead are deleted', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await comment(transaction, 'admin');
      await comment(transaction, 'member');
      await query(`update private.events set created_at = now() + interval '1 year' where actor_id = $1`, [
        world.id('admin'),
      ]);
      await queue(query);
      expect(await query('select actor_id from private.events')).toEqual([{ actor_id: world.id('member') }]);
    }));
});

describe('what an email about comments says', () => {
  test('an email names suggestions until they are decided', () =>
    world.transaction(async (transaction) => {
      const { query, actAs } = transaction;
      await begin(transaction);
      await actAs('guest');
      const [{ id } = { id: '' }] = await query<{ id: string }>(
        world.withIds(`select public.suggest_wording(:acme, :acme version, :acme version step, 'Other words') as id`),
      );
      await actAs('owner');
      await queue(query);
      expect(await linesTo(query, 'admin')).toMatchObject([
        { subject: 'campaigns', name: 'Hello acme', comments: 0, suggestions: 1, words: 'Other words' },
      ]);
      await query(`update public.step_suggestions set status = 'declined', decided_at = now() where id = $1`, [id]);
      expect(await linesTo(query, 'admin')).toBeUndefined();
    }));

  test('an email to a member has only what administrators wrote for their customer, by the name of the agency', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await comment(transaction, 'admin', { body: 'For Acme' });
      await comment(transaction, 'admin', { body: 'Internal', internal: true });
      await comment(transaction, 'guest', { body: 'By a guest' });
      await comment(transaction, 'admin', { body: 'For Globex', customer: 'globex', row: 'globex lead' });
      await queue(query);
      expect(await linesTo(query, 'member')).toMatchObject([
        { customer: 'acme', comments: 1, words: 'For Acme', authors: ['your agency'], review_token: null },
      ]);
      expect(await linesTo(query, 'neighbour')).toMatchObject([{ customer: 'globex', words: 'For Globex' }]);
      expect(await linesTo(query, 'admin')).toMatchObject([{ customer: 'acme', comments: 1, words: 'By a guest' }]);
    }));

  test('an email to a guest is about the campaigns that they commented on, with the guest’s own link', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await query(`insert into public.campaigns (id, customer_id, name) values ($1, $2, 'Other')`, [
        randomUUID(),
        world.id('acme'),
      ]);
      await comment(transaction, 'guest', onCampaign);
      await comment(transaction, 'admin', onCampaign);
      await comment(transaction, 'admin');
      await query(
        `insert into public.comments (customer_id, campaign_id, author_id, body)
         select customer_id, id, $1, 'Not yours' from public.campaigns where name = 'Other'`,
        [world.id('admin')],
      );
      await queue(query);
      const [{ token } = {}] = await query('select token from public.review_links where id = $1', [world.id('guest')]);
      expect(await linesTo(query, 'guest')).toMatchObject([
        {
          subject: 'campaigns',
          row_id: world.id('acme campaign'),
          comments: 1,
          review_token: token,
          authors: ['your agency'],
        },
      ]);
      await query('update public.review_links set revoked_at = now() where id = $1', [world.id('guest')]);
      expect(await linesTo(query, 'guest')).toBeUndefined();
    }));

  test('an account that has not proven the address of a guest brings nothing into the email of the guest', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await query(`update auth.users set email = 'Guest@review.example', email_confirmed_at = null where id = $1`, [
        world.id('neighbour'),
      ]);
      await comment(transaction, 'guest', onCampaign);
      await comment(transaction, 'admin', { ...onCampaign, body: 'For the guest' });
      await comment(transaction, 'admin', { body: 'For Globex', customer: 'globex', row: 'globex lead' });
      await queue(query);
      const token = expect.stringMatching(/^[0-9a-f]{64}$/);
      expect(await linesTo(query, 'guest')).toMatchObject([{ words: 'For the guest', review_token: token }]);
      await query('update auth.users set email_confirmed_at = now() where id = $1', [world.id('neighbour')]);
      const both = await linesTo(query, 'guest');
      expect(both?.map(({ customer, words, review_token }) => [customer, words, review_token !== null]).sort()).toEqual(
        [
          ['acme', 'For the guest', true],
          ['globex', 'For Globex', false],
        ],
      );
    }));

  test.each([
    [
      'was read meanwhile',
      `insert into public.comment_reads (customer_id, comment_id, user_id) select customer_id, id, $1 from public.comments`,
    ],
    [
      'was deleted meanwhile',
      `update public.comments set deleted_at = now() where deleted_at is null and $1::uuid is not null`,
    ],
    ['became internal meanwhile', `update public.comments set is_internal = true where $1::uuid is not null`],
    [
      'is for a member who was deactivated meanwhile',
      'update public.customer_users set is_active = false where user_id = $1',
    ],
    ['is for a user whose role was taken meanwhile', 'delete from public.user_roles where user_id = $1'],
    [
      'is for a user who was banned meanwhile',
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
    ],
    [
      'is for a user whose address changed meanwhile',
      `update auth.users set email = 'other@example.test' where id = $1`,
    ],
    [
      'is for a user who turned them off meanwhile',
      `update private.mail_addresses set comments = false where $1::uuid is not null`,
    ],
  ])('a comment that %s is left out', (_, change) =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await begin(transaction);
      await comment(transaction, 'admin');
      await queue(query);
      expect(await linesTo(query, 'member')).toHaveLength(1);
      await query(change, [world.id('member')]);
      expect(await linesTo(query, 'member')).toBeUndefined();
    }),
  );
});

describe('telling the customer of an import', () => {
  /** The member's customer has two leads and a company of the import that are not reviewed. */
  async function prepare(transaction: Transaction): Promise<void> {
    await begin(transaction);
    await transaction.query(world.withIds('update public.leads set import_id = :acme import where id = :acme lead'));
    await transaction.query(
      world.withIds(`insert into public.leads (customer_id, import_id, name) values (:acme, :acme import, 'Grace')`),
    );
    await transaction.query(
      world.withIds('update public.companies set import_id = :acme import where id = :acme company'),
    );
    await transaction.query(world.withIds(`update public.imports set audience = 'Founders' where id = :acme import`));
  }
  const TELL = `select public.tell_customer(:acme import, 'From the fair')`;
  /** An administrator tells the customer, and a worker puts the emails into the outbox. */
  async function tell({ query, actAs }: Transaction): Promise<number> {
    await actAs('admin');
    await query(world.withIds(TELL));
    await actAs('owner');
    return queue(query);
  }

  test.each([
    ['member', 'PT403 Only an administrator can tell the customer'],
    ['stranger', 'PT403 Only an administrator can tell the customer'],
    ['guest', 'PT403 Only an administrator can tell the customer'],
    ['anonymous', '42501 permission denied for function tell_customer'],
    ['service', '42501 permission denied for function tell_customer'],
    ['admin', '3'],
  ] as const)('the %s who tells a customer of an import gets %s', (caller, expected) =>
    world.transaction(async (transaction) => {
      await prepare(transaction);
      await transaction.actAs(caller);
      expect(await transaction.outcome(world.withIds(TELL))).toBe(expected);
      expect(await transaction.outcome(world.withIds('select leads from public.preview_news(:acme import)'))).toBe(
        caller === 'admin' ? '2' : expected.replace('tell_customer', 'preview_news'),
      );
    }),
  );

  test('those who decide are told of an import: members except viewers, and guests whose link includes the audience', () =>
    world.transaction(async (transaction) => {
      const { query, actAs } = transaction;
      await prepare(transaction);
      await actAs('admin');
      const [preview] = await query(world.withIds('select * from public.preview_news(:acme import)'));
      await actAs('owner');
      expect(await tell(transaction)).toBe(3);
      expect(await addresses(query, 'news')).toEqual(['audience-guest', 'guest', 'member']);
      expect(preview).toEqual({
        sender: 'The admin',
        leads: 2,
        companies: 1,
        recipients: ['audience-guest@review.example', 'guest@review.example', 'member@example.test'],
        recipient_count: 3,
      });
      expect(await content<News>(query, await deliveryTo(query, 'member'))).toEqual({
        email: 'member@example.test',
        token: expect.stringMatching(/^[0-9a-f]{64}$/),
        customer: 'acme',
        leads: 2,
        companies: 1,
        sender: 'The admin',
        reply_to: 'admin@example.test',
        message: 'From the fair',
        review_token: null,
      });
      const [{ token } = {}] = await query('select token from public.review_links where id = $1', [world.id('guest')]);
      expect(await content<News>(query, await deliveryTo(query, 'guest'))).toMatchObject({ review_token: token });
    }));

  test('a guest of an audience is told of its leads only, and one with a second link of all', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await prepare(transaction);
      await tell(transaction);
      const delivery = await deliveryTo(query, 'audience-guest');
      expect(await content<News>(query, delivery)).toMatchObject({ leads: 1, companies: 0 });
      const [{ token } = {}] = await query(
        `insert into public.review_links (customer_id, email, role, expires_at)
         values ($1, 'audience-guest@review.example', 'reviewer', now() + interval '1 day') returning token`,
        [world.id('acme')],
      );
      expect(await content<News>(query, delivery)).toMatchObject({ leads: 2, companies: 1, review_token: token });
      await query('update public.review_links set revoked_at = now() where token = $1', [token]);
      await query('update public.leads set is_approved = true where audience is not null');
      expect(await content<News>(query, delivery)).toBeNull();
    }));

  test('a member whose role was taken is neither told nor counted, also between the press and the email', () =>
    world.transaction(async (transaction) => {
      const { query, actAs } = transaction;
      await prepare(transaction);
      await tell(transaction);
      await query('delete from public.user_roles where user_id = $1', [world.id('member')]);
      expect(await content<News>(query, await deliveryTo(query, 'member'))).toBeNull();
      await actAs('admin');
      const [preview] = await query(world.withIds('select recipient_count from public.preview_news(:acme import)'));
      expect(preview).toEqual({ recipient_count: 2 });
    }));

  test('a customer who was told while the clock was a year ahead can be told once it is right', () =>
    world.transaction(async (transaction) => {
      const { query, actAs, outcome } = transaction;
      await prepare(transaction);
      await query(
        world.withIds(`update public.imports set told_at = now() + interval '1 year' where id = :acme import`),
      );
      await actAs('admin');
      expect(await outcome(world.withIds(TELL))).toBe('3');
    }));

  test('two administrators who press at the same time tell the customer once', async () => {
    const [first, second] = [await world.connect(), await world.connect()];
    const press = world.withIds('select public.tell_customer(:acme import)');
    const asAdmin = (client: typeof first) =>
      client.query(`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`, [
        adminClaims,
      ]);
    let adminClaims = '';
    try {
      await world.transaction(async ({ query, actAs }) => {
        await actAs('admin');
        adminClaims =
          (await query<{ claims: string }>(`select current_setting('request.jwt.claims') as claims`))[0]?.claims ?? '';
      });
      await first.query(world.withIds('update public.leads set import_id = :acme import where id = :acme lead'));
      // The second transaction begins before the first, so that its now() is the earlier one.
      await second.query('begin');
      await asAdmin(second);
      await first.query('begin');
      await asAdmin(first);
      await first.query(press);
      const late = second.query(press).then(String, (error: Error) => error.message);
      await first.query('commit');
      expect(await late).toBe('The customer was told about this import within the last hour');
      await second.query('rollback');
      expect((await first.query(`select 1 from private.events where kind = 'announcement'`)).rowCount).toBe(1);
    } finally {
      await second.query('rollback');
      await first.query('rollback');
      await first.query('delete from private.events');
      await first.query('update public.leads set import_id = null');
      await first.query('update public.imports set told_at = null, told_by = null');
      await Promise.all([first.end(), second.end()]);
    }
  });

  test.each([
    ['is a viewer', `update public.customer_users set role = 'viewer' where user_id = $1`, ['audience-guest', 'guest']],
    [
      'turned news off',
      `insert into private.mail_addresses (email, news) select email, false from auth.users where id = $1`,
      ['audience-guest', 'guest'],
    ],
    [
      'has another audience',
      `update public.review_links set audience = 'Buyers' where audience is not null and $1::uuid is not null`,
      ['guest', 'member'],
    ],
    [
      'had a link that was revoked',
      `update public.review_links set revoked_at = now() where $1::uuid is not null`,
      ['member'],
    ],
  ])('nobody who %s is told', (_, change, expected) =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await prepare(transaction);
      await query(change, [world.id('member')]);
      await tell(transaction);
      expect(await addresses(query, 'news')).toEqual(expected);
    }),
  );

  test('news that failed is not sent again while newer news of the import waits', () =>
    world.transaction(async (transaction) => {
      const { query, actAs, outcome } = transaction;
      await prepare(transaction);
      await tell(transaction);
      await query('update private.deliveries set dead_at = now()');
      const failed = await deliveryTo(query, 'member');
      await actAs('admin');
      expect(await outcome('select public.send_again($1)', [failed])).toBe('true');
      await actAs('owner');
      await query('update private.deliveries set dead_at = now() where id = $1', [failed]);
      await query('update public.imports set told_at = null');
      await tell(transaction);
      await actAs('admin');
      expect(await outcome('select public.send_again($1)', [failed])).toBe('false');
    }));

  test('a customer is told of an import once an hour, with the message of that time, and of nothing if all is reviewed', () =>
    world.transaction(async (transaction) => {
      const { query, actAs, outcome } = transaction;
      await prepare(transaction);
      await actAs('admin');
      expect(await outcome(world.withIds(TELL))).toBe('3');
      expect(await outcome(world.withIds(TELL))).toBe(
        'PT409 The customer was told about this import within the last hour',
      );
      const [told] = await query(
        world.withIds(
          'select told_at = now() as now, told_by, told_message from public.imports where id = :acme import',
        ),
      );
      expect(told).toEqual({ now: true, told_by: world.id('admin'), told_message: 'From the fair' });
      await actAs('owner');
      await query(`update public.imports set told_at = now() - interval '61 minutes'`);
      await actAs('admin');
      expect(await outcome(world.withIds(`select public.tell_customer(:acme import, repeat('x', 2001))`))).toMatch(
        /^22001 /,
      );
      expect(await outcome(world.withIds('select public.tell_customer(:acme import)'))).toBe('3');
      expect(await outcome(world.withIds('select told_message from public.imports where id = :acme import'))).toBe(
        'null',
      );
      await actAs('owner');
      expect(await queue(query)).toBe(3);
      await query(`update public.imports set told_at = null`);
      await query(`update public.leads set is_approved = true`);
      await query(`update public.companies set is_approved = true`);
      expect(await content(query, await deliveryTo(query, 'member'))).toBeNull();
      await actAs('admin');
      expect(await outcome(world.withIds(TELL))).toBe('PT409 Nothing of this import is left to review');
      expect(await outcome(`select public.tell_customer(gen_random_uuid())`)).toBe('PT404 There is no such import');
      await actAs('owner');
      await query('update public.leads set is_approved = null');
      await query('delete from public.customer_users');
      await query('update public.review_links set revoked_at = now()');
      await actAs('admin');
      expect(await outcome(world.withIds(TELL))).toBe(
        'PT409 There is nobody to tell: nobody reviews for this customer and wants these emails',
      );
    }));
});
