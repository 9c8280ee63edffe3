import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

/** What needs attention, as one line for each reason and customer. Rows of the test world are removed first. */
async function attention(prepare: (transaction: Transaction) => Promise<unknown>): Promise<string[]> {
  return world.transaction(async (transaction) => {
    await transaction.query('update public.invitations set mailed_at = now()');
    await prepare(transaction);
    await transaction.actAs('admin');
    const rows = await transaction.query<{ line: string }>(
      `select concat_ws(' | ', customer_name, amount, reason) as line from public.needs_attention()`,
    );
    return rows.map(({ line }) => line);
  });
}

const leads =
  (count: number, age: string, approval: string, customer = 'acme') =>
  (transaction: Transaction) =>
    transaction.query(
      `insert into public.leads (customer_id, name, is_approved, created_at)
     select $1, 'Lead ' || n, ${approval}, now() - interval '${age}' from generate_series(1, ${count}) n`,
      [world.id(customer)],
    );
const invitations = (change: string) => (transaction: Transaction) =>
  transaction.query(`update public.invitations set ${change} where customer_id = $1`, [world.id('acme')]);
const imported = (errors: number, age: string) => (transaction: Transaction) =>
  transaction.query(
    `update public.imports set total_rows = $2, error_rows = $2, created_at = now() - interval '${age}' where customer_id = $1`,
    [world.id('acme'), errors],
  );

test('only an admin can read what needs attention', async () => {
  const rejected = 'PT403 Only an administrator can see what needs attention';
  expect(await world.outcomes('select customer_id from public.needs_attention()')).toEqual({
    admin: 'acme globex',
    member: rejected,
    neighbour: rejected,
    stranger: rejected,
    anonymous: '42501 permission denied for function needs_attention',
  });
});

test.each<[what: string, prepare: (transaction: Transaction) => Promise<unknown>, lines: string[]]>([
  ['nothing', async () => undefined, []],
  ['leads not reviewed for eight days', leads(3, '8 days', 'null'), ['acme | 3 | leads waiting']],
  ['leads of six days', leads(3, '6 days', 'null'), []],
  ['leads that were rejected', leads(3, '8 days', 'false'), []],
  ['leads that were approved', leads(3, '8 days', 'true'), []],
  ['more leads than the limit of the count', leads(1200, '8 days', 'null'), ['acme | 1000 | leads waiting']],
  ['an invitation that was not emailed', invitations('mailed_at = null'), ['acme | 1 | invitations not mailed']],
  [
    'an invitation that was not mailed and is over',
    invitations('mailed_at = null, expires_at = now()'),
    ['acme | 1 | invitations not mailed'],
  ],
  [
    'an invitation that ends tomorrow',
    invitations(`expires_at = now() + interval '1 day'`),
    ['acme | 1 | invitations expiring'],
  ],
  ['an invitation that expires in three days', invitations(`expires_at = now() + interval '3 days'`), []],
  ['an expired invitation', invitations(`expires_at = now() - interval '1 day'`), []],
  [
    'an invitation that was accepted',
    invitations(`accepted_at = now(), mailed_at = null, expires_at = now() + interval '1 day'`),
    [],
  ],
  ['an import with errors', imported(4, '1 day'), ['acme | 1 | imports with errors']],
  ['an import with errors of eight days ago', imported(4, '8 days'), []],
  ['an import without errors', imported(0, '1 day'), []],
])('%s', async (_, prepare, lines) => {
  expect(await attention(prepare)).toEqual(lines);
});

test('the most urgent row of a reason comes first', async () => {
  const lines = await attention(async (transaction) => {
    await leads(1, '8 days', 'null')(transaction);
    await leads(2, '9 days', 'null', 'globex')(transaction);
    await imported(1, '2 days')(transaction);
  });
  expect(lines).toEqual(['acme | 1 | imports with errors', 'globex | 2 | leads waiting', 'acme | 1 | leads waiting']);
});

test('an inactive customer needs no attention', async () => {
  const lines = await attention(async (transaction) => {
    await leads(1, '8 days', 'null')(transaction);
    await invitations('mailed_at = null')(transaction);
    await imported(1, '2 days')(transaction);
    await transaction.query('update public.customers set is_active = false');
  });
  expect(lines).toEqual([]);
});
