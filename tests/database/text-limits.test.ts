import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rights } from '../../tools/policies/rights.ts';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Acting = Transaction & { run: (caller: Caller | 'owner', statement: string) => Promise<string> };

/** Statements with `:acme` and the like, by a caller each. */
const acting = <T>(work: (acting: Acting) => Promise<T>) =>
  world.transaction((transaction) => {
    const run = async (caller: Caller | 'owner', statement: string) => {
      await transaction.actAs(caller);
      return transaction.outcome(world.withIds(statement));
    };
    return work({ ...transaction, run });
  });

const addSteps = (count: number, length: number, campaign = ':acme campaign') =>
  `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, message_content)
   select :acme, ${campaign}, 1, 'email', repeat('x', ${length}) from generate_series(1, ${count})`;
const addCampaigns = (count: number) =>
  `insert into public.campaigns (customer_id, name) select :acme, 'Campaign' from generate_series(1, ${count})`;
const edit = (text: string) =>
  `update public.campaign_steps set message_content = ${text} where campaign_id = :acme campaign`;
const comment = (count: number) =>
  `insert into public.comments (customer_id, campaign_id, body) select :acme, :acme campaign, repeat('x', 2000) from generate_series(1, ${count})`;
const request = 'select public.request_review(:acme, :acme campaign)';
const duplicate = `select count(*) from public.duplicate_campaign(:acme campaign, 'Copy')`;
const newest = '(select id from public.campaign_versions where customer_id = :acme order by number desc limit 1)';
const stepOfNewest = `(select (steps -> 0 ->> 'id')::uuid from public.campaign_versions where id = ${newest})`;
const suggest = (length: number) =>
  `select public.suggest_wording(:acme, ${newest}, ${stepOfNewest}, repeat('y', ${length}))`;

const tooManySteps = '23514 A campaign can have at most 1000 steps';
const tooLong = '23514 The steps of a campaign can have at most 4 MB of text';
const tooManyCampaigns = '23514 A customer can have at most 1000 campaigns. Delete some first';
const tooMuch =
  '23514 The campaigns, versions and comments of a customer can have at most 500 MB of text. Delete some first';
const tooFast = 'PT429 You have added 100 MB of text within an hour. Try again later';

const writers = ['admin', 'member', 'service', 'owner'] as const;

