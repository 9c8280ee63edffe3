import { describe, expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Query = Transaction['query'];
type Asked = { by: string; zone?: string; weekends?: boolean };

/** Asks the reviewers of a customer to review by a day. */
const ask = (query: Query, customer: string, { by, zone = 'UTC', weekends = false }: Asked) =>
  query('update public.customers set review_by = $2, time_zone = $3, reminds_on_weekends = $4 where id = $1', [
    world.id(customer),
    by,
    zone,
    weekends,
  ]);

/** Opens a transaction of the owner in which all accounts are confirmed, and guests have no links unless a test wants them. */
const remind = (work: (transaction: Transaction) => Promise<unknown>, { hasGuests = false } = {}) =>
  world.transaction(async (transaction) => {
    const { query, actAs } = transaction;
    await actAs('owner');
    await query('update auth.users set email_confirmed_at = now()');
    if (hasGuests) await query(`update public.review_links set created_at = '2026-01-01'`);
    else await query('delete from public.review_links');
    await work(transaction);
  });

const due = async (query: Query, moment: string) =>
  (
    await query<{ line: string }>(
      `select email || ' ' || day as line from private.due_reminders($1) order by email collate "C"`,
      [moment],
    )
  ).map(({ line }) => line);

const email = async (query: Query, user: string) =>
  (await query<{ email: string }>('select email from auth.users where id = $1', [world.id(user)]))[0]?.email ?? '';

/** Puts a reminder to an address into the outbox, as if it had been queued and sent then. */
async function sent(query: Query, address: string, day: string, at: string): Promise<string> {
  await query('insert into private.mail_addresses (email) values ($1) on conflict do nothing', [address]);
  const [row] = await query<{ id: string }>(
    `insert into private.deliveries (kind, email, day, message_id, created_at, sent_at) values ('reminder', $1, $2, 'x@y', $3, $3) returning id`,
    [address, day, at],
  );
  return row?.id ?? '';
}

type Reminder = { email: string; token: string; lines: Record<string, unknown>[] } | null;

/** What a reminder to an address says at a moment. */
async function content(query: Query, address: string, moment: string): Promise<Reminder> {
  await query('insert into private.mail_addresses (email) values ($1) on conflict do nothing', [address]);
  const [queued] = await query(
    `insert into private.deliveries (kind, email, message_id) values ('reminder', $1, 'x@y') returning id`,
    [address],
  );
  const [read] = await query<{ content: Reminder }>('select private.reminder_of_delivery($1, $2) as content', [
    queued?.id,
    moment,
  ]);
  await query('delete from private.deliveries where id = $1', [queued?.id]);
  return read?.content ?? null;
}

describe('the moments of reminders', () => {
  test.each<[zone: string, weekends: boolean, by: string, moment: string, day: string | undefined]>([
    ['UTC', false, '2026-12-04', '2026-12-01 12:00Z', undefined],
    ['UTC', false, '2026-12-04', '2026-12-02 08:59:59Z', undefined],
    ['UTC', false, '2026-12-04', '2026-12-02 09:00Z', '2026-12-02'],
    ['UTC', false, '2026-12-04', '2026-12-02 17:59:59Z', '2026-12-02'],
    ['UTC', false, '2026-12-04', '2026-12-02 18:00Z', undefined],
    ['UTC', false, '2026-12-04', '2026-12-03 00:30Z', undefined],
    ['UTC', false, '2026-12-04', '2026-12-03 12:00Z', '2026-12-03'],
    ['UTC', false, '2026-12-04', '2026-12-04 12:00Z', '2026-12-04'],
    ['UTC', true, '2026-12-04', '2026-12-05 12:00Z', undefined],
    // A Monday, with and without weekends.
    ['UTC', false, '2026-12-07', '2026-12-03 12:00Z', undefined],
    ['UTC', false, '2026-12-07', '2026-12-04 12:00Z', '2026-12-04'],
    ['UTC', false, '2026-12-07', '2026-12-05 12:00Z', undefined],
    ['UTC', false, '2026-12-07', '2026-12-06 12:00Z', undefined],
    ['UTC', false, '2026-12-07', '2026-12-07 12:00Z', '2026-12-07'],
    ['UTC', true, '2026-12-07', '2026-12-04 12:00Z', undefined],
    ['UTC', true, '2026-12-07', '2026-12-05 12:00Z', '2026-12-05'],
    ['UTC', true, '2026-12-07', '2026-12-06 12:00Z', '2026-12-06'],
    // A Tuesday, a Wednesday, a Saturday and a Sunday.
    ['UTC', false, '2026-12-08', '2026-12-04 12:00Z', '2026-12-04'],
    ['UTC', false, '2026-12-08', '2026-12-07 12:00Z', '2026-12-07'],
    ['UTC', false, '2026-12-09', '2026-12-04 12:00Z', undefined],
    ['UTC', false, '2026-12-05', '2026-12-03 12:00Z', '2026-12-03'],
    ['UTC', false, '2026-12-05', '2026-12-04 12:00Z', '2026-12-04'],
    ['UTC', false, '2026-12-05', '2026-12-05 12:00Z', undefined],
    ['UTC', false, '2026-12-06', '2026-12-04 12:00Z', '2026-12-04'],
    // The weekend of the customer, not that of the server.
    ['Pacific/Kiritimati', false, '2026-12-07', '2026-12-06 19:00Z', '2026-12-07'],
    ['Pacific/Pago_Pago', false, '2026-12-08', '2026-12-07 04:00Z', undefined],
    // The first and the last time zone.
    ['Pacific/Kiritimati', false, '2026-12-04', '2026-12-01 18:59Z', undefined],
    ['Pacific/Kiritimati', false, '2026-12-04', '2026-12-01 19:00Z', '2026-12-02'],
    ['Pacific/Kiritimati', false, '2026-12-04', '2026-12-02 03:59Z', '2026-12-02'],
    ['Pacific/Kiritimati', false, '2026-12-04', '2026-12-02 04:00Z', undefined],
    ['Pacific/Kiritimati', false, '2026-12-04', '2026-12-04 19:00Z', undefined],
    ['Pacific/Pago_Pago', false, '2026-12-04', '2026-12-05 04:59Z', '2026-12-04'],
    ['Pacific/Pago_Pago', false, '2026-12-04', '2026-12-05 05:00Z', undefined],
    ['Asia/Kathmandu', false, '2026-12-04', '2026-12-04 03:14Z', undefined],
    ['Asia/Kathmandu', false, '2026-12-04', '2026-12-04 03:15Z', '2026-12-04'],
    // Clocks go forward, and back.
    ['Europe/Berlin', true, '2026-03-29', '2026-03-28 07:59Z', undefined],
    ['Europe/Berlin', true, '2026-03-29', '2026-03-28 08:00Z', '2026-03-28'],
    ['Europe/Berlin', true, '2026-03-29', '2026-03-29 06:59Z', undefined],
    ['Europe/Berlin', true, '2026-03-29', '2026-03-29 07:00Z', '2026-03-29'],
    ['Europe/Berlin', true, '2026-03-29', '2026-03-29 16:00Z', undefined],
    ['Europe/Berlin', true, '2026-10-25', '2026-10-24 07:00Z', '2026-10-24'],
    ['Europe/Berlin', true, '2026-10-25', '2026-10-25 07:59Z', undefined],
    ['Europe/Berlin', true, '2026-10-25', '2026-10-25 08:00Z', '2026-10-25'],
    ['Europe/Berlin', true, '2026-10-25', '2026-10-25 16:59Z', '2026-10-25'],
    ['Europe/Berlin', true, '2026-10-25', '2026-10-25 17:00Z', undefined],
    ['America/New_York', true, '2026-03-08', '2026-03-08 12:59Z', undefined],
    ['America/New_York', true, '2026-03-08', '2026-03-08 13:00Z', '2026-03-08'],
    ['America/New_York', true, '2026-11-01', '2026-11-01 13:59Z', undefined],
    ['America/New_York', true, '2026-11-01', '2026-11-01 14:00Z', '2026-11-01'],
    ['Australia/Lord_Howe', true, '2026-10-04', '2026-10-03 21:59Z', undefined],
    ['Australia/Lord_Howe', true, '2026-10-04', '2026-10-03 22:00Z', '2026-10-04'],
  ])('in %s, with weekends %s, a deadline on %s is reminded of at %s for %s', (zone, weekends, by, moment, day) =>
    remind(async ({ query }) => {
      await ask(query, 'acme', { by, zone, weekends });
      expect(await due(query, moment)).toEqual(day ? [`${await email(query, 'member')} ${day}`] : []);
    }),
  );

  test('a time zone that the database does not know any more counts as UTC, and holds up nobody', () =>
    remind(async ({ query }) => {
      await query('alter table public.customers disable trigger check_time_zone');
      await ask(query, 'acme', { by: '2026-12-04', zone: 'US/Atlantis' });
      await query('alter table public.customers enable trigger check_time_zone');
      await ask(query, 'globex', { by: '2026-12-04', zone: 'Europe/Berlin' });
      const amount = async (moment: string) => (await due(query, moment)).length;
      expect([await amount('2026-12-04 08:30Z'), await amount('2026-12-04 09:00Z')]).toEqual([1, 2]);
    }));

  test('a deadline that is moved is reminded of anew, though not twice on one day', () =>
    remind(async ({ query }) => {
      const address = await email(query, 'member');
      await ask(query, 'acme', { by: '2026-12-03' });
      await sent(query, address, '2026-12-02', '2026-12-02 09:00Z');
      await ask(query, 'acme', { by: '2026-12-11' });
      expect(await due(query, '2026-12-03 12:00Z')).toEqual([]);
      expect(await due(query, '2026-12-09 12:00Z')).toEqual([`${address} 2026-12-09`]);
      await ask(query, 'acme', { by: '2026-12-02' });
      expect(await due(query, '2026-12-02 12:00Z')).toEqual([]);
      await query('update public.customers set review_by = null');
      expect(await due(query, '2026-12-09 12:00Z')).toEqual([]);
    }));
});

describe('at most one reminder a day', () => {
  test('an address with customers in two time zones gets one about both, and the next a day later', () =>
    remind(async ({ query }) => {
      const address = await email(query, 'member');
      await query('insert into public.customer_users (user_id, customer_id) values ($1, $2)', [
        world.id('member'),
        world.id('globex'),
      ]);
      await ask(query, 'acme', { by: '2026-12-03', zone: 'Pacific/Kiritimati' });
      await ask(query, 'globex', { by: '2026-12-03', zone: 'America/New_York' });
      const mine = async (moment: string) => (await due(query, moment)).filter((line) => line.startsWith(address));
      expect(await mine('2026-12-01 19:00Z')).toEqual([`${address} 2026-12-02`]);
      const reminder = await content(query, address, '2026-12-01 19:00Z');
      expect(reminder?.lines.map(({ customer, is_today }) => [customer, is_today])).toEqual([
        ['acme', false],
        ['globex', false],
      ]);
      await sent(query, address, '2026-12-02', '2026-12-01 19:00Z');
      // It is 09:00 to 17:59 in New York.
      for (const moment of ['2026-12-02 14:00Z', '2026-12-02 18:00Z']) expect(await mine(moment)).toEqual([]);
      expect(await mine('2026-12-02 22:59Z')).toEqual([`${address} 2026-12-03`]);
    }));

  test('reminders of successive days in one time zone come at 09:00 also where clocks go forward', () =>
    remind(async ({ query }) => {
      const address = await email(query, 'member');
      await ask(query, 'acme', { by: '2026-03-29', zone: 'Europe/Berlin', weekends: true });
      await sent(query, address, '2026-03-28', '2026-03-28 08:00Z');
      expect(await due(query, '2026-03-28 12:00Z')).toEqual([]);
      expect(await due(query, '2026-03-29 07:00Z')).toEqual([`${address} 2026-03-29`]);
    }));

  test.each([
    ['was skipped', 'skipped_at', []],
    ['has failed for good', 'dead_at', []],
  ])('a reminder that %s is not repeated on its day, and does not hold up the next', (_, end, onItsDay) =>
    remind(async ({ query }) => {
      const address = await email(query, 'member');
      await ask(query, 'acme', { by: '2026-12-04' });
      const id = await sent(query, address, '2026-12-02', '2026-12-02 17:00Z');
      await query(`update private.deliveries set ${end} = sent_at, sent_at = null where id = $1`, [id]);
      expect(await due(query, '2026-12-02 17:30Z')).toEqual(onItsDay);
      expect(await due(query, '2026-12-03 09:00Z')).toEqual([`${address} 2026-12-03`]);
    }),
  );

  test('a reminder that waits for a mail server is the only one until it is sent, and then that of its day', () =>
    remind(async ({ query }) => {
      const address = await email(query, 'member');
      await ask(query, 'acme', { by: '2026-12-04' });
      const id = await sent(query, address, '2026-12-02', '2026-12-02 09:00Z');
      await query('update private.deliveries set sent_at = null where id = $1', [id]);
      expect(await due(query, '2026-12-03 12:00Z')).toEqual([]);
      await query(`update private.deliveries set sent_at = '2026-12-03 12:30Z' where id = $1`, [id]);
      expect(await due(query, '2026-12-03 13:00Z')).toEqual([]);
      expect(await due(query, '2026-12-04 12:00Z')).toEqual([`${address} 2026-12-04`]);
    }));

  test('a clock that is set back repeats no reminder, and one that was years ahead holds up none', () =>
    remind(async ({ query }) => {
      const address = await email(query, 'member');
      await ask(query, 'acme', { by: '2026-12-04' });
      await sent(query, address, '2026-12-03', '2026-12-03 09:00Z');
      for (const moment of ['2026-12-02 09:00Z', '2026-12-02 17:00Z', '2026-12-03 09:30Z'])
        expect(await due(query, moment)).toEqual([]);
      expect(await due(query, '2026-12-04 09:00Z')).toEqual([`${address} 2026-12-04`]);
      await sent(query, address, '2036-12-04', '2036-12-04 09:00Z');
      expect(await due(query, '2026-12-04 09:00Z')).toEqual([]);
      await query(`select public.queue_deliveries('example.test')`);
      expect(await query(`select id from private.deliveries where day = '2036-12-04'`)).toEqual([]);
    }));

  test('a reminder that was sent while the clock was a week ahead holds up none of the days between', () =>
    remind(async ({ query }) => {
      const address = await email(query, 'member');
      await ask(query, 'acme', { by: '2026-12-04' });
      const id = await sent(query, address, '2026-12-02', '2026-12-02 09:00Z');
      await query(`update private.deliveries set sent_at = '2026-12-10 09:00Z' where id = $1`, [id]);
      expect(await due(query, '2026-12-03 09:00Z')).toEqual([`${address} 2026-12-03`]);
    }));

  test('queueing reminders twice makes one delivery for each address, which then has its preferences', () =>
    remind(async ({ query }) => {
      const [{ zone, day } = {}] = await query<{ zone: string; day: string }>(
        `select name as zone, (now() at time zone name)::date::text as day from pg_timezone_names
         where (now() at time zone name)::time between '09:00' and '17:50' order by name limit 1`,
      );
      await ask(query, 'acme', { by: day ?? '', zone: zone ?? '', weekends: true });
      await ask(query, 'globex', { by: day ?? '', zone: zone ?? '', weekends: true });
      const queue = async () => (await query(`select private.queue_reminders('example.test') as queued`))[0]?.queued;
      expect([await queue(), await queue()]).toEqual([2, 0]);
      const addresses = [await email(query, 'member'), await email(query, 'neighbour')].sort();
      expect(await query(`select email, kind, day::text, state from private.deliveries order by email`)).toEqual(
        addresses.map((address) => ({ email: address, kind: 'reminder', day, state: 'waiting' })),
      );
      expect(await query('select email, reminders from private.mail_addresses order by email')).toEqual(
        addresses.map((address) => ({ email: address, reminders: true })),
      );
    }));
});

describe('who is reminded', () => {
  const noon = '2026-12-02 12:00Z';

  test('reviewers and approvers of the customer are reminded, no administrator and nobody else', () =>
    remind(async ({ query }) => {
      await ask(query, 'acme', { by: '2026-12-02' });
      expect(await due(query, noon)).toEqual([`${await email(query, 'member')} 2026-12-02`]);
    }));

  test.each([
    ['is a viewer', `update public.customer_users set role = 'viewer' where user_id = $1`],
    ['is deactivated', 'update public.customer_users set is_active = false where user_id = $1'],
    ['is banned', `update auth.users set banned_until = '2026-12-09' where id = $1`],
    ['is deleted', 'update auth.users set deleted_at = now() where id = $1'],
    ['has an unconfirmed address', 'update auth.users set email_confirmed_at = null where id = $1'],
    ['has no role any more', 'delete from public.user_roles where user_id = $1'],
    ['has an inactive customer', 'update public.customers set is_active = false where $1::uuid is not null'],
    [
      'has turned reminders off',
      'insert into private.mail_addresses (email, reminders) select lower(email), false from auth.users where id = $1',
    ],
  ])('a member who %s gets no reminder, also none that already waits', (_, change) =>
    remind(async ({ query }) => {
      await ask(query, 'acme', { by: '2026-12-02' });
      const address = await email(query, 'member');
      expect(await content(query, address, noon)).not.toBeNull();
      await query('delete from private.mail_addresses');
      await query(change, [world.id('member')]);
      expect(await due(query, noon)).toEqual([]);
      expect(await content(query, address, noon)).toBeNull();
    }),
  );

  test('guests of live links are reminded of the day of their link, or else of that of the customer', () =>
    remind(
      async ({ query }) => {
        const guests = (moment: string) =>
          due(query, moment).then((lines) => lines.filter((line) => line.includes('review.example')));
        await ask(query, 'acme', { by: '2026-12-02' });
        await query(`update public.review_links set expires_at = '2027-01-01' where id <> $1`, [
          world.id('ended guest'),
        ]);
        await query(`update public.review_links set review_by = '2026-12-10', role = 'approver' where id = $1`, [
          world.id('audience guest'),
        ]);
        const [guest, other] = (
          await query<{ email: string }>(
            'select email from public.review_links where id = any ($1) order by review_by nulls first',
            [[world.id('guest'), world.id('audience guest')]],
          )
        ).map((row) => row.email);
        expect(await guests(noon)).toEqual([`${guest} 2026-12-02`]);
        expect(await guests('2026-12-09 12:00Z')).toEqual([`${other} 2026-12-09`]);
        await query(`update public.review_links set mailed_at = '2026-12-02 09:30Z' where id = $1`, [
          world.id('guest'),
        ]);
        expect(await guests(noon)).toEqual([]);
        const asUsed = 'update public.review_links set mailed_at = null, last_used_at = $2 where id = $1';
        await query(asUsed, [world.id('guest'), null]);
        expect(await guests(noon)).toEqual([]); // the first email with this link would be a reminder
        await query(asUsed, [world.id('guest'), '2026-12-02 09:30Z']);
        expect(await guests(noon)).toEqual([`${guest} 2026-12-02`]);
        await query('update public.review_links set revoked_at = now() where id = $1', [world.id('audience guest')]);
        expect(await guests('2026-12-09 12:00Z')).toEqual([]);
        await query(`update public.review_links set expires_at = '2026-12-02 11:00Z', mailed_at = null`);
        expect(await guests(noon)).toEqual([]);
      },
      { hasGuests: true },
    ));
});

describe('what a reminder says', () => {
  const noon = '2026-12-02 12:00Z';
  const review = (query: Query) =>
    query(
      `insert into public.campaign_versions (customer_id, campaign_id, number, steps, content_hash, reason, requested_at, status)
       select $1, $2, coalesce(max(number), 0) + 1, '[{}]', repeat('0', 64), 'review', now(), 'in_review' from public.campaign_versions where campaign_id = $2`,
      [world.id('acme'), world.id('acme campaign')],
    );
  const nothingWaits = async (query: Query) => {
    await query('update public.leads set is_approved = true');
    await query('update public.companies set is_approved = true');
    await query('delete from public.campaign_versions');
  };
  const addLeads = (query: Query, amount: number, audience: string | null = null) =>
    query(
      `insert into public.leads (customer_id, name, audience) select $1, concat($3::text, ' lead ', n), $3 from generate_series(1, $2::int) n`,
      [world.id('acme'), amount, audience],
    );

  test.each([
    ['reviewer', { leads: 37, companies: 1, campaigns: 0 }],
    ['approver', { leads: 37, companies: 1, campaigns: 1 }],
  ])('a %s reads what waits for them, with the only audience of the leads', (role, counts) =>
    remind(async ({ query }) => {
      await nothingWaits(query);
      await ask(query, 'acme', { by: '2026-12-03' });
      await query('update public.customer_users set role = $2 where user_id = $1', [world.id('member'), role]);
      await addLeads(query, 37, 'Fintech');
      await query(`insert into public.companies (customer_id, name) values ($1, 'New')`, [world.id('acme')]);
      await review(query);
      const address = await email(query, 'member');
      const [{ name } = {}] = await query('select name from public.customers where id = $1', [world.id('acme')]);
      const line = {
        customer: name,
        review_by: '2026-12-03',
        is_today: false,
        link: null,
        audience: 'Fintech',
        ...counts,
      };
      const token = expect.stringMatching(/^[0-9a-f]{64}$/);
      expect(await content(query, address, noon)).toEqual({ email: address, token, lines: [line] });
      await addLeads(query, 1, 'Health');
      expect((await content(query, address, '2026-12-03 12:00Z'))?.lines).toEqual([
        { ...line, is_today: true, audience: null, leads: 38 },
      ]);
    }),
  );

  test('no reminder is sent where nothing waits, and none at night', () =>
    remind(async ({ query }) => {
      await ask(query, 'acme', { by: '2026-12-03' });
      const address = await email(query, 'member');
      await nothingWaits(query);
      expect(await content(query, address, noon)).toBeNull();
      await addLeads(query, 1);
      expect((await content(query, address, noon))?.lines).toHaveLength(1);
      for (const moment of ['2026-12-02 08:59Z', '2026-12-02 18:00Z', '2026-12-03 03:00Z'])
        expect(await content(query, address, moment)).toBeNull();
    }));

  test('a reminder to a guest of an audience is about its leads only, and about campaigns if they sign off', () =>
    remind(
      async ({ query }) => {
        await nothingWaits(query);
        await ask(query, 'acme', { by: '2026-12-02' });
        await query(`update public.review_links set expires_at = '2027-01-01' where id = $1`, [
          world.id('audience guest'),
        ]);
        const [link] = await query<{ email: string; token: string; audience: string }>(
          'select email, token, audience from public.review_links where id = $1',
          [world.id('audience guest')],
        );
        await addLeads(query, 2, 'Elsewhere');
        await query(`insert into public.companies (customer_id, name) values ($1, 'New')`, [world.id('acme')]);
        await review(query);
        const lines = async () => (await content(query, link?.email ?? '', noon))?.lines;
        await query(`update public.review_links set role = 'reviewer', with_campaigns = true where id = $1`, [
          world.id('audience guest'),
        ]);
        expect(await lines()).toBeUndefined();
        await addLeads(query, 3, link?.audience);
        const found = {
          link: link?.token,
          audience: link?.audience,
          leads: 3,
          companies: 0,
          campaigns: 0,
          is_today: true,
        };
        expect(await lines()).toEqual([expect.objectContaining(found)]);
        await query(`update public.review_links set role = 'approver' where id = $1`, [world.id('audience guest')]);
        expect(await lines()).toEqual([expect.objectContaining({ ...found, campaigns: 1 })]);
      },
      { hasGuests: true },
    ));

  test('a reminder to a member who is also a guest is about the link only where it lets them do more', () =>
    remind(
      async ({ query }) => {
        const address = await email(query, 'member');
        await ask(query, 'acme', { by: '2026-12-02' });
        await review(query);
        const setRole = (role: string) =>
          query('update public.customer_users set role = $2 where user_id = $1', [world.id('member'), role]);
        const links = async (role: string) => {
          await setRole(role);
          return (await content(query, address, noon))?.lines.map(({ link }) => (link ? 'guest' : 'member'));
        };
        await setRole('viewer'); // a lower role would end the link
        await query(
          `update public.review_links set email = $2, expires_at = '2027-01-01', with_campaigns = true, role = 'approver' where id = $1`,
          [world.id('guest'), address],
        );
        expect(await links('viewer')).toEqual(['guest']);
        expect(await due(query, noon)).toContain(`${address} 2026-12-02`);
        expect((await links('reviewer'))?.sort()).toEqual(['guest', 'member']);
        expect(await links('approver')).toEqual(['member']);
      },
      { hasGuests: true },
    ));

  test('a reminder counts at most 1,000 of each and names at most 21 customers, the first due first', () =>
    remind(async ({ query }) => {
      await query(
        `with customer as (
           insert into public.customers (name, review_by) select 'Customer ' || lpad(n::text, 2, '0'), '2026-12-04'::date - n % 2 from generate_series(1, 30) n returning id
         ), member as (insert into public.customer_users (user_id, customer_id) select $1, id from customer)
         insert into public.leads (customer_id, name, audience) select id, 'Lead ' || n, 'Fintech' from customer, generate_series(1, 2) n`,
        [world.id('member')],
      );
      await ask(query, 'acme', { by: '2026-12-02' });
      await addLeads(query, 1_001, 'Fintech');
      const lines = (await content(query, await email(query, 'member'), noon))?.lines ?? [];
      expect(lines).toHaveLength(21);
      expect(lines[0]).toMatchObject({ leads: 1_000, audience: null });
      expect(lines.slice(1, 3)).toMatchObject([{ customer: 'Customer 01' }, { customer: 'Customer 03' }]);
    }));

  test('the service reads a reminder by its delivery, and its token turns reminders off', () =>
    remind(async ({ query, actAs }) => {
      const [{ zone, day } = {}] = await query<{ zone: string; day: string }>(
        `select name as zone, (now() at time zone name)::date::text as day from pg_timezone_names
         where (now() at time zone name)::time between '09:00' and '17:50' order by name limit 1`,
      );
      await ask(query, 'acme', { by: day ?? '', zone: zone ?? '', weekends: true });
      await query(`select public.queue_deliveries('example.test')`);
      const [{ id } = {}] = await query('select id from private.deliveries');
      await actAs('service');
      const read = async () => (await query('select public.read_delivery($1) as found', [id]))[0]?.found as never;
      const found: { kind: string; content: { token: string } } = await read();
      expect(found.kind).toBe('reminder');
      await query(`select public.unsubscribe('reminder', $1)`, [found.content.token]);
      expect(await read()).toBeNull();
    }));
});

describe('the deadline', () => {
  test('an administrator sets the deadline of a customer, an existing time zone and weekends; members read them', () =>
    world.transaction(async ({ query, actAs, outcome }) => {
      const set = `update public.customers set review_by = '2026-12-04', time_zone = $2, reminds_on_weekends = true where id = $1 returning id`;
      await actAs('member');
      expect(await outcome(set, [world.id('acme'), 'Europe/Berlin'])).toBe('none');
      await actAs('admin');
      expect(await outcome(set, [world.id('acme'), 'Europe/Atlantis'])).toBe(
        '23514 There is no time zone Europe/Atlantis',
      );
      expect(await outcome(`update public.customers set review_by = 'infinity'`)).toContain(
        'customers_review_by_range',
      );
      expect(await outcome(set, [world.id('acme'), 'Europe/Berlin'])).toBe('acme');
      expect(
        await query(`select changed_columns from public.activity where subject = 'customers' and action = 'update'`),
      ).toEqual([{ changed_columns: ['review_by', 'time_zone', 'reminds_on_weekends'] }]);
      await actAs('member');
      expect(await query('select review_by::text, time_zone, reminds_on_weekends from public.customers')).toEqual([
        { review_by: '2026-12-04', time_zone: 'Europe/Berlin', reminds_on_weekends: true },
      ]);
    }));

  test('a link asks to review by a day that is not after its end in the time zone of the customer', () =>
    world.transaction(async ({ query, actAs, outcome }) => {
      await actAs('admin');
      await query(
        `update public.customers set time_zone = 'Pacific/Kiritimati', review_by = '2030-01-01' where id = $1`,
        [world.id('acme')],
      );
      const late = '23514 The day to review by cannot be after the end of the link';
      const create = (days: number) =>
        outcome(
          `select (public.create_review_link($1, 'ada@example.test', expires_at => now() + interval '3 days',
             review_by => (now() at time zone 'Pacific/Kiritimati')::date + $2::int)).review_by is not null`,
          [world.id('acme'), days],
        );
      expect([await create(3), await create(4)]).toEqual(['true', late]);
      const extend = (day: string) =>
        outcome(`select public.extend_review_link($1, now() + interval '10 days', ${day}) is null`, [
          world.id('guest'),
        ]);
      expect([await extend(`'infinity'`), await extend('current_date + 5')]).toEqual([late, 'false']);
      await actAs('guest');
      const asked = async () =>
        (await query<{ day: string }>('select (review_by - current_date)::text as day from public.my_review_link()'))[0]
          ?.day;
      expect(await asked()).toBe('5');
      await actAs('admin');
      await extend('null');
      await actAs('guest');
      expect(await query('select review_by::text from public.my_review_link()')).toEqual([{ review_by: '2030-01-01' }]);
    }));
});
