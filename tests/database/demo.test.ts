import { compare } from 'bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lintStep } from '#domain/campaign/lint.ts';
import { longestLength, MAX_NOTE_LENGTH } from '#domain/campaign/meters.ts';
import { specVariables } from '#domain/campaign/variables.ts';
import type { Query } from '#server/database/connections/pool.ts';
import { type Owner, openOwner } from '#server/database/setup/owner.ts';
import { banDemo, loadDemo } from '#server/demo/load.ts';
import { KEPT_TABLES, resetDemo } from '#server/demo/reset.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';

let clone: Clone;
let owner: Owner;
beforeAll(async () => {
  clone = await cloneDatabase();
  owner = openOwner(clone.url);
  await owner(loadDemo);
});
afterAll(() => clone.drop());

const rows = (text: string) => owner(async (query) => (await query(text)).rows);

test('the demo has three customers with 1,200 leads', async () => {
  expect(
    await rows(
      `select name, (select count(*)::int from public.leads where customer_id = customers.id) as leads,
         (select count(*)::int from public.companies where customer_id = customers.id) as companies
       from public.customers order by name`,
    ),
  ).toEqual([
    { name: 'Brightwater Analytics', leads: 560, companies: 90 },
    { name: 'Kestrel Health', leads: 240, companies: 38 },
    { name: 'Møller & Søn Logistics', leads: 400, companies: 64 },
  ]);
});

test('the names of the demo are distinct, in eight scripts, and fit the location', async () => {
  expect(
    await rows(
      `select count(distinct name)::int as names, count(*) filter (where name ~ '^[\\u0000-\\u007f]+$') > 300 as ascii,
         count(*) filter (where name ~ '[\\u00c0-\\u024f]') > 200 as accented, count(*) filter (where name ~ '[\\u0370-\\u03ff]') > 10 as greek,
         count(*) filter (where name ~ '[\\u0400-\\u04ff]') > 10 as cyrillic, count(*) filter (where name ~ '[\\u0600-\\u06ff]') > 10 as arabic,
         count(*) filter (where name ~ '[\\u0900-\\u097f]') > 10 as devanagari,
         count(*) filter (where name ~ '[\\u4e00-\\u9fff]' and location like '%China') > 10 as chinese,
         count(*) filter (where name ~ '[\\u3040-\\u30ff\\u4e00-\\u9fff]' and location like '%Japan') > 10 as japanese,
         count(*) filter (where name ~ '[\\u4e00-\\u9fff]' and location !~ '(China|Japan)$')::int as misplaced
       from public.leads`,
    ),
  ).toEqual([
    {
      names: 1200,
      ascii: true,
      accented: true,
      greek: true,
      cyrillic: true,
      arabic: true,
      devanagari: true,
      chinese: true,
      japanese: true,
      misplaced: 0,
    },
  ]);
});

test('no email, website or domain of the demo can exist', async () => {
  const addresses = await rows(
    `select email as address from public.leads where email is not null union all select email from public.profiles
     union all select email from public.invitations union all select website from public.companies where website is not null
     union all select domain from public.companies where domain is not null`,
  );
  expect(addresses.length).toBeGreaterThan(1300);
  expect(addresses.filter(({ address }) => !/\.example$/.test(String(address)))).toEqual([]);
});

describe('stored numbers of the demo', () => {
  const counters = `select 'lead' as kind, customer_id, audience, sum(total)::int as total, sum(approved)::int as approved, sum(reviewed)::int as reviewed
    from public.lead_counters group by customer_id, audience
    union all
    select 'company', customer_id, null, sum(total)::int, sum(approved)::int, sum(reviewed)::int from public.company_counters group by customer_id
    order by 1, 2, 3`;

  const decisions = `select customer_id, week, audience, rejection_reason_id, sum(approved)::int as approved, sum(rejected)::int as rejected
    from private.decision_counters group by 1, 2, 3, 4 having (sum(approved), sum(rejected)) <> (0, 0) order by 1, 2, 3, 4`;

  test('stored counts equal a fresh count', async () => {
    const [stored, storedDecisions] = [await rows(counters), await rows(decisions)];
    await rows('select private.rebuild_counters()');
    expect(stored).toHaveLength(13);
    expect(stored).toEqual(await rows(counters));
    expect(storedDecisions.length).toBeGreaterThan(100);
    expect(storedDecisions).toEqual(await rows(decisions));
  });

  test('the stored numbers of imports are those of their rows', async () => {
    const imports = await rows(
      `select total_rows = successful_rows + duplicate_rows + error_rows as adds_up,
         error_rows = (select count(*) from public.import_errors where import_id = imports.id) as has_errors,
         case when undone_at is null then
           case import_type
             when 'leads' then successful_rows = (select count(*) from public.leads where import_id = imports.id)
               and companies_created = (select count(*) from public.companies where import_id = imports.id)
             else successful_rows = (select count(*) from public.companies where import_id = imports.id)
           end
         else removed_leads = successful_rows end as has_rows
       from public.imports`,
    );
    expect(imports).toHaveLength(22);
    expect(new Set(imports.map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"adds_up":true,"has_errors":true,"has_rows":true}']),
    );
  });
});