describe('limits of a campaign', () => {
  test.each(writers)('a campaign has at most 1,000 steps, also for: %s', (caller) =>
    acting(async ({ run }) => {
      await run('owner', addSteps(990, 1)); // the two queries for each step of a user plan the policies' functions again on PostgreSQL 15
      expect(await run(caller, addSteps(9, 1))).toBe('none');
      expect(await run(caller, addSteps(1, 1))).toBe(tooManySteps);
      expect(await run(caller, 'delete from public.campaign_steps where step_number > 990')).toBe('none');
      expect(await run(caller, addSteps(11, 1))).toBe(tooManySteps);
      expect(await run(caller, addSteps(10, 1))).toBe('none');
    }),
  );

  test.each(writers)('a campaign has at most 4 MB of steps, also for: %s', (caller) =>
    acting(async ({ run }) => {
      expect(await run(caller, addSteps(390, 10_000))).toBe('none');
      expect(await run(caller, addSteps(10, 10_000))).toBe(tooLong);
      expect(await run(caller, addSteps(50, 1))).toBe('none');
      expect(await run(caller, `${edit(`repeat('x', 10000)`)} and step_number > 390`)).toBe(tooLong);
      expect(await run(caller, `${edit(`''`)} and step_number < 100`)).toBe('none');
      expect(await run(caller, `${edit(`repeat('x', 10000)`)} and step_number > 390`)).toBe('none');
    }),
  );

  test('a campaign is as large as its version, whatever the characters of its steps', () =>
    acting(async ({ run, query }) => {
      await run('owner', 'delete from public.campaign_versions');
      await run('owner', addSteps(90, 1));
      await run('owner', edit(`repeat(e'\\u0001"\\\\\\n\\u00e9', 1000)`));
      await run('owner', `update public.campaign_steps set subject = 'Ä "quoted"' where step_type = 'email'`);
      expect(await run('member', request)).toBe('1');
      const sizes = `select contents.bytes::int as counted, octet_length(version.steps::text) as stored
        from public.campaign_contents contents join public.campaign_versions version using (campaign_id)
        where campaign_id = :acme campaign`;
      const [found] = await query<{ counted: number; stored: number }>(world.withIds(sizes));
      expect(found?.counted).toBeGreaterThan(900_000);
      expect(found?.counted).toBe(found?.stored);
    }));

  test('a campaign above the limits from before there were any can shrink, and is neither reviewed nor read for its hash', () =>
    acting(async ({ run }) => {
      await run('owner', 'set local session_replication_role = replica');
      const many = addSteps(1100, 4_000).replace(`1, 'email'`, `100 + n, 'email'`);
      expect(await run('owner', `${many} n`)).toBe('none');
      await run('owner', 'set local session_replication_role = origin');
      await run('owner', 'select private.rebuild_usage()');
      const tooLongForReview = '23514 The steps are too long for a version: at most 1000 steps of 4000000 bytes';
      expect(await run('member', request)).toBe(tooLongForReview);
      expect(await run('member', addSteps(1, 1))).toBe(tooManySteps);
      expect(await run('member', edit(`message_content || 'x'`))).toBe(tooLong);
      expect(await run('member', `${edit(`'x'`)} and step_number > 200`)).toBe('none');
      expect(await run('member', request)).toBe(tooLongForReview);
      expect(await run('member', 'delete from public.campaign_steps where step_number > 1000')).toBe('none');
      expect(await run('member', request)).toMatch(/^\d+$/);
      expect(await run('member', 'select is_changed from public.campaign_reviews')).toBe('false');
    }));

  test.each([
    [
      'rewritten by one change of more than 8 MB',
      300,
      10_000,
      '23514 One change can write at most 8 MB of text to steps',
    ],
    ['changed in 1,170 steps at once', 390, 10_000, '23514 One change can write at most 8 MB of text to steps'],
    ['kept from a change of 8 MB', 260, 10_000, 'none'],
    ['kept from a change of many small steps', 900, 500, 'none'],
  ])('a campaign is not %s', (_, steps, length, expected) =>
    acting(async ({ run }) => {
      for (const name of ['First', 'Second', 'Third']) {
        await run('owner', `insert into public.campaigns (customer_id, name) values (:acme, '${name}')`);
        await run('owner', addSteps(steps, length, `(select id from public.campaigns where name = '${name}')`));
      }
      const rewrite = `update public.campaign_steps set message_content = repeat('z', ${length})
        where campaign_id in (select id from public.campaigns where name in ('First', 'Second', 'Third'))`;
      expect(await run('member', rewrite)).toBe(expected);
    }),
  );

  test('a campaign that is rewritten by too much at once is rejected before most of it is written', () =>
    acting(async ({ run, query }) => {
      for (const name of ['First', 'Second', 'Third']) {
        await run('owner', `insert into public.campaigns (customer_id, name) values (:acme, '${name}')`);
        await run('owner', addSteps(900, 1_000, `(select id from public.campaigns where name = '${name}')`));
      }
      const updated = async () => {
        const [counted] = await query<{ steps: number }>(
          `select pg_stat_get_xact_tuples_updated('public.campaign_steps'::regclass)::int as steps`,
        );
        return counted?.steps ?? 0;
      };
      const before = await updated();
      await run('member', `update public.campaign_steps set message_content = repeat('z', 9000)`);
      expect((await updated()) - before).toBe(888); // of 2,700
    }));

  test('a campaign has its content recognized again after a change that is taken back, and after another of the same length', () =>
    acting(async ({ run }) => {
      const changed = 'select is_changed from public.campaign_reviews where campaign_id = :acme campaign';
      await run('owner', edit(`'abc'`));
      expect(await run('member', request)).toMatch(/^\d+$/);
      expect(await run('member', changed)).toBe('false');
      for (const [text, expected] of [
        ['abcd', 'true'],
        ['abc', 'false'],
        ['abd', 'true'],
        ['abc', 'false'],
      ]) {
        await run('member', edit(`'${text}'`));
        expect(await run('member', changed)).toBe(expected);
      }
    }));
});

