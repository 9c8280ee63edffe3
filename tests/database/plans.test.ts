import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, setUpWorld } from './world.ts';

const world = setUpWorld();

/** Marks every page as all-visible, which index-only scans need. A snapshot held by autovacuum can delay it. */
async function vacuumed(owner: Client): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await owner.query('vacuum analyze');
    const { rowCount } = await owner.query(
      `select from pg_class where oid in ('public.leads'::regclass, 'public.companies'::regclass) and relallvisible < relpages`,
    );
    if (rowCount === 0) return;
    await delay(100);
  }
  throw new Error('The tables could not be vacuumed: another transaction has an old snapshot');
}

/** Acme has half of 40,000 leads and 8,000 companies; forty customers share the rest. */
beforeAll(async () => {
  const owner = await world.connect();
  await owner.query(`insert into public.customers (name) select 'Customer ' || n from generate_series(1, 39) n`);
  const shared = `
    with listed as (select array_agg(id order by name = 'acme' desc, name) as ids from public.customers), numbered as (
      select n, ids[case when n % 2 = 0 then 1 else 2 + n / 2 % 40 end] as customer,
        (array['Amelia', 'Jonas', 'Priya', 'Mateo', 'Ingrid', 'Kwame', 'Noor'])[1 + n % 7] || ' '
          || (array['Okafor', 'Lindqvist', 'Sharma', 'Dubois', 'Kowalski'])[1 + n / 7 % 5] as lead,
        (array['Acorn', 'Borealis', 'Cobalt', 'Ember', 'Fathom'])[1 + n % 5] || ' ' || to_hex(n * 7919 % 4999) as firm,
        now() - n * interval '1 minute' as moment
      from listed, generate_series(1, $1) n
    )`;
  await owner.query(
    `${shared} insert into public.leads
       (customer_id, name, email, linkedin_profile_url, company, title, location, headline, audience, is_approved, created_at)
     select customer, lead, 'lead' || n || '@example.test', 'https://www.linkedin.com/in/lead-' || n, firm,
       case when n % 500 < 2 then 'C# Developer' else (array['CEO', 'Head of Sales', 'Buyer'])[1 + n % 3] end, 'Rotterdam, Netherlands', 'Helping teams do more with less since ' || 1990 + n % 30,
       case when n % 3 > 0 then 'Audience ' || n / 2 % 12 end, case n % 4 when 0 then true when 1 then false end, moment
     from numbered`,
    [40_000],
  );
  await owner.query(
    `${shared} insert into public.companies (customer_id, name, domain, industry, location, is_approved, created_at)
     select customer, firm, 'domain' || n || '.example', (array['Software', 'Logistics', 'Energy'])[1 + n % 3], 'Berlin, Germany', n % 4 = 0, moment
     from numbered`,
    [8_000],
  );
  await owner.query(`insert into public.leads (customer_id, name, company, audience)
    select id, 'Zaphod Beeblebrox', 'Heart of Gold', 'Rare' from public.customers where name in ('acme', 'globex')`);
  await owner.query(`insert into public.companies (customer_id, name, location)
    select id, 'Heart of Gold', 'Betelgeuse' from public.customers where name in ('acme', 'globex')`);
  await owner.query(
    `${shared} insert into public.activity (created_at, customer_id, action, subject, row_count, row_ids)
     select moment, customer, 'update', 'leads', case when n % 100 = 0 then 2000 else 5 end,
       case when n % 100 > 0 then array(select gen_random_uuid() from generate_series(1, 5) where n > 0) end
     from numbered`,
    [8_000],
  );
  await owner.query(
    `insert into public.imports (id, customer_id, file_name, import_type, total_rows, error_rows, created_at)
     select gen_random_uuid(), customers.id, 'file ' || n || '.csv', 'leads', 1, 1, now() - n * interval '12 hours'
     from public.customers, generate_series(1, 100) n`,
  );
  await owner.query(
    `insert into public.leads (customer_id, name, email, import_id, created_at)
     select customer_id, 'Imported ' || n, 'imported' || n || '@example.test', id, now() - interval '1 year' - n * interval '1 microsecond'
     from public.imports, generate_series(1, 3000) n where file_name = 'file 1.csv' and customer_id = $1`,
    [world.id('globex')],
  );
  await owner.query(
    `insert into public.comments (customer_id, lead_id, body) select customer_id, id, 'Yes' from public.leads order by id limit 5000`,
  );
  await owner.query(
    `insert into public.do_not_contact (customer_id, kind, value, source) select $1, 'email', 'other' || n || '@example.test', 'paste'
     from generate_series(1, 150) n`,
    [world.id('globex')],
  );
  await vacuumed(owner);
  await owner.end();
}, 120_000);