test('rejected rows of imports have the errors of the import', async () => {
  const errors = await rows('select distinct error from public.import_errors order by error');
  expect(errors.map(({ error }) => error)).toEqual([
    'Email is not valid: ask Ruben',
    'Email is not valid: claire.perrin(at)ardoise.example',
    'Email is not valid: jonas.weidner@',
    'Email is not valid: marta@solana.example; office@solana.example',
    'Email is not valid: tomasz gajda@jantar.example',
    'LinkedIn URL is not valid: see CRM',
    'Name is required',
  ]);
});

describe('past of the demo', () => {
  test('the demo’s history lies in the past, and nothing happens before its cause', async () => {
    expect(
      await rows(
        `select
           (select count(*)::int from public.leads where created_at > now() or updated_at > now()) as future,
           (select count(*)::int from public.leads where decided_at < created_at) as decided_before_import,
           (select count(*)::int from public.companies where decided_at < created_at or updated_at > now()) as companies_before_import,
           (select count(*)::int from public.leads where updated_at is distinct from decided_at and is_approved is not null) as changed_since,
           (select count(*)::int from public.comments join public.leads on leads.id = lead_id where comments.created_at < leads.created_at) as comments,
           (select count(*)::int from public.activity where created_at > now() - interval '1 hour') as activity_now,
           (select count(*)::int from private.events) as told_now,
           (select count(*)::int from public.campaign_steps where updated_at > now() - interval '1 day') as steps_now`,
      ),
    ).toEqual([
      {
        future: 0,
        decided_before_import: 0,
        companies_before_import: 0,
        changed_since: 0,
        comments: 0,
        activity_now: 0,
        told_now: 0,
        steps_now: 0,
      },
    ]);
  });

  test('the demo has decisions in each of the last ten weeks, with their own date and user', async () => {
    const weeks = await rows(
      `select floor(extract(epoch from now() - decided_at) / 604800)::int as week, count(*)::int as count
       from public.decisions where decided_by is not null group by 1 order by 1`,
    );
    expect(weeks.length).toBeGreaterThanOrEqual(10);
    expect(Math.min(...weeks.slice(0, 9).map(({ count }) => Number(count)))).toBeGreaterThan(10);
  });

  test('the demo has reasons and notes for rejections, and decisions that were reversed', async () => {
    const reasons = await rows(
      `select reason.name, count(*)::int as count from public.leads join public.rejection_reasons reason on reason.id = rejection_reason_id
       group by reason.name order by reason.name`,
    );
    expect(reasons.map(({ name }) => name)).toEqual([
      'Already a customer',
      'Competitor',
      'Other',
      'Too large',
      'Too small',
      'Wrong industry',
      'Wrong location',
      'Wrong role',
    ]);
    expect(
      await rows(
        `select distinct reason.subject from public.companies join public.rejection_reasons reason on reason.id = rejection_reason_id`,
      ),
    ).toEqual([{ subject: 'companies' }]);
    expect(
      await rows(
        `select (select count(*) > 20 from public.leads where rejection_note is not null) as notes,
           (select count(*) > 5 from public.decisions where previous_is_approved is false and is_approved) as reversed,
           (select count(*)::int from public.decisions) = (select sum(row_count)::int from public.activity where changed_columns @> '{is_approved}') as recorded`,
      ),
    ).toEqual([{ notes: true, reversed: true, recorded: true }]);
  });

  test('the demo has one stalled customer: leads to review, and nothing imported or decided for a week', async () => {
    expect(
      await rows(
        `select name from public.customers
         where exists (select from public.leads where customer_id = customers.id and is_approved is null)
           and not exists (
             select from public.leads
             where customer_id = customers.id and greatest(created_at, decided_at) > now() - interval '7 days'
           )`,
      ),
    ).toEqual([{ name: 'Kestrel Health' }]);
  });
});

test('every kind of row has comments, some of them internal and some unread', async () => {
  expect(
    await rows(
      `select count(lead_id) > 5 as leads, count(company_id) > 2 as companies, count(campaign_id) > 3 as campaigns, count(step_id) > 1 as steps,
         count(*) filter (where is_internal) > 3 as internal,
         count(*) filter (where not exists (
           select from public.comment_reads join public.profiles on id = user_id
           where comment_id = comments.id and email = 'customer@leadlight.example'
         )) > 3 as unread
       from public.comments`,
    ),
  ).toEqual([{ leads: true, companies: true, campaigns: true, steps: true, internal: true, unread: true }]);
});