describe('limits of a customer', () => {
  test.each(writers)('a customer has at most 1,000 campaigns, also for: %s', (caller) =>
    acting(async ({ run }) => {
      expect(await run(caller, addCampaigns(999))).toBe('none');
      expect(await run(caller, addCampaigns(1))).toBe(tooManyCampaigns);
      if (caller === 'admin' || caller === 'member') expect(await run(caller, duplicate)).toBe(tooManyCampaigns);
      expect(await run(caller, `delete from public.campaigns where name = 'Campaign' and customer_id = :acme`)).toBe(
        'none',
      );
      expect(await run(caller, addCampaigns(999))).toBe('none');
    }),
  );

  test.each([
    ['a copy of a campaign', duplicate],
    ['a step', addSteps(1, 10_000)],
    ['a longer step', edit(`repeat('x', 5000)`)],
    ['a version', request],
    ['a suggestion', suggest(3_000)],
    ['a comment', comment(1)],
  ])('a customer has at most 500 MB of campaigns, versions and comments: %s', (_, statement) =>
    acting(async ({ run }) => {
      await run('owner', addSteps(20, 500));
      const fill = (bytes: number) =>
        run('owner', `update private.customer_usage set bytes = 500000000 - ${bytes} where customer_id = :acme`);
      await fill(1_000);
      expect(await run('member', statement)).toBe(tooMuch);
      expect(await run('member', edit(`'short'`))).toBe('none');
      await fill(1_000_000);
      expect(await run('member', statement)).not.toMatch(/^\d{5} /);
    }),
  );

  test('the texts of another customer do not count', () =>
    acting(async ({ run }) => {
      await run(
        'owner',
        `update private.customer_usage set bytes = 500000000, campaigns = 1000 where customer_id <> :acme`,
      );
      expect(await run('member', addCampaigns(1))).toBe('none');
      expect(await run('member', comment(1))).toBe('none');
    }));
});

/** Writes of a member to tables and by functions, each with its least number of bytes. */
const written: Record<string, [statements: string[], bytes: number]> = {
  campaigns: [
    [addCampaigns(100), `update public.campaigns set name = repeat('x', 200) where customer_id = :acme`],
    40_000,
  ],
  campaign_steps: [[addSteps(2, 10_000), `${edit(`repeat('z', 9000)`)} and step_number = 1`], 29_000],
  comments: [[comment(5)], 11_000],
  leads: [
    [`update public.leads set is_approved = false, rejection_note = repeat('n', 500) where customer_id = :acme`],
    30_000,
  ],
  companies: [
    [`update public.companies set is_approved = false, rejection_note = repeat('n', 500) where customer_id = :acme`],
    30_000,
  ],
  list_columns: [
    [
      `update public.list_columns set keys = array_fill(repeat('k', 100), array[40])`,
      `insert into public.list_columns (customer_id, table_name, keys) values (:acme, 'companies', array_fill(repeat('k', 100), array[40]))`,
    ],
    8_000,
  ],
  // Each is counted by chance.
  profiles: [
    [`do $$ begin for n in 1..400 loop update public.profiles set full_name = n || repeat('x', 180); end loop; end $$`],
    30_000,
  ],
  duplicate_campaign: [[duplicate], 15_000],
  reorder_steps: [
    [
      `select count(*) from public.reorder_steps(:acme campaign, array(
         select id from public.campaign_steps where campaign_id = :acme campaign order by step_number desc))`,
    ],
    15_000,
  ],
  request_review: [[edit(`'Other ' || message_content`), request], 40_000],
  restore_version: [
    [`delete from public.campaign_steps where step_number > 1`, `select public.restore_version(:acme, ${newest})`],
    15_000,
  ],
  suggest_wording: [[suggest(9_000)], 9_000],
  decide_suggestion: [
    [
      `select public.decide_suggestion(:acme, (select id from public.step_suggestions where message_content like 'long%' and version_id = ${newest}), true)`,
    ],
    9_000,
  ],
  create_review_link: [
    [
      `select count(public.create_review_link(:acme, 'ada@acme.example', message => repeat('😀', 2000))) from generate_series(1, 2)`,
    ],
    17_000,
  ],
  decide_version: [[`select public.decide_version(:acme, ${newest}, 'approved', repeat('é', 1000))`], 2_000],
  add_do_not_contact: [
    [
      `select public.add_do_not_contact((
         select jsonb_agg(jsonb_build_object('kind', 'email', 'value', n || '@reasons.test', 'reason', repeat('r', 500))) from generate_series(1, 20) n
       ), :acme)`,
    ],
    12_000,
  ],
};

