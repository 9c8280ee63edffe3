import { describe, expect, test } from 'vitest';
import { callers, guestCallers, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const everyone = [...callers, ...guestCallers];

/** Adds leads, companies and an audience of its own to Acme: a founder without a company, and a buyer at 'Initech'. */
async function addRows({ actAs, query }: Transaction) {
  await actAs('owner');
  const [founder] = await query<{ id: string }>(
    `insert into public.leads (customer_id, name, audience) values ($1, 'Bea', 'Founders') returning id`,
    [world.id('acme')],
  );
  const [buyer] = await query<{ id: string }>(
    `insert into public.leads (customer_id, name, company, audience) values ($1, 'Cleo', 'Initech', 'Buyers') returning id`,
    [world.id('acme')],
  );
  const [company] = await query<{ id: string }>(
    `insert into public.companies (customer_id, name) values ($1, 'Initech') returning id`,
    [world.id('acme')],
  );
  return { founder: founder?.id ?? '', buyer: buyer?.id ?? '', company: company?.id ?? '' };
}

const link = async ({ actAs, query }: Transaction, name: string) => {
  await actAs('owner');
  const [row] = await query<Record<string, unknown>>('select * from public.review_links where id = $1', [
    world.id(name),
  ]);
  return row ?? {};
};

describe('making links', () => {
  test('only an administrator and an approver of the customer make, extend and revoke links and have them emailed', async () => {
    const sender = 'PT403 Only an administrator or an approver can send review links';
    const calls = [
      [`(public.create_review_link(:acme, 'ada@example.test')).customer_id`, 'acme'],
      [`public.extend_review_link(:guest, '2000-01-01')`, '23514 A review link ends within the next 90 days'],
      ['public.revoke_review_link(:ended guest)', 'true'],
      ['(public.begin_review_email(:guest)).email', 'guest@review.example'],
      ['public.confirm_review_email(:guest) > now()', 'false'],
    ] as const;
    for (const [call, forSender] of calls) {
      const denied = `42501 permission denied for function ${/public\.(\w+)/.exec(call)?.[1]}`;
      expect(await world.outcomes(`select ${call}`, [], { by: everyone })).toEqual({
        ...Object.fromEntries(everyone.map((caller) => [caller, sender])),
        admin: forSender,
        member: forSender,
        anonymous: denied,
      });
      for (const role of ['viewer', 'reviewer'] as const)
        expect(await world.outcomeInRole(role, `select ${call}`)).toBe(sender);
    }
  });

  test('a member gets the same error for a link of another customer and for an unknown one', () =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('member');
      const sender = 'PT403 Only an administrator or an approver can send review links';
      for (const link of [':globex link', 'gen_random_uuid()'])
        for (const call of ['revoke_review_link', 'begin_review_email', 'confirm_review_email'])
          expect(await outcome(world.withIds(`select public.${call}(${link})`))).toBe(sender);
      await actAs('admin');
      expect(await outcome('select public.revoke_review_link(gen_random_uuid())')).toBe(
        'PT404 There is no such review link',
      );
    }));

  test('an administrator who impersonates sends links as an administrator', () =>
    world.transaction(async ({ actAs, outcome }) => {
      const headers = { 'x-impersonation-id': world.id('acme impersonation') };
      await actAs('admin', { headers });
      expect(await outcome(world.withIds(`select public.create_review_link(:acme, 'ada@acme.example') is null`))).toBe(
        'false',
      );
      const senders = `select distinct created_by from public.review_links where email = 'ada@acme.example'`;
      expect(await outcome(senders)).toBe('admin');
    }));

  test('the links of a member who is no approver any more stay, and others extend and revoke them', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('member');
      const [added] = await query<{ id: string }>(
        world.withIds(`select id from public.create_review_link(:acme, 'ada@acme.example')`),
      );
      await actAs('owner');
      await query(`update public.customer_users set role = 'viewer' where user_id = $1`, [world.id('member')]);
      await actAs('member');
      expect(await outcome('select public.revoke_review_link($1)', [added?.id])).toBe(
        'PT403 Only an administrator or an approver can send review links',
      );
      await actAs('service');
      const live =
        'select is_live, sender from public.review_links, public.open_review_link(token) opened where id = $1';
      expect(await query(live, [added?.id])).toEqual([{ is_live: true, sender: 'The member' }]);
      await actAs('admin');
      expect(await outcome('select public.revoke_review_link($1)', [added?.id])).toBe('true');
    }));

  test('a sender without a name is the team of a member, and the agency of an administrator', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('owner');
      await query('update public.profiles set full_name = null');
      const sender = (name: string) => outcome('select private.sender_name($1)', [world.id(name)]);
      expect([await sender('member'), await sender('admin')]).toEqual(['Your team', 'Your agency']);
    }));

  test('a link lasts for 14 days, and its address is stored in lower case', () =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('admin');
      const rows = await query(
        `select email, audience, with_campaigns, role, message, created_by, length(token) as length,
           expires_at - now() = interval '14 days' as ends, decisions, account_id
         from public.create_review_link($1, ' Ada@Example.test ', message => ' ')`,
        [world.id('acme')],
      );
      expect(rows).toEqual([
        {
          email: 'ada@example.test',
          audience: null,
          with_campaigns: false,
          role: 'approver',
          message: null,
          created_by: world.id('admin'),
          length: 64,
          ends: true,
          decisions: 0,
          account_id: null,
        },
      ]);
    }));

  test.each([
    [`:acme, 'ada'`, '23514 new row for relation "review_links" violates check constraint "review_links_email_check"'],
    [`:acme, 'a@b.example', role => 'owner'`, /^23514 .*"review_links_role_check"$/],
    [`:acme, 'a@b.example', audience => ' '`, /^23514 .*"review_links_audience_check"$/],
    [
      `:acme, 'a@b.example', message => repeat('x', 2001)`,
      '22001 The message is too long: 2001 characters, at most 2000',
    ],
    [
      `:acme, 'a@b.example', expires_at => now() + interval '91 days'`,
      '23514 A review link ends within the next 90 days',
    ],
    [`gen_random_uuid(), 'a@b.example'`, 'PT404 There is no such active customer'],
  ])('a link (%s) is rejected', (values, error) =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('admin');
      const found = await outcome(world.withIds(`select public.create_review_link(${values})`));
      if (typeof error === 'string') expect(found).toBe(error);
      else expect(found).toMatch(error);
    }),
  );

  test('a customer has at most 200 live links', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('owner');
      await query(
        `insert into public.review_links (customer_id, email, role, expires_at)
         select $1, 'a@b.example', 'reviewer', now() + interval '1 day' from generate_series(1, 197)`,
        [world.id('acme')],
      );
      await actAs('admin');
      const create = world.withIds(`select (public.create_review_link(:acme, 'a@b.example')).customer_id`);
      expect(await outcome(create)).toBe('acme');
      expect(await outcome(create)).toBe('PT409 There are already 200 review links: revoke one first');
      const extend = world.withIds(`select public.extend_review_link(:ended guest, now() + interval '1 day') is null`);
      expect(await outcome(extend)).toBe('PT409 There are already 200 review links: revoke one first');
      expect(await outcome(world.withIds('select public.revoke_review_link(:guest)'))).toBe('true');
      expect(await outcome(extend)).toBe('false');
    }));

  test('at most 5 emails per hour are sent with one link', () =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('admin');
      const send = world.withIds('select (public.begin_review_email(:guest)).email');
      for (let email = 1; email <= 5; email++) expect(await outcome(send)).toBe('guest@review.example');
      expect(await outcome(send)).toBe('PT429 Too many emails with review links: try again later');
      expect(await outcome(world.withIds('select (public.begin_review_email(:ended guest)).email'))).toBe(
        'PT410 This link has ended',
      );
    }));

  test('no link of a deactivated customer is emailed', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('admin');
      await query('update public.customers set is_active = false where id = $1', [world.id('acme')]);
      expect(await outcome(world.withIds('select (public.begin_review_email(:guest)).email'))).toBe(
        'PT410 This link has ended',
      );
    }));
});