test('a campaign has a version with a comment, whose changes were requested, and an approved one, which is that of the steps', async () => {
  expect(
    await rows(
      `select number, status, note is not null as note, content_hash = private.steps_hash(private.steps_of(customer_id, campaign_id)) as current,
         (select count(*)::int from public.comments where version_id = version.id) as comments
       from public.campaign_versions version order by number`,
    ),
  ).toEqual([
    { number: 1, status: 'changes_requested', note: true, current: false, comments: 1 },
    { number: 2, status: 'approved', note: true, current: true, comments: 0 },
  ]);
});

test('the handed-off leads of the demo were decided before, and the tool has reported results of every kind', async () => {
  expect(
    await rows(
      `select state, version_number, lead_count > 70 as many, lead_count = (files -> 0 ->> 'rows')::int as in_file,
         lead_count = (select count(*) from public.handed_off_leads where hand_off_id = hand_offs.id) as leads,
         (select array_agg(distinct kind order by kind) from public.hand_off_results) as kinds,
         (select count(*)::int from public.handed_off_leads join public.leads on id = lead_id where decided_at > handed_off_at or flag is not null) as early,
         (select count(*)::int from public.hand_off_results where at < hand_offs.created_at or at > now()) as implausible,
         (select count(*)::int from public.result_uploads where unsubscribed > 0 and created_at < now() - interval '1 day') as uploads
       from public.hand_offs`,
    ),
  ).toEqual([
    {
      state: 'ready',
      version_number: 2,
      many: true,
      in_file: true,
      leads: true,
      kinds: ['bounced', 'contacted', 'replied', 'unsubscribed'],
      early: 0,
      implausible: 0,
      uploads: 1,
    },
  ]);
  expect(
    await rows(
      `select count(*)::int from public.do_not_contact where source = 'unsubscribed' and created_at > now() - interval '1 day'
       union all select count(*)::int from auth.sessions`,
    ),
  ).toEqual([{ count: 0 }, { count: 0 }]);
});

test('the demo needs attention for every reason', async () => {
  expect(
    await owner(async (query) => {
      await query(
        `select set_config('request.jwt.claims', json_build_object('sub', id, 'session_id', id, 'role', 'authenticated')::text, true)
         from auth.users where email = 'admin@leadlight.example'`,
      );
      await query(
        `insert into auth.sessions (id, user_id, created_at) select id, id, now() from auth.users where email = 'admin@leadlight.example'`,
      );
      return (await query('select distinct reason from public.needs_attention() order by reason')).rows;
    }),
  ).toEqual(
    [
      'comments on campaigns',
      'comments on companies',
      'comments on leads',
      'imports with errors',
      'invitations expiring',
      'invitations not mailed',
      'leads waiting',
    ].map((reason) => ({ reason })),
  );
});

describe('campaigns of the demo', () => {
  test('campaigns of the demo have every status, and those that are not drafts have steps', async () => {
    expect(
      await rows(
        `select status, bool_and(status = 'draft' or exists (select from public.campaign_steps where campaign_id = campaigns.id)) as fits
         from public.campaigns group by status order by status`,
      ),
    ).toEqual(['active', 'completed', 'draft', 'paused'].map((status) => ({ status, fits: true })));
  });

  test('campaigns of every status but draft have no warnings, and no note is too long for LinkedIn', async () => {
    const campaigns = (await rows(
      `select campaigns.name, status, json_agg(steps order by step_number) as steps,
         (select row_to_json(lead) from (
           select name, first_name, last_name, company from public.leads where customer_id = campaigns.customer_id
           order by char_length(first_name) + 2 * char_length(company) desc limit 1
         ) lead) as longest
       from public.campaigns join public.campaign_steps steps on campaign_id = campaigns.id
       group by campaigns.id`,
    )) as {
      name: string;
      status: string;
      steps: Parameters<typeof lintStep>[0][];
      longest: Parameters<typeof longestLength>[1];
    }[];
    expect(campaigns).toHaveLength(11);
    for (const { name, status, steps, longest } of campaigns) {
      const findings = steps.flatMap((step, index) =>
        lintStep(step, steps.slice(0, index), specVariables, { longest }),
      );
      if (status !== 'draft') expect([name, findings]).toEqual([name, []]);
      for (const step of steps.filter(({ step_type }) => step_type === 'linkedin_connection')) {
        expect(longestLength(step.message_content, longest, specVariables)).toBeLessThanOrEqual(MAX_NOTE_LENGTH);
      }
    }
  });
});