/** Functions that members can call, and a table that they can change, but that give them no way to write a text: a time zone is one of a list. */
const WITHOUT_TEXT = [
  'accept_invitation',
  'approve_rest',
  'begin_review_email',
  'choose_emails',
  'confirm_review_email',
  'decline_colleague_request',
  'end_my_session',
  'extend_review_link',
  'mail_preferences',
  'mark_comments_read',
  'my_review_link',
  'remove_do_not_contact',
  'revoke_review_link',
  'take_back_decision',
  'undo_company_decisions',
  'undo_lead_decisions',
];

/** Functions by which guests write. What they count is tested with the links. */
const OF_GUESTS = ['ask_for_colleague'];

const OF_ADMINISTRATORS = [
  'add_removal_requests',
  'begin_invitation_email',
  'cancel_hand_off',
  'confirm_invitation_email',
  'continue_hand_off',
  'delete_rows',
  'dismiss_attention',
  'finish_hand_off',
  'import_rows',
  'preview_duplicates',
  'recent_deletions',
  'remove_custom_values',
  'renew_invitation',
  'reset_second_factor',
  'restore_deleted',
  'save_brand',
  'send_again',
  'start_hand_off',
  'store_hand_off_results',
  'tell_customer',
  'undo_hand_off_results',
  'undo_import',
  'void_hand_off',
];

const REFILLED_PER_MS = 100_000_000 / 3_600_000;