describe('limits of members who send links', () => {
  const tooMany = 'PT429 Too many emails with review links: try again later';

  /** Adds links as the owner: to addresses of their own, unless one is given. Returns their ids. */
  async function addLinks({ actAs, query }: Transaction, count: number, address = ''): Promise<string[]> {
    await actAs('owner');
    const rows = await query<{ id: string }>(
      `insert into public.review_links (customer_id, email, role, expires_at)
       select $1, coalesce(nullif($3, ''), 'a' || n || '@b.example'), 'reviewer', now() + interval '1 day' from generate_series(1, $2) n returning id`,
      [world.id('acme'), count, address],
    );
    return rows.map(({ id }) => id);
  }
  const send = ({ outcome }: Transaction, id: string | undefined) =>
    outcome('select count(*) from public.begin_review_email($1)', [id]);

  test('a member sends 20 emails per hour, an administrator 60', () =>
    world.transaction(async (transaction) => {
      const links = await addLinks(transaction, 61);
      for (const [caller, most] of [
        ['member', 20],
        ['admin', 60],
      ] as const) {
        await transaction.actAs(caller);
        for (const id of links.slice(0, most)) expect(await send(transaction, id)).toBe('1');
        expect(await send(transaction, links[most])).toBe(tooMany);
      }
    }));

  test('a member sends 100 emails per day', () =>
    world.transaction(async (transaction) => {
      const links = await addLinks(transaction, 101);
      for (let hour = 0; hour < 5; hour++) {
        await transaction.actAs('member');
        for (const id of links.slice(hour * 20, hour * 20 + 20)) expect(await send(transaction, id)).toBe('1');
        await transaction.actAs('owner');
        await transaction.query(`update private.review_attempts set made_at = made_at - interval '61 minutes'`);
      }
      await transaction.actAs('member');
      expect(await send(transaction, links[100])).toBe(tooMany);
    }));

  test('members send 10 emails per day to one address, whatever the links', () =>
    world.transaction(async (transaction) => {
      const links = await addLinks(transaction, 11, 'victim@b.example');
      await transaction.actAs('member');
      for (const id of links.slice(0, 10)) expect(await send(transaction, id)).toBe('1');
      expect(await send(transaction, links[10])).toBe(tooMany);
      await transaction.actAs('admin');
      expect(await send(transaction, links[10])).toBe('1');
    }));

  test('emails to an address from members of one customer do not count for members of another', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      const links = await addLinks(transaction, 10, 'globex-guest@review.example');
      await query(`update public.review_links set email = 'globex-guest@review.example' where id = $1`, [
        world.id('globex link'),
      ]);
      await actAs('member');
      for (const id of links) expect(await send(transaction, id)).toBe('1');
      await actAs('neighbour');
      expect(await send(transaction, world.id('globex link'))).toBe('1');
    }));

  test('a member makes 100 links per day', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('member');
      const create = world.withIds(
        `select count(public.create_review_link(:acme, 'a@b.example')) from generate_series(1, 100)`,
      );
      expect(await outcome(create)).toBe('100');
      await query('select public.revoke_review_link(id) from public.review_links');
      expect(await outcome(create.replace('100)', '1)'))).toBe(
        'PT429 You have made 100 review links within a day: try again later',
      );
      await actAs('admin');
      expect(await outcome(create.replace('100)', '1)'))).toBe('1');
    }));
});

