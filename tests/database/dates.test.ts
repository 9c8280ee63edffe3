// Dates outside the years 1900 to 9999 would break the pages that list them.
import { describe, expect, test } from 'vitest';
import { type Caller, setUpWorld } from './world.ts';

const world = setUpWorld();

const ODD = [
  'infinity',
  '-infinity',
  '0044-03-15 00:00:00+00 BC',
  '1899-12-31 23:59:59+00',
  '10000-01-01 00:00:00+00',
  '294276-12-31',
];

test('every date that the API can write has a range', async () => {
  const { writable, ranged } = await world.transaction(async ({ query }) => {
    const columns = (text: string) => query<{ name: string }>(text).then((rows) => rows.map(({ name }) => name));
    return {
      writable: await columns(
        `select attrelid::regclass || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
         where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
           and atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
           and (has_column_privilege('authenticated', attrelid, attnum, 'insert') or has_column_privilege('authenticated', attrelid, attnum, 'update'))
         order by 1`,
      ),
      ranged: await columns(
        `select conrelid::regclass || '.' || attname as name from pg_constraint
         join pg_attribute on attrelid = conrelid and array[attnum] = conkey
         where contype = 'c' and convalidated and pg_get_constraintdef(pg_constraint.oid) like '%is_plausible_date%'`,
      ),
    };
  });
  expect(writable.length).toBeGreaterThan(10);
  expect(writable.filter((column) => !ranged.includes(column))).toEqual([]);
});

test.each(ODD)('an administrator cannot store %s', async (moment) => {
  const statements = [
    `insert into public.leads (customer_id, name, created_at) values (:acme, 'A', '${moment}')`,
    `update public.leads set created_at = '${moment}'`,
    `update public.companies set created_at = '${moment}'`,
    `update public.customers set created_at = '${moment}'`,
    `update public.campaigns set created_at = '${moment}'`,
    `update public.customer_users set accepted_at = '${moment}'`,
    `update public.invitations set expires_at = '${moment}'`,
    `update public.invitations set accepted_at = '${moment}'`,
    `update public.user_roles set created_at = '${moment}'`,
  ];
  for (const statement of statements) {
    await world.transaction(async ({ actAs, outcome }) => {
      await actAs('admin');
      expect(await outcome(world.withIds(statement))).toMatch(
        /^23514 new row for relation "\w+" violates check constraint "\w+_range"$/,
      );
    });
  }
});

describe('creation dates of a campaign or a step', () => {
  const statements = [
    [`insert into public.campaigns (customer_id, name, created_at) values (:acme, 'A', 'infinity')`, 'campaigns'],
    [
      `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, created_at) values (:acme, :acme campaign, 2, 'email', now())`,
      'campaign_steps',
    ],
    ['update public.campaign_steps set created_at = now()', 'campaign_steps'],
  ] as const;
  const everyone: Caller[] = ['admin', 'member', 'neighbour', 'stranger', 'anonymous'];

  test.each(statements)('no caller can set the creation date: %s', async (statement, table) => {
    for (const caller of everyone) {
      await world.transaction(async ({ actAs, outcome }) => {
        await actAs(caller);
        expect([caller, await outcome(world.withIds(statement))]).toEqual([
          caller,
          `42501 permission denied for table ${table}`,
        ]);
      });
    }
  });

  test('a member’s campaign and step are created now, and a member cannot change the date', async () => {
    await world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('member');
      const [campaign] = await query<{ now: boolean }>(
        world.withIds(
          `insert into public.campaigns (customer_id, name) values (:acme, 'A') returning created_at = now() as now`,
        ),
      );
      const [step] = await query<{ now: boolean }>(
        world.withIds(
          `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type) values (:acme, :acme campaign, 2, 'email') returning created_at = now() as now`,
        ),
      );
      expect([campaign?.now, step?.now]).toEqual([true, true]);
      expect(await outcome(`update public.campaigns set created_at = 'infinity'`)).toBe(
        '42501 Members can change only name and status of a campaign',
      );
    });
  });
});

test.each([
  [0, 'acme campaign'],
  [3650, 'acme campaign'],
  [3651, '23514 new row for relation "campaign_steps" violates check constraint "campaign_steps_delay_days_range"'],
])('a step with a delay of %i days: %s', async (days, expected) => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('member');
    expect(await outcome('update public.campaign_steps set delay_days = $1 returning campaign_id', [days])).toBe(
      expected,
    );
  });
});