describe('limits of a member', () => {
  /** Fifty rows of each kind, and a version of 31 steps with a suggestion. */
  const prepare = async ({ run, query }: Acting) => {
    await run('owner', addSteps(30, 500));
    for (const table of ['leads', 'companies'])
      await run(
        'owner',
        `insert into public.${table} (customer_id, name) select :acme, 'Row ' || n from generate_series(1, 50) n`,
      );
    await run('member', request);
    await run('member', suggest(3_000));
    await run(
      'owner',
      `update public.step_suggestions set message_content = 'long' || repeat('x', 9000) where customer_id = :acme`,
    );
    await query('reset role');
    await query('delete from private.written_texts');
  };
  const bytesWritten = async ({ actAs, query }: Acting) => {
    await actAs('owner');
    const [found] = await query<{ bytes: number }>(
      'select sum(100000000 - bytes_left) as bytes from private.written_texts',
    );
    return Number(found?.bytes ?? 0);
  };

  test.each(Object.entries(written))('the bytes that a member writes are counted: %s', (_, [statements, bytes]) =>
    acting(async (all) => {
      await prepare(all);
      const start = performance.now();
      for (const statement of statements) expect(await all.run('member', statement)).not.toMatch(/^\w{5} /);
      const counted = await bytesWritten(all);
      const refilled = (performance.now() - start) * REFILLED_PER_MS;
      // A single small text is counted as 4,000 bytes, or by chance not at all.
      if (bytes < 4_000) expect([0, 4_000]).toContain(Math.round(counted));
      else expect(counted).toBeGreaterThan(bytes * 0.9 - refilled);
      expect(counted).toBeLessThan(bytes * 6 + 20_000);
    }),
  );

  test('the counted tables and functions are all that members can write and all that write', async () => {
    const tables = rights
      .filter(({ policies, users }) =>
        (['insert', 'update'] as const).some(
          (verb) =>
            users[verb] &&
            policies.some(
              ({ audience, verb: allowed }) =>
                !['admins', 'the service'].includes(audience) && ['all', verb].includes(allowed),
            ),
        ),
      )
      .map(({ table }) => table);
    const functions = await world.transaction(({ query }) =>
      query<{ name: string }>(
        `select proname as name from pg_proc
         where pronamespace = 'public'::regnamespace and provolatile = 'v' and has_function_privilege('authenticated', oid, 'execute')`,
      ),
    );
    const named = new Set([...Object.keys(written), ...WITHOUT_TEXT, ...OF_GUESTS, ...OF_ADMINISTRATORS]);
    expect([...tables, ...functions.map(({ name }) => name)].sort()).toEqual([...named].sort());
  });

  const left = (bytes: number) =>
    `insert into private.written_texts (user_id, customer_id, bytes_left, counted_at) values (:member, :acme, ${bytes}, clock_timestamp())
     on conflict (user_id, customer_id) do update set bytes_left = excluded.bytes_left, counted_at = excluded.counted_at`;

  test('a member cannot write more than 100 MB within an hour, and may again as time passes', () =>
    acting(async ({ run }) => {
      await run('member', addSteps(1, 10_000));
      expect(
        await run('owner', 'select round(bytes_left / 1e6) from private.written_texts where user_id = :member'),
      ).toBe('100');
      await run('owner', left(50_000));
      expect(await run('member', addSteps(4, 10_000))).toBe('none');
      expect(await run('member', addSteps(2, 10_000))).toBe(tooFast);
      expect(await run('member', edit(`repeat('y', 9000)`))).toBe(tooFast);
      expect(await run('member', duplicate)).toBe(tooFast);
      expect(await run('admin', addSteps(2, 10_000))).toBe('none');
      expect(await run('service', addSteps(2, 10_000))).toBe('none');
      await run('owner', `update private.written_texts set counted_at = counted_at - interval '36 seconds'`);
      expect(await run('member', addSteps(90, 10_000))).toBe('none');
      expect(await run('member', addSteps(20, 10_000))).toBe(tooFast);
      await run('owner', `update private.written_texts set counted_at = counted_at - interval '1 day'`);
      expect(await run('member', edit(`repeat('y', 9000)`))).toBe('none');
      expect(
        await run('owner', 'select bytes_left between 9e7 and 1e8 from private.written_texts where user_id = :member'),
      ).toBe('true');
    }));

  test('a member can undo decisions and delete when nothing is left', () =>
    acting(async (all) => {
      const { run } = all;
      await prepare(all);
      await run('member', `update public.leads set is_approved = true where customer_id = :acme`);
      await run('owner', left(-1_000_000));
      expect(await run('member', `update public.leads set is_approved = null where customer_id = :acme`)).toBe(tooFast);
      const ids = 'array(select id from public.leads where customer_id = :acme)';
      expect(await run('member', `select count(*) from public.undo_lead_decisions(${ids})`)).toBe('51');
      expect(await run('member', `delete from public.campaigns where customer_id = :acme`)).toBe('none');
    }));

  test('the limit of a member is one for each customer, and administrators’ imports have none', () =>
    acting(async ({ run }) => {
      await run('owner', left(-1_000_000));
      expect(await run('neighbour', addSteps(1, 10_000).replaceAll(':acme', ':globex'))).toBe('none');
      const rows = (count: number) =>
        `(select json_agg(json_build_object('row', n + 1, 'name', 'Lead ' || n, 'notes', repeat('x', 9000))) from generate_series(1, ${count}) n)`;
      const call = `public.import_rows(:acme, 'leads.csv', 'leads', 2, 'hash', '["Name", "Notes"]', '{"Name": "name", "Notes": "notes"}', ${rows(100)}, '[]')`;
      expect(await run('admin', `select ${call} is not null`)).toBe('true');
      expect(await run('admin', `select count(*) from public.leads where name like 'Lead %'`)).toBe('100');
      expect(await run('owner', 'select count(*) from private.written_texts where user_id = :admin')).toBe('0');
    }));
});

