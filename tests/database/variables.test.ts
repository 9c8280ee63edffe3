import { expect, test } from 'vitest';
import { findVariableUses, renderMessage } from '#domain/campaign/message.ts';
import { longestLength } from '#domain/campaign/meters.ts';
import { customerVariables, standardVariables } from '#domain/campaign/variables.ts';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();
const known = customerVariables([
  { key: 'icebreaker', label: 'Icebreaker', isInternal: false },
  { key: 'score', label: 'Score', isInternal: false },
]);

type Lead = Partial<Record<'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'audience', string>> & {
  custom?: Record<string, string>;
  is_approved?: boolean;
};
type Values = { name: string; variable_values: Record<string, string> };

/** Replaces Acme's leads, approved unless stated otherwise, the first being the newest, and its companies. */
async function withLeads({ actAs, query }: Transaction, leads: Lead[], companies: object[] = []): Promise<void> {
  await actAs('owner');
  await query('delete from public.leads where customer_id = $1', [world.id('acme')]);
  await query('delete from public.companies where customer_id = $1', [world.id('acme')]);
  await query('delete from public.custom_fields where customer_id = $1', [world.id('acme')]);
  await query(
    `insert into public.custom_fields (customer_id, table_name, key, label) values ($1, 'leads', 'icebreaker', 'Icebreaker'), ($1, 'leads', 'score', 'Score')`,
    [world.id('acme')],
  );
  await query(
    `insert into public.leads (customer_id, name, first_name, last_name, company, title, audience, custom, is_approved, created_at)
     select $1, coalesce(name, 'Ada'), first_name, last_name, company, title, audience, coalesce(custom, '{}'),
       coalesce(is_approved, true), now() - place * interval '1 s'
     from rows from (json_to_recordset($2) as (name text, first_name text, last_name text, company text, title text, audience text,
       custom jsonb, is_approved boolean)) with ordinality
       as lead (name, first_name, last_name, company, title, audience, custom, is_approved, place)`,
    [world.id('acme'), JSON.stringify(leads)],
  );
  await query(
    `insert into public.companies (customer_id, name, domain, industry, size, created_at)
     select $1, name, domain, industry, size, now() - place * interval '1 s'
     from rows from (json_to_recordset($2) as (name text, domain text, industry text, size text)) with ordinality
       as company (name, domain, industry, size, place)`,
    [world.id('acme'), JSON.stringify(companies)],
  );
  await actAs('member');
}

const readValues = ({ query }: Transaction, from = 'public.approved_lead_values($1)', parameters: unknown[] = []) =>
  query<Values>(`select name, variable_values from ${from}`, [world.id('acme'), ...parameters]);

test.each<[Lead, [first: string, last?: string, company?: string]]>([
  [{ name: 'Ada Lovelace' }, ['Ada', 'Lovelace']],
  [{ name: 'Ada' }, ['Ada']],
  [{ name: 'Ludwig van Beethoven', company: ' Bonn ' }, ['Ludwig', 'van Beethoven', 'Bonn']],
  [{ name: 'Dr. Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' }, ['Ada', 'Lovelace']],
  [{ name: 'Ada King', last_name: 'Lovelace' }, ['Ada', 'Lovelace']],
  [{ name: ' Ada  King ', first_name: ' ', last_name: '' }, ['Ada', 'King']],
])('the variables of %j are %j', async (lead, [first_name, last_name, company]) => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, [lead]);
    const [found] = await readValues(transaction);
    expect(found?.variable_values).toEqual(JSON.parse(JSON.stringify({ first_name, last_name, company })));
  });
});

const LEADS: Lead[] = [
  {
    name: 'Ada Lovelace',
    company: 'ACME  corp',
    title: 'Countess',
    custom: { icebreaker: 'Line\n"1", 🚀', title: 'x' },
  },
  { name: 'Madonna', company: 'Unknown', audience: 'Icons', custom: { score: '7' } },
  { name: 'Maximiliane Featherstonehaugh', company: 'Bonn', title: ' ' },
  { name: 'Rejected', is_approved: false },
];
const COMPANIES = [
  { name: 'acme corp', domain: 'new.example', size: '10', industry: 'New' },
  { name: 'Acme Corp', domain: 'old.example', industry: 'Engines' },
  { name: 'Bonn', domain: 'bonn.example', size: ' ' },
];

test('values are those of the lead, of the oldest company of that name, and of custom fields', async () => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, LEADS, COMPANIES);
    expect(await readValues(transaction)).toEqual([
      {
        name: 'Ada Lovelace',
        variable_values: {
          first_name: 'Ada',
          last_name: 'Lovelace',
          company: 'ACME  corp',
          title: 'Countess',
          icebreaker: 'Line\n"1", 🚀',
          company_domain: 'old.example',
          company_industry: 'Engines',
        },
      },
      {
        name: 'Madonna',
        variable_values: { first_name: 'Madonna', company: 'Unknown', audience: 'Icons', score: '7' },
      },
      {
        name: 'Maximiliane Featherstonehaugh',
        variable_values: {
          first_name: 'Maximiliane',
          last_name: 'Featherstonehaugh',
          company: 'Bonn',
          company_domain: 'bonn.example',
        },
      },
    ]);
  });
});

test('the standard variables are those of the domain', async () => {
  await world.transaction(async ({ actAs, query }) => {
    await actAs('owner');
    expect(await query('select private.standard_variables() as names')).toEqual([
      { names: [...standardVariables.keys()] },
    ]);
  });
});

