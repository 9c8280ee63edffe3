// The rows that both databases have, with equal ids and times.
import { createHash } from 'node:crypto';
import type { TestClient } from '../../tests/support/client.ts';

export const CUSTOMERS = ['acme', 'globex', 'initech'];
const DAY_MS = 86_400_000;
/** A member of Acme and Globex. */
export const member = { email: 'member@example.test', password: 'member-password' };

export const idOf = (name: string) =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Entries by email, by the name of a company and by the domain of a customer's company. */
const ENTRIES = [
  ['do_not_contact', 'customer_id, kind, value', `'${idOf('acme')}', 'email', 'lead7@acme.example'`],
  ['agency_do_not_contact', 'kind, value', `'company', 'Acorn 3'`],
  ['agency_do_not_contact', 'kind, value', `'domain', 'globex8.example'`],
] as const;

/** Inserts for each customer 90 leads, 30 companies, an import with errors and a campaign; and entries that apply to some of the leads. */
export async function insertRows({ owner, request, admin, addMember }: TestClient, now: Date): Promise<void> {
  for (const [index, name] of CUSTOMERS.entries()) {
    const created = new Date(now.getTime() - (40 + index) * DAY_MS);
    const values = [idOf(name), name, now];
    await owner.query('insert into public.customers (id, name, created_at) values ($1, $2, $3)', [
      idOf(name),
      `${name} Müller & Söhne`,
      created,
    ]);
    await owner.query(
      `insert into public.imports (id, customer_id, file_name, import_type, total_rows, successful_rows, error_rows, created_at)
       values (md5($2 || ' import')::uuid, $1, $2 || '.csv', 'leads', 11, 10, 1, $3::timestamptz - interval '3 days')`,
      values,
    );
    await owner.query(
      `insert into public.companies (id, customer_id, name, industry, location, domain, created_at)
       select md5($2 || ' company ' || n)::uuid, $1, (array['Zürich Works', 'Acorn', 'Ørsted Labs', 'east & west'])[1 + n % 4] || ' ' || n,
         (array['Retail', 'Énergie', null])[1 + n % 3], 'City ' || n % 5, $2 || n || '.example', $3::timestamptz - n * interval '7 hours'
       from generate_series(1, 30) n`,
      values,
    );
    await owner.query(
      `insert into public.leads (id, customer_id, name, email, title, company, audience, import_id, created_at, is_approved, decided_at)
       select md5($2 || ' lead ' || n)::uuid, $1,
         (array['Ángela Müller', 'anna Schmidt', 'Øystein Hansen', 'Zoë O’Neil', 'Bob Ng', 'Émile Zola', 'li wei'])[1 + n % 7] || ' ' || n,
         case when n % 4 > 0 then 'lead' || n || '@' || $2 || '.example' end, 'Head of ' || (array['Marketing', 'Sales', 'R&D'])[1 + n % 3],
         (array['Zürich Works', 'Acorn', 'Ørsted Labs', 'east & west', null])[1 + n % 5] || ' ' || n % 9,
         (array['Founders', 'Buyers', 'Größe XL', null])[1 + n % 4], case when n <= 10 then md5($2 || ' import')::uuid end,
         $3::timestamptz - n * interval '7 hours', case when n > 60 then n % 3 > 0 end,
         case when n > 60 then $3::timestamptz - (n - 60) * interval '3 days' end
       from generate_series(1, 90) n`,
      values,
    );
    await owner.query(
      `insert into public.campaigns (id, customer_id, name, created_at)
       values (md5($2 || ' campaign')::uuid, $1, 'Hello ' || $2, $3)`,
      values,
    );
    for (const step of [1, 2, 3]) {
      await owner.query(
        `insert into public.campaign_steps (id, customer_id, campaign_id, step_number, step_type, subject)
         values (md5($2 || ' step ' || $3::int)::uuid, $1, md5($2 || ' campaign')::uuid, $3, 'email', 'Step ' || $3::int)`,
        [idOf(name), name, step],
      );
    }
  }
  for (const [table, columns, values] of ENTRIES)
    await owner.query(`insert into public.${table} (${columns}, source) values (${values}, 'form')`);
  const { user } = await addMember(idOf('acme'), member);
  const membership = { user_id: user.id, customer_id: idOf('globex'), accepted_at: now };
  await request('/rest/v1/customer_users', { token: admin, body: membership });
  for (const email of ['guest@example.test', 'other@example.test']) {
    await request('/rest/v1/invitations', { token: admin, body: { customer_id: idOf('acme'), email } });
  }
}