const connectAs = async (caller: Caller) => {
  const connection = await world.connect();
  const claims = { role: 'authenticated', sub: world.id(caller), session_id: world.id(caller), aal: 'aal1' };
  await connection.query(`select set_config('request.jwt.claims', $1, false), set_config('role', $2, false)`, [
    JSON.stringify(claims),
    claims.role,
  ]);
  return connection;
};

describe('two sessions at the same time', () => {
  let admin: pg.Client;
  let member: pg.Client;
  let watcher: pg.Client;
  beforeAll(async () => {
    [admin, member, watcher] = await Promise.all([connectAs('admin'), connectAs('member'), world.connect()]);
  });
  afterAll(() => Promise.all([admin, member, watcher].map((client) => client.end())));

  const send = (client: pg.Client, statement: string) =>
    client.query({ text: world.withIds(statement), rowMode: 'array' }).then(
      () => 'done',
      ({ code, message }: pg.DatabaseError) => `${code} ${message}`,
    );
  const untilWaiting = () =>
    expect
      .poll(
        async () => {
          const { rowCount } = await watcher.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
          );
          return rowCount;
        },
        { timeout: 20_000 },
      )
      .toBe(1);
  const fill = (campaigns: number, bytes: number) =>
    watcher.query(
      world.withIds(
        `insert into private.customer_usage (customer_id, campaigns, bytes) values (:acme, ${campaigns}, ${bytes})
         on conflict (customer_id) do update set campaigns = excluded.campaigns, bytes = excluded.bytes`,
      ),
    );

  test.each([
    ['steps', addSteps(600, 1), tooManySteps],
    ['long steps', addSteps(250, 10_000), tooLong],
    ['campaigns', addCampaigns(1), tooManyCampaigns],
    ['comments', comment(1), tooMuch],
    ['copies', duplicate, tooMuch],
  ])('two sessions cannot both use what is left: %s', async (what, statement, error) => {
    await watcher.query(
      'delete from public.comments; delete from public.campaign_steps; delete from private.written_texts',
    );
    await watcher.query(world.withIds(addSteps(10, 1_000)));
    if (error === tooManyCampaigns) await fill(999, 0);
    else if (error === tooMuch) await fill(1, 500_000_000 - (what === 'copies' ? 15_000 : 3_000));
    else await fill(1, 0);
    await member.query('begin');
    expect(await send(member, statement)).toBe('done');
    const second = send(admin, statement);
    await untilWaiting();
    await member.query('commit');
    expect(await second).toBe(error);
  });

  test('a member cannot use twice what is left of the hour', async () => {
    const colleague = await connectAs('member');
    await watcher.query(world.withIds(`delete from public.campaign_steps; delete from private.written_texts`));
    await fill(1, 0);
    await watcher.query(
      world.withIds(
        `insert into private.written_texts (user_id, customer_id, bytes_left, counted_at) values (:member, :acme, 1000000, clock_timestamp())`,
      ),
    );
    await member.query('begin');
    expect(await send(member, addSteps(60, 10_000))).toBe('done');
    const second = send(colleague, comment(250));
    await untilWaiting();
    await member.query('commit');
    expect(await second).toBe(tooFast);
    await colleague.end();
  });
});