describe('codes', () => {
  const begin = async ({ query }: Transaction, client = 'client', link = world.id('guest')) => {
    const [made] = await query<{ status: number; wait_seconds: number; email: string; code: string }>(
      'select made.* from public.review_links, public.begin_review_code(token, $2) made where id = $1',
      [link, client],
    );
    return made ?? { status: 0, wait_seconds: 0, email: '', code: '' };
  };
  const redeem = async ({ query }: Transaction, code: string, name = 'guest') => {
    const rows = await query<{ status: number }>(
      `select tried.status from public.review_links, public.redeem_review_code(token, $2, 'client') tried where id = $1`,
      [world.id(name), code],
    );
    return rows[0]?.status;
  };
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  test('the right code works once', () =>
    world.transaction(async (transaction) => {
      await transaction.actAs('service');
      const { status, email, code } = await begin(transaction);
      expect([status, email, code]).toEqual([200, 'guest@review.example', expect.stringMatching(/^\d{6}$/)]);
      expect(await redeem(transaction, wrong(code))).toBe(400);
      expect(await redeem(transaction, code)).toBe(200);
      expect(await redeem(transaction, code)).toBe(400);
    }));

  test('a code is stored as a salted hash only', () =>
    world.transaction(async (transaction) => {
      await transaction.actAs('service');
      const { code } = await begin(transaction);
      await transaction.actAs('owner');
      const [stored] = await transaction.query<{ whole: string; is_hash: boolean }>(
        `select stored::text as whole, hash = sha256(salt || convert_to($1, 'UTF8')) as is_hash from private.review_codes stored`,
        [code],
      );
      expect(stored?.is_hash).toBe(true);
      expect(stored?.whole).not.toContain(code);
    }));

  test('after five tries even the right code is wrong', () =>
    world.transaction(async (transaction) => {
      await transaction.actAs('service');
      const { code } = await begin(transaction);
      for (let tries = 1; tries <= 5; tries++) expect(await redeem(transaction, wrong(code))).toBe(400);
      expect(await redeem(transaction, code)).toBe(400);
    }));

  test('a code works for its link only', () =>
    world.transaction(async (transaction) => {
      await transaction.actAs('service');
      const { code } = await begin(transaction);
      expect(await redeem(transaction, code, 'audience guest')).toBe(400);
      expect(await redeem(transaction, code, 'ended guest')).toBe(410);
      expect(await redeem(transaction, code)).toBe(200);
    }));

  test('a code that is ten minutes old is wrong', () =>
    world.transaction(async (transaction) => {
      await transaction.actAs('service');
      const { code } = await begin(transaction);
      await transaction.actAs('owner');
      await transaction.query(`update private.review_codes set expires_at = expires_at - interval '10 minutes'`);
      await transaction.actAs('service');
      expect(await redeem(transaction, code)).toBe(400);
    }));

  test('a new code replaces the former one', () =>
    world.transaction(async (transaction) => {
      await transaction.actAs('service');
      const first = (await begin(transaction)).code;
      let second = (await begin(transaction)).code;
      if (second === first) second = (await begin(transaction)).code;
      expect(await redeem(transaction, first)).toBe(400);
      expect(await redeem(transaction, second)).toBe(200);
    }));

  test('a link gets five codes per hour, whoever asks', () =>
    world.transaction(async (transaction) => {
      await transaction.actAs('service');
      for (let code = 1; code <= 5; code++) expect((await begin(transaction, `client ${code}`)).status).toBe(200);
      const { status, wait_seconds: wait, code } = await begin(transaction, 'client 6');
      expect([status, code]).toEqual([429, null]);
      expect(wait).toBeGreaterThan(3500);
      expect(wait).toBeLessThanOrEqual(3600);
    }));

  test('a link gets fifteen codes per day', () =>
    world.transaction(async (transaction) => {
      for (let hour = 1; hour <= 3; hour++) {
        await transaction.actAs('service');
        for (let code = 1; code <= 5; code++) expect((await begin(transaction)).status).toBe(200);
        await transaction.actAs('owner');
        await transaction.query(`update private.review_attempts set made_at = made_at - interval '61 minutes'`);
      }
      await transaction.actAs('service');
      const { status, wait_seconds: wait } = await begin(transaction);
      expect(status).toBe(429);
      expect(wait).toBeGreaterThan(20 * 3600);
    }));

  test('an address gets ten codes per hour from the links of one customer, which do not count for those of another', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await actAs('owner');
      await query(`update public.review_links set email = 'ada@b.example' where id = any ($1)`, [
        [world.id('guest'), world.id('audience guest'), world.id('globex link')],
      ]);
      const [third] = await query<{ id: string }>(
        `insert into public.review_links (customer_id, email, role, expires_at)
         values ($1, 'ada@b.example', 'reviewer', now() + interval '1 day') returning id`,
        [world.id('acme')],
      );
      await actAs('service');
      const status = async (link = '') => (await begin(transaction, 'client', link)).status;
      for (const name of ['guest', 'audience guest'])
        for (let code = 1; code <= 5; code++) expect(await status(world.id(name))).toBe(200);
      expect(await status(third?.id)).toBe(429);
      expect(await status(world.id('globex link'))).toBe(200);
    }));

  test('opening a link tells its sender and a masked address, and no address once it has ended', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('owner');
      await query('update public.review_links set created_by = $1', [world.id('admin')]);
      await actAs('service');
      const open = (name: string) =>
        outcome(
          `select concat_ws(' | ', sender, opened.email, is_live) from public.review_links, public.open_review_link(token) opened where id = $1`,
          [world.id(name)],
        );
      expect(await open('guest')).toBe('The admin | g•••@review.example | t');
      expect(await open('ended guest')).toBe('The admin |  | f');
      expect(await outcome(`select * from public.open_review_link('guessed')`)).toBe('none');
    }));
});

