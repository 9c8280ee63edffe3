import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLATFORMS, SHARED_DOMAINS } from '#domain/import/hosts.ts';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Lead = { email?: string; linkedin?: string; company?: string };

/** Adds leads of Acme; returns their ids. */
async function addLeads({ query }: Transaction, leads: Lead[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    world.withIds(`insert into public.leads (customer_id, name, email, linkedin_profile_url, company)
      select :acme, 'Lead ' || place, lead ->> 'email', lead ->> 'linkedin', lead ->> 'company'
      from jsonb_array_elements($1) with ordinality as given (lead, place) on conflict do nothing returning id`),
    [JSON.stringify(leads)],
  );
  return rows.map(({ id }) => id);
}

type Entry = [kind: string, value: string];

async function addEntries({ query }: Transaction, entries: Entry[], table = 'do_not_contact'): Promise<void> {
  for (const [kind, value] of entries) {
    await query(
      world.withIds(
        table === 'do_not_contact'
          ? `insert into public.do_not_contact (customer_id, kind, value, source) values (:acme, $1, $2, 'form')`
          : `insert into public.agency_do_not_contact (kind, value, source) values ($1, $2, 'form')`,
      ),
      [kind, value],
    );
  }
}

/** The places of the leads that must not be contacted, as each of the three forms of the rule finds them. */
async function suppressed({ query }: Transaction, ids: string[]): Promise<number[][]> {
  const acme = world.id('acme');
  const [rule] = await query<{ condition: string; sql: string }>(
    'select private.suppressed_condition(array[$1::uuid]) as condition, private.suppressed_leads_sql($1) as sql',
    [acme],
  );
  const [everywhere] = await query<{ condition: string }>('select private.suppressed_condition(null) as condition');
  const found = [
    await query<{ id: string }>('select distinct lead_id as id from private.do_not_contact_matches($1, $2)', [
      acme,
      ids,
    ]),
    await query<{ id: string }>(`select id from public.leads where ${rule?.condition}`),
    await query<{ id: string }>(`select id from public.leads where ${everywhere?.condition}`),
    await query<{ id: string }>(rule?.sql ?? ''),
  ];
  return found.map((rows) => rows.map(({ id }) => ids.indexOf(id)).sort((a, b) => a - b));
}

const matching: [entry: Entry, matches: Lead, doesNot: Lead][] = [
  [['email', ' Ada@Example.COM '], { email: 'ada@example.com' }, { email: 'ada@example.org' }],
  [['email', 'ada@example.com'], { email: 'ADA@example.com' }, { email: 'ada@mail.example.com' }],
  [['domain', 'www.Example.com'], { email: 'ada@example.com' }, { email: 'ada@anexample.com' }],
  [['domain', 'https://example.com/about?x=1'], { email: 'ada@eu.sales.example.com' }, { email: 'example.com@x.org' }],
  [['domain', 'example.com'], { company: 'Example.com' }, { company: 'Example' }],
  [['domain', 'shop.example.com'], { email: 'ada@shop.example.com' }, { email: 'ada@example.com' }],
  [['domain', 'example.com'], { email: 'ada@-a.example.com' }, { email: 'ada@example.com-a' }],
  [
    ['linkedin', 'http://www.linkedin.com/in/Ada/?utm_source=x'],
    { linkedin: 'https://de.linkedin.com/in/ada#top' },
    { linkedin: 'https://linkedin.com/in/adam' },
  ],
  [['company', '  ÉCLAIR   Gmbh'], { company: 'e\u0301clair gmbh' }, { company: 'Éclair' }],
  [['company', 'Booking.com'], { email: 'ada@booking.com', company: 'Booking' }, { email: 'ada@booking.co' }],
  [['company', 'https://www.example.com'], { email: 'ada@example.com' }, { email: 'ada@www-example.com' }],
  [['company', 'Initech'], { company: 'INITECH', email: 'ada@example.com' }, { company: 'Initech Ltd' }],
];

test.each(matching)('the entry %j applies to %j, not to %j', (entry, matches, doesNot) =>
  world.transaction(async (transaction) => {
    const ids = await addLeads(transaction, [doesNot, matches, doesNot.company ? { email: 'x@y.example' } : {}]);
    await addEntries(transaction, [entry]);
    expect(await suppressed(transaction, ids)).toEqual(Array(4).fill([1]));
  }),
);