const act = fc.oneof(
  fc.record({
    kind: fc.constantFrom('step' as const, 'edit' as const),
    index: fc.nat(3),
    text: fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\0', '')),
  }),
  fc.record({
    kind: fc.constantFrom(
      'campaign',
      'copy',
      'delete step',
      'delete campaign',
      'reorder',
      'review',
      'suggest',
      'restore',
      'comment',
      'empty comment',
      'delete lead',
      'restore lead',
      'move',
    ),
    index: fc.nat(3),
  }),
);

test('the counted bytes equal those of the rows, whatever was done', async () => {
  let acts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 15 }), (done) =>
      acting(async ({ run, query, actAs }) => {
        const at = (index: number, table: string) =>
          `(select id from public.${table} where customer_id = :acme order by id offset ${index} limit 1)`;
        const deletion = `'00000000-0000-4000-8000-0000000000d1'`;
        await run('owner', 'delete from public.campaign_versions');
        await run('owner', 'select private.rebuild_usage()');
        for (const { kind, index, ...rest } of done) {
          const text = 'text' in rest ? String(rest.text).replaceAll("'", "''") : '';
          const campaign = at(index, 'campaigns');
          const version = at(index, 'campaign_versions');
          const statement = {
            step: `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, message_content) values (:acme, ${campaign}, 1, 'email', '${text}')`,
            edit: `update public.campaign_steps set message_content = '${text}', subject = '${text}' where id = ${at(index, 'campaign_steps')} and step_type = 'email'`,
            campaign: addCampaigns(1),
            copy: `select count(*) from public.duplicate_campaign(${campaign}, 'Copy')`,
            'delete step': `delete from public.campaign_steps where id = ${at(index, 'campaign_steps')}`,
            'delete campaign': `delete from public.campaigns where id = ${campaign}`,
            reorder: `select count(*) from public.reorder_steps(${campaign}, array(select id from public.campaign_steps where campaign_id = ${campaign} order by step_number desc))`,
            review: `select public.request_review(:acme, ${campaign})`,
            suggest: `select public.suggest_wording(:acme, ${version}, (select (steps -> 0 ->> 'id')::uuid from public.campaign_versions where id = ${version}), 'Suggested ${index}')`,
            restore: `select public.restore_version(:acme, ${version})`,
            comment: `insert into public.comments (customer_id, lead_id, body) values (:acme, ${at(0, 'leads')}, 'Words')`,
            'empty comment': `update public.comments set deleted_at = now() where author_id = :member`,
            'delete lead': `select public.delete_rows('leads', array[${at(0, 'leads')}], ${deletion})`,
            'restore lead': `select public.restore_deleted(${deletion})`,
            move: `update public.campaigns set customer_id = :globex where id = ${campaign}`,
          }[kind as string];
          const caller = kind === 'move' ? 'owner' : /lead$/.test(kind) ? 'admin' : 'member';
          const result = await run(caller, statement ?? '');
          if (!/^\w{5} /.test(result)) acts += 1;
        }
        await actAs('owner');
        const state = `select
          (select jsonb_agg(to_jsonb(usage) order by customer_id) from private.customer_usage usage where (campaigns, bytes) <> (0, 0)) as usage,
          (select jsonb_agg(to_jsonb(contents) order by campaign_id) from public.campaign_contents contents where (steps, version_bytes) <> (0, 0)) as contents`;
        const kept = await query(state);
        await query('select private.rebuild_counters()');
        expect(kept).toEqual(await query(state));
      }),
    ),
  );
  expect(acts).toBeGreaterThan(50);
}, 180_000);
