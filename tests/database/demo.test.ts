import { compare } from 'bcrypt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { banDemo, loadDemo } from '#server/database/demo.ts';
import { type Owner, ownerOf } from '#server/database/owner.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';

let clone: Clone;
let owner: Owner;
beforeAll(async () => {
  clone = await cloneDatabase();
  owner = ownerOf(clone.url);
  await owner(loadDemo);
});
afterAll(() => clone.drop());

const rows = (text: string) => owner(async (query) => (await query(text)).rows);

test('the demo has two customers with 400 leads and 60 companies of every approval, with and without an audience', async () => {
  expect(
    await rows(
      `select name, (select count(*)::int from public.leads where customer_id = customers.id) as leads,
         (select count(*)::int from public.companies where customer_id = customers.id) as companies
       from public.customers order by name`,
    ),
  ).toEqual([
    { name: 'Brightwater Analytics', leads: 250, companies: 36 },
    { name: 'Møller & Søn Logistics', leads: 150, companies: 24 },
  ]);
  expect(
    await rows(
      `select count(distinct name)::int as names, count(distinct audience)::int as audiences, count(*) filter (where audience is null)::int as without,
         count(*) filter (where is_approved)::int as approved, count(*) filter (where not is_approved)::int as rejected
       from public.leads`,
    ),
  ).toEqual([{ names: 400, audiences: 5, without: 66, approved: 160, rejected: 40 }]);
});

test('the demo has a campaign of every status, and those that are not drafts have steps', async () => {
  expect(
    await rows(
      `select status, bool_and(status = 'draft' or exists (select from public.campaign_steps where campaign_id = campaigns.id)) as fits
       from public.campaigns group by status order by status`,
    ),
  ).toEqual(['active', 'completed', 'draft', 'paused'].map((status) => ({ status, fits: true })));
});

test('the demo has an admin and a member with the documented password', async () => {
  const accounts = await rows(
    `select users.email, encrypted_password, user_roles.role, provider, provider_id = users.id::text as is_own
     from auth.users
     join auth.identities on identities.user_id = users.id
     join public.user_roles on user_roles.user_id = users.id
     order by users.email`,
  );
  expect(accounts.map(({ email, role, provider, is_own }) => [email, role, provider, is_own])).toEqual([
    ['admin@leadlight.example', 'admin', 'email', true],
    ['customer@leadlight.example', 'customer', 'email', true],
  ]);
  for (const { encrypted_password } of accounts) expect(await compare('leadlight', encrypted_password)).toBe(true);
  expect(
    await rows('select name from public.customer_users join public.customers on customers.id = customer_id'),
  ).toEqual([{ name: 'Brightwater Analytics' }]);
});

test('demo accounts, and no others, are banned where the demo is disabled', async () => {
  const banned = () => rows('select email from auth.users where banned_until > now() order by email');
  await owner((query) => query(`insert into auth.users (id, email) values (gen_random_uuid(), 'real@example.test')`));
  await owner((query) => banDemo(query, false));
  expect(await banned()).toEqual([{ email: 'admin@leadlight.example' }, { email: 'customer@leadlight.example' }]);
  await owner((query) => banDemo(query, true));
  expect(await banned()).toEqual([]);
});
