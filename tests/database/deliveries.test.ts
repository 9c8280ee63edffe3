import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Query = Transaction['query'];
type Taken = { id: string; attempt: number; message_id: string };

/** Stores a preference as if it had been chosen at this time. */
async function prefer(query: Query, user: string, digest: string, timeZone = 'UTC', changedAt = '2026-01-01') {
  await query('alter table public.mail_preferences disable trigger check_mail_preferences');
  await query(
    `insert into public.mail_preferences (user_id, digest, time_zone, changed_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update set digest = excluded.digest, time_zone = excluded.time_zone, changed_at = excluded.changed_at`,
    [world.id(user), digest, timeZone, changedAt],
  );
  await query('alter table public.mail_preferences enable trigger check_mail_preferences');
  await query('update auth.users set email_confirmed_at = now() where id = $1', [world.id(user)]);
}

/** The day of the member's digest that is due at a moment. */
const dueAt = async (query: Query, moment: string): Promise<string | undefined> =>
  (await query<{ day: string }>('select day::text from private.due_digests($1)', [moment]))[0]?.day;

/** Puts a digest of the member, or of another user, into the outbox. */
async function queued(query: Query, user = 'member', day = '2026-11-02'): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into private.deliveries (kind, user_id, day, message_id) values ('digest', $1, $2, 'fixed@example.test') returning id`,
    [world.id(user), day],
  );
  return row?.id ?? '';
}

const take = async (query: Query): Promise<Taken | null> =>
  (await query<{ taken: Taken | null }>('select public.take_delivery() as taken'))[0]?.taken ?? null;

const settle = async (query: Query, { id, attempt }: Taken, outcome: string, reason: string | null = null) =>
  (
    await query<{ settled: number }>('select public.settle_delivery($1, $2, $3, $4) as settled', [
      id,
      attempt,
      outcome,
      reason,
    ])
  )[0]?.settled;

const stored = async (query: Query) =>
  (
    await query(
      `select state, attempts, last_error, extract(epoch from due_at - now())::int / 60 as minutes from private.deliveries`,
    )
  )[0];

describe('due digests', () => {
  test.each([
    ['UTC', 'daily', '2026-11-03 07:59:59Z', undefined],
    ['UTC', 'daily', '2026-11-03 08:00Z', '2026-11-03'],
    ['UTC', 'daily', '2026-11-03 23:59Z', '2026-11-03'],
    ['UTC', 'daily', '2026-11-04 00:00Z', undefined],
    ['America/New_York', 'daily', '2026-10-31 11:59Z', undefined],
    ['America/New_York', 'daily', '2026-10-31 12:00Z', '2026-10-31'],
    ['America/New_York', 'daily', '2026-11-01 12:59Z', undefined],
    ['America/New_York', 'daily', '2026-11-01 13:00Z', '2026-11-01'],
    ['Europe/Berlin', 'daily', '2026-10-24 06:00Z', '2026-10-24'],
    ['Europe/Berlin', 'daily', '2026-10-25 06:59Z', undefined],
    ['Europe/Berlin', 'daily', '2026-10-25 07:00Z', '2026-10-25'],
    ['Pacific/Kiritimati', 'daily', '2026-10-24 18:00Z', '2026-10-25'],
    ['UTC', 'weekly', '2026-11-02 07:59Z', undefined],
    ['UTC', 'weekly', '2026-11-02 08:00Z', '2026-11-02'],
    ['UTC', 'weekly', '2026-11-05 09:00Z', '2026-11-02'],
    ['UTC', 'off', '2026-11-02 09:00Z', undefined],
  ])('in %s, a %s digest at %s is that of %s', (timeZone, digest, moment, day) =>
    world.transaction(async ({ query }) => {
      await prefer(query, 'member', digest, timeZone);
      if (digest === 'weekly' && day === undefined) await queued(query, 'member', '2026-10-26');
      await query(`update private.deliveries set sent_at = '2026-10-26 08:00Z'`);
      expect(await dueAt(query, moment)).toBe(day);
    }),
  );

  test('a digest that is switched on after 08:00 begins with the next day or week', () =>
    world.transaction(async ({ query }) => {
      await prefer(query, 'member', 'daily', 'UTC', '2026-11-04 08:30Z');
      expect(await dueAt(query, '2026-11-04 09:00Z')).toBeUndefined();
      expect(await dueAt(query, '2026-11-05 08:00Z')).toBe('2026-11-05');
      await query(`update public.mail_preferences set digest = 'weekly'`);
      const [{ changed } = {}] = await query('select changed_at = now() as changed from public.mail_preferences');
      expect(changed).toBe(true);
      await query('alter table public.mail_preferences disable trigger check_mail_preferences');
      await query(`update public.mail_preferences set changed_at = '2026-11-04 08:30Z'`);
      expect(await dueAt(query, '2026-11-08 09:00Z')).toBeUndefined();
      expect(await dueAt(query, '2026-11-09 08:00Z')).toBe('2026-11-09');
    }));

  test('a server that was off for days queues one digest, and none beside one that waits or was sent on that day', () =>
    world.transaction(async ({ query }) => {
      await prefer(query, 'member', 'daily');
      const old = await queued(query, 'member', '2026-11-02');
      expect(await dueAt(query, '2026-11-04 09:00Z')).toBeUndefined();
      await query(`update private.deliveries set sent_at = '2026-11-04 08:30Z' where id = $1`, [old]);
      expect(await dueAt(query, '2026-11-04 09:00Z')).toBeUndefined();
      expect(await dueAt(query, '2026-11-07 09:00Z')).toBe('2026-11-07');
      await query(`update private.deliveries set sent_at = null, dead_at = now()`);
      expect(await dueAt(query, '2026-11-04 09:00Z')).toBe('2026-11-04');
    }));

  test('a time zone that the database does not know any more counts as UTC, and holds up nobody', () =>
    world.transaction(async ({ query }) => {
      await prefer(query, 'member', 'daily', 'US/Atlantis');
      await prefer(query, 'admin', 'daily', 'Europe/Berlin');
      const due = async (moment: string) => (await query('select * from private.due_digests($1)', [moment])).length;
      expect([await due('2026-11-03 07:30Z'), await due('2026-11-03 08:00Z')]).toEqual([1, 2]);
    }));

  test('digests that were queued while the clock was years ahead hold up none once it is right', () =>
    world.transaction(async ({ query, actAs }) => {
      await actAs('owner');
      await prefer(query, 'member', 'daily');
      for (const end of ['sent_at', 'due_at'])
        await query(
          `insert into private.deliveries (kind, user_id, day, message_id, created_at, expires_at, attempted_at, ${end})
           values ('digest', $1, now()::date + ${end === 'sent_at' ? 3_000 : 3_001}, 'x@y', now() + interval '3000 days',
             now() + interval '3003 days', now() + interval '3000 days', now() + interval '3000 days')`,
          [world.id('member')],
        );
      await query(`select public.queue_deliveries('example.test')`);
      expect(await query('select id from private.deliveries where created_at > now()')).toEqual([]);
    }));

  test('a digest that was sent while the clock was a week ahead holds up none of the days between', () =>
    world.transaction(async ({ query }) => {
      await prefer(query, 'member', 'daily');
      await queued(query, 'member', '2026-11-02');
      await query(`update private.deliveries set sent_at = '2026-11-10 09:00Z'`);
      expect(await dueAt(query, '2026-11-03 09:00Z')).toBe('2026-11-03');
      expect(await dueAt(query, '2026-11-10 10:00Z')).toBeUndefined();
    }));

  test('queueing a digest twice makes one delivery with a Message-ID of the domain', () =>
    world.transaction(async ({ query }) => {
      // It is noon in one of these zones whenever the test runs.
      const [{ name } = {}] = await query<{ name: string }>(
        `select name from pg_timezone_names where (now() at time zone name)::time between '09:00' and '20:00' order by name limit 1`,
      );
      await prefer(query, 'member', 'daily', name);
      await prefer(query, 'admin', 'daily', name);
      await query('delete from private.events');
      const queue = async () => (await query(`select public.queue_deliveries('example.test') as queued`))[0]?.queued;
      expect([await queue(), await queue()]).toEqual([2, 0]);
      const found = await query<{ message_id: string }>('select distinct message_id from private.deliveries');
      expect(found).toHaveLength(2);
      for (const { message_id } of found) expect(message_id).toMatch(/^[0-9a-f-]{36}@example\.test$/);
    }));
});

describe('the outbox', () => {
  test('a delivery is taken by one worker for two minutes, and has the same Message-ID at each attempt', () =>
    world.transaction(async ({ query }) => {
      const id = await queued(query);
      expect(await take(query)).toEqual({ id, attempt: 1, message_id: 'fixed@example.test' });
      expect(await take(query)).toBeNull();
      const [lease] = await query('select leased_until - now() as rest from private.deliveries');
      expect(lease).toMatchObject({ rest: { minutes: 2 } });
      await query('update private.deliveries set leased_until = now()');
      expect(await take(query)).toEqual({ id, attempt: 2, message_id: 'fixed@example.test' });
    }));

  test('two workers at once take two deliveries', async () => {
    const [first, second] = [await world.connect(), await world.connect()];
    const ask = async (client: typeof first) =>
      (await client.query<{ taken: Taken | null }>('select public.take_delivery() as taken')).rows[0]?.taken?.id;
    await first.query(
      `insert into private.deliveries (kind, user_id, day, message_id) values ('digest', $1, '2026-11-02', 'a@b'), ('digest', $2, '2026-11-02', 'b@b')`,
      [world.id('member'), world.id('neighbour')],
    );
    try {
      await first.query('begin');
      const taken = [await ask(first), await ask(second), await ask(second)];
      await first.query('commit');
      expect(new Set(taken.slice(0, 2)).size).toBe(2);
      expect(taken[2]).toBeUndefined();
    } finally {
      await first.query('delete from private.deliveries');
      await Promise.all([first.end(), second.end()]);
    }
  });

  test('a failed attempt is repeated after 1, 5, 15 and 60 minutes and then hourly, until three days are over', () =>
    world.transaction(async ({ query }) => {
      await queued(query);
      for (const minutes of [1, 5, 15, 60, 60]) {
        const taken = await take(query);
        if (!taken) throw new Error('nothing was due');
        expect(await settle(query, taken, 'failed', '451 Try again later')).toBe(1);
        expect(await stored(query)).toMatchObject({ state: 'waiting', last_error: '451 Try again later', minutes });
        expect(await take(query)).toBeNull();
        await query('update private.deliveries set due_at = now()');
      }
      const last = await take(query);
      await query('update private.deliveries set expires_at = now()');
      if (last) await settle(query, last, 'failed', '451 Try again later');
      expect(await stored(query)).toMatchObject({ state: 'dead', attempts: 6, last_error: '451 Try again later' });
      expect(await take(query)).toBeNull();
    }));

  test('a delivery that nobody could send for three days is dead, and old ones are deleted', () =>
    world.transaction(async ({ query }) => {
      await queued(query);
      await query(`update private.deliveries set expires_at = now() - interval '1 second'`);
      expect(await take(query)).toBeNull();
      await query(`select public.queue_deliveries('example.test')`);
      expect(await stored(query)).toMatchObject({ state: 'dead', last_error: 'No attempt was made within three days' });
      await query(`update private.deliveries set created_at = now() - interval '31 days'`);
      await query(`select public.queue_deliveries('example.test')`);
      expect(await stored(query)).toBeUndefined();
    }));

  test('a delivery that was taken while the clock was years ahead is dead three days later, not years', () =>
    world.transaction(async ({ query }) => {
      await queued(query);
      await query(`update private.deliveries set leased_until = now() + interval '3000 days'`);
      await query(`select public.queue_deliveries('example.test')`);
      expect(await stored(query)).toMatchObject({ state: 'waiting' });
      await query(`update private.deliveries set expires_at = now() - interval '1 second'`);
      await query(`select public.queue_deliveries('example.test')`);
      expect(await stored(query)).toMatchObject({ state: 'dead' });
      await query(`update private.deliveries set dead_at = null, leased_until = now() + interval '2 minutes'`);
      await query(`select public.queue_deliveries('example.test')`);
      expect(await stored(query)).toMatchObject({ state: 'waiting' });
    }));

  test('an address that belongs to nobody any more is deleted with its last email, unless it turned something off', () =>
    world.transaction(async ({ query, actAs }) => {
      await actAs('owner');
      const [{ account, guest } = {}] = await query(
        `select (select lower(email) from public.profiles where id = $1) as account, (select email from public.review_links where id = $2) as guest`,
        [world.id('member'), world.id('guest')],
      );
      const kept = ['off@example.test', 'recent@example.test', account, guest];
      for (const email of [...kept, 'gone@example.test'])
        await query('insert into private.mail_addresses (email, news) values ($1, $2)', [
          email,
          email !== 'off@example.test',
        ]);
      await query(
        `insert into private.deliveries (kind, email, message_id, created_at, skipped_at)
         select 'news', email, 'x@y', now() - interval '31 days', now() from private.mail_addresses
         union all select 'news', 'recent@example.test', 'x@y', now(), now()`,
      );
      await query(`select public.queue_deliveries('example.test')`);
      const left = await query<{ email: string }>('select email from private.mail_addresses');
      expect(left.map(({ email }) => email).sort()).toEqual(kept.sort());
    }));

  test('a rejected email is dead at once', () =>
    world.transaction(async ({ query }) => {
      await queued(query);
      const taken = await take(query);
      if (taken) await settle(query, taken, 'rejected', `550 ${'x'.repeat(600)}`);
      const found = await stored(query);
      expect(found).toMatchObject({ state: 'dead', attempts: 1 });
      expect(found?.last_error).toHaveLength(500);
    }));

  test('a worker whose lease has passed to another can only say that it sent the email', () =>
    world.transaction(async ({ query }) => {
      await queued(query);
      const slow = await take(query);
      await query('update private.deliveries set leased_until = now()');
      const other = await take(query);
      if (!slow || !other) throw new Error('nothing was due');
      expect(await settle(query, slow, 'failed', 'too late')).toBe(0);
      expect(await settle(query, slow, 'sent')).toBe(1);
      expect(await settle(query, other, 'failed', 'too late')).toBe(0);
      expect(await stored(query)).toMatchObject({ state: 'sent', last_error: null });
      expect(await take(query)).toBeNull();
    }));
});

describe('preferences', () => {
  test('a user chooses their digest and an existing time zone, and nobody reads the token', () =>
    world.transaction(async ({ query, actAs, outcome }) => {
      await query('delete from public.mail_preferences');
      await actAs('member');
      const insert = `insert into public.mail_preferences (digest, time_zone) values ($1, $2)`;
      expect(await outcome(insert, ['daily', 'Europe/Atlantis'])).toBe('23514 There is no time zone Europe/Atlantis');
      expect(await outcome(insert, ['hourly', 'UTC'])).toContain('mail_preferences_digest_check');
      expect(await outcome(insert, ['daily', 'Europe/Berlin'])).toBe('none');
      for (const caller of ['member', 'admin', 'service'] as const) {
        await actAs(caller);
        expect(await outcome('select unsubscribe_token from public.mail_preferences')).toBe(
          '42501 permission denied for table mail_preferences',
        );
      }
      await actAs('neighbour');
      expect(await query('select user_id, digest from public.mail_preferences')).toEqual([]);
      expect(await query(`update public.mail_preferences set digest = 'off' returning user_id`)).toEqual([]);
      await actAs('member');
      expect(await query('select digest, time_zone from public.mail_preferences')).toEqual([
        { digest: 'daily', time_zone: 'Europe/Berlin' },
      ]);
    }));

  test('a token turns off the digest of its user only, and others are unknown', () =>
    world.transaction(async ({ query }) => {
      await prefer(query, 'member', 'daily');
      await prefer(query, 'neighbour', 'weekly');
      const [{ token } = {}] = await query<{ token: string }>(
        'select unsubscribe_token as token from public.mail_preferences where user_id = $1',
        [world.id('member')],
      );
      expect(token).toMatch(/^[0-9a-f]{64}$/);
      const unsubscribe = async (value = '', kind = 'digest') =>
        (await query('select public.unsubscribe($1, $2) as found', [kind, value]))[0]?.found;
      expect(await unsubscribe(token, 'reminder')).toBe(0);
      expect(await unsubscribe(`${token}0`)).toBe(0);
      expect(await unsubscribe('\\x00')).toBe(0);
      expect([await unsubscribe(token), await unsubscribe(token)]).toEqual([1, 1]);
      expect(await query('select digest from public.mail_preferences order by digest')).toEqual([
        { digest: 'off' },
        { digest: 'weekly' },
      ]);
    }));

  test('an address chooses its emails besides the digest, and a token turns off those of one kind only', () =>
    world.transaction(async ({ query, actAs, outcome }) => {
      await query('update auth.users set email_confirmed_at = now() where id = $1', [world.id('member')]);
      await query('update auth.users set email_confirmed_at = null where id = $1', [world.id('neighbour')]);
      await actAs('member');
      const chosen = () => query('select * from public.my_emails()');
      const all = { reminders: true, comments: true, news: true };
      expect(await chosen()).toEqual([all]);
      await query('select public.choose_emails(news => false)');
      expect(await chosen()).toEqual([{ ...all, news: false }]);
      await query('select public.choose_emails(news => true)');
      expect(await outcome('select 1 from private.mail_addresses')).toContain('42501');

      await actAs('neighbour');
      expect(await outcome('select public.choose_emails(news => false)')).toBe(
        '42501 Sign in with a confirmed email address',
      );
      expect(await chosen()).toEqual([]);

      await actAs('owner');
      const addresses = await query<{ email: string; unsubscribe_token: string }>(
        'select email, unsubscribe_token from private.mail_addresses',
      );
      const [account] = await query('select email from auth.users where id = $1', [world.id('member')]);
      expect(addresses.map(({ email }) => email)).toEqual([account?.email]);
      await query(`select public.unsubscribe('reminder', $1)`, [addresses[0]?.unsubscribe_token]);
      expect(await query('select reminders, comments, news from private.mail_addresses')).toEqual([
        { ...all, reminders: false },
      ]);
    }));
});

type Digest = { email: string; is_agency: boolean; groups: Record<string, unknown[]> } | null;
const digest = async (query: Query, id: string): Promise<Digest> =>
  (await query<{ digest: Digest }>(`select public.read_delivery($1) -> 'content' as digest`, [id]))[0]?.digest ?? null;

describe('the content of a digest', () => {
  const news = async ({ query, actAs }: Transaction) => {
    await actAs('owner');
    await query('update public.leads set is_approved = true');
    await query('update public.companies set is_approved = true');
    await query(`update public.comments set created_at = now() - interval '40 days'`);
    await query('delete from public.campaign_versions');
    await query(`update public.decisions set decided_at = now() - interval '40 days'`);
  };

  test('a digest with nothing to say is null', () =>
    world.transaction(async (transaction) => {
      await news(transaction);
      const { query } = transaction;
      for (const user of ['member', 'admin']) {
        await prefer(query, user, 'daily');
        expect(await digest(query, await queued(query, user))).toBeNull();
      }
    }));

  test('a member reads what is new in their own customers, without internal comments', () =>
    world.transaction(async (transaction) => {
      await news(transaction);
      const { query } = transaction;
      await prefer(query, 'member', 'daily');
      for (const customer of ['acme', 'globex']) {
        await query(
          `insert into public.leads (customer_id, name) select $1, 'New ' || n from generate_series(1, 3) n`,
          [world.id(customer)],
        );
        await query(
          `insert into public.comments (customer_id, lead_id, author_id, body, is_internal)
           select $1, $2, author, 'Hello', internal from (values ($3::uuid, false), ($3, true), ($4, false)) given (author, internal)`,
          [world.id(customer), world.id(`${customer} lead`), world.id('admin'), world.id('neighbour')],
        );
      }
      const found = await digest(query, await queued(query));
      const [{ name } = {}] = await query('select name from public.customers where id = $1', [world.id('acme')]);
      expect(found).toMatchObject({ is_agency: false });
      expect(found?.groups).toEqual({
        to_review: [{ customer: name, leads: 3, companies: 0 }],
        comments: [{ customer: name, comments: 1 }],
      });
    }));

  test.each([
    ['viewer', []],
    ['reviewer', ['to_review']],
    ['approver', ['to_review', 'reviews']],
  ])('a %s is told only of what they may decide', (role, expected) =>
    world.transaction(async (transaction) => {
      await news(transaction);
      const { query } = transaction;
      await prefer(query, 'member', 'daily');
      await query('update public.customer_users set role = $2 where user_id = $1', [world.id('member'), role]);
      await query(`insert into public.leads (customer_id, name) values ($1, 'New')`, [world.id('acme')]);
      await query(
        `insert into public.campaign_versions (customer_id, campaign_id, number, steps, content_hash, reason, requested_at, status)
         values ($1, $2, 1, '[{}]', repeat('0', 64), 'review', now(), 'in_review')`,
        [world.id('acme'), world.id('acme campaign')],
      );
      const found = await digest(query, await queued(query));
      expect(Object.keys(found?.groups ?? {})).toEqual(expected);
    }),
  );

  test('an administrator reads what customers decided since the last digest, each row once, and what waits', () =>
    world.transaction(async (transaction) => {
      await news(transaction);
      const { query } = transaction;
      await prefer(query, 'admin', 'weekly');
      const [{ name } = {}] = await query('select name from public.customers where id = $1', [world.id('acme')]);
      await query(
        `insert into public.decisions (customer_id, lead_id, is_approved, decided_at)
         values ($1, $2, true, now() - interval '2 days'), ($1, $2, false, now() - interval '1 day')`,
        [world.id('acme'), world.id('acme lead')],
      );
      await query(
        `insert into public.leads (customer_id, name, created_at) values ($1, 'Old', now() - interval '20 days')`,
        [world.id('acme')],
      );
      await query(
        `insert into public.comments (customer_id, lead_id, author_id, body) values ($1, $2, $3, 'Hello'), ($1, $2, $4, 'Hello')`,
        [world.id('acme'), world.id('acme lead'), world.id('admin'), world.id('member')],
      );
      const id = await queued(query, 'admin');
      const groups = {
        decided: [{ customer: name, approved: 0, rejected: 1 }],
        to_review: [{ customer: name, leads: 1, companies: 0 }],
        comments: [{ customer: name, comments: 1 }],
      };
      expect((await digest(query, id))?.groups).toEqual(groups);
      await query(`insert into private.deliveries (kind, user_id, day, message_id, attempted_at, sent_at)
        values ('digest', '${world.id('admin')}', '2026-11-01', 'x@y', now() - interval '1 hour', now())`);
      const { decided: _, ...later } = groups;
      expect((await digest(query, id))?.groups).toEqual(later);
    }));

  test('a digest that was sent while the clock was ahead hides nothing from the next one', () =>
    world.transaction(async ({ query }) => {
      await prefer(query, 'member', 'daily');
      await query(`insert into public.leads (customer_id, name) values ($1, 'New')`, [world.id('acme')]);
      const ahead = await queued(query, 'member', '2026-11-01');
      await query(
        `update private.deliveries set attempted_at = now() + interval '20 days', sent_at = now() where id = $1`,
        [ahead],
      );
      expect((await digest(query, await queued(query)))?.groups).toHaveProperty('to_review');
    }));

  test('a group has at most 21 lines, of which the last says that there are more', () =>
    world.transaction(async (transaction) => {
      await news(transaction);
      const { query } = transaction;
      await prefer(query, 'admin', 'daily');
      await query(
        `with customer as (insert into public.customers (name) select 'Customer ' || n from generate_series(1, 30) n returning id)
         insert into public.leads (customer_id, name) select id, 'Lead' from customer`,
      );
      expect((await digest(query, await queued(query, 'admin')))?.groups.to_review).toHaveLength(21);
    }));

  test.each([
    ['is banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['is deleted', 'update auth.users set deleted_at = now() where id = $1'],
    ['has no role any more', 'delete from public.user_roles where user_id = $1'],
    ['is deactivated', 'update public.customer_users set is_active = false where user_id = $1'],
    ['has turned it off', `update public.mail_preferences set digest = 'off' where user_id = $1`],
    ['has an unconfirmed address', 'update auth.users set email_confirmed_at = null where id = $1'],
  ])('a user who %s gets no digest that already waits', (_, change) =>
    world.transaction(async ({ query }) => {
      await prefer(query, 'member', 'daily');
      await query(`insert into public.leads (customer_id, name) values ($1, 'New')`, [world.id('acme')]);
      const id = await queued(query);
      expect(await digest(query, id)).not.toBeNull();
      await query(change, [world.id('member')]);
      expect(await digest(query, id)).toBeNull();
    }),
  );
});

describe('the page of the outbox', () => {
  test('only an administrator lists the outbox, 50 at a time, and sends a dead delivery again', () =>
    world.transaction(async ({ query, actAs, outcome }) => {
      await query(
        `insert into private.deliveries (kind, user_id, day, message_id, created_at, dead_at)
         select 'digest', $1, '2026-01-01'::date + n, 'x@y', now() - n * interval '1 hour', now() from generate_series(1, 60) n`,
        [world.id('member')],
      );
      await actAs('member');
      expect(await outcome('select id from public.list_deliveries()')).toBe(
        'PT403 Only an administrator can see the outbox',
      );
      expect(await outcome('select public.send_again($1)', [randomUUID()])).toBe(
        'PT403 Only an administrator can send again',
      );
      await actAs('admin');
      type Listed = { id: string; created_at: Date; email: string };
      const first = await query<Listed>(`select * from public.list_deliveries('dead')`);
      const last = first.at(-1);
      const rest = await query<Listed>(`select * from public.list_deliveries('dead', $1, $2)`, [
        last?.created_at,
        last?.id,
      ]);
      expect([first.length, rest.length]).toEqual([50, 10]);
      expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(60);
      const again = async () => (await query('select public.send_again($1) as again', [last?.id]))[0]?.again;
      expect([await again(), await again()]).toEqual([true, false]);
      expect(await query(`select id from public.list_deliveries('waiting')`)).toEqual([{ id: last?.id }]);
    }));
});
