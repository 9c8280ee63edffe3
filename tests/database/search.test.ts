import { expect, test } from 'vitest';
import { readPages, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const byCaller: [call: string, expected: string[]][] = [
  [`customer_id from public.search_leads('')`, ['acme globex', 'acme', 'globex', 'none']],
  [`customer_id from public.search_leads('ADA')`, ['acme globex', 'acme', 'globex', 'none']],
  [`customer_id from public.search_leads('acme works')`, ['acme', 'acme', 'none', 'none']],
  [`customer_id from public.search_leads('', array[:acme]::uuid[])`, ['acme', 'acme', 'none', 'none']],
  [`customer_id from public.search_leads('', array[:globex]::uuid[])`, ['globex', 'none', 'globex', 'none']],
  [`customer_id from public.search_leads('', array[:acme, :acme]::uuid[])`, ['acme', 'acme', 'none', 'none']],
  [
    `customer_id from public.search_leads('', array[:acme, :globex, :acme]::uuid[])`,
    ['acme globex', 'acme', 'globex', 'none'],
  ],
  [`customer_id from public.search_leads('', '{}')`, ['none', 'none', 'none', 'none']],
  [`customer_id from public.search_companies('works')`, ['acme globex', 'acme', 'globex', 'none']],
  [`customer_id from public.search_companies('works', array[:globex]::uuid[])`, ['globex', 'none', 'globex', 'none']],
  [`public.count_leads()`, ['2', '1', '1', '0']],
  [`public.count_leads('ada', array[:acme]::uuid[])`, ['1', '1', '0', '0']],
  [`public.count_companies()`, ['2', '1', '1', '0']],
  [`total from public.lead_totals()`, ['2', '1', '1', '0']],
  [`total from public.lead_totals('ada', array[:acme]::uuid[])`, ['1', '1', '0', '0']],
  [`total from public.company_totals()`, ['2', '1', '1', '0']],
  [`total from public.company_totals('works', array[:globex]::uuid[])`, ['1', '0', '1', '0']],
];

test.each(byCaller)('each caller gets its own result of select %s', async (call, expected) => {
  const text = `select ${call}`;
  const name = /public\.(\w+)/.exec(call)?.[1];
  expect(Object.values(await world.outcomes(text))).toEqual([
    ...expected,
    `42501 permission denied for function ${name}`,
  ]);
});

test.each(['leads', 'companies'])('a search of %s goes on after a column was added', (table) =>
  world.transaction(async ({ actAs, outcome, query }) => {
    const search = `select customer_id from public.search_${table}('')`;
    await actAs('member');
    expect(await outcome(search)).toBe('acme');
    await actAs('owner');
    await query(`alter table public.${table} add column later text`);
    await actAs('member');
    expect(await outcome(search)).toBe('acme');
  }),
);

const ofImport: [call: string, expected: string[]][] = [
  [`customer_id from public.search_leads('', import_id => :import)`, ['acme', 'acme', 'none', 'none']],
  [
    `customer_id from public.search_leads('ada', sort => 'company', import_id => :import)`,
    ['acme', 'acme', 'none', 'none'],
  ],
  [`customer_id from public.search_leads('', array[:globex]::uuid[], import_id => :import)`, Array(4).fill('none')],
  [`customer_id from public.search_leads('zaphod', import_id => :import)`, Array(4).fill('none')],
  [`customer_id from public.search_leads('', status => 'rejected', import_id => :import)`, Array(4).fill('none')],
  [
    `customer_id from public.search_companies('', sort => 'name', import_id => :import)`,
    ['acme', 'acme', 'none', 'none'],
  ],
  [`public.count_leads(import_id => :import)`, ['1', '1', '0', '0']],
  [`public.count_leads(approved => true, import_id => :import)`, Array(4).fill('0')],
  [`public.count_companies('works', import_id => :import)`, ['1', '1', '0', '0']],
  [`total from public.lead_totals('ada', estimate => true, import_id => :import)`, ['1', '1', '0', '0']],
  [`total from public.lead_totals(audience_name => '', import_id => :import)`, Array(4).fill('0')],
  [`total from public.company_totals(import_id => :import)`, ['1', '1', '0', '0']],
  [`public.count_leads_among({leads}, import_id => :import)`, ['1', '1', '0', '0']],
  [`public.count_companies_among({companies}, import_id => :import)`, ['1', '1', '0', '0']],
];

test.each(ofImport)('an import limits select %s to its rows that the caller can see', async (call, expected) => {
  const idArray = (what: string) => `array[:acme ${what}, :globex ${what}]::uuid[]`;
  const text = `select ${call.replace('{leads}', idArray('lead')).replace('{companies}', idArray('company'))}`;
  const prepare = async ({ query }: Transaction) => {
    for (const table of ['leads', 'companies']) {
      await query(
        `update public.${table} set import_id = imports.id from public.imports where imports.customer_id = ${table}.customer_id`,
      );
      await query(`insert into public.${table} (customer_id, name) select id, 'Ada Works' from public.customers`);
    }
  };
  const outcomes = await world.outcomes(text.replace(':import', ':acme import'), [], { prepare });
  expect(Object.values(outcomes).slice(0, -1)).toEqual(expected);
  expect(outcomes.anonymous).toMatch(/^42501 permission denied for function/);
});

test('an admin finds leads by their customer’s name, a member does not', async () => {
  await world.transaction(async ({ query, actAs, outcome }) => {
    await query(`update public.customers set name = 'Umbrella Holding' where id = $1`, [world.id('acme')]);
    for (const [caller, expected] of [
      ['admin', 'acme'],
      ['member', 'none'],
      ['neighbour', 'none'],
    ] as const) {
      await actAs(caller);
      expect(await outcome(`select customer_id from public.search_leads('umbrella')`)).toBe(expected);
      expect(await outcome(`select customer_id from public.search_companies('umbrella')`)).toBe(expected);
      expect(await outcome(`select public.count_leads('umbrella')`)).toBe(expected === 'none' ? '0' : '1');
    }
  });
});

const byCustomerName: string[] = [
  `count(*) from public.search_leads('umbrella', {customers})`,
  `count(*) from public.search_leads('um', {customers})`,
  `count(*) from public.search_companies('umbrella', {customers})`,
  `count(*) from public.approved_leads_without('email', {customers}, term => 'umbrella')`,
  `public.count_leads('umbrella', {customers})`,
  `public.count_companies('umbrella', {customers})`,
  `public.count_approved_leads_without('email', {customers}, 'umbrella')`,
  `public.count_leads_among(array(select id from public.leads), 'umbrella', {customers})`,
  `public.count_companies_among(array(select id from public.companies), 'umbrella', {customers})`,
  `total from public.lead_totals('umbrella', {customers})`,
  `total from public.lead_totals('umbrella', {customers}, estimate => true)`,
  `total from public.company_totals('umbrella', {customers})`,
];

test.each(byCustomerName)(
  '%s: a customer’s name matches only in an admin’s search across all customers',
  async (call) => {
    await world.transaction(async ({ query, actAs, outcome }) => {
      await query(`update public.customers set name = 'Umbrella Holding' where id = $1`, [world.id('acme')]);
      await query('update public.leads set is_approved = true');
      await query('insert into public.customer_users (user_id, customer_id) values ($1, $2)', [
        world.id('admin'),
        world.id('acme'),
      ]);
      await actAs('admin');
      const found: string[] = [];
      for (const customers of [
        'null',
        'array[:acme]::uuid[]',
        'array[:globex]::uuid[]',
        'array[:acme, :globex]::uuid[]',
      ]) {
        found.push(await outcome(world.withIds(`select ${call.replace('{customers}', customers)}`)));
      }
      expect(found).toEqual(['1', '0', '0', '0']);
    });
  },
);

test.each([
  ['%', ['50% off']],
  ['_', ['snake_case']],
  ['\\', ['back\\slash']],
  ['50% O', ['50% off']],
  ["'; drop table leads; --", []],
  ['  snake_case  ', ['snake_case']],
  ['é', ['ÉCOLE']],
])('the term %s is matched literally', async (term, expected) => {
  await world.transaction(async ({ query, actAs }) => {
    for (const name of ['50% off', 'snake_case', 'back\\slash', 'José', 'ÉCOLE', 'plain']) {
      await query('insert into public.leads (customer_id, name) values ($1, $2)', [world.id('acme'), name]);
    }
    await actAs('member');
    const rows = await query<{ name: string }>('select name from public.search_leads($1) order by name collate "C"', [
      term,
    ]);
    expect(rows.map(({ name }) => name)).toEqual(expected);
  });
});

test.each([['name'], ['company'], ['title']])('a lead is found by its %s', async (column) => {
  await world.transaction(async ({ query, actAs, outcome }) => {
    await query(`update public.leads set ${column} = 'Zaphod Beeblebrox' where customer_id = $1`, [world.id('acme')]);
    await actAs('member');
    expect(await outcome(`select customer_id from public.search_leads('beeble')`)).toBe('acme');
  });
});

test.each([['name'], ['industry'], ['location']])('a company is found by its %s', async (column) => {
  await world.transaction(async ({ query, actAs, outcome }) => {
    await query(`update public.companies set ${column} = 'Zaphod Beeblebrox' where customer_id = $1`, [
      world.id('acme'),
    ]);
    await actAs('member');
    expect(await outcome(`select customer_id from public.search_companies('beeble')`)).toBe('acme');
  });
});

const named: [term: string, name: string | null][] = [
  ['sofia garcia', 'Sofía García'],
  ['SOFÍA', 'Sofía García'],
  ['moller', 'Jens Møller'],
  ['lukasz', 'Łukasz Żółć'],
  ['zolc', 'Łukasz Żółć'],
  ['strasse', 'Anna Straße'],
  ['straße', 'Anna Straße'],
  ['istanbul', 'İstanbul Işık'],
  ['isik', 'İstanbul Işık'],
  ['dang', 'Đặng Thị Thuỳ'],
  ['thuy', 'Đặng Thị Thuỳ'],
  ['aesir', 'Æsir Þórsson'],
  ['thorsson', 'Æsir Þórsson'],
  ['太郎', '山田太郎'],
  ['山田', '山田太郎'],
  ['山', '山田太郎'],
  ['田太郎', '山田太郎'],
  ['철수', '김철수'],
  ['김', '김철수'],
  ['محمد', 'مُحَمَّد أحمد'],
  ['احمد', 'مُحَمَّد أحمد'],
  ['ёлкин', 'Андрей Елкин'],
  ['андреи', 'Андрей Елкин'],
  ['οδυσσευς', 'Ὀδυσσεύς'],
  ['ａｂｃ', 'ABC ﬁne'],
  ['fine', 'ABC ﬁne'],
  ['ne', 'Jean-Luc O’Neil'],
  ["o'neil", 'Jean-Luc O’Neil'],
  ['jean-luc', 'Jean-Luc O’Neil'],
  ['uc', null],
  ['mol sen', null],
  ['jens mol', 'Jens Møller'],
  ['møl jens', 'Jens Møller'],
];

test.each(named)('the term %s finds %s', async (term, name) => {
  await world.transaction(async ({ query, actAs }) => {
    const names = [...new Set(named.flatMap(([, each]) => each ?? []))];
    expect(names).toHaveLength(14);
    for (const table of ['leads', 'companies']) {
      await query(`insert into public.${table} (customer_id, name) select $1, unnest($2::text[])`, [
        world.id('acme'),
        names,
      ]);
      for (const caller of ['member', 'admin'] as const) {
        await actAs(caller);
        const found = await query(`select name from public.search_${table}($1)`, [term]);
        expect(found).toEqual(name === null ? [] : [{ name }]);
        await actAs('owner');
      }
    }
  });
});

const acorn = { name: 'Amelia Okafor', company: 'Acorn Labs', title: 'Head of Sales', email: 'amelia@acorn.example' };

test.each([
  ['amelia acorn', true],
  ['acorn amelia head', true],
  ['am ac', true],
  ['s a', true],
  ['amelia borealis', false],
  ['elia  LABS', true],
  ['el la', false],
  ['labs head', true],
  ['lab shead', false],
  ['amelia@acorn.example', true],
  ['AMELIA@acorn', true],
  ['lia@acorn.ex', true],
  ['amelia@corn', false],
  ['ame@acorn', false],
  ['amelia@acorn@', false],
  ['@acorn.example', true],
  ['sales @acorn', true],
  ['@borealis', false],
  ['acorn.example', false],
  ['@', false],
  ['', true],
  ['amelia amelia amelia', true],
])('a lead is found by the words %s: %s', async (term, expected) => {
  await world.transaction(async ({ query, actAs }) => {
    await query('delete from public.leads');
    await query('insert into public.leads (customer_id, name, company, title, email) values ($1, $2, $3, $4, $5)', [
      world.id('acme'),
      ...Object.values(acorn),
    ]);
    for (const caller of ['member', 'admin'] as const) {
      await actAs(caller);
      expect([caller, await query('select name from public.search_leads($1)', [term])]).toEqual([
        caller,
        expected ? [{ name: acorn.name }] : [],
      ]);
      expect(await query('select total::int from public.lead_totals($1, estimate => true)', [term])).toEqual([
        { total: Number(expected) },
      ]);
    }
  });
});

test('an admin finds leads by words of the lead and of its customer’s name', async () => {
  await world.transaction(async ({ query, actAs, outcome }) => {
    await query(`update public.customers set name = 'Ümbrella Holding' where id = $1`, [world.id('acme')]);
    await actAs('admin');
    expect(await outcome(`select customer_id from public.search_leads('ada umbrella')`)).toBe('acme');
    expect(await outcome(`select customer_id from public.search_leads('zaphod umbrella')`)).toBe('none');
    await actAs('member');
    expect(await outcome(`select customer_id from public.search_leads('ada umbrella')`)).toBe('none');
  });
});

const insertPages = `insert into public.leads (customer_id, name, audience, is_approved, created_at)
  select $1, 'Page ' || lpad(n::text, 3, '0'), case when n % 2 = 0 then 'Even' end, case n % 3 when 0 then true when 1 then false end,
    timestamptz '2030-01-01' - (n / 4) * interval '1 second'
  from generate_series(1, 120) n`;

test('keyset pages return each row once, newest first', async () => {
  await world.transaction(async ({ query, actAs }) => {
    await query(insertPages, [world.id('acme')]);
    await actAs('member');
    const seen: string[] = [];
    let last: { created_at: Date | null; id: string | null } = { created_at: null, id: null };
    for (;;) {
      const page: { name: string; created_at: Date; id: string }[] = await query(
        `select name, created_at::text as created_at, id from public.search_leads('page', null, null, $1, $2, 17)`,
        [last.created_at, last.id],
      );
      seen.push(...page.map(({ name }) => name));
      const end = page.at(-1);
      if (!end) break;
      expect(page.length).toBeLessThanOrEqual(17);
      last = end;
    }
    const inOrder = await query<{ name: string }>(
      `select name from public.leads where name like 'Page%' order by created_at desc, id desc`,
    );
    expect(seen).toEqual(inOrder.map(({ name }) => name));
    expect(new Set(seen).size).toBe(120);
  });
});

test('a separator in a field does not move a lead or hide those after it', async () => {
  await world.transaction(async ({ query, actAs }) => {
    await query(
      `insert into public.leads (customer_id, name, company, title) values
         ($1, e'Zed\\u001f Aardvark', 'Zoo', e'Engineer \\u001f Bee'), ($1, 'Bob', 'Bee', null), ($1, 'Cid', 'Cod', null)`,
      [world.id('acme')],
    );
    await actAs('member');
    const rows = await readPages<{ id: string; company: string }>((last) =>
      query(
        `select id, company from public.search_leads('', sort => 'company', before_id => $1, after_text => $2, page_size => 1)`,
        [last?.id ?? null, last?.company ?? null],
      ),
    );
    expect(rows.map(({ company }) => company)).toEqual(['acme Works', 'Bee', 'Cod', 'Zoo']);
    const engineers = await query(`select name from public.search_leads('zed engineer')`);
    expect(engineers).toHaveLength(1);
  });
});

test('a field is searched in 1,000 characters at most, and in all of what fits into it', async () => {
  await world.transaction(async ({ query }) => {
    const lengths = `select length(private.search_text(repeat($1, 500), repeat($1, 500), repeat($1, 500))) as length`;
    expect(await query(lengths, ['\ufdfa'])).toEqual([{ length: 3_002 }]);
    expect(await query(lengths, ['!'])).toEqual([{ length: 3_004 }]);
    expect(await query(lengths, ['a'])).toEqual([{ length: 1_507 }]);
  });
});

const byName = ['"Quoted" Ltd', 'Abel', 'ábel', 'Adam', 'Émile', 'Zoë', 'Ørsted', 'زيد', '山田'];
const inOrder = ['Abel', 'ábel', 'Adam', 'Émile', 'Ørsted', 'Zoë', 'زيد', '"Quoted" Ltd', '山田'];

test.each([
  ['leads', 'name', ''],
  ['leads', 'name', 'a'],
  ['leads', 'company', ''],
  ['leads', 'company', 'page'],
  ['companies', 'name', ''],
])('pages of %s sorted by %s, with the term “%s”, return each row once', async (table, sort, term) => {
  await world.transaction(async ({ query, actAs }) => {
    await query(`delete from public.${table}`);
    const column = sort === 'company' ? 'company' : 'name';
    const others = table === 'leads' ? (column === 'name' ? 'company, title' : 'name, title') : 'industry, location';
    await query(
      `insert into public.${table} (customer_id, ${column}, ${others}, is_approved${table === 'companies' ? ', domain' : ''})
       select $1, text, 'Page ' || n, 'A', (array[true, false, null])[1 + n % 3]${table === 'companies' ? `, md5(text) || n || '.example'` : ''}
       from unnest($2::text[]) text, generate_series(1, 3) n`,
      [world.id('acme'), sort === 'company' ? [...byName, null] : byName],
    );
    for (const [caller, customers] of [
      ['member', null],
      ['admin', null],
      ['admin', [world.id('acme'), world.id('globex')]],
    ] as const) {
      await actAs(caller);
      const seen: (string | null)[] = [];
      const ids: string[] = [];
      let last: { text: string | null; id: string | null } = { text: null, id: null };
      for (;;) {
        const page: { text: string | null; id: string }[] = await query(
          `select ${column} as text, id from public.search_${table}($1, $2, sort => $3, after_text => $4, before_id => $5, page_size => 4)`,
          [term, customers, sort, last.text, last.id],
        );
        seen.push(...page.map(({ text }) => text));
        ids.push(...page.map(({ id }) => id));
        const end = page.at(-1);
        if (!end) break;
        last = end;
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(seen).toHaveLength(sort === 'company' ? 30 : 27);
      const fold = (text: string | null) => text?.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() ?? null;
      const once = seen.map(fold).filter((text, index, all) => text !== all[index - 1]);
      const expected = inOrder.map(fold).filter((text, index, all) => text !== all[index - 1]);
      expect(once).toEqual(sort === 'company' ? [...expected, null] : expected);
    }
  });
});

test.each([
  ['search_leads', 'oldest'],
  ['search_companies', 'oldest'],
  ['search_companies', 'company'],
])('%s rejects the sort order %s', async (name, sort) => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('member');
    expect(await outcome(`select public.${name}('', sort => '${sort}')`)).toBe(`22023 Unknown sort order: ${sort}`);
  });
});