test('an entry applies to the leads of a company with its domain, to its subdomains, and not to other customers’ leads', () =>
  world.transaction(async (transaction) => {
    const ids = await addLeads(transaction, [{ company: 'Acme GmbH' }, { company: 'ACME GmbH' }, { company: 'Acme' }]);
    await transaction.query(
      world.withIds(`insert into public.companies (customer_id, name, domain) values
        (:acme, 'Acme GmbH', 'shop.acme.example'), (:acme, 'Acme GmbH', 'acme.test'), (:globex, 'Acme', 'acme.example')`),
    );
    await addEntries(transaction, [['domain', 'acme.example']]);
    expect(await suppressed(transaction, ids)).toEqual(Array(4).fill([0, 1]));
    expect(await transaction.query(world.withIds('select private.do_not_contact_matches(:globex, $1)'), [ids])).toEqual(
      [],
    );
  }));

test('an agency-wide entry applies to every customer’s leads, a removed one to none', () =>
  world.transaction(async (transaction) => {
    const ids = await addLeads(transaction, [{ email: 'ada@example.com' }, { email: 'bob@example.com' }]);
    expect(await suppressed(transaction, ids)).toEqual(Array(4).fill([]));
    await addEntries(transaction, [['email', 'bob@example.com']], 'agency_do_not_contact');
    await addEntries(transaction, [['email', 'ada@example.com']]);
    expect(await suppressed(transaction, ids)).toEqual(Array(4).fill([0, 1]));
    await transaction.query(`update public.agency_do_not_contact set removed_at = now() where kind = 'email'`);
    expect(await suppressed(transaction, ids)).toEqual(Array(4).fill([0]));
  }));

test('the hash of an erased contact applies to email and LinkedIn page', () =>
  world.transaction(async (transaction) => {
    const leads = [
      { email: 'Ada@example.com' },
      { linkedin: 'https://www.linkedin.com/in/ada?x=1' },
      { email: 'bob@example.com' },
    ];
    const ids = await addLeads(transaction, [...leads, {}]);
    await transaction.query(
      `insert into public.agency_do_not_contact (kind, value, source)
       select 'erased', private.erased_key(secret, key), 'erased'
       from private.contact_secret, unnest(array['ada@example.com', 'linkedin.com/in/ada']) key`,
    );
    expect(await suppressed(transaction, ids)).toEqual(Array(4).fill([0, 1]));
  }));

const domains = [
  'a.example',
  'b.a.example',
  'c.b.a.example',
  'x-a.example',
  'a.example-x.test',
  'B.example',
  'ä.example',
];
const names = ['A.example', 'Initech', 'Umbrella', 'ÉCLAIR', 'x@y', 'in/ada'];
const pages = [
  'linkedin.com/in/ada',
  'https://m.linkedin.com/in/BOB/',
  'linkedin.com/in/%C3%A9va',
  'linkedin.com/company/x',
];
const email = fc
  .tuple(fc.constantFrom('ada', 'Bob', 'cy'), fc.constantFrom(...domains))
  .map((parts) => parts.join('@'));
const leads = fc.uniqueArray(
  fc.record({ email, company: fc.constantFrom(...names), linkedin: fc.constantFrom(...pages) }, { requiredKeys: [] }),
  { maxLength: 10, selector: JSON.stringify },
);
const entry = fc.oneof(
  fc.tuple(fc.constant('email'), email),
  fc.tuple(fc.constant('domain'), fc.constantFrom(...domains)),
  fc.tuple(fc.constant('linkedin'), fc.constantFrom(...pages)),
  fc.tuple(fc.constant('company'), fc.constantFrom(...names)),
);
const entries = fc.uniqueArray(entry, { maxLength: 4, selector: ([kind, value]) => `${kind} ${value.toLowerCase()}` });
const companies = fc.array(fc.tuple(fc.constantFrom(...names), fc.option(fc.constantFrom(...domains))), {
  maxLength: 4,
});

