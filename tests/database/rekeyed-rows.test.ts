// Rows that were stored before the keys of LinkedIn addresses, emails and domains were made as they are now.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '#server/database/setup/migrate.ts';
import { productMigrations } from '#server/database/setup/migration-files.ts';
import { onOneConnection, ownerOf } from '#server/database/setup/owner.ts';
import { asOwner, createDatabase, inDatabase } from '../support/cluster.ts';

const server = inject('cluster').url;
const former = `leadlight_former_keys_${randomBytes(4).toString('hex')}`;
const ACME = '00000000-0000-4000-8000-0000000000a1';
const GLOBEX = '00000000-0000-4000-8000-0000000000b2';
const FIRST_VERSION = '20261129020000';

let name: string;
let client: pg.Client;

beforeAll(async () => {
  const url = await createDatabase(server, former);
  const earlier = productMigrations().filter(({ version }) => version < FIRST_VERSION);
  await onOneConnection(url, (owner) => migrate(owner, earlier));
  await asOwner(url, (owner) =>
    owner.query(`insert into public.customers (id, name) values ('${ACME}', 'Acme'), ('${GLOBEX}', 'Globex')`),
  );
}, 120_000);
afterAll(() => asOwner(server, (owner) => owner.query(`drop database if exists ${former} with (force)`)));
beforeEach(async () => {
  name = `${former}_${randomBytes(4).toString('hex')}`;
  await asOwner(server, (owner) => owner.query(`create database ${name} template ${former}`));
  client = new pg.Client({ connectionString: inDatabase(server, name) });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await asOwner(server, (owner) => owner.query(`drop database ${name} with (force)`));
});

type Row = Record<string, unknown>;
const query = async (text: string, values?: unknown[]) => (await client.query<Row>(text, values)).rows;
const upgrade = () => migrate(ownerOf(inDatabase(server, name)));

type Lead = { name: string; email?: string; url?: string; company?: string; at?: string };

/** Stores leads of Acme, each later than the one before unless `at` says otherwise. */
async function storeLeads(leads: readonly Lead[], customer = ACME): Promise<void> {
  for (const [place, lead] of leads.entries()) {
    await query(
      `insert into public.leads (customer_id, name, company, email, linkedin_profile_url, created_at)
       values ($1, $2, $3, $4, $5, coalesce($6, '2026-01-01'::timestamptz + $7 * interval '1 hour'))`,
      [customer, lead.name, lead.company, lead.email, lead.url, lead.at, place],
    );
  }
}

const storedLeads = () =>
  query(
    `select lead.name, lead.email, lead.linkedin_key, lead.name_key is not null as has_name_key, original.name as duplicate_of, lead.duplicate_keys
     from public.leads lead left join public.leads original on original.id = lead.duplicate_of order by lead.created_at, lead.name`,
  );

const page = (path: string) => `https://www.linkedin.com/${path}`;

