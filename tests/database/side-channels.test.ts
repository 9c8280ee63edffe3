// Values that change with other customers' work cannot be read: sequences, transaction ids, physical row positions.
import { expect, test } from 'vitest';
import { callers, setUpWorld } from './world.ts';

const world = setUpWorld();

const names = (text: string, values?: unknown[]) =>
  world.transaction(async ({ query }) => (await query<{ name: string }>(text, values)).map(({ name }) => name));

test.each(['anon', 'authenticated'])('%s can read no sequence and no column numbered by one', async (role) => {
  expect(
    await names(
      `select attrelid::regclass || '.' || attname as name from pg_attribute
       join pg_class on pg_class.oid = attrelid and relkind in ('r', 'p')
       left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and attnum > 0 and not attisdropped
         and (attidentity <> '' or pg_get_expr(adbin, adrelid) like '%nextval%')
         and has_column_privilege($1, attrelid, attnum, 'select')`,
      [role],
    ),
  ).toEqual([]);
  expect(
    await names(
      `select oid::regclass::text as name from pg_class
       where relkind = 'S' and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
         and case when relkind = 'S' then has_sequence_privilege($1, oid, 'usage, select, update') end`,
      [role],
    ),
  ).toEqual([]);
});

const denied = (table: string) => `42501 permission denied for table ${table}`;

test.each([
  ['lead_counters', 'id'],
  ['lead_counters', 'xmin'],
  ['lead_counters', 'ctid'],
  ['lead_counters', '*'],
  ['company_counters', 'id'],
  ['company_counters', 'xmin'],
  ['company_counters', 'ctid'],
])('only the service can read, order by or filter by %s.%s', async (table, column) => {
  const texts = [`select ${column} from public.${table}`];
  if (column !== '*') {
    texts.push(
      `select customer_id from public.${table} order by ${column}::text`,
      `select customer_id from public.${table} where ${column} is not null`,
    );
  }
  for (const caller of callers) {
    for (const text of texts) {
      await world.transaction(async ({ actAs, outcome }) => {
        await actAs(caller);
        expect([caller, text, await outcome(text)]).toEqual([caller, text, denied(table)]);
      });
    }
  }
});

test('every other id is random', async () => {
  expect(
    await names(
      `select attrelid::regclass || '.' || attname as name from pg_attribute
       join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
       left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attname = 'id' and coalesce(pg_get_expr(adbin, adrelid), '') <> 'gen_random_uuid()' order by 1`,
    ),
  ).toEqual(['company_counters.id', 'lead_counters.id', 'profiles.id']); // a profile has its account's random id
});