type Scans = { scans: string[]; fetched: number };

/** The scans of a table and its indexes by a statement, and the number of rows fetched, from PostgreSQL's statistics. */
async function countScans(caller: Caller, text: string, table = 'leads'): Promise<Scans> {
  const statement = world.withIds(text);
  return world.transaction(async ({ actAs, query }) => {
    const count = () =>
      query<{ name: string; scans: number; fetched: number }>(
        `select relname as name, pg_stat_get_xact_numscans(oid)::int as scans,
           (pg_stat_get_xact_tuples_fetched(oid) + case relkind when 'r' then pg_stat_get_xact_tuples_returned(oid) else 0 end)::int as fetched
         from pg_class where oid = $1::regclass or oid in (select indexrelid from pg_index where indrelid = $1::regclass)
         order by name`,
        [`public.${table}`],
      );
    // The embedded server and hosted projects have this random_page_cost. Parallel workers would keep their own statistics.
    await query('set local random_page_cost = 1.1; set local max_parallel_workers_per_gather = 0');
    const before = await count();
    await actAs(caller);
    await query(statement);
    await actAs('owner');
    const after = await count();
    return {
      scans: after.filter(({ scans }, index) => scans > (before[index]?.scans ?? 0)).map(({ name }) => name),
      fetched: after.reduce((sum, { fetched }, index) => sum + fetched - (before[index]?.fetched ?? 0), 0),
    };
  });
}

/** Leaves out the indexes of ids, by which a search reads the rows that it has found. */
const withoutIds = (scans: string[]) => scans.filter((name) => !/_(pkey|id_customer_id_key)$/.test(name));

const page = 'order by created_at desc, id desc limit 50';
const deep = `created_at <= now() - interval '10 days' and (created_at < now() - interval '10 days' or id < '7fffffff-ffff-4fff-bfff-ffffffffffff')`;
const created = 'leads_created_idx';
const byCustomer = 'leads_customer_created_idx';
const byAudience = 'leads_customer_audience_idx';
/** Both indexes are as good for a rare audience of one customer. */
const eitherAudience = `${byAudience} or leads_audience_idx`;

/** The pages of each status, with and without a search, of one customer and of all. */
function byStatus(): [caller: Caller, text: string, index: string][] {
  const statuses = {
    unreviewed: 'is_approved is null',
    approved: 'is_approved is true',
    rejected: 'is_approved is false',
  };
  const names = { unreviewed: 'to_review', approved: 'approved', rejected: 'rejected' };
  return (['unreviewed', 'approved', 'rejected'] as const).flatMap((status) => [
    [
      'neighbour',
      `select * from public.leads where customer_id = :globex and ${statuses[status]} ${page}`,
      `leads_customer_${status}_idx`,
    ],
    [
      'neighbour',
      `select * from public.leads where customer_id = :globex and ${statuses[status]} and ${deep} ${page}`,
      `leads_customer_${status}_idx`,
    ],
    ['admin', `select * from public.leads where ${statuses[status]} ${page}`, `leads_created_${status}_idx`],
    [
      'neighbour',
      `select * from public.search_leads('', status => '${names[status]}')`,
      `leads_customer_${status}_idx`,
    ],
    ['admin', `select * from public.search_leads('', status => '${names[status]}')`, `leads_created_${status}_idx`],
  ]);
}