test('of leads with one key the oldest has it, and the others are its duplicates', async () => {
  await storeLeads([
    { name: 'Vera', url: page('comm/in/vera?midToken=a') },
    { name: 'Vera again', url: page('in/vera') },
    { name: 'Vera once more', url: page('mwlite/in/vera') },
    { name: 'Walt', url: page('sales/lead/ACwAAB1,NAME_SEARCH,aa') },
    { name: 'Walt again', url: page('sales/lead/ACwAAB1,NAME_SEARCH,bb'), email: 'walt@x.test' },
    { name: 'Ada', email: 'Ada <ada@x.test>' },
    { name: 'Ada again', email: 'ada@x.test' },
    { name: 'Both', email: 'mailto:ada@x.test', url: page('comm/in/vera/de') },
    { name: 'Bob', email: 'bob@x.test', url: page('in/bob') },
  ]);
  await storeLeads([{ name: 'Vera of Globex', url: page('comm/in/vera') }], GLOBEX);
  expect(await upgrade()).toBeGreaterThan(0);
  const [vera, walt] = ['linkedin.com/in/vera', 'linkedin.com/in/acwaab1'];
  const lead = (row: Row) => ({
    email: null,
    linkedin_key: null,
    has_name_key: false,
    duplicate_of: null,
    duplicate_keys: null,
    ...row,
  });
  expect(await storedLeads()).toEqual([
    lead({ name: 'Vera', linkedin_key: vera }),
    lead({ name: 'Vera of Globex', linkedin_key: vera }),
    lead({ name: 'Vera again', linkedin_key: vera, duplicate_of: 'Vera', duplicate_keys: ['linkedin_key'] }),
    lead({ name: 'Vera once more', linkedin_key: vera, duplicate_of: 'Vera', duplicate_keys: ['linkedin_key'] }),
    lead({ name: 'Walt', linkedin_key: walt }),
    lead({
      name: 'Walt again',
      linkedin_key: walt,
      email: 'walt@x.test',
      duplicate_of: 'Walt',
      duplicate_keys: ['linkedin_key'],
    }),
    lead({ name: 'Ada', email: 'ada@x.test' }),
    lead({ name: 'Ada again', email: 'ada@x.test', duplicate_of: 'Ada', duplicate_keys: ['email_key'] }),
    lead({
      name: 'Both',
      email: 'ada@x.test',
      linkedin_key: vera,
      duplicate_of: 'Vera',
      duplicate_keys: ['linkedin_key', 'email_key'],
    }),
    lead({ name: 'Bob', email: 'bob@x.test', linkedin_key: 'linkedin.com/in/bob' }),
  ]);
  expect(await query(`select column_name, original_text from private.shortened_texts order by original_text`)).toEqual([
    { column_name: 'email', original_text: 'Ada <ada@x.test>' },
    { column_name: 'email', original_text: 'mailto:ada@x.test' },
  ]);
});

test('the oldest lead is that of the first import, and of an import the first row', async () => {
  await query(
    `insert into public.imports (id, customer_id, file_name, import_type, created_at) values
       ('00000000-0000-4000-8000-000000000001', '${ACME}', 'one.csv', 'leads', '2026-02-01'),
       ('00000000-0000-4000-8000-000000000002', '${ACME}', 'two.csv', 'leads', '2026-03-01')`,
  );
  await query(
    `insert into public.leads (customer_id, import_id, name, email, created_at)
     select '${ACME}', ('00000000-0000-4000-8000-00000000000' || import)::uuid, name, email, at::timestamptz - "row" * interval '1 microsecond'
     from (values
       (1, 3, 'Second row', 'mailto:ada@x.test', '2026-02-01'), (1, 2, 'First row', '<ada@x.test>', '2026-02-01'),
       (2, 2, 'Second import', 'ada@x.test', '2026-03-01')
     ) given (import, "row", name, email, at)`,
  );
  await upgrade();
  const rows = await storedLeads();
  expect(rows.map(({ name: of, duplicate_of }) => [of, duplicate_of])).toEqual([
    ['Second row', 'First row'],
    ['First row', null],
    ['Second import', 'First row'],
  ]);
});

test('addresses that name nobody and emails that are not known have no key, and their leads are compared by name', async () => {
  await storeLeads([
    { name: 'Ada', company: 'Acme', url: page('in/') },
    { name: 'ada', company: 'acme', url: page('in/unavailable') },
    { name: 'Bob', email: 'email_not_unlocked@domain.com', url: page('profile/view?id=7') },
    { name: 'Eve', email: 'test@test.com' },
  ]);
  await upgrade();
  expect(await storedLeads()).toEqual([
    { name: 'Ada', email: null, linkedin_key: null, has_name_key: true, duplicate_of: null, duplicate_keys: null },
    {
      name: 'ada',
      email: null,
      linkedin_key: null,
      has_name_key: true,
      duplicate_of: 'Ada',
      duplicate_keys: ['name_key'],
    },
    {
      name: 'Bob',
      email: null,
      linkedin_key: 'linkedin.com/profile/view?id=7',
      has_name_key: false,
      duplicate_of: null,
      duplicate_keys: null,
    },
    { name: 'Eve', email: null, linkedin_key: null, has_name_key: true, duplicate_of: null, duplicate_keys: null },
  ]);
});