test('pages of values continue after a lead', async () => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, LEADS);
    const page = (at: unknown, id: unknown) =>
      transaction.query<{ id: string; name: string; at: string }>(
        'select id, name, created_at::text as at from public.approved_lead_values($1, $2, $3, 2)',
        [world.id('acme'), at, id],
      );
    const first = await page(null, null);
    const second = await page(first[1]?.at, first[1]?.id);
    expect([...first, ...second].map(({ name }) => name)).toEqual(LEADS.slice(0, 3).map(({ name }) => name));
  });
});

test.each([...known.keys()].filter((name) => name !== 'first_name'))(
  'the leads without %s are those for whom a message lacks it',
  async (variable) => {
    await world.transaction(async (transaction) => {
      await withLeads(transaction, LEADS, COMPANIES);
      const lacking = (await readValues(transaction))
        .filter(({ variable_values }) => renderMessage(`{{${variable}}}`, variable_values, known).empty.length > 0)
        .map(({ name }) => name);
      const found = await transaction.query<{ name: string }>(
        'select name from public.approved_leads_without($1, array[$2]::uuid[])',
        [variable, world.id('acme')],
      );
      expect(found.map(({ name }) => name)).toEqual(lacking);
      expect(
        await transaction.query('select public.count_approved_leads_without($1, array[$2]::uuid[])::int as count', [
          variable,
          world.id('acme'),
        ]),
      ).toEqual([{ count: lacking.length }]);
    });
  },
);

test.each([
  ['{{first_name}}', 'Maximiliane Featherstonehaugh'],
  ['{{company}}', 'Ada Lovelace'],
  ['{{icebreaker}}{{icebreaker}} {{last_name}}', 'Ada Lovelace'],
  ['{{icebreaker}} {{last_name|a fallback of more characters than any value}}', 'Madonna'],
  ['{{company_domain}}', 'Maximiliane Featherstonehaugh'],
  ['{{score}}', 'Madonna'],
  ['no variable', 'Ada Lovelace'],
])('%j is longest for the lead for whom it has the most characters', async (message, longest) => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, LEADS, COMPANIES);
    const uses = JSON.stringify(Object.fromEntries(findVariableUses(message, known)));
    const [found] = await readValues(transaction, 'public.longest_lead_values($1, $2)', [uses]);
    expect(found?.name).toBe(longest);
    const lengths = (await readValues(transaction)).map((lead) => longestLength(message, lead.variable_values, known));
    expect(longestLength(message, found?.variable_values, known)).toBe(Math.max(...lengths));
  });
});

test.each([
  ['{{icebreaker}} {{score}}', 'Maximiliane Featherstonehaugh'],
  ['{{icebreaker|x}} {{last_name}}', 'Madonna'],
  ['{{company_industry}} {{title}}', 'Madonna'],
  ['{{first_name}}', undefined],
  ['', undefined],
])('%j is emptiest for the lead who lacks most of its variables', async (message, name) => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, LEADS, COMPANIES);
    const uses = JSON.stringify(Object.fromEntries(findVariableUses(message, known)));
    const [found] = await readValues(transaction, 'public.longest_lead_values($1, $2, true)', [uses]);
    expect(found?.name).toBe(name);
  });
});

test('values of internal and removed fields are no variables of a message', async () => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, LEADS);
    await transaction.actAs('owner');
    await transaction.query(`update public.custom_fields set is_internal = true where key = 'score'`);
    await transaction.query(`update public.custom_fields set removed_at = now() where key = 'icebreaker'`);
    await transaction.actAs('member');
    for (const key of ['score', 'icebreaker', 'nothing']) {
      expect(
        await transaction.query('select public.count_approved_leads_without($1, array[$2]::uuid[])::int as count', [
          key,
          world.id('acme'),
        ]),
      ).toEqual([{ count: 0 }]);
    }
  });
});

const manyUses = JSON.stringify(
  Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`f${index}`, { times: 1 }])),
);
const longUses = JSON.stringify({ ['x'.repeat(20_000)]: { times: 1 } });
test.each<[uses: string, error: string]>([
  [manyUses, '22023 At most 60 variables'],
  [longUses, '22001 The uses is too large: 20044 bytes, at most 20000'],
  ['[]', '22023 cannot call jsonb_object_keys on an array'],
  [`{"x'); drop table leads; --": {"times": "1; select"}}`, '22023 cannot cast jsonb string to type integer'],
])('uses are bounded and are no SQL (%#)', async (uses, error) => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('member');
    expect(await outcome('select name from public.longest_lead_values($1, $2)', [world.id('acme'), uses])).toBe(error);
  });
});

test.each([
  ['name from public.approved_lead_values(:acme)', ['Ada of acme', 'Ada of acme', 'none', 'none']],
  [
    `name from public.longest_lead_values(:acme, '{"first_name": {"times": 1}}')`,
    ['Ada of acme', 'Ada of acme', 'none', 'none'],
  ],
])('each caller gets its own result of select %s', async (call, expected) => {
  const name = /public\.(\w+)/.exec(call)?.[1];
  const prepare = ({ query }: Transaction) => query(`update public.leads set is_approved = true`);
  expect(Object.values(await world.outcomes(`select ${call}`, [], { prepare }))).toEqual([
    ...expected,
    `42501 permission denied for function ${name}`,
  ]);
});