test('all forms of the rule find the same leads', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(leads, companies, entries, entries, (rows, employers, own, agencyWide) =>
      world.transaction(async (transaction) => {
        for (const employer of employers)
          await transaction.query(
            world.withIds(
              'insert into public.companies (customer_id, name, domain) values (:acme, $1, $2) on conflict do nothing',
            ),
            employer,
          );
        const ids = await addLeads(transaction, rows);
        await addEntries(transaction, own);
        await addEntries(transaction, agencyWide, 'agency_do_not_contact');
        const [matches = [], ...others] = await suppressed(transaction, ids);
        found += matches.length;
        expect(others).toEqual([matches, matches, matches]);
      }),
    ),
  );
  expect(found).toBeGreaterThan(0);
});

test('the database knows the same shared domains and platforms as the app', () =>
  world.transaction(async ({ query }) => {
    const count = async (rule: string, domains: readonly string[]) =>
      (await query(`select count(*)::int from unnest($1::text[]) domain where private.${rule}(domain)`, [domains]))[0]
        ?.count;
    const sources = await query<{ source: string }>(
      `select prosrc as source from pg_proc where oid in ('private.is_shared_domain'::regproc, 'private.is_platform'::regproc) order by proname desc`,
    );
    const known = sources.map(({ source }) => new Set(source.match(/[a-z0-9-]+(?:[.][a-z0-9-]+)+/g)).size);
    expect(known).toEqual([SHARED_DOMAINS.size, PLATFORMS.length + 1]); // private.parent_domains
    expect(await count('is_shared_domain', [...SHARED_DOMAINS])).toBe(SHARED_DOMAINS.size);
    expect(await count('is_platform', PLATFORMS)).toBe(PLATFORMS.length);
    expect(
      await count(
        'is_platform',
        PLATFORMS.map((host) => `de.${host}`),
      ),
    ).toBe(PLATFORMS.length);
    expect(
      await count('is_shared_domain', ['acme.example', 'acme.myshopify.com', 'acme.co.uk', 'ail.com', 'com', '']),
    ).toBe(0);
    expect(await count('is_platform', ['acme.example', 'notxing.com', 'ing.com', 'com', ''])).toBe(0);
  }));

/** The result of add_do_not_contact for Acme's list, or with null for the agency's. */
async function add(
  { query }: Transaction,
  entries: object[],
  list = ':acme',
  options = '',
): Promise<Record<string, unknown>> {
  const [row] = await query<{ result: Record<string, unknown> }>(
    world.withIds(`select public.add_do_not_contact($1, ${list} ${options}) as result`),
    [JSON.stringify(entries)],
  );
  return row?.result ?? {};
}

test('entries are added once, errors name their place, and a dry run changes nothing', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await query(
      world.withIds(`update public.leads set email = 'ada@sub.acme.example', is_approved = true where id = :acme lead`),
    );
    await actAs('member');
    const entries = [
      { kind: 'domain', value: ' www.ACME.example ', reason: ' Customer of ours ' },
      { kind: 'domain', value: 'acme.example' },
      { kind: 'domain', value: 'gmail.com' },
      { kind: 'company', value: 'https://www.GMX.de/' },
      { kind: 'domain', value: 'acme' },
      { kind: 'email', value: 'ada@localhost' },
      { kind: 'linkedin', value: 'https://www.linkedin.com/feed' },
      { kind: 'company', value: '  ' },
      { kind: 'erased', value: 'ada@example.com' },
      { kind: 'company', value: 'x'.repeat(501) },
      { kind: 'company', value: 'x', reason: 'x'.repeat(501) },
      { kind: 'email', value: `${'x'.repeat(311)}@acme.test` },
      { kind: 'domain', value: `${'x.'.repeat(125)}test` },
      { kind: 'domain', value: `${'x.'.repeat(900)}test` },
      { kind: 'domain', value: `https://acme.test/${'x'.repeat(1983)}` },
      { kind: 'linkedin', value: `linkedin.com/in/${'x'.repeat(1985)}` },
      { kind: 'company', value: `Acme ${'\u0301'.repeat(31)}` },
    ];
    const expected = {
      ids: [expect.any(String)],
      repeated: 1,
      touched: 1,
      leads: [{ id: world.id('acme lead'), customerId: world.id('acme'), name: 'Ada of acme', company: 'acme Works' }],
      errors: [
        { entry: 2, error: 'Many users have addresses at gmail.com: add their email addresses instead' },
        { entry: 3, error: 'Many users have addresses at gmx.de: add their email addresses instead' },
        { entry: 4, error: 'Domain is not valid: acme' },
        { entry: 5, error: 'Email is not valid: ada@localhost' },
        { entry: 6, error: 'LinkedIn page is not valid: https://www.linkedin.com/feed' },
        { entry: 7, error: 'Value is missing' },
        { entry: 8, error: 'Kind must be email, domain, linkedin or company' },
        { entry: 9, error: 'Value is too long (501 characters, at most 500)' },
        { entry: 10, error: 'Reason is too long (501 characters, at most 500)' },
        { entry: 11, error: 'Value is too long (321 characters, at most 320)' },
        { entry: 12, error: 'Domain is too long (at most 253 characters)' },
        { entry: 13, error: 'Domain is too long (at most 253 characters)' },
        { entry: 14, error: 'Value is too long (2001 characters, at most 2000)' },
        { entry: 15, error: 'Value is too long (2001 characters, at most 2000)' },
        { entry: 16, error: 'Value has more than 30 accents or symbols in a row' },
      ],
    };
    const listed = () =>
      query(
        world.withIds(
          `select value, reason, source, is_from_member, created_by from public.search_do_not_contact(:acme)`,
        ),
      );
    const before = await listed();
    expect(await add(transaction, entries, ':acme', ', dry_run => true')).toEqual(expected);
    expect(await listed()).toEqual(before);
    expect(await add(transaction, entries)).toEqual(expected);
    expect(await listed()).toEqual([
      {
        value: 'www.ACME.example',
        reason: 'Customer of ours',
        source: 'form',
        is_from_member: true,
        created_by: world.id('member'),
      },
      ...before,
    ]);
    expect(await add(transaction, entries)).toEqual({ ...expected, ids: [], repeated: 2 });
    await actAs('owner');
    expect(await query(world.withIds(`select is_approved from public.leads where id = :acme lead`))).toEqual([
      { is_approved: true },
    ]);
  }));