test('audience and approval filter; null and false are pending (S3.4, S4.1, S4.2)', async () => {
  await world.transaction(async ({ query, actAs, outcome }) => {
    await query('delete from public.leads where customer_id = $1', [world.id('acme')]);
    await query(insertPages, [world.id('acme')]);
    await actAs('member');
    for (const [call, expected] of [
      [`public.count_leads()`, '120'],
      [`public.count_leads('page')`, '120'],
      [`public.count_leads('page 00')`, '9'],
      [`public.count_leads(audience_name => 'Even')`, '60'],
      [`public.count_leads(audience_name => '')`, '60'],
      [`public.count_leads(audience_name => 'Odd')`, '0'],
      [`public.count_leads(approved => true)`, '40'],
      [`public.count_leads(approved => false)`, '80'],
      [`public.count_leads('', null, 'Even', true)`, '20'],
      [`total || ' ' || approved || ' ' || reviewed from public.lead_totals()`, '120 40 80'],
      [`total || ' ' || approved || ' ' || reviewed from public.lead_totals('page 00', null, '')`, '5 2 4'],
      [`total || ' ' || approved || ' ' || reviewed from public.lead_totals(audience_name => 'Odd')`, '0 0 0'],
      [`count(*) from public.search_leads('', null, 'Even')`, '50'],
      [`count(*) from public.search_leads('', page_size => 5000)`, '120'],
      [`count(*) from public.search_leads('', page_size => 0)`, '0'],
      [`count(*) from public.search_leads('', page_size => -1)`, '0'],
    ]) {
      expect([call, await outcome(`select ${call}`)]).toEqual([call, expected]);
    }
  });
});

