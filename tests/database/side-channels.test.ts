// Values that change with other customers' work cannot be read: sequences, transaction ids, physical row positions.
import { describe, expect, test } from 'vitest';
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

test('no trigger reads other rows with the owner’s rights before row-level security has allowed the new row', async () => {
  expect(
    await names(
      `select tgrelid::regclass || '.' || tgname as name from pg_trigger
       join pg_class on pg_class.oid = tgrelid and relnamespace = 'public'::regnamespace
       join pg_proc on pg_proc.oid = tgfoid and prosecdef
       where tgtype & 7 = 7 and has_any_column_privilege('authenticated', tgrelid, 'insert') order by 1`,
    ),
  ).toEqual(['campaigns.require_steps']); // a new campaign has a random id, and thus no steps
});

describe('new rows that row-level security rejects', () => {
  const step = `campaign_steps (customer_id, campaign_id, step_type) values (:globex, :globex campaign, 'email')`;
  const field = `custom_fields (customer_id, table_name, key, label) values (:globex, 'leads', 'new', 'New')`;
  const invitation = `invitations (customer_id, email) values (:globex, 'colleague@example.test')`;
  test.each<[string, string, { locked?: string; stored?: string }]>([
    [
      'of a campaign that is being changed',
      step,
      { locked: 'select from campaigns where customer_id = :globex and id = :globex campaign for update' },
    ],
    ['during an import', field, { locked: 'select private.lock_imports(:globex)' }],
    [
      'where there are 40 custom fields',
      field,
      {
        stored: `insert into custom_fields (customer_id, table_name, key, label)
          select :globex, 'leads', 'field_' || number, 'Field' from generate_series(1, 38) number`,
      },
    ],
    [
      'for the email of a deactivated member',
      invitation,
      { stored: 'insert into customer_users (customer_id, user_id, is_active) values (:globex, :colleague, false)' },
    ],
  ])(
    'a rejected row waits for no lock, and has the same error for every customer: %s',
    async (_, row, { locked = 'select', stored = 'select' }) => {
      const other = await world.connect();
      try {
        await other.query('begin');
        await other.query(world.withIds(locked));
        await world.transaction(async ({ actAs, query, outcome }) => {
          await query(world.withIds(stored));
          await query(`set local lock_timeout = '1s'`);
          for (const caller of ['member', 'stranger'] as const) {
            await actAs(caller);
            expect([caller, await outcome(world.withIds(`insert into ${row}`))]).toEqual([
              caller,
              `42501 new row violates row-level security policy for table "${row.split(' ')[0]}"`,
            ]);
          }
        });
      } finally {
        await other.end();
      }
    },
  );
});