const domainError = (value: string) => `Domain is not valid: ${value}`;
const emailError = (value: string) => `Email is not valid: ${value}`;
const companyError = (value: string) => `This is an address, not the name of a company: ${value}`;

test.each<[kind: string, value: string, error: string]>([
  ...[
    '*@acme.example',
    '%@acme.example',
    '@acme.example',
    'sales*@acme.example',
    '%sales%@acme.example',
    'ada@*.acme.example',
    'ada@acme.example;bob@acme.example',
    'ada@acme.example bob@acme.example',
    '1. ada@acme.example',
    'Ada Lovelace',
    'ada@acme.1',
    'ada@-.x',
  ].map((value): [string, string, string] => ['email', value, emailError(value)]),
  ...[
    '*.acme.example',
    '*@acme.example',
    '@acme.example',
    '.acme.example',
    '%acme.example',
    'acme.*',
    '*.com',
    'com',
    'acme.example, beta.example',
    'acme.example;beta.example',
    '"acme.example"',
    'ada@acme.example',
    'Acme GmbH',
    '192.168.0.1',
    'https://www.linkedin.com/company/acme',
  ].map((value): [string, string, string] => ['domain', value, domainError(value)]),
  ...[
    'ada@acme.example',
    'Ada <ada@acme.example>',
    '1. ada@acme.example',
    '*@acme.example',
    '*.acme.example',
    '.acme.example',
    '@acme.example',
    '%@acme.example',
    'acme.example/*',
    'acme.*',
    'acme.example, beta.example',
    'acme.example beta.example',
    'https://localhost',
    'https://www.linkedin.com/in/ada',
    'linkedin.com/company/acme',
  ].map((value): [string, string, string] => ['company', value, companyError(value)]),
  ...['*', '-', '•', '%', '@', '—'].map((value): [string, string, string] => [
    'company',
    value,
    `The name of a company has letters or digits: ${value}`,
  ]),
])('an entry of the kind %s is rejected that can apply to nobody: %s', (kind, value, error) =>
  world.transaction(async (transaction) => {
    await transaction.actAs('member');
    expect(await add(transaction, [{ kind, value }])).toMatchObject({ ids: [], errors: [{ entry: 0, error }] });
  }),
);