test('companies with the domain of a platform have no key by it, and are compared by name', async () => {
  await query(
    `insert into public.companies (customer_id, name, domain, linkedin_url, created_at) values
       ('${ACME}', 'Alpha', 'gmail.com', null, '2026-01-01'), ('${ACME}', 'alpha', null, 'linkedin.com/company/', '2026-01-02'),
       ('${ACME}', 'Beta', 'beta.example.', null, '2026-01-03'), ('${ACME}', 'Beta Inc', 'beta.example', null, '2026-01-04'),
       ('${ACME}', 'Gamma', null, 'linkedin.com/company-beta/5', '2026-01-05'), ('${ACME}', 'Gamma Inc', null, 'linkedin.com/sales/company/5', '2026-01-06')`,
  );
  await upgrade();
  const rows = await query(
    `select company.name, company.domain_key, company.linkedin_key, original.name as duplicate_of, company.duplicate_keys
     from public.companies company left join public.companies original on original.id = company.duplicate_of order by company.created_at`,
  );
  const company = (row: Row) => ({
    domain_key: null,
    linkedin_key: null,
    duplicate_of: null,
    duplicate_keys: null,
    ...row,
  });
  expect(rows).toEqual([
    company({ name: 'Alpha' }),
    company({ name: 'alpha', duplicate_of: 'Alpha', duplicate_keys: ['name_key'] }),
    company({ name: 'Beta', domain_key: 'beta.example' }),
    company({ name: 'Beta Inc', domain_key: 'beta.example', duplicate_of: 'Beta', duplicate_keys: ['domain_key'] }),
    company({ name: 'Gamma', linkedin_key: 'linkedin.com/company/5' }),
    company({
      name: 'Gamma Inc',
      linkedin_key: 'linkedin.com/company/5',
      duplicate_of: 'Gamma',
      duplicate_keys: ['linkedin_key'],
    }),
  ]);
});

test('nothing else of a row changes: its dates, decision, activity and counters', async () => {
  await storeLeads([
    { name: 'Ada', email: 'mailto:ada@x.test', url: page('comm/in/ada') },
    { name: 'Ada again', email: 'ada@x.test' },
  ]);
  await query('update public.leads set is_approved = true');
  const state = async () => [
    await query('select name, is_approved, updated_at, decided_at, decided_values from public.leads order by name'),
    await query('select count(*)::int from public.activity'),
    await query('select count(*)::int from public.decisions'),
    await query('select sum(total)::int as total, sum(approved)::int as approved from public.lead_counters'),
  ];
  const before = await state();
  await upgrade();
  expect(await state()).toEqual(before);
});

test('do-not-contact entries apply to each form, and those with one key stay', async () => {
  await storeLeads([
    { name: 'Vera', url: page('comm/in/vera') },
    { name: 'Vera again', url: page('in/vera') },
    { name: 'Ada', email: 'mailto:ada@x.test' },
    { name: 'Bob', email: 'bob@x.test' },
  ]);
  await query(
    `insert into public.do_not_contact (customer_id, kind, value, source, created_at) values
       ('${ACME}', 'linkedin', 'linkedin.com/mwlite/in/vera', 'form', '2026-01-01'), ('${ACME}', 'linkedin', 'linkedin.com/in/vera', 'form', '2026-01-02'),
       ('${ACME}', 'email', 'ada@x.test', 'form', '2026-01-01'), ('${ACME}', 'linkedin', 'linkedin.com/in/', 'form', '2026-01-03')`,
  );
  await query(
    `insert into public.agency_do_not_contact (kind, value, source) values ('email', 'mailto:bob@x.test', 'form'), ('email', 'bob@x.test', 'form')`,
  );
  await upgrade();
  const suppressed = await query(
    `select distinct name from public.leads cross join private.do_not_contact_matches('${ACME}', array[id]) order by name`,
  );
  expect(suppressed.map(({ name: of }) => of)).toEqual(['Ada', 'Bob', 'Vera', 'Vera again']);
  expect(await query(`select value, match_key, is_repeat from public.do_not_contact order by value`)).toEqual([
    { value: 'ada@x.test', match_key: 'ada@x.test', is_repeat: false },
    { value: 'linkedin.com/in/', match_key: 'linkedin.com/in/', is_repeat: false },
    { value: 'linkedin.com/in/vera', match_key: 'linkedin.com/in/vera', is_repeat: false },
    { value: 'linkedin.com/mwlite/in/vera', match_key: 'linkedin.com/in/vera', is_repeat: true },
  ]);
  expect(await query(`select match_key, is_repeat from public.agency_do_not_contact order by is_repeat`)).toEqual([
    { match_key: 'bob@x.test', is_repeat: false },
    { match_key: 'bob@x.test', is_repeat: true },
  ]);
});

