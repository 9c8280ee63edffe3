import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmailAddress } from '#domain/email.ts';
import { plainName } from '#domain/name.ts';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const STRANGE = ' \u202eAda\u0007\t\u2066Love\u001blace\u2069\n ';

describe('names', () => {
  const statements = [
    ['admin', 'insert into public.customers (name) values ($1) returning name as stored'],
    ['admin', `update public.customers set name = $1 where id = :acme returning name as stored`],
    ['admin', 'insert into public.campaigns (customer_id, name) values (:acme, $1) returning name as stored'],
    ['member', 'insert into public.campaigns (customer_id, name) values (:acme, $1) returning name as stored'],
    ['member', 'update public.campaigns set name = $1 where customer_id = :acme returning name as stored'],
    ['member', 'select name as stored from public.duplicate_campaign(:acme campaign, $1)'],
    ['member', 'update public.profiles set full_name = $1 returning full_name as stored'],
    ['stranger', 'update public.profiles set full_name = $1 returning full_name as stored'],
    ['service', 'update public.customers set name = $1 where id = :acme returning name as stored'],
    [
      'owner',
      `insert into public.imports (customer_id, file_name, import_type) values (:acme, $1, 'leads') returning file_name as stored`,
    ],
  ] as const;

  test.each(statements)('a name is stored as one line of visible text by the %s: %s', async (who, statement) => {
    const text = world.withIds(statement);
    await world.transaction(async ({ actAs, query }) => {
      await actAs(who);
      expect(await query(text, [STRANGE])).toEqual([{ stored: 'Ada Lovelace' }]);
    });
  });

  test.each(statements)('a name of more than 10,000 characters is rejected, by the %s: %s', async (who, statement) => {
    const text = world.withIds(statement);
    await world.transaction(async ({ actAs, outcome }) => {
      await actAs(who);
      expect(await outcome(text, [`${' '.repeat(9_999)}x`])).toBe('x');
      expect(await outcome(text, [`${' '.repeat(10_000)}x`])).toMatch(
        /^23514 new row for relation "\w+" violates check constraint "\w*name_/,
      );
    });
  });

  test('a name is stored as one line of visible text when signing up, and when renaming the account', async () => {
    await world.transaction(async ({ query }) => {
      const metadata = { full_name: STRANGE };
      const [user] = await query<{ id: string }>(
        `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'new@example.test', $1) returning id`,
        [metadata],
      );
      await query('update auth.users set raw_user_meta_data = $1 where id = $2', [metadata, world.id('member')]);
      const names = 'select full_name from public.profiles where id = any ($1)';
      expect(await query(names, [[user?.id, world.id('member')]])).toEqual(
        Array(2).fill({ full_name: 'Ada Lovelace' }),
      );
    });
  });

  test('a name of such characters only is blank', async () => {
    await world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('admin');
      expect(await outcome(`insert into public.customers (name) values (e'\\u202e\\u0001')`)).toBe(
        '23514 new row for relation "customers" violates check constraint "customers_name_check"',
      );
      await actAs('member');
      expect(await query(`update public.profiles set full_name = e'\\u202e' returning full_name`)).toEqual([
        { full_name: null },
      ]);
    });
  });

  test('an imported lead has the name of its file', async () => {
    await world.transaction(async ({ actAs, query }) => {
      await actAs('admin');
      const rows = [{ row: 2, name: '\u202eAda' }];
      await query(
        `select public.import_rows($1, 'a.csv', 'leads', 2, 'x', '["Name"]', '{"Name": "name"}', $2::json, '[]'::json)`,
        [world.id('acme'), JSON.stringify(rows)],
      );
      expect(await query(`select name from public.leads where name like '%\u202e%'`)).toEqual([{ name: '\u202eAda' }]);
    });
  });
});

describe('rules of the database and of the domain', () => {
  const inDatabase = (call: string, values: string[]) =>
    world.transaction(async ({ query }) => {
      const [row] = await query<{ results: unknown[] }>(
        `select array_agg(${call} order by place) as results from unnest($1::text[]) with ordinality given (value, place)`,
        [values],
      );
      return row?.results;
    });

  test('plain_name equals the domain’s rule for every character', async () => {
    const characters = Array.from({ length: 0x11000 }, (_, code) => code)
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      .map((code) => `a${String.fromCodePoint(code)}b`);
    expect(await inDatabase('private.plain_name(value)', characters)).toEqual(characters.map(plainName));
  });

  test('is_email equals the domain’s rule for anything that looks like one', async () => {
    const part = fc.string({
      unit: fc.constantFrom(..."aZ09.-_+!#$%&'*/=?^`{|}~@ \u0000\n\u017fäK\u202e"),
      maxLength: 8,
    });
    const texts = fc.sample(
      fc.oneof(
        fc.emailAddress(),
        fc.tuple(part, part).map((parts) => parts.join('@')),
        part,
      ),
      2_000,
    );
    const storable = texts.filter((text) => !text.includes('\0'));
    storable.push(
      `${'a'.repeat(243)}@example.com`,
      `${'a'.repeat(244)}@example.com`,
      `a@${'b'.repeat(63)}.c`,
      `a@${'b'.repeat(64)}.c`,
    );
    expect(await inDatabase('private.is_email(value)', storable)).toEqual(storable.map(isEmailAddress));
  });
});

test.each([
  'no-address',
  'a b@example.test',
  'ada@exa\u202emple.test',
  'ädä@example.test',
  'ada@example..test',
  'ada@example.test\n',
  'Ada <ada@example.test>',
  `${'a'.repeat(244)}@example.com`,
])('%j cannot be invited', async (email) => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('admin');
    const insert = 'insert into public.invitations (customer_id, email) values ($1, $2)';
    expect(await outcome(insert, [world.id('acme'), email])).toBe(
      '23514 new row for relation "invitations" violates check constraint "invitations_email_check"',
    );
    expect(await outcome('update public.invitations set email = $1', [email])).toMatch(
      /^23514 .*"invitations_email_check"$/,
    );
  });
});