test.each([
  ['email', 'unknown@acme.example', 'Email names nobody: unknown@acme.example'],
  ['linkedin', 'linkedin.com/in/unavailable', 'LinkedIn page is not valid: linkedin.com/in/unavailable'],
])('the %s %s names nobody', (kind, value, error) =>
  world.transaction(async (transaction) => {
    await transaction.actAs('member');
    expect(await add(transaction, [{ kind, value }])).toMatchObject({ ids: [], errors: [{ error }] });
  }),
);

test.each([
  ['email', 'Ada Lovelace <mailto:ada@acme.example>;'],
  ['linkedin', 'https://www.linkedin.com/sales/lead/ACwAA1,NAME_SEARCH,x'],
  ['linkedin', 'linkedin.com/profile/view?id=ACwAA1'],
  ['email', "o'neil+x@müller.example"],
  ['email', 'जॉन@उदाहरण.भारत'],
  ['domain', 'उदाहरण.भारत'],
  ['domain', 'xn--e1afmkfd.xn--p1ai'],
  ['domain', 'a_b.c-d.acme.example:8080/about'],
  ['company', 'Booking.com'],
  ['company', 'Booking.com B.V.'],
  ['company', 'https://www.acme.example'],
  ['company', 'P@ul & Sons'],
  ['company', 'E*TRADE Financial'],
  ['company', '*NSYNC'],
  ['company', '.NET Foundation'],
  ['company', '100% Pure'],
  ['company', '1. FC Köln'],
  ['company', 'A/B Testing, Inc.'],
  ['company', '株式会社'],
  ['company', '3M'],
])('the entry %s %s is added', (kind, value) =>
  world.transaction(async (transaction) => {
    await transaction.actAs('member');
    expect(await add(transaction, [{ kind, value }])).toMatchObject({ ids: [expect.any(String)], errors: [] });
  }),
);

test('entries of the greatest lengths are added', () =>
  world.transaction(async (transaction) => {
    const { actAs } = transaction;
    await actAs('member');
    const entries = [
      { kind: 'email', value: `${'x'.repeat(310)}@acme.test` },
      { kind: 'domain', value: `www.${'x.'.repeat(124)}teste` },
      { kind: 'domain', value: `https://acme.test/${'x'.repeat(1982)}` },
      { kind: 'linkedin', value: `linkedin.com/in/ada?${'x'.repeat(1980)}` },
      { kind: 'company', value: '株'.repeat(500) },
      { kind: 'company', value: `Acme e${'\u0301'.repeat(30)} ${'किं'.repeat(100)}` },
    ];
    expect(await add(transaction, entries)).toMatchObject({ ids: entries.map(() => expect.any(String)), errors: [] });
  }));

test('the values of a call have at most 500,000 characters', () =>
  world.transaction(async ({ actAs, outcome }) => {
    await actAs('member');
    const call = (length: number) =>
      outcome(
        world.withIds(`select jsonb_array_length(public.add_do_not_contact(
          (select jsonb_agg(jsonb_build_object('kind', 'company', 'value', repeat('x', $1))) from generate_series(1, 1000)), :acme
        ) -> 'errors')`),
        [length],
      );
    expect(await call(500)).toBe('0');
    expect(await call(501)).toBe(
      '22023 The values of entries have 501000 characters together, at most 500000. Add them in several requests',
    );
  }));

test('an entry that an administrator adds too is no longer the member’s to remove', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    const entries = (...kinds: string[]) => kinds.map((kind) => ({ kind, value: 'umbrella.example' }));
    const remove = async (ids: unknown) =>
      (await query(world.withIds('select public.remove_do_not_contact($1, :acme) as amount'), [ids]))[0]?.amount;
    await actAs('member');
    const { ids } = await add(transaction, entries('domain', 'company'));
    await actAs('admin');
    await add(transaction, entries('domain'), ':acme', ', dry_run => true');
    expect(await add(transaction, entries('domain'))).toMatchObject({ ids: [], repeated: 1 });
    await actAs('member');
    expect(await remove(ids)).toBe(1);
    await actAs('admin');
    expect(await remove(ids)).toBe(1);
  }));

const entry1 = `'[{"kind": "company", "value": "Umbrella"}]'`;

