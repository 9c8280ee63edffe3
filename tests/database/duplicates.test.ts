// Rows with the key of an older row. Only an earlier version stored such rows; it marked them as duplicates of the oldest.
import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Lead = { name: string; email?: string; url?: string; of?: string; keys?: string };

/** Stores leads of Acme, each later than the one before, those with `of` as duplicates of that lead by `keys`. */
async function storeLeads({ query }: Transaction, leads: readonly Lead[]): Promise<void> {
  await query('delete from public.leads');
  for (const [index, { name, email, url, of, keys }] of leads.entries()) {
    await query(
      `insert into public.leads (customer_id, name, email, linkedin_profile_url, created_at, duplicate_of, duplicate_keys)
       values ($1, $2, $3, $4, '2026-01-01'::timestamptz + $5 * interval '1 hour',
         (select id from public.leads where name = $6), case when $6 is not null then array[$7] end)`,
      [world.id('acme'), name, email, url, index, of, keys],
    );
  }
}

test('a lead is no duplicate any more once it has its key alone', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('owner');
    const keys = 'email_key';
    await storeLeads(transaction, [
      { name: 'Ada', email: 'ada@x.test' },
      { name: 'Ada 2', email: 'ada@x.test', of: 'Ada', keys },
      { name: 'Ada 3', email: 'ada@x.test', of: 'Ada', keys },
      { name: 'Bob', email: 'bob@x.test' },
      { name: 'Bob 2', email: 'bob@x.test', of: 'Bob', keys },
    ]);
    const duplicates = async () => {
      const rows = await query(
        `select lead.name, original.name as original from public.leads lead
         join public.leads original on original.id = lead.duplicate_of order by lead.created_at`,
      );
      return rows.map(({ name, original }) => [name, original]);
    };
    await query(`update public.leads set email = 'bob2@x.test' where name = 'Bob 2'`);
    expect(await duplicates()).toEqual([
      ['Ada 2', 'Ada'],
      ['Ada 3', 'Ada'],
    ]);
    await query(`update public.leads set is_separate = true where name = 'Ada 3'`);
    await query(`delete from public.leads where name = 'Ada'`);
    expect(await duplicates()).toEqual([['Ada 3', 'Ada 2']]);
    await query(`update public.leads set email = 'other@x.test' where name = 'Ada 2'`);
    expect(await duplicates()).toEqual([]);
    expect(await query('select name from public.leads where is_separate')).toEqual([]);
    await expect(query(`update public.leads set email = 'ada@x.test' where name = 'Ada 2'`)).rejects.toThrow(
      'leads_email_key',
    );
  }));

test('an import matches the older of two leads by their common key, and a duplicate by a key of its own', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('owner');
    const page = (path: string) => `https://www.linkedin.com/${path}`;
    await storeLeads(transaction, [
      { name: 'Ada', url: page('in/ada') },
      { name: 'Ada 2', url: page('in/ada'), email: 'ada@x.test', of: 'Ada', keys: 'linkedin_key' },
    ]);
    const rows = [
      { row: 2, name: 'A', linkedin_profile_url: page('mwlite/in/ada') },
      { row: 3, name: 'B', email: '<ada@x.test>' },
      { row: 4, name: 'C', email: 'new@x.test' },
    ];
    const matched = await query(
      `select "row", stored.name from private.match_rows($1, 'leads', $2, 'match') matched join public.leads stored using (id) order by 1`,
      [world.id('acme'), JSON.stringify(rows)],
    );
    expect(matched).toEqual([
      { row: 2, name: 'Ada' },
      { row: 3, name: 'Ada 2' },
    ]);
  }));
