import { expect, test } from 'vitest';
import { customLimits } from '#domain/custom-fields.ts';
import { toolLimits } from '#domain/hand-off/tools.ts';
import { storedName } from '#domain/import/rows.ts';
import { companyTargets, leadTargets, type TargetRule } from '#domain/import/targets.ts';
import { textLengths } from '#domain/limits.ts';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

/** Import targets that are numbers have no length. */
const isText = (target: string) => !['employee_count', 'founded_year'].includes(target);

const imported = (table: string, targets: Record<string, TargetRule>) =>
  Object.entries(targets)
    .filter(([target]) => isText(target))
    .map(([target, { maxLength }]) => [`${table}.${storedName(target)}`, maxLength] as const);

/** The maximum length of each column that users write, from the code's own constants. */
const lengths = new Map<string, number>([
  ['profiles.email', textLengths.email],
  ['profiles.full_name', textLengths.fullName],
  ['customers.name', textLengths.customerName],
  ['invitations.email', textLengths.email],
  ['campaigns.name', textLengths.campaignName],
  ['campaign_steps.subject', textLengths.stepSubject],
  ['campaign_steps.message_content', textLengths.stepMessage],
  ['imports.file_name', textLengths.fileName],
  ['imports.audience', textLengths.audience],
  ['imports.told_message', textLengths.reviewMessage],
  ['result_uploads.file_name', textLengths.fileName],
  ['leads.audience', textLengths.audience],
  ['leads.rejection_note', textLengths.rejectionNote],
  ['companies.rejection_note', textLengths.rejectionNote],
  ['rejection_reasons.name', textLengths.reasonName],
  ['comments.body', textLengths.comment],
  ['review_links.audience', textLengths.audience],
  ['review_links.message', textLengths.reviewMessage],
  ['colleague_requests.note', textLengths.colleagueNote],
  ['campaign_versions.note', textLengths.decisionNote],
  ['step_suggestions.subject', textLengths.stepSubject],
  ['step_suggestions.message_content', textLengths.stepMessage],
  ['do_not_contact.value', textLengths.contact],
  ['do_not_contact.reason', textLengths.contactReason],
  ['agency_do_not_contact.value', textLengths.contact],
  ['agency_do_not_contact.reason', textLengths.contactReason],
  ['custom_fields.label', customLimits.label],
  ['sending_tools.name', toolLimits.name],
  ['mail_preferences.time_zone', textLengths.timeZone],
  ['customers.time_zone', textLengths.timeZone],
  ...imported('leads', leadTargets),
  ...imported('companies', companyTargets),
]);

test('the length checks of the database equal those of the code', async () => {
  const checks = await world.transaction(({ query }) =>
    query<{ name: string; max: number; convalidated: boolean }>(
      `select conrelid::regclass || '.' || attname as name, min(found[1]::int) as max, bool_and(convalidated) as convalidated
       from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = any (conkey)
       cross join regexp_matches(pg_get_constraintdef(pg_constraint.oid), 'char_length\\(' || attname || '\\) <= (\\d+)') found
       where contype = 'c' and connamespace = 'public'::regnamespace
       group by 1`,
    ),
  );
  expect(new Map(checks.map(({ name, max }) => [name, max]))).toEqual(lengths);
  expect(checks.filter(({ convalidated }) => !convalidated)).toEqual([]);
});

test('every text that the API can write has a maximum length or a list of values', async () => {
  const unchecked = await world.transaction(({ query }) =>
    query(
      `select relname || '.' || attname as name
       from pg_attribute
       join pg_class on pg_class.oid = attrelid
       join pg_type on pg_type.oid = atttypid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped and attgenerated = ''
         and (typcategory in ('S', 'A') or typname in ('json', 'jsonb', 'xml', 'bytea', 'tsvector'))
         and (has_column_privilege('authenticated', attrelid, attnum, 'insert, update') or has_column_privilege('anon', attrelid, attnum, 'insert, update'))
         and not exists (
           select from pg_constraint
           where conrelid = attrelid and contype = 'c' and attnum = any (conkey)
             and pg_get_constraintdef(pg_constraint.oid) ~ ('(char_length\\(' || attname || '\\) <= |' || attname || ' = ANY \\(ARRAY\\[|octet_length\\(\\(' || attname || '\\)::text\\) <= |is_custom(_key)?\\(' || attname || ')')
         )
       order by 1`,
    ),
  );
  expect(unchecked).toEqual([]);
});