test.each([
  ['true', '2 1 1'],
  ['false', '2 0 2'],
  ['null', '2 0 2'],
])('a company whose approval is %s is counted as approved only if it is true (S4.3)', async (approval, expected) => {
  await world.transaction(async ({ query, actAs, outcome }) => {
    await query('delete from public.companies where customer_id = $1', [world.id('acme')]);
    await query(
      `insert into public.companies (customer_id, name, is_approved) values ($1, 'One', ${approval}), ($1, 'Two', null)`,
      [world.id('acme')],
    );
    await actAs('member');
    expect(
      await outcome(`select public.count_companies() || ' ' || public.count_companies(approved => true) || ' '
        || public.count_companies(approved => false)`),
    ).toBe(expected);
  });
});

const byStatus: [status: string, reason: string | null, expected: string][] = [
  ['to_review', null, 'undecided'],
  ['approved', null, 'approved'],
  ['rejected', null, 'rejected too small'],
  ['rejected', 'Too small', 'too small'],
  ['approved', 'Too small', ''],
];

test.each(byStatus)('a search by the status %s and the reason %s finds: %s', async (status, reason, expected) => {
  const names = expected.split(/ (?!small)/).filter(Boolean);
  for (const table of ['leads', 'companies']) {
    const counted = table === 'leads' ? 'lead_totals' : 'company_totals';
    await world.transaction(async ({ query, actAs }) => {
      await query(`delete from public.${table}`);
      await query(
        `insert into public.${table} (customer_id, name, is_approved, rejection_reason_id)
         select customer, of.name, of.is_approved, reason.id
         from unnest($1::uuid[]) customer
         cross join (values ('undecided', null, null), ('approved', true, null), ('rejected', false, null), ('too small', false, 'Too small'))
           of (name, is_approved, reason)
         left join public.rejection_reasons reason on reason.name = of.reason and reason.subject = $2`,
        [[world.id('acme'), world.id('globex')], table],
      );
      const [chosen] = await query<{ id: string }>(
        'select id from public.rejection_reasons where name = $1 and subject = $2',
        [reason, table],
      );
      for (const [caller, times] of [
        ['member', 1],
        ['admin', 2],
        ['stranger', 0],
      ] as const) {
        for (const term of ['', 't', 'too small']) {
          await actAs(caller);
          const isFound = (name: string) =>
            term.length > 1 ? name.includes(term) : name.split(' ').some((word) => word.startsWith(term));
          const matching = names.filter(isFound).length * times;
          const found = await query<{ name: string }>(
            `select name from public.search_${table}($1, status => $2, reason => $3)`,
            [term, status, chosen?.id ?? null],
          );
          expect([caller, term, found.length]).toEqual([caller, term, matching]);
          const [among] = await query(
            `select public.count_${table}_among(array(select id from public.${table}), $1, status => $2, reason => $3)::int as count`,
            [term, status, chosen?.id ?? null],
          );
          expect([caller, term, among]).toEqual([caller, term, { count: matching }]);
          if (status !== 'rejected' || !chosen) continue;
          const totals = `select total::int, reviewed::int, approved::int, is_estimated from public.${counted}($1, estimate => true, reason => $2)`;
          expect(await query(totals, [term, chosen.id])).toEqual([
            { total: matching, reviewed: matching, approved: 0, is_estimated: false },
          ]);
        }
      }
    });
  }
});

test.each(['search_leads', 'search_companies', 'count_leads_among', 'count_companies_among'])(
  '%s rejects an unknown status',
  async (name) => {
    const first = name.startsWith('count') ? `'{}'` : `''`;
    await world.transaction(async ({ actAs, outcome }) => {
      await actAs('member');
      expect(await outcome(`select public.${name}(${first}, status => 'pending')`)).toBe(
        '22023 Unknown status: pending',
      );
    });
  },
);