describe('what a guest reviews', () => {
  test('the lists of a guest have the rows of the link only', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      const { company, founder, buyer } = await addRows(transaction);
      const names = new Map([
        [company, 'Initech'],
        [founder, 'Bea'],
        [buyer, 'Cleo'],
        [world.id('acme lead'), 'Ada'],
        [world.id('acme company'), 'Works'],
      ]);
      const lists = {
        leads: 'select id from public.leads',
        companies: 'select id from public.companies',
        'lead search': `select id from public.search_leads('', sort => 'name')`,
        'buyer search': `select id from public.search_leads('', audience_name => 'Buyers')`,
        'company search': `select id from public.search_companies('', sort => 'name')`,
        'company of the buyer': `select id from public.lead_company('${world.id('acme')}', '${buyer}')`,
        'leads of Initech': `select id from public.company_leads('${world.id('acme')}', '${company}')`,
      };
      const found: Record<string, Record<string, string>> = {};
      for (const caller of ['guest', 'audience guest', 'ended guest'] as const) {
        await actAs(caller);
        found[caller] = {};
        for (const [name, text] of Object.entries(lists)) {
          const rows = await query<{ id: string }>(text);
          found[caller][name] = rows
            .map(({ id }) => names.get(id) ?? id)
            .sort()
            .join(' ');
        }
      }
      expect(found).toEqual({
        guest: {
          leads: 'Ada Bea Cleo',
          companies: 'Initech Works',
          'lead search': 'Ada Bea Cleo',
          'buyer search': 'Cleo',
          'company search': 'Initech Works',
          'company of the buyer': 'Initech',
          'leads of Initech': 'Cleo',
        },
        'audience guest': {
          leads: 'Ada Bea',
          companies: 'Works',
          'lead search': 'Ada Bea',
          'buyer search': '',
          'company search': '',
          'company of the buyer': '',
          'leads of Initech': '',
        },
        'ended guest': Object.fromEntries(Object.keys(lists).map((name) => [name, ''])),
      });
    }));

  test('a lead that leaves the audience leaves the link, and cannot be decided about or undone there', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      const approve = world.withIds('update public.leads set is_approved = true where id = :acme lead returning id');
      await actAs('audience guest');
      expect(await outcome(approve)).toBe('acme lead');
      await actAs('owner');
      await query(`update public.leads set audience = 'Buyers', updated_at = updated_at where id = $1`, [
        world.id('acme lead'),
      ]);
      await actAs('audience guest');
      expect(await outcome(approve)).toBe('none');
      expect(await outcome(world.withIds(`select public.undo_lead_decisions(array[:acme lead]::uuid[])`))).toBe('none');
      expect(await outcome(world.withIds(`select public.leads_of_rejected_companies(array[:acme lead]::uuid[])`))).toBe(
        'none',
      );
    }));

  test('totals count the rows of the link', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await addRows(transaction);
      await actAs('guest');
      expect(await query('select total::int from public.lead_totals()')).toEqual([{ total: 3 }]);
      expect(await query('select total::int from public.company_totals()')).toEqual([{ total: 2 }]);
      await actAs('audience guest');
      expect(await query(`select total::int from public.lead_totals(audience_name => 'Buyers')`)).toEqual([
        { total: 0 },
      ]);
      expect(await query('select total::int from public.lead_totals()')).toEqual([{ total: 2 }]);
    }));

  test('a guest learns of a do-not-contact entry only that it applies', () =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('owner');
      await query(
        `insert into public.do_not_contact (customer_id, kind, value, reason, source) values ($1, 'company', 'acme Works', 'A rival', 'form')`,
        [world.id('acme')],
      );
      const suppressed = 'select is_agency, kind, value, reason from public.suppressed_leads($1)';
      await actAs('member');
      expect(await query(suppressed, [[world.id('acme lead')]])).toEqual([
        { is_agency: false, kind: 'company', value: 'acme Works', reason: 'A rival' },
      ]);
      await actAs('guest');
      expect(await query(suppressed, [[world.id('acme lead')]])).toEqual([
        { is_agency: false, kind: null, value: null, reason: null },
      ]);
    }));

  test('a guest is named by the address, except to other guests', async () => {
    const found: Record<string, unknown> = {};
    for (const caller of everyone.filter((name) => name !== 'anonymous')) {
      found[caller] = await world.transaction(async ({ actAs, query }) => {
        await actAs(caller);
        const rows = await query<{ name: string }>('select name from public.user_names($1, $2)', [
          world.id('acme'),
          [world.id('guest'), world.id('member'), world.id('admin')],
        ]);
        return rows.map(({ name }) => name).sort();
      });
    }
    const address = 'guest@review.example by review link';
    expect(found).toEqual({
      admin: ['The admin', 'The member', address],
      member: ['Agency', 'The member', address],
      neighbour: [],
      stranger: [],
      guest: ['Agency', 'The member', address],
      'audience guest': ['Agency', 'Guest by review link', 'The member'],
      'ended guest': [],
    });
  });

  test('the record of activity names a guest by the address', () =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('guest');
      await query('update public.leads set is_approved = true where id = $1', [world.id('acme lead')]);
      await actAs('admin');
      const [entry] = await query(
        'select actor_name, actor_email from public.activity_feed() where subject = $1 limit 1',
        ['leads'],
      );
      expect(entry).toEqual({
        actor_name: 'guest@review.example by review link',
        actor_email: 'guest@review.example',
      });
    }));

  test('who makes, extends and revokes a link is in the activity', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('admin');
      await outcome(world.withIds(`select public.create_review_link(:acme, 'ada@example.test')`));
      await outcome(world.withIds(`select public.extend_review_link(:guest, now() + interval '2 days')`));
      for (let time = 1; time <= 2; time++) await outcome(world.withIds('select public.revoke_review_link(:guest)'));
      const rows = await query(
        `select action, row_name, changed_columns[1] as changed, actor_email from public.activity_feed() where subject = 'review_links'
         order by changed nulls first`,
      );
      const by = { actor_email: 'admin@example.test' };
      expect(rows).toEqual([
        { action: 'insert', row_name: 'ada@example.test', changed: null, ...by },
        { action: 'update', row_name: 'guest@review.example', changed: 'expires_at', ...by },
        { action: 'update', row_name: 'guest@review.example', changed: 'revoked_at', ...by },
      ]);
    }));

  test('a guest has no profile', () =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('owner');
      const profiles = 'select count(*)::int as found from public.profiles where id = $1';
      expect(await query(profiles, [world.id('guest')])).toEqual([{ found: 0 }]);
      await query(`update auth.users set raw_user_meta_data = '{"full_name": "Eve"}' where id = $1`, [
        world.id('guest'),
      ]);
      expect(await query(profiles, [world.id('guest')])).toEqual([{ found: 0 }]);
      expect(await query(profiles, [world.id('member')])).toEqual([{ found: 1 }]);
    }));
});

