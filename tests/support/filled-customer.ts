// A customer with many rows of every kind, as imports, reviews, comments, hand-offs and results leave them.
import { createHash } from 'node:crypto';
import type { Client } from 'pg';

const NAMES = [
  'customer',
  'member',
  'first import',
  'update',
  'field',
  'internal field',
  'handed off campaign',
  'checked campaign',
  'started campaign',
  'reviewed campaign',
  'handed off',
  'checked',
  'started',
  'other',
  'upload',
  'version',
  'version step',
  'suggestion',
  'invitation',
  'link',
  'request',
  'check job',
  'delivery',
  'finish job',
] as const;
export type Filled = Record<(typeof NAMES)[number], string>;

const hex = (length: number, of: string) => `substr(md5(${of}) || md5(${of}), 1, ${length})`;

const STEP = `'{"step_type": "email", "delay_days": 0, "subject": "Hello", "message_content": "Hello {{first_name}} of {{company}}"}'::jsonb`;

/** Leads are numbered in their emails. Of ten, six are approved, two rejected and two not reviewed. */
const STATEMENTS = [
  `insert into public.invitations (id, customer_id, email, token, invited_by, expires_at)
   values (:invitation, :customer, :member || '@example.test', :invitation, :admin, '2999-01-01')`,
  `insert into public.review_links (id, customer_id, email, token, role, created_by, expires_at)
   values (:link, :customer, 'guest@example.test', :link, 'approver', :admin, now() + interval '1 day')`,
  `insert into auth.users (id, email, raw_app_meta_data) values (:link, :link || '@guest.invalid', jsonb_build_object('review_link', :link))`,
  `insert into auth.sessions (id, user_id, created_at) values (:link, :link, now())`,
  `insert into public.colleague_requests (id, customer_id, link_id, email) values (:request, :customer, :link, 'colleague@example.test')`,
  `insert into private.invitation_emails (invitation_id, sender_id) values (:invitation, :admin)`,
  `insert into public.custom_fields (id, customer_id, table_name, key, label, is_internal)
   values (:field, :customer, 'leads', 'icebreaker', 'Icebreaker', false), (:internal_field, :customer, 'leads', 'score', 'Score', true)`,
  `insert into public.imports (id, customer_id, file_name, import_type, total_rows, successful_rows, error_rows, duplicate_rows, updating, created_by, created_at)
   values (:first_import, :customer, 'leads.csv', 'leads', :count * 11 / 10, :count, :count / 10, 0, null, :admin, now() - interval '2 hours'),
     (:update, :customer, 'again.csv', 'leads', :count, 0, 0, :count, '{"mode": "update", "fields": ["title"]}', :admin, now() - interval '1 hour')`,
  `insert into public.import_mappings (customer_id, import_type, headers, mapping) values (:customer, 'leads', '["Name"]', '{"Name": "name"}')`,
  `insert into public.import_chunks (customer_id, import_id, first_row, hash, answer)
   select :customer, :first_import, 2 + n * 1000, '', '{}' from generate_series(0, :count / 1000) n`,
  `insert into public.import_errors (customer_id, import_id, "row", error, cells)
   select :customer, :first_import, n + 1, 'Name is missing', '["", "CEO"]' from generate_series(1, :count / 10) n`,
  `insert into public.leads (customer_id, import_id, name, email, linkedin_profile_url, company, title, location, headline, audience, custom, created_at)
   select :customer, :first_import, (array['Amelia', 'Jonas', 'Priya', 'Mateo', 'Ingrid'])[1 + n % 5] || ' ' || ${hex(8, `:customer::text || n % 4999`)},
     'lead' || n || '@' || ${hex(6, `:customer::text`)} || n % 500 || '.test',
     'https://www.linkedin.com/in/' || ${hex(6, `:customer::text`)} || '-' || n, 'Firm ' || n % (:count / 5),
     case n % 3 when 0 then 'CEO' when 1 then 'Buyer' end, 'Rotterdam', 'Since ' || 1990 + n % 30, 'Audience ' || n % 12 || ' of ' || :customer,
     case when n % 2 = 0 then jsonb_build_object('icebreaker', 'Hello ' || n) else '{}' end, now() - interval '2 hours' - n * interval '1 microsecond'
   from generate_series(1, :count) n`,
  `insert into public.internal_values (customer_id, lead_id, custom)
   select :customer, id, jsonb_build_object('score', md5(email)) from public.leads where customer_id = :customer`,
  `insert into public.companies (customer_id, name, domain, industry, location, created_at)
   select :customer, 'Firm ' || n, ${hex(6, `:customer::text`)} || n || '.test', 'Software', 'Berlin', now() - n * interval '1 second'
   from generate_series(0, :count - 1) n`,
  `update public.companies set is_approved = domain ~ '[0-5][.]test$' where customer_id = :customer and domain ~ '[0-7][.]test$'`,
  `update public.leads set is_approved = right(split_part(email, '@', 1), 1) < '6',
     rejection_reason_id = case when right(split_part(email, '@', 1), 1) >= '6' then (select id from public.rejection_reasons where subject = 'leads' order by position limit 1) end
   where customer_id = :customer and right(split_part(email, '@', 1), 1) < '8'`,
  `insert into public.import_matches (customer_id, import_id, lead_id, former, given, turns)
   select :customer, :update, id, '{"title": "Assistant"}', jsonb_build_object('title', title), '{"title": 1}' from public.leads where customer_id = :customer`,
  `insert into public.do_not_contact (customer_id, kind, value, source)
   select :customer, kind, case kind when 'email' then 'lead' || n || '8@' || ${hex(6, `:customer::text`)} || (n * 10 + 8) % 500 || '.test' when 'domain' then 'rival' || n || '.test' else 'Rival ' || n end, 'paste'
   from generate_series(1, :count / 3) n, unnest('{email,domain,company}'::text[]) kind`,
  `insert into public.comments (customer_id, lead_id, author_id, body)
   select :customer, id, :member, 'Yes' from public.leads where customer_id = :customer order by email limit :count / 2`,
  `insert into public.comments (customer_id, company_id, author_id, body)
   select :customer, id, :admin, 'Yes' from public.companies where customer_id = :customer order by domain limit :count / 2`,
  `insert into public.comment_reads (customer_id, comment_id, user_id)
   select :customer, id, :admin from public.comments where customer_id = :customer and author_id = :member order by id limit :count / 4`,
  `insert into public.activity (customer_id, actor_id, action, subject, row_count, row_ids, created_at)
   select :customer, :admin, 'update', 'leads', 1, array[id], created_at from public.leads where customer_id = :customer`,
  `insert into public.campaigns (id, customer_id, name)
   select coalesce((array[:handed_off_campaign, :checked_campaign, :started_campaign, :reviewed_campaign]::uuid[])[n], gen_random_uuid()), :customer, 'Campaign ' || n
   from generate_series(1, 200) n`,
  `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, subject, message_content)
   select :customer, id, n, 'email', 'Hello', 'Hello {{first_name}} of {{company}}' from public.campaigns, generate_series(1, 5) n where customer_id = :customer`,
  `insert into public.campaign_versions (id, customer_id, campaign_id, number, steps, content_hash, reason, requested_at, status)
   select case campaign_id when :reviewed_campaign then :version::uuid else gen_random_uuid() end, :customer, campaign_id, 1, jsonb_agg(jsonb_build_object(
     'id', case when campaign_id = :reviewed_campaign and step_number = 1 then :version_step::uuid else gen_random_uuid() end,
     'step_id', id, 'step_type', step_type, 'delay_days', 0, 'subject', subject, 'message_content', message_content
   ) order by step_number), repeat('0', 64), 'review', now(), 'in_review'
   from public.campaign_steps where customer_id = :customer group by campaign_id`,
  `insert into public.step_suggestions (id, customer_id, version_id, version_step_id, message_content)
   values (:suggestion, :customer, :version, :version_step, 'Hello')`,
  `insert into public.hand_offs (id, customer_id, campaign_id, campaign_name, steps, plan, is_only_new, state, checked_at, ready_at, expected, total, lead_count, last_created_at, last_lead_id)
   select id, :customer, campaign, 'Campaign', (select jsonb_agg(${STEP}) from generate_series(1, 5)), '{"tool": {"name": "Own"}, "columns": [{"header": "Email"}]}', false,
     state, case when state = 'ready' or id = :checked then now() end, case when state = 'ready' then now() end, amount, amount, amount, null, null
   from (values
     (:handed_off::uuid, :handed_off_campaign::uuid, 'ready', :count * 6 / 10), (:checked, :checked_campaign, 'preparing', :count * 6 / 10),
     (:started, :started_campaign, 'preparing', 0), (:other, :started_campaign, 'ready', :count * 6 / 10)
   ) as made (id, campaign, state, amount)`,
  `insert into private.jobs (id, kind, customer_id, subject_id, started_by)
   values (:check_job, 'check_hand_off', :customer, :started, :admin), (:finish_job, 'finish_hand_off', :customer, :checked, :admin)`,
  `update auth.users set email_confirmed_at = now() where id in (:admin, :member)`,
  `insert into public.mail_preferences (user_id, digest) values (:admin, 'daily') on conflict do nothing`,
  `insert into private.deliveries (id, kind, user_id, day, message_id)
   select :delivery, 'digest', :admin, '2026-01-01'::date + count(*)::int, 'filled@example.test' from private.deliveries`,
  `insert into public.hand_off_rows (hand_off_id, place, customer_id, lead_id, lead_updated_at, name, linkedin_key, email_key, name_key, cells)
   select made, row_number() over (partition by made order by created_at desc), customer_id, id, updated_at, name, linkedin_key, email_key, name_key, array[email]
   from public.leads, unnest(array[:handed_off, :checked, :other]::uuid[]) made where customer_id = :customer and is_approved`,
  `insert into public.handed_off_leads (customer_id, campaign_id, lead_id, hand_off_id, name, linkedin_key, email_key, name_key, audience)
   select customer_id, campaign, id, hand_off, name, linkedin_key, email_key, name_key, audience
   from public.leads, (values (:handed_off_campaign::uuid, :handed_off::uuid), (:started_campaign, :other)) as made (campaign, hand_off)
   where customer_id = :customer and is_approved`,
  `insert into public.result_uploads (id, customer_id, hand_off_id, number, tool, file_name, mapping) values (:upload, :customer, :handed_off, 1, 'Own', 'results.csv', '{}')`,
  `insert into public.hand_off_results (customer_id, hand_off_id, lead_id, kind, upload_id, tool, campaign_id, audience)
   select customer_id, hand_off_id, lead_id, kind, :upload, 'Own', campaign_id, audience
   from public.handed_off_leads, unnest('{contacted,replied}'::text[]) kind where hand_off_id = :handed_off and (kind = 'contacted' or email_key like '%5@%')`,
];