test('an erased contact is recognized by each form of its LinkedIn page', async () => {
  await query(
    `insert into public.agency_do_not_contact (kind, value, source)
     select 'erased', private.erased_key(secret, 'linkedin.com/comm/in/vera'), 'erased' from private.contact_secret`,
  );
  await upgrade();
  await storeLeads([
    { name: 'Vera', url: page('in/vera') },
    { name: 'Bob', url: page('in/bob') },
  ]);
  expect(
    await query(`select name from public.leads cross join private.do_not_contact_matches('${ACME}', array[id])`),
  ).toEqual([{ name: 'Vera' }]);
  const [condition] = await query(`select private.suppressed_condition(array['${ACME}']::uuid[]) as text`);
  expect(await query(`select name from public.leads where ${condition?.text}`)).toEqual([{ name: 'Vera' }]);
});

test('leads that were handed off are found by the new keys, and flagged where an entry has one of these', async () => {
  const [handOff] = await query(`select gen_random_uuid() as id`);
  await client.query(`set session_replication_role = replica`);
  await query(
    `insert into public.handed_off_leads (customer_id, campaign_id, lead_id, hand_off_id, name, linkedin_key, email_key)
     values ('${ACME}', $1, gen_random_uuid(), $1, 'Vera', 'linkedin.com/comm/in/vera', 'mailto:vera@x.test')`,
    [handOff?.id],
  );
  await query(
    `insert into public.hand_off_rows (hand_off_id, place, customer_id, lead_id, name, linkedin_key, email_key, cells)
     values ($1, 1, '${ACME}', gen_random_uuid(), 'Vera', 'linkedin.com/sales/lead/acwaab1,name_search,aa', 'vera@x.test', '{}')`,
    [handOff?.id],
  );
  await query(
    `insert into public.handed_off_leads (customer_id, campaign_id, lead_id, hand_off_id, name, linkedin_key)
     values ('${ACME}', $1, gen_random_uuid(), $1, 'Walt', 'linkedin.com/comm/in/walt')`,
    [handOff?.id],
  );
  await client.query(`set session_replication_role = origin`);
  await query(
    `insert into public.do_not_contact (customer_id, kind, value, source)
     values ('${ACME}', 'linkedin', 'https://www.linkedin.com/in/vera', 'form')`,
  );
  await upgrade();
  expect(await query('select linkedin_key, email_key, flag from public.handed_off_leads order by name')).toEqual([
    { linkedin_key: 'linkedin.com/in/vera', email_key: 'vera@x.test', flag: 'do_not_contact' },
    { linkedin_key: 'linkedin.com/in/walt', email_key: null, flag: null },
  ]);
  expect(await query('select linkedin_key, email_key from public.hand_off_rows')).toEqual([
    { linkedin_key: 'linkedin.com/in/acwaab1', email_key: 'vera@x.test' },
  ]);
});

test('a duplicate is none any more once it has its key alone', async () => {
  await storeLeads([
    { name: 'Ada', email: '<ada@x.test>' },
    { name: 'Ada 2', email: 'ada@x.test' },
    { name: 'Ada 3', email: 'mailto:ada@x.test' },
    { name: 'Bob', email: 'Bob <bob@x.test>' },
    { name: 'Bob 2', email: 'bob@x.test' },
  ]);
  await upgrade();
  const duplicates = async () =>
    (await storedLeads())
      .filter(({ duplicate_of }) => duplicate_of)
      .map(({ name: of, duplicate_of }) => [of, duplicate_of]);
  expect(await duplicates()).toEqual([
    ['Ada 2', 'Ada'],
    ['Ada 3', 'Ada'],
    ['Bob 2', 'Bob'],
  ]);
  await query(`update public.leads set email = 'bob2@x.test' where name = 'Bob 2'`);
  expect(await duplicates()).toEqual([
    ['Ada 2', 'Ada'],
    ['Ada 3', 'Ada'],
  ]);
  await query(`update public.leads set is_separate = true where name = 'Ada 3'`);
  await query(`delete from public.leads where name = 'Ada'`);
  expect(await duplicates()).toEqual([['Ada 3', 'Ada 2']]);
  await query(`update public.leads set email = 'other@x.test' where name = 'Ada 2'`);
  expect(await duplicates()).toEqual([]);
  expect(await query('select name from public.leads where is_separate')).toEqual([]);
  await expect(query(`update public.leads set email = 'ada@x.test' where name = 'Ada 2'`)).rejects.toThrow(
    'leads_email_key',
  );
});