describe('accounts of the demo', () => {
  const documented = ['admin@leadlight.example', 'customer@leadlight.example'];

  test('an administrator and a member have the documented password, others none', async () => {
    const accounts = await rows(
      `select users.email, encrypted_password, user_roles.role, provider, provider_id = users.id::text as is_own
       from auth.users
       join auth.identities on identities.user_id = users.id
       join public.user_roles on user_roles.user_id = users.id
       where encrypted_password is not null
       order by users.email`,
    );
    expect(accounts.map(({ email, role, provider, is_own }) => [email, role, provider, is_own])).toEqual([
      [documented[0], 'admin', 'email', true],
      [documented[1], 'customer', 'email', true],
    ]);
    for (const { encrypted_password } of accounts)
      expect(await compare('leadlight', String(encrypted_password))).toBe(true);
    expect(await rows('select count(*)::int as count from auth.users')).toEqual([{ count: 8 }]);
    expect(
      await rows(
        `select name from public.customer_users join public.customers on customers.id = customer_id join public.profiles on profiles.id = user_id
         where email = '${documented[1]}'`,
      ),
    ).toEqual([{ name: 'Brightwater Analytics' }]);
  });

  test('the accounts of the demo, and no others, are banned where the demo is disabled', async () => {
    const banned = () =>
      rows(`select banned_until > now() is true as banned, count(*)::int from auth.users group by 1 order by 1`);
    await owner((query) => query(`insert into auth.users (id, email) values (gen_random_uuid(), 'real@example.test')`));
    await owner((query) => banDemo(query, false));
    expect(await banned()).toEqual([
      { banned: false, count: 1 },
      { banned: true, count: 8 },
    ]);
    expect(await rows(`select email from auth.users where banned_until is null`)).toEqual([
      { email: 'real@example.test' },
    ]);
    await owner((query) => banDemo(query, true));
    expect(await banned()).toEqual([{ banned: false, count: 9 }]);
  });
});

test('the triggers are enabled again after the demo was loaded', async () => {
  expect(await rows(`select tgname from pg_trigger where tgenabled <> 'O'`)).toEqual([]);
});

describe('a reset of the demo', () => {
  /** Counters have any number of rows with the same sums. */
  const sums = (query: Query) =>
    query('select sum(total) as leads, sum(approved) as approved from public.lead_counters').then(({ rows }) => rows);
  const counts = (query: Query) =>
    query<{ name: string; rows: number }>(
      `select format('%I.%I', nspname, relname) as name,
         (xpath('//n/text()', query_to_xml(format('select count(*) as n from %s', pg_class.oid::regclass), true, true, '')))[1]::text::int as rows
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind = 'r' and nspname in ('auth', 'private', 'public') and relname not like '%\\_counters'
       order by 1`,
    ).then(({ rows }) => Object.fromEntries(rows.map(({ name, rows }) => [name, rows])));

  test('a reset brings back every row and removes every other, whatever visitors did', async () => {
    const fresh = await cloneDatabase();
    try {
      const ownerOfFresh = openOwner(fresh.url);
      const filled = Object.entries(await ownerOfFresh(counts)).filter(([, count]) => count > 0);
      expect(filled.map(([name]) => name).filter((name) => !KEPT_TABLES.includes(name))).toEqual([]);
      await ownerOfFresh(resetDemo);
      const [first, firstSums] = [await ownerOfFresh(counts), await ownerOfFresh(sums)];
      expect(first).toMatchObject({ 'public.leads': 1200, 'auth.users': 8, 'auth.sessions': 0, 'public.customers': 3 });

      await ownerOfFresh(async (query) => {
        await query(
          `insert into auth.sessions (id, user_id, created_at) select gen_random_uuid(), id, now() from auth.users`,
        );
        await query('update public.leads set is_approved = true');
        await query('delete from public.campaigns');
        await query(`insert into public.customers (name) values ('Visitor Ltd')`);
        await query(`delete from public.customer_users`);
      });
      expect(await ownerOfFresh(counts)).not.toEqual(first);
      expect(await ownerOfFresh(sums)).not.toEqual(firstSums);
      await ownerOfFresh(resetDemo);
      expect(await ownerOfFresh(counts)).toEqual(first);
      expect(await ownerOfFresh(sums)).toEqual(firstSums);
      const { rows: decided } = await ownerOfFresh((query) =>
        query('select count(*) filter (where is_approved)::int as approved, count(*)::int as leads from public.leads'),
      );
      expect(decided[0].approved).toBeLessThan(decided[0].leads);
    } finally {
      await fresh.drop();
    }
  });
});