/** The order of the ids of nine customers, which has no correlation with that of their rows. */
const ORDER = '056817324';

/**
 * The same ids in each run. With random ids, their order decides by chance whether the planner takes an index on one of them for sorted as the table is,
 * and so which plans a test sees.
 */
function fixedId(name: string, number: number): string {
  const digest = createHash('sha256').update(`${name} ${number}`).digest('hex');
  return `${ORDER[number]}${digest.slice(1, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/** Inserts a customer with `count` leads and companies, and returns ids of its rows. Each customer of a database has a number of its own, from 0 to 8. */
export async function fillCustomer(client: Client, admin: string, count: number, number = 0): Promise<Filled> {
  const ids = Object.fromEntries(NAMES.map((name) => [name, fixedId(name, number)])) as Filled;
  await client.query(`insert into public.customers (id, name) values ($1, 'Customer')`, [ids.customer]);
  await client.query('insert into auth.users (id, email) values ($1, $2)', [ids.member, `${ids.member}@example.test`]);
  await client.query('insert into auth.sessions (id, user_id, created_at) values ($1, $1, now())', [ids.member]);
  await client.query(`insert into public.user_roles (user_id, role) values ($1, 'customer')`, [ids.member]);
  await client.query('insert into public.customer_users (customer_id, user_id) values ($1, $2)', [
    ids.customer,
    ids.member,
  ]);
  const values: Record<string, string> = { admin: `'${admin}'`, count: String(count) };
  for (const [name, id] of Object.entries(ids)) values[name.replaceAll(' ', '_')] = `'${id}'`;
  for (const statement of STATEMENTS)
    await client.query(statement.replace(/(?<!:):([a-z_]+)/g, (_, name: string) => values[name] ?? `:${name}`));
  return ids;
}