const writable: [who: 'member' | 'stranger' | 'admin', column: string, write: (text: string) => string][] = [
  ['stranger', 'profiles.full_name', (text) => `update profiles set full_name = ${text} returning id`],
  [
    'member',
    'campaigns.name',
    (text) => `insert into campaigns (customer_id, name) values (:acme, ${text}) returning 'stored'`,
  ],
  [
    'member',
    'campaigns.name',
    (text) => `update campaigns set name = ${text} where id = ':acme campaign' returning 'stored'`,
  ],
  [
    'member',
    'campaign_steps.subject',
    (text) =>
      `insert into campaign_steps (customer_id, campaign_id, step_number, step_type, subject) values (:acme, :acme campaign, 2, 'email', ${text}) returning 'stored'`,
  ],
  [
    'member',
    'campaign_steps.message_content',
    (text) =>
      `insert into campaign_steps (customer_id, campaign_id, step_number, step_type, message_content) values (:acme, :acme campaign, 2, 'email', ${text}) returning 'stored'`,
  ],
  [
    'admin',
    'leads.notes',
    (text) => `insert into leads (customer_id, name, notes) values (:acme, 'A', ${text}) returning 'stored'`,
  ],
];

test.each(writable)('%s: %s accepts its maximum length and no more', async (who, column, write) => {
  const max = lengths.get(column) ?? 0;
  const [table = '', name = ''] = column.split('.');
  const named = (text: string) => text.replaceAll(/'?:(acme campaign|acme)'?/g, (_, id: string) => `'${world.id(id)}'`);
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs(who);
    expect(await outcome(named(write(`repeat('😀', ${max})`)))).not.toMatch(/^\d/);
    expect(await outcome(named(write(`repeat('😀', ${max + 1})`)))).toBe(
      `23514 new row for relation "${table}" violates check constraint "${table}_${name}_length"`,
    );
  });
});

test('a sign-up on a hosted project with a long name succeeds; the profile has the beginning of the name', async () => {
  await world.transaction(async ({ query }) => {
    const account = `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'long@example.test', jsonb_build_object('full_name', $1::text)) returning id`;
    const [{ id } = { id: '' }] = await query<{ id: string }>(account, [`  ${'😀'.repeat(100_000)}`]);
    const name = async () => (await query('select full_name from public.profiles where id = $1', [id]))[0]?.full_name;
    expect(await name()).toBe('😀'.repeat(198));
    await query(`update auth.users set raw_user_meta_data = '{"full_name": {"first": "Ada"}}' where id = $1`, [id]);
    expect(await name()).toBe('{"first": "Ada"}');
  });
});

test.each([
  ['search_leads', `select id from search_leads(repeat('a', 201))`],
  ['search_companies', `select id from search_companies(repeat('a', 201))`],
  ['count_leads', `select count_leads(repeat('a', 201))`],
  ['count_companies', `select count_companies(repeat('a', 201))`],
  ['lead_totals', `select total from lead_totals(repeat('a', 201))`],
  ['company_totals', `select total from company_totals(repeat('a', 201))`],
  ['count_leads_among', `select count_leads_among('{}', repeat('a', 201))`],
  ['count_companies_among', `select count_companies_among('{}', repeat('a', 201))`],
  ['approved_leads_without', `select id from approved_leads_without('email', term => repeat('a', 201))`],
  ['count_approved_leads_without', `select count_approved_leads_without('email', term => repeat('a', 201))`],
])('%s accepts a search term of at most 200 characters', async (_, statement) => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('stranger');
    expect(await outcome(statement.replace('201', '200'))).not.toMatch(/^2/);
    expect(await outcome(statement)).toBe('22001 The search term is too long: 201 characters, at most 200');
  });
});

test.each(['{}', '"a"', '[1e131071]', '["a", 1]', '["a", ["b"]]', '[{"a": "b"}]'])(
  'saved_mapping rejects %s',
  async (headers) => {
    await world.transaction(async ({ actAs, outcome }) => {
      await actAs('stranger');
      expect(await outcome('select mapping from saved_mapping($1, $2, $3)', [world.id('acme'), 'leads', headers])).toBe(
        '22023 headers must be an array of strings',
      );
      expect(await outcome('select mapping from saved_mapping($1, $2, $3)', [world.id('acme'), 'leads', '["a"]'])).toBe(
        'none',
      );
    });
  },
);