/** Sorted pages, of all statuses and of one, at the start and further down. */
function sorted(): [caller: Caller, text: string, index: string][] {
  return (['name', 'company'] as const).flatMap((sort) => {
    const ofAll = { name: 'leads_name_idx', company: 'leads_company_sort_idx' }[sort];
    const after = `after_text => 'Jonas', before_id => '7fffffff-ffff-4fff-bfff-ffffffffffff'`;
    return [
      ['neighbour', `select * from public.search_leads('', sort => '${sort}')`, `leads_customer_${sort}_idx`],
      ['neighbour', `select * from public.search_leads('', sort => '${sort}', ${after})`, `leads_customer_${sort}_idx`],
      [
        'neighbour',
        `select * from public.search_leads('', sort => '${sort}', status => 'rejected')`,
        `leads_customer_${sort}_idx`,
      ],
      ['admin', `select * from public.search_leads('', sort => '${sort}')`, ofAll],
      ['admin', `select * from public.search_leads('', sort => '${sort}', status => 'to_review', ${after})`, ofAll],
    ];
  });
}

/** A page fetches about as many rows as it returns, however far down the list it is. */
const pages: [caller: Caller, text: string, index: string][] = [
  ['neighbour', `select * from public.leads where customer_id = :globex ${page}`, byCustomer],
  [
    'member',
    `select * from public.leads where customer_id = :acme and audience = 'Audience 2' ${page}`,
    eitherAudience,
  ],
  ['member', `select * from public.leads where customer_id = :acme and audience = 'Rare' ${page}`, eitherAudience],
  ['neighbour', `select * from public.leads where customer_id = :globex and ${deep} ${page}`, byCustomer],
  ['admin', `select * from public.leads ${page}`, created],
  ['admin', `select * from public.leads where ${deep} ${page}`, created],
  ['admin', `select * from public.leads where customer_id = :globex ${page}`, byCustomer],
  ['admin', `select * from public.leads where audience = 'Rare' ${page}`, 'leads_audience_idx'],
  ['neighbour', `select * from public.search_leads('')`, byCustomer],
  ['member', `select * from public.search_leads('', null, 'Rare')`, eitherAudience],
  ['admin', `select * from public.search_leads('')`, created],
  ['admin', `select * from public.search_leads('', null, 'Rare')`, 'leads_audience_idx'],
  ...byStatus(),
  ...sorted(),
];

test.each(pages)('the %s’s %s reads %s', async (caller, text, index) => {
  const { scans, fetched } = await countScans(caller, text);
  expect(withoutIds(scans)).toHaveLength(1);
  expect(index.split(' or ')).toContain(withoutIds(scans)[0]);
  expect(fetched).toBeLessThanOrEqual(200);
});

/** Counts without a term read the counters, and no lead or company. */
const counted: [caller: Caller, text: string][] = [
  ['member', 'select public.count_leads()'],
  ['admin', 'select public.count_leads(approved => true)'],
  ['member', `select public.count_leads(audience_name => 'Audience 3', approved => false)`],
  ['member', 'select * from public.lead_totals()'],
  ['member', `select * from public.lead_totals(audience_name => 'Audience 3')`],
  ['member', 'select * from public.audience_summary where customer_id = :acme'],
  ['neighbour', 'select * from public.audience_summary where customer_id = any (array[:globex]::uuid[])'],
  ['admin', 'select public.audience_names()'],
  ['member', `select public.audience_names(term => 'Audience 3')`],
  ['member', 'select * from public.audience_totals()'],
  ['admin', `select * from public.audience_totals(after_total => 1000, after_name => 'Audience 3')`],
  ['admin', 'select leads, companies, users from public.customer_counts where customer_id in (:acme, :globex)'],
  ['admin', 'select public.count_companies(approved => true)'],
  ['member', 'select * from public.company_totals()'],
  ['admin', 'select * from public.customer_progress()'],
  ['admin', 'select * from public.decisions_per_week()'],
  ['admin', `select * from public.rejections_by_audience(current_date - 28)`],
  ['member', 'select * from public.customer_report(:acme)'],
  ['admin', 'select * from public.customer_report(:acme, current_date - 84, current_date)'],
];

test.each(counted)('the %s’s %s reads the counters only', async (caller, text) => {
  for (const table of ['leads', 'companies']) {
    expect(await countScans(caller, text, table)).toEqual({ scans: [], fetched: 0 });
  }
});