describe('what a guest decides', () => {
  test('approving the rest leaves out what was decided, is on a do-not-contact list or is outside of the link', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      const { founder, buyer, company } = await addRows(transaction);
      await query(
        `insert into public.leads (customer_id, name, company, audience) values ($1, 'Dan', 'Rival of acme', 'Founders')`,
        [world.id('acme')],
      );
      await query(`update public.leads set is_approved = false where id = $1`, [world.id('acme lead')]);
      const approve = async (subject: string) =>
        (await query<{ id: string }>('select id from public.approve_rest($1)', [subject])).map(({ id }) => id).sort();
      await actAs('audience guest');
      expect(await approve('leads')).toEqual([founder]);
      expect(await approve('leads')).toEqual([]);
      expect(await approve('companies')).toEqual([]);
      expect((await link(transaction, 'audience guest')).decisions).toBe(1);
      await actAs('guest');
      expect(await approve('leads')).toEqual([buyer]);
      expect(await approve('companies')).toEqual([company, world.id('acme company')].sort());
      await actAs('member');
      expect(await approve('leads')).toEqual([]);
    }));

  test('a guest can undo own decisions, which are counted, and not those of another guest', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      const undo = async () =>
        (await query<{ id: string }>('select public.undo_lead_decisions($1) as id', [[world.id('acme lead')]])).map(
          ({ id }) => id,
        );
      await actAs('guest');
      await query('update public.leads set is_approved = true where id = $1', [world.id('acme lead')]);
      expect((await link(transaction, 'guest')).decisions).toBe(1);
      await actAs('audience guest');
      expect(await undo()).toEqual([]);
      await actAs('guest');
      expect(await undo()).toEqual([world.id('acme lead')]);
      expect((await link(transaction, 'guest')).decisions).toBe(0);
    }));

  test('the last of two guests’ decisions about a lead counts, and both are recorded', () =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('guest');
      await query('update public.leads set is_approved = true where id = $1', [world.id('acme lead')]);
      await actAs('audience guest');
      await query('update public.leads set is_approved = false where id = $1', [world.id('acme lead')]);
      const decisions = await query(
        'select is_approved, decided_by from public.decisions where lead_id = $1 and is_approved is not null order by is_approved desc',
        [world.id('acme lead')],
      );
      expect(decisions).toEqual([
        { is_approved: true, decided_by: world.id('guest') },
        { is_approved: false, decided_by: world.id('audience guest') },
      ]);
    }));

  test('a guest who is an approver signs off a campaign, one who is a reviewer only suggests and withdraws wording, and neither changes steps', () =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      const decide = world.withIds(`select public.decide_version(:acme, :acme version, 'approved')::text`);
      const suggest = world.withIds(
        `select public.suggest_wording(:acme, :acme version, :acme version step, 'Shorter')`,
      );
      await actAs('audience guest');
      expect(await outcome(suggest)).toBe('42501 There is no such campaign');
      await actAs('owner');
      await query(`update public.review_links set role = 'reviewer' where id = $1`, [world.id('guest')]);
      await actAs('guest');
      expect(await outcome(suggest)).toBe('new');
      const settle = (accepted: boolean) =>
        `select 'done' from public.step_suggestions suggestion, public.decide_suggestion(suggestion.customer_id, suggestion.id, ${accepted})
         where suggestion.message_content = 'Shorter'`;
      expect(await outcome(settle(true))).toBe('42501 Only an approver can do this');
      expect(await outcome(settle(false))).toBe('done');
      expect(await outcome(decide)).toBe('42501 Only an approver can do this');
      await actAs('owner');
      await query(`update public.review_links set role = 'approver' where id = $1`, [world.id('guest')]);
      await actAs('guest');
      expect(await outcome(decide)).toBe('none');
      expect(await outcome(world.withIds('select public.request_review(:acme, :acme campaign)'))).toBe(
        '42501 Only an approver can do this',
      );
      expect(await outcome(world.withIds('select public.restore_version(:acme, :acme version)'))).toBe(
        '42501 There is no such campaign',
      );
      await actAs('owner');
      expect(
        await query('select status, decided_by, on_behalf from public.campaign_versions where id = $1', [
          world.id('acme version'),
        ]),
      ).toEqual([{ status: 'approved', decided_by: world.id('guest'), on_behalf: false }]);
    }));
});

