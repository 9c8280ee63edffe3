import { expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

/** The entities of section 3 of the specification with their columns. */
const entities: [table: string, columns: string, statement: string][] = [
  [
    'leads',
    'id name company title location audience is_approved profile_picture_url linkedin_profile_url customer_id created_at',
    '(S3.1)',
  ],
  ['leads', 'first_name last_name email phone headline notes', '(S3.5)'],
  [
    'companies',
    'id name website domain linkedin_url industry size location description employee_count founded_year is_approved customer_id created_at',
    '(S3.6)',
  ],
  ['customers', 'id name is_active created_by created_at', '(S3.7)'],
  ['profiles', 'id email full_name created_at', '(S3.9)'],
  ['user_roles', 'user_id role', '(S3.10)'],
  ['customer_users', 'id user_id customer_id invited_by accepted_at is_active', '(S3.12)'],
  ['invitations', 'id customer_id email invited_by token expires_at accepted_at', '(S3.13)'],
  ['campaigns', 'id name customer_id status created_at', '(S3.14)'],
  ['campaign_steps', 'id campaign_id step_number step_type delay_days subject message_content', '(S3.15)'],
  ['audience_summary', 'customer_id name total approved pending', '(S3.20)'],
];

test.each(entities)('%s has the columns %s %s', async (table, columns) => {
  const found = await world.transaction(({ query }) =>
    query<{ column: string }>(
      `select column_name as column from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    ),
  );
  expect(found.map(({ column }) => column)).toEqual(expect.arrayContaining(columns.split(' ')));
});

test.each([
  ['leads', 'audience', 'text', '(S3.2)'],
  ['leads', 'is_approved', 'boolean', '(S3.4)'],
  ['companies', 'is_approved', 'boolean', '(S4.3)'],
])('%s.%s is %s and may be null %s', async (table, column, type) => {
  const [found] = await world.transaction(({ query }) =>
    query(
      `select data_type, is_nullable from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name = $2`,
      [table, column],
    ),
  );
  expect(found).toEqual({ data_type: type, is_nullable: 'YES' });
});

/** Columns with a fixed list of values: the values of the specification, and others, which are rejected. */
const words: [what: string, statement: string, admitted: string[], rejected: string[]][] = [
  [
    'a role (S3.11, S6.1)',
    `insert into public.user_roles (user_id, role) values ((select id from public.profiles where not exists (select from public.user_roles r where r.user_id = profiles.id and r.role = $1) limit 1), $1) returning role`,
    ['admin', 'customer'],
    ['owner', 'service_role', ''],
  ],
  [
    'a campaign’s status (S4.10)',
    `update public.campaigns set status = $1 where id = (select campaign_id from public.campaign_steps limit 1) returning status`,
    ['draft', 'active', 'paused', 'completed'],
    ['archived', 'Draft', ''],
  ],
  [
    'a step’s type (S1.8, S3.16)',
    `insert into public.campaign_steps (customer_id, campaign_id, step_type) select customer_id, id, $1 from public.campaigns limit 1 returning step_type`,
    ['linkedin_connection', 'linkedin_message', 'email'],
    ['sms', 'Email', ''],
  ],
];

test.each(words)(
  '%s accepts the values of the specification and no others',
  async (_, statement, admitted, rejected) => {
    await world.transaction(async ({ outcome }) => {
      for (const word of admitted) expect(await outcome(statement, [word])).toBe(word);
      for (const word of rejected) expect(await outcome(statement, [word])).toContain('violates check constraint');
    });
  },
);
