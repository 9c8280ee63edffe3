import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Lead = Partial<Record<'first_name' | 'last_name' | 'company' | 'email', string>> & {
  name: string;
  is_approved?: boolean;
};

/** Replaces Acme's leads with these, approved unless stated otherwise. The first is the newest. */
async function withLeads({ actAs, query }: Transaction, leads: Lead[]): Promise<void> {
  await actAs('owner');
  await query('delete from public.leads where customer_id = $1', [world.id('acme')]);
  await query(
    `insert into public.leads (customer_id, name, first_name, last_name, company, email, is_approved, created_at)
     select $1, name, first_name, last_name, company, email, coalesce(is_approved, true), now() - place * interval '1 s'
     from rows from (json_to_recordset($2)
       as (name text, first_name text, last_name text, company text, email text, is_approved boolean)) with ordinality
       as lead (name, first_name, last_name, company, email, is_approved, place)`,
    [world.id('acme'), JSON.stringify(leads)],
  );
  await actAs('member');
}

const leads: Lead[] = [
  { name: 'Ada Lovelace', company: 'Engines', email: 'ada@example.test' },
  { name: 'Madonna', company: ' \u00a0', email: '' },
  { name: 'Cher', last_name: 'Sarkisian', email: 'cher@example.test' },
  { name: ' Prince\t', last_name: ' ' },
  { name: 'Rejected', is_approved: false },
];

test('count_missing_fields counts a customer’s approved leads that lack a field', async () => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, leads);
    expect(await transaction.query('select * from public.count_missing_fields($1)', [world.id('acme')])).toEqual([
      { approved: '4', last_name: '2', company: '3', email: '2' },
    ]);
  });
});

test.each([
  ['last_name', ['Madonna', 'Prince']],
  ['company', ['Madonna', 'Cher', 'Prince']],
  ['email', ['Madonna', 'Prince']],
  ['anything else', []],
])('the approved leads without %s are listed, newest first', async (missing, names) => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, leads);
    const found = await transaction.query<{ name: string }>('select name from public.approved_leads_without($1)', [
      missing,
    ]);
    expect(found.map(({ name }) => name.trim())).toEqual(names);
  });
});

test.each([
  ['term => $2', 'MADON', ['Madonna']],
  ['term => $2', 'no such', []],
  ['audience_name => $2', 'Icons', ['Cher']],
  ['audience_name => $2', '', ['Madonna', 'Prince']],
])('leads without a company are filtered by %s of %j, and counted', async (narrowing, value, names) => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, leads);
    await transaction.actAs('owner');
    await transaction.query(`update public.leads set audience = case when btrim(name) = 'Cher' then 'Icons' end`);
    await transaction.actAs('member');
    const parameters = ['company', value];
    const found = await transaction.query<{ name: string }>(
      `select name from public.approved_leads_without($1, ${narrowing})`,
      parameters,
    );
    expect(found.map(({ name }) => name.trim())).toEqual(names);
    expect(
      await transaction.query(`select public.count_approved_leads_without($1, ${narrowing})::int as count`, parameters),
    ).toEqual([{ count: names.length }]);
  });
});

test('the list of leads without a field continues after a row', async () => {
  await world.transaction(async (transaction) => {
    await withLeads(transaction, leads);
    const page = (after: unknown[]) =>
      transaction.query<{ id: string; name: string; at: string }>(
        `select id, name, created_at::text as at from public.approved_leads_without('company', $1, $2, $3, 1)`,
        [[world.id('acme')], ...after],
      );
    const [first] = await page([null, null]);
    const [second] = await page([first?.at, first?.id]);
    expect([first?.name, second?.name]).toEqual(['Madonna', 'Cher']);
  });
});

const byCaller: [call: string, expected: string[]][] = [
  ['approved from public.count_missing_fields(:acme)', ['1', '1', '0', '0']],
  [`customer_id from public.approved_leads_without('email')`, ['acme globex', 'acme', 'globex', 'none']],
  [`customer_id from public.approved_leads_without('email', array[:acme]::uuid[])`, ['acme', 'acme', 'none', 'none']],
  [`public.count_approved_leads_without('email')`, ['2', '1', '1', '0']],
  [`public.count_approved_leads_without('email', array[:acme]::uuid[])`, ['1', '1', '0', '0']],
];

test.each(byCaller)('each caller gets its own result of select %s', async (call, expected) => {
  const name = /public\.(\w+)/.exec(call)?.[1];
  const prepare = ({ query }: Transaction) =>
    query(`update public.leads set is_approved = true, email = null, linkedin_profile_url = null`);
  expect(Object.values(await world.outcomes(`select ${call}`, [], { prepare }))).toEqual([
    ...expected,
    `42501 permission denied for function ${name}`,
  ]);
});

test('duplicating a campaign creates a draft of the same customer with the same steps', async () => {
  await world.transaction(async ({ actAs, query }) => {
    await actAs('member');
    const steps = (id: unknown) =>
      query(
        `select step_number, step_type, delay_days, subject, message_content from public.campaign_steps
         where campaign_id = $1 order by step_number`,
        [id],
      );
    await query(
      `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, delay_days, subject, message_content)
       values ($1, $2, 2, 'email', 4, 'Hello', 'Hi'), ($1, $2, 3, 'linkedin_message', 3, null, 'Bye')`,
      [world.id('acme'), world.id('acme campaign')],
    );
    const [copy] = await query('select * from public.duplicate_campaign($1, $2)', [world.id('acme campaign'), 'Copy']);
    expect(copy).toMatchObject({ name: 'Copy', status: 'draft', customer_id: world.id('acme') });
    expect(await steps(copy?.id)).toEqual(await steps(world.id('acme campaign')));
    expect(await steps(copy?.id)).toHaveLength(3);
  });
});

test('only admins and the customer’s members can duplicate a campaign; others get the same error as for a campaign that does not exist', async () => {
  const rejected = '42501 There is no such campaign';
  const call = 'select customer_id from public.duplicate_campaign(:acme campaign, $1)';
  expect(Object.values(await world.outcomes(call, ['Copy']))).toEqual([
    'acme',
    'acme',
    rejected,
    rejected,
    '42501 permission denied for function duplicate_campaign',
  ]);
});

test('changing a step sets updated_at, moving it does not', async () => {
  await world.transaction(async ({ actAs, query }) => {
    await query(`update public.campaign_steps set updated_at = '2020-01-01'`);
    const touched = async () => {
      const [step] = await query<{ touched: boolean }>(
        `select updated_at > '2020-01-01' as touched from public.campaign_steps where id = $1`,
        [world.id('acme step')],
      );
      return step?.touched;
    };
    await actAs('member');
    await query('select public.reorder_steps($1, $2)', [world.id('acme campaign'), [world.id('acme step')]]);
    expect(await touched()).toBe(false);
    await query('update public.campaign_steps set delay_days = 5 where id = $1', [world.id('acme step')]);
    expect(await touched()).toBe(true);
  });
});