test('counting the rows of a customer reads an index only', async () => {
  const text = 'select count(*) from public.leads where customer_id = :acme';
  const { scans, fetched } = await countScans('member', text);
  expect(fetched).toBe(0);
  // Each of these begins with the customer and covers all rows, so PostgreSQL may use any of them.
  expect(scans).toEqual([expect.stringMatching(/^leads_(customer_\w+|shape)_idx$/)]);
});

test('needs_attention reads the indexes of pending, changed and duplicate leads and no row of the table', async () => {
  const { scans, fetched } = await countScans('admin', 'select * from public.needs_attention()');
  expect({ scans, fetched }).toEqual({
    scans: ['leads_changed_idx', 'leads_customer_unreviewed_idx', 'leads_duplicates_idx'],
    fetched: 0,
  });
});

/** No search reads the whole table, whatever the term. */
const searches: [caller: Caller, text: string][] = [
  ['member', `select * from public.search_leads('amelia okafor')`],
  ['member', `select * from public.lead_totals('amelia', estimate => true)`],
  ['admin', `select * from public.lead_totals('amelia', estimate => true)`],
  ['neighbour', `select * from public.search_leads('no one at all')`],
  ['neighbour', `select * from public.search_leads('beeblebrox')`],
  ['admin', `select * from public.search_leads('globex')`],
  ['member', `select * from public.approved_leads_without('company', term => 'amelia okafor')`],
  ['member', `select * from public.approved_leads_without('company', audience_name => 'Rare')`],
  ['neighbour', `select public.count_approved_leads_without('company')`],
  ['admin', `select * from public.search_leads('amelia', null, null, now() - interval '5 days', gen_random_uuid())`],
];

test.each(searches)('the %s’s %s scans no table', async (caller, text) => {
  const { scans } = await countScans(caller, text);
  expect(scans).not.toContain('leads');
  expect(scans.length).toBeGreaterThan(0);
});

/** A search reads up to 1,000 rows of the list, and then the trigram index if these do not fill the page. */
const bounded: [caller: Caller, text: string, indexes: string[]][] = [
  ['member', `select * from public.search_leads('a')`, [byCustomer]],
  ['member', `select * from public.search_leads('am')`, [byCustomer]],
  ['admin', `select * from public.search_leads('am')`, [created]],
  ['member', `select * from public.search_leads('amelia acorn')`, [byCustomer]],
  ['neighbour', `select * from public.search_leads('am', sort => 'name')`, ['leads_customer_name_idx']],
  ['member', `select * from public.search_leads('c#', page_size => 2)`, [byCustomer]],
  ['member', `select * from public.search_leads('qj')`, [byCustomer, 'leads_search_text_idx']],
  ['admin', `select * from public.search_leads('qj')`, [created, 'leads_search_text_idx']],
  ['admin', `select * from public.search_leads('%')`, [created, 'leads_search_text_idx']],
  [
    'admin',
    `select * from public.search_leads('qj', sort => 'company')`,
    ['leads_company_sort_idx', 'leads_search_text_idx'],
  ],
  ['admin', `select * from public.search_leads('beeblebrox')`, [created, 'leads_search_text_idx']],
  ['member', `select * from public.search_leads('heart of gold')`, [byCustomer, 'leads_search_text_idx']],
  [
    'admin',
    `select * from public.search_leads('lead777@example')`,
    [created, 'leads_email_parts_idx', 'leads_search_text_idx'],
  ],
  // Each word is in a third of the rows.
  ['member', `select * from public.search_leads('buyer sales')`, [byCustomer, 'leads_search_text_idx']],
  [
    'member',
    `select * from public.lead_totals('buyer sales', estimate => true)`,
    [byCustomer, 'leads_search_text_idx'],
  ],
  ['admin', `select public.count_leads('beeblebrox')`, ['leads_search_text_idx']],
  ['member', `select * from public.lead_totals('qj', estimate => true)`, [byCustomer, 'leads_search_text_idx']],
  ['admin', `select * from public.lead_totals('beeblebrox', estimate => true)`, [created, 'leads_search_text_idx']],
  ['admin', `select * from public.lead_totals('am', estimate => true)`, [created]],
];

