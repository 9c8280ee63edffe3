import { describe, expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const addField = (key: string, more = '') =>
  world.withIds(
    `insert into public.custom_fields (customer_id, table_name, key, label) values (:acme, 'leads', '${key}', '${key}') ${more}`,
  );

const decidedValues = async ({ query }: Transaction) =>
  (
    await query<{ decided_values: unknown }>(
      world.withIds('select decided_values from public.leads where id = :acme lead'),
    )
  )[0]?.decided_values;

describe('custom fields', () => {
  test.each([
    ['icebreaker', 'null'],
    ['приветствие', 'null'],
    ['挨拶_2', 'null'],
    ['Icebreaker', 'custom_fields_key_check'],
    ['ice breaker', 'custom_fields_key_check'],
    ['ice-breaker', 'custom_fields_key_check'],
    ['', 'custom_fields_key_check'],
    ['x'.repeat(61), 'custom_fields_key_check'],
  ])('a field with the key %j is accepted or breaks %s', (key, broken) =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await query('delete from public.custom_fields');
      await actAs('admin');
      const found = await outcome(addField(key, 'returning null'));
      expect(found).toBe(
        broken === 'null' ? found : `23514 new row for relation "custom_fields" violates check constraint "${broken}"`,
      );
      expect(found.startsWith('23514')).toBe(broken !== 'null');
    }),
  );

  test('a customer with 41 fields can add another one only after one was removed', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('admin');
      for (let number = 3; number <= 40; number += 1) await query(addField(`field_${number}`));
      const tooMany = 'PT409 A customer can have at most 40 custom fields of leads';
      expect(await outcome(addField('one_more'))).toBe(tooMany);
      await query(`update public.custom_fields set removed_at = now() where key = 'field_3'`);
      expect(await outcome(addField('one_more', 'returning key'))).toBe('one_more');
      expect(await outcome(`update public.custom_fields set removed_at = null where key = 'field_3'`)).toBe(tooMany);
    }));

  test('a removed field can be restored within 30 minutes, at a time that the request cannot choose', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('admin');
      const remove = `update public.custom_fields set removed_at = '2026-01-01' where key = 'icebreaker' returning removed_at = now()`;
      const restore = `update public.custom_fields set removed_at = null where key = 'icebreaker' returning key`;
      expect(await outcome(remove)).toBe('true true');
      expect(await outcome(restore)).toBe('icebreaker icebreaker');
      await actAs('owner');
      await query('alter table public.custom_fields disable trigger check_on_update');
      await query(`update public.custom_fields set removed_at = now() - interval '31 minutes'`);
      await query('alter table public.custom_fields enable trigger check_on_update');
      await actAs('admin');
      expect(await outcome(restore)).toBe('PT409 This field was removed more than 30 minutes ago');
    }));
});