test('a list has at most 500,000 entries, removed ones included', () =>
  world.transaction(async (transaction) => {
    const { actAs, query, outcome } = transaction;
    const [definition] = await query<{ source: string }>(
      `select pg_get_functiondef('public.add_do_not_contact'::regproc) as source`,
    );
    expect(definition?.source).toContain('constant int := 500000');
    await query(definition?.source.replace('500000', '3') ?? '');
    await addEntries(transaction, [
      ['email', 'ada@example.com'],
      ['email', 'bob@example.com'],
    ]);
    await query(world.withIds('update public.do_not_contact set removed_at = now() where customer_id = :acme'));
    const more = (list: string) =>
      outcome(world.withIds(`select public.add_do_not_contact(${entry1}, ${list}) ->> 'repeated'`));
    await actAs('member');
    expect(await more(':acme')).toBe('23514 A list can have at most 3 entries');
    await actAs('admin');
    expect(await more(':globex')).toBe('0');
    expect(await more('null')).toBe('0');
  }));

const roles = ['admin', 'member', 'neighbour', 'stranger', 'anonymous'] as const;
const byRole = (...outcomes: string[]) => Object.fromEntries(roles.map((role, index) => [role, outcomes[index]]));
const notYours = 'PT403 Only administrators and members of the customer can see this list';
const denied = (name: string) => `42501 permission denied for function ${name}`;

test.each([
  [
    `(add_do_not_contact(${entry1}, :acme) ->> 'repeated')`,
    byRole('0', '0', notYours, notYours, denied('add_do_not_contact')),
  ],
  [
    `(add_do_not_contact(${entry1}) ->> 'repeated')`,
    byRole('0', notYours, notYours, notYours, denied('add_do_not_contact')),
  ],
  [
    'remove_do_not_contact(array[:acme entry]::uuid[], :acme)',
    byRole('1', '0', notYours, notYours, denied('remove_do_not_contact')),
  ],
  [
    'remove_do_not_contact(array[:globex entry]::uuid[], :acme)',
    byRole('0', '0', notYours, notYours, denied('remove_do_not_contact')),
  ],
  [
    'remove_do_not_contact(array[:agency entry]::uuid[])',
    byRole('1', notYours, notYours, notYours, denied('remove_do_not_contact')),
  ],
  [
    'value from search_do_not_contact(:acme)',
    byRole('Rival of acme', 'Rival of acme', notYours, notYours, denied('search_do_not_contact')),
  ],
  [
    'value from search_do_not_contact()',
    byRole('rival.example', notYours, notYours, notYours, denied('search_do_not_contact')),
  ],
  ['count_do_not_contact()', byRole('1', notYours, notYours, notYours, denied('count_do_not_contact'))],
  ['count_do_not_contact(:acme)', byRole('1', '1', notYours, notYours, denied('count_do_not_contact'))],
])('each caller gets its own result of select %s', async (call, expected) => {
  expect(await world.outcomes(`select ${call}`)).toEqual(expected);
});

test('members see only that an agency-wide entry applies, and their customer’s entries in full', async () => {
  const found = async (text: string) =>
    world.outcomes(text, [], {
      prepare: async (transaction) => {
        await transaction.query(
          world.withIds(
            `update public.leads set email = 'ada@rival.example', company = 'Rival of acme' where id = :acme lead`,
          ),
        );
        await transaction.query(`update public.do_not_contact set reason = 'Ours' where value = 'Rival of acme'`);
      },
    });
  const text = `select string_agg(concat_ws(' ', is_agency, kind, value, reason, source), ', ' order by is_agency)
    from suppressed_leads(array[:acme lead, :globex lead]::uuid[])`;
  const all = 'f company Rival of acme Ours form, t domain rival.example secret form';
  expect(await found(text)).toEqual(
    byRole(all, 'f company Rival of acme Ours form, t', 'null', 'null', denied('suppressed_leads')),
  );
  const filtered = (suppressed: boolean) =>
    found(
      `select string_agg(name, ', ' order by name) from search_leads('', filter => '{"suppressed": ${suppressed}}')`,
    );
  expect(await filtered(true)).toEqual(byRole('Ada of acme', 'Ada of acme', 'null', 'null', denied('search_leads')));
  expect(await filtered(false)).toEqual(
    byRole('Ada of globex', 'null', 'Ada of globex', 'null', denied('search_leads')),
  );
  const counted = `select concat_ws(' ', count_leads(filter => '{"suppressed": true}'), count_leads(customers => array[:acme]::uuid[], filter => '{"suppressed": true}'),
    count_leads_among(array[:acme lead, :globex lead]::uuid[], filter => '{"suppressed": false}'))`;
  expect(await found(counted)).toEqual(byRole('1 1 1', '1 1 0', '0 0 1', '0 0 0', denied('count_leads')));
});