test.each(bounded)('the %s’s %s reads %j and at most 3,100 rows', async (caller, text, indexes) => {
  const { scans, fetched } = await countScans(caller, text);
  expect(withoutIds(scans)).toEqual(indexes);
  expect(fetched).toBeLessThanOrEqual(3100);
});

test.each([
  'lead777@example.test',
  'd777@ex',
  '7@example.test',
  '@example.tes',
  'amelia acorn',
  'lindqvist developer 1a',
  'sales buyer',
  'beeblebrox gold',
  'noor lead39@',
  'imported fathom',
])('a search for %s by indexes finds the same leads as a scan of the table', async (term) => {
  const words = term.split(' ');
  const isFound = words.map(
    (_, index) => `concat_ws(' ', name, company, title, email) ilike '%' || $${index + 1} || '%'`,
  );
  await world.transaction(async ({ actAs, query }) => {
    const stored = await query<{ id: string }>(
      `select id from public.leads where ${isFound.join(' and ')} order by created_at desc, id desc`,
      words,
    );
    await actAs('admin');
    const [counted] = await query('select total::int from public.lead_totals($1)', [term]);
    expect(counted).toEqual({ total: stored.length });
    const found = await query<{ id: string }>('select id from public.search_leads($1, page_size => 1000)', [term]);
    expect(found).toEqual(stored.slice(0, 1000));
  });
});

const companies: [caller: Caller, text: string, index: string][] = [
  [
    'neighbour',
    `select * from public.companies where customer_id = :globex and is_approved is false ${page}`,
    'companies_customer_rejected_idx',
  ],
  ['admin', `select * from public.search_companies('', status => 'approved')`, 'companies_created_approved_idx'],
  ['neighbour', `select * from public.companies where customer_id = :globex ${page}`, 'companies_customer_created_idx'],
  ['admin', `select * from public.companies where ${deep} ${page}`, 'companies_created_idx'],
  ['admin', `select * from public.search_companies('betelgeuse')`, 'companies_created_idx companies_search_text_idx'],
  [
    'member',
    `select * from public.search_companies('heart of gold')`,
    'companies_customer_created_idx companies_search_text_idx',
  ],
  ['admin', `select * from public.search_companies('', sort => 'name', status => 'rejected')`, 'companies_sort_idx'],
];

test.each(companies)('the %s’s %s reads %s', async (caller, text, index) => {
  expect(withoutIds((await countScans(caller, text, 'companies')).scans)).toEqual(index.split(' '));
});

const aLead = '(select id from public.leads where customer_id = :globex limit 1)';
const aCompany = '(select id from public.companies where customer_id = :globex limit 1)';
const activity: [text: string, indexes: string[]][] = [
  ['select * from public.activity_feed()', ['activity_created_idx']],
  [`select * from public.activity_feed(null, now() - interval '2 days', gen_random_uuid())`, ['activity_created_idx']],
  ['select * from public.activity_feed(:globex)', ['activity_customer_idx']],
  [
    `select * from public.activity_feed(:acme, now() - interval '2 days', gen_random_uuid())`,
    ['activity_customer_idx'],
  ],
  [`select * from public.lead_history(${aLead})`, ['activity_large_idx', 'activity_rows_idx']],
  [`select * from public.company_history(${aCompany})`, ['activity_large_idx', 'activity_rows_idx']],
];

test.each(activity)('%s reads these indexes and about as many rows as it returns', async (text, indexes) => {
  const { scans, fetched } = await countScans('admin', text, 'activity');
  expect(scans).toEqual(expect.arrayContaining(indexes));
  expect(scans).not.toContain('activity');
  expect(fetched).toBeLessThanOrEqual(150);
});

const imported = `(select id from public.imports where customer_id = :globex and file_name = 'file 1.csv')`;

