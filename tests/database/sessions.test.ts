import { expect, test } from 'vitest';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

/** Everything that a caller can read: rows of customers, their own rows, and the results of security definer functions. */
async function reach({ outcome }: Transaction): Promise<string[]> {
  const answers: string[] = [];
  for (const text of [
    'select customer_id from public.leads',
    'select customer_id from public.campaigns',
    'select id from public.profiles where id = auth.uid()',
    'select user_id from public.user_roles where user_id = auth.uid()',
    `select customer_id from public.search_leads('ada')`,
    'select public.count_leads()',
    'select public.audience_names()',
  ]) {
    answers.push(await outcome(text));
  }
  return answers;
}

const nothing = ['none', 'none', 'none', 'none', 'none', '0', 'none'];
const all: Record<string, string[]> = {
  admin: ['acme globex', 'acme globex', 'admin', 'admin', 'acme globex', '2', 'Founders'],
  member: ['acme', 'acme', 'member', 'member', 'acme', '1', 'Founders'],
};
const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
  values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`;

const conditions: [name: string, change: string | undefined, claims: Record<string, unknown>, seesAll: boolean][] = [
  ['in a session that is open', undefined, {}, true],
  ['after signing out', 'delete from auth.sessions where user_id = $1', {}, false],
  ['past the end of the session', `update auth.sessions set not_after = now() where user_id = $1`, {}, false],
  ['once banned', `update auth.users set banned_until = now() + interval '1 hour' where id = $1`, {}, false],
  ['when the ban has ended', `update auth.users set banned_until = now() where id = $1`, {}, true],
  ['once deleted', 'update auth.users set deleted_at = now() where id = $1', {}, false],
  ['at aal1 with a verified factor', factor, {}, false],
  ['at aal1 with a factor that was never verified', factor.replace('verified', 'unverified'), {}, true],
  ['at aal2 with a verified factor', factor, { aal: 'aal2' }, true],
  ['with a token that names no session', undefined, { session_id: undefined }, false],
  ['with a token without a user', undefined, { sub: undefined }, false],
];

for (const caller of ['admin', 'member'] as Caller[]) {
  test.each(conditions)(`the ${caller} sees all rows or none %s`, async (_, change, claims, seesAll) => {
    await world.transaction(async (transaction) => {
      if (change) await transaction.query(change, [world.id(caller)]);
      await transaction.actAs(caller, { claims });
      expect(await reach(transaction)).toEqual(seesAll ? all[caller] : nothing);
    });
  });
}

test('a token with another user’s session sees nothing', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('member', { claims: { session_id: world.id('admin') } });
    expect(await reach(transaction)).toEqual(nothing);
  });
});

test('a member loses the rows with the membership, or while the customer is inactive (S6.24)', async () => {
  for (const change of [
    'update public.customer_users set is_active = false where user_id = $1',
    'update public.customers set is_active = false where id = (select customer_id from public.customer_users where user_id = $1)',
  ]) {
    await world.transaction(async ({ query, actAs, outcome }) => {
      await query(change, [world.id('member')]);
      await actAs('member');
      for (const table of ['leads', 'companies', 'campaigns']) {
        expect(await outcome(`select customer_id from public.${table}`)).toBe('none');
      }
      expect(await outcome('select id from public.customers')).toBe('none');
      expect(await outcome(`select customer_id from public.search_leads('')`)).toBe('none');
    });
  }
});