test('members remove and restore what members have added, within 30 minutes', () =>
  world.transaction(async (transaction) => {
    const { actAs, query, outcome } = transaction;
    await actAs('member');
    const { ids } = (await add(transaction, [{ kind: 'company', value: 'Umbrella' }])) as { ids: string[] };
    const change = (more = '') =>
      outcome(world.withIds(`select public.remove_do_not_contact($1, :acme${more})`), [ids]);
    const restore = () => change(', true');
    expect([await change(), await change(), await restore()]).toEqual(['1', '0', '1']);
    const tooLate = 'PT409 These entries were removed more than 30 minutes ago, or are back already';
    expect(await restore()).toBe(tooLate);
    expect(await change()).toBe('1');
    await add(transaction, [{ kind: 'company', value: 'UMBRELLA' }]);
    expect(await restore()).toBe('PT409 These entries have been added again');
    await actAs('owner');
    await query(
      `update public.do_not_contact set removed_at = now() - interval '31 minutes' where removed_at is not null`,
    );
    await actAs('member');
    expect(await restore()).toBe(tooLate);
    await actAs('owner');
    expect(await query('select from public.do_not_contact where removed_at is not null')).toEqual([{}]);
  }));

test('the hash of an erased contact can neither be read nor removed', () =>
  world.transaction(async ({ actAs, query, outcome }) => {
    await query(
      `insert into public.agency_do_not_contact (kind, value, source) values ('erased', repeat('a', 64), 'erased')`,
    );
    for (const role of ['admin', 'member', 'service'] as const) {
      await actAs(role);
      for (const column of ['value', 'match_key', '*'])
        expect(await outcome(`select ${column} from public.agency_do_not_contact where kind = 'erased'`)).toBe(
          '42501 permission denied for table agency_do_not_contact',
        );
    }
    await actAs('admin');
    expect(await query('select kind, value from public.search_do_not_contact() limit 1')).toEqual([
      { kind: 'erased', value: null },
    ]);
    expect(
      await outcome('select public.remove_do_not_contact(array(select id from public.agency_do_not_contact))'),
    ).toBe('1');
    expect(await outcome('select secret from private.contact_secret')).toBe(
      '42501 permission denied for table contact_secret',
    );
  }));

test('pages of a search follow each other', () =>
  world.transaction(async (transaction) => {
    await transaction.actAs('admin');
    await add(
      transaction,
      Array.from({ length: 7 }, (_, index) => ({ kind: 'domain', value: `${index}.a_b.example` })),
    );
    await add(transaction, [{ kind: 'company', value: 'aXb.example' }]);
    const values: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page++) {
      const rows = await transaction.query<{ value: string; id: string; at: string }>(
        world.withIds(
          `select value, id, created_at::text as at from public.search_do_not_contact(:acme, 'A_B'${cursor}, page_size => 3)`,
        ),
      );
      values.push(...rows.map(({ value }) => value));
      const last = rows.at(-1);
      if (!last) break;
      cursor = `, '${last.at}', '${last.id}'`;
    }
    expect(values).toEqual(['6', '5', '4', '3', '2', '1', '0'].map((name) => `${name}.a_b.example`));
    expect(await transaction.outcome(world.withIds(`select public.count_do_not_contact(:acme, 'A_B')`))).toBe('7');
  }));

test('two additions at once store an entry once', async () => {
  const clients = await Promise.all([world.connect(), world.connect()]);
  const statement = `insert into public.do_not_contact (customer_id, kind, value, source)
    values ('${world.id('acme')}', 'email', 'race@example.com', 'form') on conflict do nothing`;
  try {
    await clients[0]?.query(`begin; ${statement}`);
    const second = clients[1]?.query(statement);
    await clients[0]?.query('commit');
    expect((await second)?.rowCount).toBe(0);
  } finally {
    await clients[0]?.query(`delete from public.do_not_contact where match_key = 'race@example.com'`);
    await Promise.all(clients.map((client) => client.end()));
  }
});