const imports: [text: string, index: string, table: string][] = [
  [`select * from public.imports ${page}`, 'imports_created_idx', 'imports'],
  [`select * from public.imports where customer_id = :globex ${page}`, 'imports_customer_created_idx', 'imports'],
  [`select * from public.imports where error_rows > 0 ${page}`, 'imports_with_errors_idx', 'imports'],
  [`select * from public.leads where import_id = ${imported} ${page}`, 'leads_import_idx', 'leads'],
];

test.each(imports)('the admin’s %s reads %s', async (text, index, table) => {
  const { scans, fetched } = await countScans('admin', text, table);
  expect(scans).toEqual([index]);
  expect(fetched).toBeLessThanOrEqual(150);
});

const limited: [caller: Caller, text: string, max: number][] = [
  ['admin', `select * from public.search_leads('', import_id => :import)`, 200],
  ['neighbour', `select * from public.search_leads('', import_id => :import)`, 200],
  ['admin', `select * from public.search_leads('', status => 'to_review', import_id => :import)`, 200],
  ['admin', `select * from public.search_leads('imported 77', import_id => :import)`, 3_100],
  ['admin', `select * from public.search_leads('', sort => 'name', import_id => :import)`, 3_100],
  ['admin', `select * from public.lead_totals(import_id => :import)`, 3_000],
  ['admin', `select * from public.lead_totals('imported 77', estimate => true, import_id => :import)`, 3_000],
  ['admin', `select public.count_leads(import_id => :import)`, 3_000],
];

test.each(limited)('the %s’s %s reads leads_import_idx and at most %i rows', async (caller, text, max) => {
  const [row] = await world.transaction(({ query }) => query(world.withIds(`select ${imported} as id`)));
  const { scans, fetched } = await countScans(caller, text.replace(':import', `'${row?.id}'`));
  expect(withoutIds(scans)).toContain('leads_import_idx');
  expect(scans).not.toContain('leads');
  expect(fetched).toBeLessThanOrEqual(max);
});

test('undoing an import reads its rows by an index', async () => {
  for (const table of ['leads', 'companies']) {
    const { scans } = await countScans('admin', `select public.undo_import(${imported})`, table);
    expect(scans).not.toContain(table);
    expect(scans).toContain(`${table}_import_idx`);
  }
});

test('a decision about a lead that was not handed off reads no do-not-contact list', async () => {
  const rejected = '(select id from public.leads where is_approved is false limit 1)';
  for (const isApproved of [true, null]) {
    const text = `update public.leads set is_approved = ${isApproved} where id = ${rejected}`;
    expect((await countScans('admin', text, 'handed_off_leads')).scans).not.toEqual([]);
    expect((await countScans('admin', text, 'do_not_contact')).scans).toEqual([]);
    expect((await countScans('admin', text, 'agency_do_not_contact')).scans).toEqual([]);
  }
});

test('leads are compared with the do-not-contact entries by an index, also where there are few entries', async () => {
  for (const customers of ['null', 'array[:globex]::uuid[]']) {
    const text = `select * from public.lead_totals('', ${customers}, filter => '{"suppressed": false}')`;
    const { scans, fetched } = await countScans('admin', text, 'do_not_contact');
    expect(scans).toContain('do_not_contact_key');
    expect(fetched).toBeLessThanOrEqual(100);
  }
});

test('customer_progress reads the last decision and the last import of each customer from an index', async () => {
  const text = 'select * from public.customer_progress()';
  const decisions = await countScans('admin', text, 'decisions');
  expect(decisions.scans).toEqual(['decisions_customer_idx']);
  expect((await countScans('admin', text, 'imports')).scans).toEqual(['imports_customer_created_idx']);
  expect(decisions.fetched).toBeLessThanOrEqual(100);
});

test('the leads of a company and the company of a lead are read by the keys of their names', async () => {
  const [row] = await world.transaction(({ query }) =>
    query(
      world.withIds(
        `select company.id as company, lead.id as lead from public.companies company
         join public.leads lead on lead.customer_id = company.customer_id and lead.company = company.name
         where company.customer_id = :acme and company.name = 'Heart of Gold'`,
      ),
    ),
  );
  for (const caller of ['admin', 'member'] as const) {
    for (const after of ['', `, now(), '${row?.lead}'`]) {
      const leads = await countScans(caller, `select * from public.company_leads(:acme, '${row?.company}'${after})`);
      expect(leads.scans).toContain('leads_company_idx');
      expect(leads.scans).not.toContain('leads');
      expect(leads.fetched).toBeLessThanOrEqual(2);
    }
    const company = await countScans(caller, `select * from public.lead_company(:acme, '${row?.lead}')`, 'companies');
    expect(company).toEqual({ scans: ['companies_name_idx'], fetched: 1 });
  }
});