describe('values of custom fields', () => {
  test.each([
    [{ icebreaker: 'x'.repeat(2000) }, true],
    [{ icebreaker: 'x'.repeat(2001) }, false],
    [{ icebreaker: '' }, false],
    [{ icebreaker: ' \u00a0\n' }, false],
    [{ icebreaker: 1 }, false],
    [{ icebreaker: null }, false],
    [{ 'No key': 'x' }, false],
    [['icebreaker'], false],
    [Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`f${index}`, 'x'.repeat(2000)])), true],
    [Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, 'x'.repeat(2000)])), false],
  ])('the values %j are accepted or rejected', (custom, isAccepted) =>
    world.transaction(async ({ outcome }) => {
      for (const relation of ['leads', 'companies']) {
        const found = await outcome(`update public.${relation} set custom = $1 returning true`, [
          JSON.stringify(custom),
        ]);
        expect(found).toBe(
          isAccepted
            ? 'true true'
            : `23514 new row for relation "${relation}" violates check constraint "${relation}_custom_check"`,
        );
      }
    }),
  );

  test('values are counted, and removed with their field after 30 minutes, which changes nothing else about a row', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await query(
        `update public.leads set custom = '{"icebreaker": "Hello", "other": "x"}', is_approved = true where name = 'Ada of acme'`,
      );
      const before = await query(`select updated_at from public.leads order by id`);
      await actAs('admin');
      const count = (key: string) => outcome(world.withIds(`select count_custom_values(:acme, 'leads', '${key}')`));
      expect([await count('icebreaker'), await count('score'), await count('unknown')]).toEqual(['1', '1', '0']);
      await actAs('owner');
      await query('alter table public.custom_fields disable trigger check_on_update');
      await query(`update public.custom_fields set removed_at = now() - interval '31 minutes'`);
      await query('alter table public.custom_fields enable trigger check_on_update');
      await query(`select set_config('leadlight.removing_values', '', true)`);
      await actAs('admin');
      const remove = world.withIds('select remove_custom_values(:acme)');
      expect([await outcome(remove), await outcome(remove), await outcome(remove)]).toEqual(['2', '2', '0']);
      await actAs('owner');
      expect(await query(`select updated_at from public.leads order by id`)).toEqual(before);
      expect(
        await query(
          world.withIds(
            `select lead.custom, decided_values, internal.custom as internal, (select count(*)::int from public.custom_fields where customer_id = :acme) as fields
             from public.leads lead join public.internal_values internal on lead_id = lead.id where lead.id = :acme lead`,
          ),
        ),
      ).toEqual([{ custom: { other: 'x' }, decided_values: null, internal: {}, fields: 0 }]);
    }));

  test('values of internal fields are deleted and restored with their lead', () =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('admin');
      const count = world.withIds(`select count_custom_values(:acme, 'leads', 'score')`);
      const deletion = '00000000-0000-4000-8000-000000000001';
      await outcome(world.withIds(`select delete_rows('leads', array[:acme lead]::uuid[], '${deletion}')`));
      expect(await outcome(count)).toBe('0');
      expect(await outcome(`select restored from restore_deleted('${deletion}')`)).toBe('1');
      expect(await outcome(count)).toBe('1');
    }));
});

describe('values at a decision', () => {
  const change = (set: string) => world.withIds(`update public.leads set ${set} where id = :acme lead`);

  test('decided_values has the former values of fields that have changed since the decision, until they are restored', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      await query(change(`title = 'CTO'`));
      expect(await decidedValues(transaction)).toBeNull();
      await query(change(`is_approved = true`));
      await query(change(`title = 'CEO', custom = '{"icebreaker": "Hello"}', audience = 'Others'`));
      await query(change(`title = 'CFO', phone = '1'`));
      expect(await decidedValues(transaction)).toEqual({ title: 'CTO', phone: null, custom: {} });
      await query(change(`title = 'CTO', phone = null`));
      expect(await decidedValues(transaction)).toEqual({ custom: {} });
      await query(change(`custom = '{}'`));
      expect(await decidedValues(transaction)).toBeNull();
    }));

  test.each(['true', 'false', 'null'])('decided_values is cleared by is_approved = %s, by a member too', (approval) =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await query(change('is_approved = true'));
      await query(change(`title = 'CEO'`));
      expect(await decidedValues(transaction)).toEqual({ title: null });
      await actAs('member');
      await query(change(`is_approved = ${approval}`));
      expect(await decidedValues(transaction)).toBeNull();
      const [lead] = await query(world.withIds('select decided_by from public.leads where id = :acme lead'));
      expect(lead).toEqual({ decided_by: approval === 'null' ? null : world.id('member') });
    }),
  );

  test('decided_values cannot be set', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await actAs('admin');
      await query(change('is_approved = true'));
      await query(change(`decided_values = '{"title": "x"}'`));
      expect(await decidedValues(transaction)).toBeNull();
    }));

  test('companies have decided_values, too', () =>
    world.transaction(async ({ query }) => {
      await query('update public.companies set is_approved = false');
      await query('update public.companies set employee_count = 7, size = null');
      expect(await query('select distinct decided_values from public.companies')).toEqual([
        { decided_values: { employee_count: null } },
      ]);
    }));
});
