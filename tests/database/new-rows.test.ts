// The plans of functions and views do not depend on statistics, which lack the rows that were just imported.
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Clone, cloneDatabase } from '../support/database.ts';
import { fillCustomer } from '../support/filled-customer.ts';
import { type Context, DELETION, described, type ExposedCaller, literals, queries, ROWS } from './exposed-calls.ts';

const ADMIN = '00000000-0000-4000-8000-00000000000a';
const OTHER_CUSTOMERS = 8;
const MAX_RATIO = 3;

let fresh: Clone;
let analyzed: Clone;
let context: Context;

async function connect(clone: Clone): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  // The embedded server and hosted projects have this random_page_cost.
  await client.query('set random_page_cost = 1.1; set statement_timeout = 120000');
  return client;
}

async function actAs(client: pg.Client, user: string, link?: string): Promise<void> {
  const claims = {
    sub: user,
    session_id: user,
    role: 'authenticated',
    aal: 'aal1',
    app_metadata: { review_link: link },
  };
  await client.query(`select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`, [
    JSON.stringify(claims),
  ]);
}

/** Eight customers' rows with statistics, and then one whose rows have none. */
beforeAll(async () => {
  fresh = await cloneDatabase();
  const client = await connect(fresh);
  await client.query('set statement_timeout = 0');
  await client.query(`do $$ declare name text; begin
    for name in select oid::regclass from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) loop
      execute format('alter table %s set (autovacuum_enabled = false)', name);
    end loop;
  end $$`);
  await client.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
    ADMIN,
    'admin@example.test',
  ]);
  await client.query('insert into auth.sessions (id, user_id, created_at) values ($1, $1, now())', [ADMIN]);
  await client.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [ADMIN]);
  for (let n = 0; n < OTHER_CUSTOMERS; n += 1) await fillCustomer(client, ADMIN, ROWS * 0.3, n);
  await client.query('vacuum analyze');
  const filled = await fillCustomer(client, ADMIN, ROWS, OTHER_CUSTOMERS);
  await client.query('begin');
  await actAs(client, ADMIN);
  await client.query(
    `select public.delete_rows('leads', array(select id from public.leads where customer_id = $1 and is_approved is null order by created_at limit 1000), $2)`,
    [filled.customer, DELETION],
  );
  await client.query('reset role; commit');
  context = await literals(client, filled);
  await client.end();
  analyzed = await cloneDatabase({ ...inject('cluster'), template: new URL(fresh.url).pathname.slice(1) });
  const other = await connect(analyzed);
  await other.query('set statement_timeout = 0; analyze');
  await other.end();
}, 300_000);

afterAll(async () => {
  await fresh?.drop();
  await analyzed?.drop();
});

/** The buffers that a query reads, with those of its functions and triggers. */
async function buffers(client: pg.Client, caller: ExposedCaller, text: string): Promise<number | string> {
  await client.query('begin');
  try {
    if (caller === 'service') await client.query('set local role service_role');
    else if (caller === 'guest') await actAs(client, context.link.slice(1, -1), context.link.slice(1, -1));
    else await actAs(client, caller === 'admin' ? ADMIN : context.member.slice(1, -1));
    const { rows } = await client.query(`explain (analyze, buffers, timing off, summary off, format json) ${text}`);
    const plan = rows[0]['QUERY PLAN'][0].Plan;
    return (
      plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] + plan['Temp Read Blocks'] + plan['Temp Written Blocks']
    );
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    return `${code} ${message}`;
  } finally {
    await client.query('rollback');
  }
}

/** Whether the new rows cost more than `MAX_RATIO` times as much, or a call failed. */
const isDear = ([before, after]: (number | string)[]) =>
  typeof before !== 'number' || typeof after !== 'number' || before > MAX_RATIO * after;

test('every function that an API role may execute and every view has a call', async () => {
  const client = await connect(fresh);
  const { rows } = await client.query(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
       and exists (select from unnest('{anon,authenticated,service_role}'::text[]) role where has_function_privilege(role, oid, 'execute'))
     union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by 1`,
  );
  await client.end();
  expect([...new Set(described)].sort()).toEqual(rows.map(({ name }) => name));
});

test('a call for rows that no ANALYZE has seen reads at most three times the buffers of the same call after ANALYZE', async () => {
  const clients = [await connect(fresh), await connect(analyzed)] as const;
  const found: string[] = [];
  for (const [caller, text] of queries(context)) {
    let costs: (number | string)[] = [];
    // The first call of a connection may also read the catalogue.
    for (let call = 0; call < 2 && (call === 0 || isDear(costs)); call += 1)
      costs = await Promise.all(clients.map((client) => buffers(client, caller, text)));
    const short = text.replace(/'\[\{"(?:[^']|'')*'/g, "'[…]'").replace(/'\{[0-9a-f-]{36},[^}]*\}'/g, "'{…}'");
    if (isDear(costs)) found.push(`${costs.join(' ')} ${caller} ${short}`);
  }
  await Promise.all(clients.map((client) => client.end()));
  expect(found).toEqual([]);
}, 600_000);