describe('the end of a link', () => {
  test('revoking ends the sessions, the code and what the guest sees at once', () =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      await actAs('service');
      await query('select made.* from public.review_links, public.begin_review_code(token, $2) made where id = $1', [
        world.id('guest'),
        'client',
      ]);
      await actAs('admin');
      const revoke = world.withIds('select public.revoke_review_link(:guest)');
      expect(await outcome(revoke)).toBe('true');
      expect(await outcome(revoke)).toBe('false');
      expect(await outcome(world.withIds(`select public.extend_review_link(:guest, now() + interval '1 day')`))).toBe(
        'PT409 This link was revoked',
      );
      await actAs('guest');
      expect(await outcome('select id from public.leads')).toBe('none');
      expect(await outcome('select id from public.my_review_link()')).toBe('none');
      await actAs('owner');
      expect(await query('select id from auth.sessions where user_id = $1', [world.id('guest')])).toEqual([]);
      expect(await query('select link_id from private.review_codes')).toEqual([]);
    }));

  test('a session ends with its link, also if the end is moved', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      const ends = () =>
        query<{ same: boolean }>(
          'select not_after = expires_at as same from auth.sessions session join public.review_links link on link.id = user_id where user_id = $1',
          [world.id('guest')],
        );
      await actAs('service');
      expect(await outcome(world.withIds('select public.begin_review_session(:guest)'))).toBe('true');
      expect(await outcome(world.withIds('select public.begin_review_session(:ended guest)'))).toBe('false');
      await actAs('owner');
      expect(await ends()).toEqual([{ same: true }]);
      await actAs('admin');
      await query(`select public.extend_review_link($1, now() + interval '3 days')`, [world.id('guest')]);
      await actAs('owner');
      expect(await ends()).toEqual([{ same: true }]);
      expect(await query('select id from auth.sessions where user_id = $1', [world.id('ended guest')])).toEqual([]);
    }));

  test('a guest of an inactive customer sees nothing', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('owner');
      await query('update public.customers set is_active = false where id = $1', [world.id('acme')]);
      await actAs('guest');
      expect(await outcome('select id from public.leads')).toBe('none');
      expect(await outcome('select id from public.my_review_link()')).toBe('none');
    }));

  test('the account of a link goes with its customer', () =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('owner');
      await query('delete from public.customers where id = $1', [world.id('acme')]);
      const left = await query('select id from auth.users where id = any ($1)', [
        [world.id('guest'), world.id('member')],
      ]);
      expect(left).toEqual([{ id: world.id('member') }]);
    }));

  test('decisions in bulk are rejected as a whole if the link is revoked meanwhile', async () => {
    const [guest, blocker, admin] = [await world.connect(), await world.connect(), await world.connect()];
    try {
      const claims = { role: 'authenticated', sub: world.id('guest'), session_id: world.id('guest'), aal: 'aal1' };
      const setClaims = `select set_config('request.jwt.claims', $1, true)`;
      await blocker.query('begin');
      await blocker.query('select from public.leads where id = $1 for update', [world.id('acme lead')]);
      await guest.query('begin');
      await guest.query(setClaims, [JSON.stringify({ ...claims, app_metadata: { review_link: claims.sub } })]);
      await guest.query('set local role authenticated');
      const decided = guest.query('update public.leads set is_approved = true').then(
        () => 'decided',
        (error: Error) => error.message,
      );
      const { rows: waiting } = await blocker.query('select pg_backend_pid() as pid');
      expect(waiting).toHaveLength(1);
      for (let blocked = 0; blocked === 0; ) {
        const { rows } = await admin.query(
          `select count(*)::int as blocked from pg_stat_activity where $1 = any (pg_blocking_pids(pid))`,
          [waiting[0].pid],
        );
        blocked = rows[0].blocked;
      }
      await admin.query('begin');
      await admin.query(setClaims, [
        JSON.stringify({ ...claims, sub: world.id('admin'), session_id: world.id('admin') }),
      ]);
      await admin.query('select public.revoke_review_link($1)', [world.id('guest')]);
      await admin.query('commit');
      await blocker.query('commit');
      expect(await decided).toBe('The review link has ended');
    } finally {
      await Promise.all([guest.end(), blocker.end(), admin.end()]);
    }
  });
});
