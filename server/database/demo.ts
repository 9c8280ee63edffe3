// Loads the demo: an administrator, a member, and two customers with leads, companies and campaigns.
import { randomUUID } from 'node:crypto';
import { hash } from 'bcrypt';
import { type DemoCampaign, demoCampaigns } from './demo-campaigns.ts';
import { demoCompany, demoLead } from './demo-rows.ts';
import type { Query } from './pool.ts';

const password = 'leadlight';
const accounts = {
  admin: { email: 'admin@leadlight.example', fullName: 'Alex Morgan' },
  customer: { email: 'customer@leadlight.example', fullName: 'Robin Castellanos' },
};
const customers = [
  { name: 'Brightwater Analytics', leads: 250, companies: 36 },
  { name: 'Møller & Søn Logistics', leads: 150, companies: 24 },
] as const;

/** Inserts the same rows each time, except for ids, password hashes and dates, which end now. */
export async function loadDemo(query: Query): Promise<void> {
  const admin = await insertAccount(query, accounts.admin);
  const member = await insertAccount(query, accounts.customer);
  await query(`insert into public.user_roles (user_id, role) values ($1, 'admin'), ($2, 'customer')`, [admin, member]);

  let firstLead = 0;
  let firstCompany = 0;
  for (const [index, customer] of customers.entries()) {
    const { rows } = await query<{ id: string }>(
      'insert into public.customers (name, created_by) values ($1, $2) returning id',
      [customer.name, admin],
    );
    const id = rows[0]?.id ?? '';
    if (index === 0) {
      await query(
        'insert into public.customer_users (user_id, customer_id, invited_by, accepted_at) values ($1, $2, $3, now())',
        [member, id, admin],
      );
    }
    const companies = Array.from({ length: customer.companies }, (_, number) => demoCompany(firstCompany + number));
    const leads = Array.from({ length: customer.leads }, (_, number) =>
      demoLead(firstLead + number, companies[number % companies.length] ?? demoCompany(firstCompany)),
    );
    await insertRows(query, 'companies', id, index, companies);
    await insertRows(query, 'leads', id, index, leads);
    for (const campaign of demoCampaigns[index] ?? []) await insertCampaign(query, id, campaign);
    firstLead += customer.leads;
    firstCompany += customer.companies;
  }
}

/** Bans or unbans the accounts of the demo, if they exist. */
export async function banDemo(query: Query, allowed: boolean): Promise<void> {
  const end = allowed ? 'null' : `now() + interval '100 years'`;
  await query(`update auth.users set banned_until = ${end} where email = any ($1) and (banned_until is null) <> $2`, [
    [accounts.admin.email, accounts.customer.email],
    allowed,
  ]);
}

async function insertAccount(query: Query, { email, fullName }: { email: string; fullName: string }): Promise<string> {
  const id = randomUUID();
  const identity = { sub: id, email, email_verified: true, phone_verified: false, full_name: fullName };
  await query(
    `insert into auth.users (
      instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
      confirmation_token, recovery_token, email_change_token_new, email_change
    ) values ($1, $2, 'authenticated', 'authenticated', $3, $4, now(), $5, $6, now(), now(), '', '', '', '')`,
    [
      '00000000-0000-0000-0000-000000000000',
      id,
      email,
      await hash(password, 10),
      { provider: 'email', providers: ['email'] },
      identity,
    ],
  );
  await query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     values ($1::text, $1::uuid, $2, 'email', now(), now())`,
    [id, identity],
  );
  return id;
}

/** Inserts rows of one customer, the newest first, half an hour apart. */
async function insertRows(
  query: Query,
  table: 'leads' | 'companies',
  customerId: string,
  offset: number,
  rows: object[],
) {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await query(
    `insert into public.${table} (customer_id, created_at, ${columns})
     select $1, now() - place * interval '31 minutes' - $3 * interval '13 minutes', ${columns}
     from json_array_elements($2) with ordinality as listed (element, place), json_populate_record(null::public.${table}, element)`,
    [customerId, JSON.stringify(rows), offset],
  );
}

/** The status is set last, because a campaign without steps cannot be launched. */
async function insertCampaign(query: Query, customerId: string, { name, status, steps }: DemoCampaign) {
  const { rows } = await query<{ id: string }>(
    'insert into public.campaigns (customer_id, name) values ($1, $2) returning id',
    [customerId, name],
  );
  const id = rows[0]?.id;
  await query(
    `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, delay_days, subject, message_content)
     select $3, $1, place, element ->> 'step_type', (element ->> 'delay_days')::int, element ->> 'subject', element ->> 'message_content'
     from json_array_elements($2) with ordinality as listed (element, place) order by place`,
    [id, JSON.stringify(steps), customerId],
  );
  await query('update public.campaigns set status = $2 where id = $1', [id, status]);
}