const hundred = 'array(select id from public.leads where customer_id = :acme order by id limit 100)';

/** The reads of a page about its rows in other tables, and the undo of its decisions. */
const besideRows: [caller: Caller, text: string, table: string, indexes: string[]][] = [
  [
    'neighbour',
    `select * from public.decisions where lead_id = ${aLead} order by decided_at desc limit 50`,
    'decisions',
    ['decisions_lead_idx'],
  ],
  ['member', `select public.undo_lead_decisions(${hundred})`, 'decisions', ['decisions_lead_idx']],
  ['member', `select public.leads_of_rejected_companies(${hundred})`, 'companies', ['companies_name_idx']],
  [
    'neighbour',
    `select * from public.comments where lead_id = ${aLead} order by created_at limit 50`,
    'comments',
    ['comments_lead_idx'],
  ],
  [
    'member',
    `select public.comment_counts(${hundred})`,
    'comments',
    [
      'comments_campaign_idx',
      'comments_company_idx',
      'comments_lead_idx',
      'comments_step_idx',
      'comments_version_step_idx',
    ],
  ],
];

test.each(besideRows)('the %s’s %s reads %s by %j', async (caller, text, table, indexes) => {
  expect((await countScans(caller, text, table)).scans).toEqual(indexes);
});

test('a saved mapping is read by its key', async () => {
  const statement = `select * from public.saved_mapping(:acme, 'leads', '["Name"]')`;
  const { scans } = await countScans('admin', `set local enable_seqscan = off; ${statement}`, 'import_mappings');
  expect(scans).toEqual(['import_mappings_customer_id_import_type_headers_key_key']);
});

/** Selected rows are read by their ids only, whatever the filter. */
const selected: [caller: Caller, call: string, table: 'leads' | 'companies'][] = [
  ['admin', `count_leads_among(:ids, 'amelia')`, 'leads'],
  ['admin', `count_leads_among(:ids, '', array[:globex]::uuid[], 'Rare')`, 'leads'],
  ['member', `count_leads_among(:ids)`, 'leads'],
  ['admin', `count_companies_among(:ids, 'software')`, 'companies'],
];

test.each(selected)('the %s’s %s reads %s by their ids', async (caller, call, table) => {
  const ids = await world.transaction(({ query }) => query(`select id from public.${table} order by id limit 100`));
  const text = `select public.${call.replace(':ids', `'{${ids.map(({ id }) => id)}}'`)}`;
  const { scans, fetched } = await countScans(caller, text, table);
  expect([[`${table}_pkey`], [`${table}_id_customer_id_key`]]).toContainEqual(scans);
  expect(fetched).toBeLessThanOrEqual(100);
});

test('a duplicate is found by the indexes of the keys', async () => {
  const { scans, fetched } = await countScans(
    'admin',
    `insert into public.leads (customer_id, name, email) values (:acme, 'Again', 'lead2@example.test') on conflict do nothing`,
  );
  expect(scans.filter((index) => index !== 'leads_id_customer_id_key' && index !== 'leads_pkey')).toEqual([
    'leads_email_key',
  ]);
  expect(fetched).toBe(1);
});

test('functions whose plans look expensive, because they have no nested loops, do not compile them', async () => {
  const functions = await world.transaction(({ query }) =>
    query(
      `select oid::regprocedure::text as name, 'jit=off' = any (proconfig) as is_not_compiled
       from pg_proc where 'enable_nestloop=off' = any (proconfig) order by name`,
    ),
  );
  expect(functions).not.toEqual([]);
  expect(functions.filter(({ is_not_compiled }) => !is_not_compiled)).toEqual([]);
});