test('an import matches the older of two rows by their common key, and a duplicate by a key of its own', async () => {
  await storeLeads([
    { name: 'Ada', url: page('comm/in/ada') },
    { name: 'Ada 2', url: page('in/ada'), email: 'ada@x.test' },
  ]);
  await upgrade();
  const rows = [
    { row: 2, name: 'A', linkedin_profile_url: page('mwlite/in/ada') },
    { row: 3, name: 'B', email: '<ada@x.test>' },
    { row: 4, name: 'C', email: 'new@x.test' },
  ];
  const matched = await query(
    `select "row", stored.name from private.match_rows('${ACME}', 'leads', $1, 'match') matched join public.leads stored using (id) order by 1`,
    [JSON.stringify(rows)],
  );
  expect(matched).toEqual([
    { row: 2, name: 'Ada' },
    { row: 3, name: 'Ada 2' },
  ]);
});

test('no rows of the former schema keep the upgrade from succeeding, and each key has one owner', async () => {
  const url = fc.constantFrom(
    ...[null, 'in/', 'in/unavailable', 'login', 'company/'],
    ...['in', 'comm/in', 'mwlite/in', 'mwlite/profile/in', 'pub', 'sales/lead', 'sales/people'].flatMap((path) =>
      ['vera', 'walt', 'ACwAAB1,NAME_SEARCH,x', 'ACwAAB1,OUT,y', 'v%C3%A9ra', 'null'].map((slug) => `${path}/${slug}`),
    ),
    ...['1', '2', 'ACwAAB1'].map((id) => `profile/view?id=${id}`),
  );
  const email = fc.constantFrom(
    null,
    ...['ada@x.test', 'bob@x.test', 'eve@x.test', 'test@test.com'].flatMap((address) => [
      address,
      `mailto:${address}`,
      `<${address}>`,
      `Name <${address}>`,
      `${address};`,
      `"${address}"`,
      `${address}\u200b`,
    ]),
  );
  const rows = fc.sample(fc.record({ name: fc.constantFrom('A', 'B', 'C', 'D'), url, email, age: fc.nat(10) }), {
    numRuns: 3000,
    seed: 7,
  });
  await query(
    `insert into public.leads (customer_id, name, linkedin_profile_url, email, created_at)
     select '${ACME}', name, 'https://www.linkedin.com/' || url, email, timestamptz '2026-01-01' + age * interval '1 day'
     from jsonb_to_recordset($1) as given (name text, url text, email text, age int) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
  const [{ amount } = {}] = await query('select count(*)::int as amount from public.leads');
  expect(amount).toBeGreaterThan(40);
  await upgrade();
  expect(await query('select count(*)::int as amount from public.leads')).toEqual([{ amount }]);
  for (const key of ['linkedin_key', 'email_key', 'name_key']) {
    const owners = await query(
      `select count(*)::int as keys, count(*) filter (where owners <> 1)::int as wrong, count(*) filter (where rows > 1)::int as shared
       from (
         select count(*) as rows, count(*) filter (where '${key}' = any (duplicate_keys) is not true) as owners
         from public.leads where ${key} is not null group by ${key}
       ) grouped`,
    );
    expect(owners).toEqual([{ keys: owners[0]?.keys, wrong: 0, shared: owners[0]?.shared }]);
    expect(owners[0]?.shared).toBeGreaterThan(key === 'name_key' ? 0 : 1);
  }
  expect(
    await query(
      `select count(*)::int as wrong from public.leads
       where (duplicate_of is null) <> (duplicate_keys is null) or duplicate_of = id or email is distinct from private.stored_email(email)`,
    ),
  ).toEqual([{ wrong: 0 }]);
});