/** The numbers of the rows of a file that must not be contacted, with their errors. */
async function rejectedRows({ query }: Transaction, type: string, rows: object[]): Promise<Record<number, string>> {
  const [found] = await query<{ rejected: { row: number; error: string }[] | null }>(
    world.withIds(`select private.suppressed_rows(:acme, $1, $2) as rejected`),
    [type, JSON.stringify(rows.map((row, index) => ({ row: index, ...row })))],
  );
  return Object.fromEntries((found?.rejected ?? []).map(({ row, error }) => [row, error]));
}

test('entries apply to the same rows of a file as to stored leads', () =>
  fc.assert(
    fc.asyncProperty(leads, companies, entries, entries, fc.boolean(), (rows, employers, own, agencyWide, isErased) =>
      world.transaction(async (transaction) => {
        for (const employer of employers)
          await transaction.query(
            world.withIds(
              'insert into public.companies (customer_id, name, domain) values (:acme, $1, $2) on conflict do nothing',
            ),
            employer,
          );
        await addEntries(transaction, own);
        await addEntries(transaction, agencyWide, 'agency_do_not_contact');
        if (isErased)
          await transaction.query(
            `insert into public.agency_do_not_contact (kind, value, source)
             select 'erased', private.erased_key(secret, 'ada@a.example'), 'erased' from private.contact_secret`,
          );
        const rejected = await rejectedRows(
          transaction,
          'leads',
          rows.map(({ linkedin, ...row }) => ({ ...row, linkedin_profile_url: linkedin })),
        );
        for (const [index, row] of rows.entries()) {
          await transaction.query('savepoint one');
          const ids = await addLeads(transaction, [row]);
          const [isSuppressed] = (await suppressed(transaction, ids))[0] ?? [];
          expect(rejected[index] !== undefined).toBe(isSuppressed !== undefined);
          await transaction.query('rollback to one');
        }
      }),
    ),
    { numRuns: 30 },
  ));

test('the domain of a company does not apply to emails at a domain like its name', () =>
  world.transaction(async (transaction) => {
    await transaction.query(
      world.withIds(
        `insert into public.companies (customer_id, name, domain) values (:acme, 'A.example', 'x-a.example')`,
      ),
    );
    await addEntries(transaction, [['domain', 'x-a.example']]);
    const rows = [{ email: 'ada@a.example' }, { company: 'A.example' }, { email: 'bob@A.example', company: 'Initech' }];
    expect(Object.keys(await rejectedRows(transaction, 'leads', rows))).toEqual(['1']);
  }));

test('the preview of an import that updates has the same errors as the import', () =>
  world.transaction(async ({ actAs, query }) => {
    await actAs('admin');
    const rows = JSON.stringify([
      { row: 2, name: 'RIVAL of acme', industry: 'Tools' },
      { row: 3, name: 'Initech', industry: 'Tools' },
    ]);
    const [preview] = await query(
      world.withIds(
        `select public.preview_updates(:acme, 'companies', $1, '{"mode": "fill", "fields": []}') as answer`,
      ),
      [rows],
    );
    expect(preview?.answer).toMatchObject({
      matched: [],
      rejected: [{ row: 2, error: 'On the do-not-contact list: Rival of acme' }],
      keys: [expect.any(Array), expect.any(Array)],
    });
  }));

test('companies of a file are found by domain, LinkedIn page and name, and the error names the entry', () =>
  world.transaction(async (transaction) => {
    expect(await rejectedRows(transaction, 'companies', [{ name: 'RIVAL of acme' }])).toEqual({
      0: 'On the do-not-contact list: Rival of acme',
    });
    await addEntries(transaction, [
      ['linkedin', 'linkedin.com/company/umbrella'],
      ['domain', 'www.initech.example'],
    ]);
    const rows = [
      { name: 'A', domain: 'shop.initech.example' },
      { name: 'B', domain: 'initech.test', linkedin_url: 'https://www.linkedin.com/company/umbrella/about' },
      { name: 'C', domain: 'hooli.example' },
      { name: 'D', domain: 'rival.example' },
    ];
    expect(await rejectedRows(transaction, 'companies', rows)).toEqual({
      0: 'On the do-not-contact list: www.initech.example',
      1: 'On the do-not-contact list: linkedin.com/company/umbrella',
      3: 'On the do-not-contact list: rival.example',
    });
    expect(await rejectedRows(transaction, 'companies', [])).toEqual({});
  }));
