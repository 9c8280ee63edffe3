// Customers with leads, and their members, for benchmarks in a browser.
import type { Leadlight } from './leadlight.ts';

export async function addCustomer({ request, admin: token }: Leadlight, name: string): Promise<string> {
  const [customer] = await request<{ id: string }[]>('/rest/v1/customers', { token, body: { name } });
  return customer?.id ?? '';
}

/** Adds a customer with `leads` leads, 'Lead 1' the newest, without triggers. */
export async function filledCustomer(
  leadlight: Leadlight,
  leads: number,
  approved: boolean | null,
  name = `${leads} leads`,
): Promise<string> {
  const customer = await addCustomer(leadlight, name);
  await leadlight.owner.query(
    `insert into public.leads (customer_id, name, email, title, company, location, audience, is_approved, linkedin_profile_url, created_at)
     select $1, 'Lead ' || n, 'lead-' || n || '@example.test', 'Head of Sales', 'Company ' || n % 5000, 'Berlin', 'Founders', $3,
       'https://www.linkedin.com/in/lead-' || n, now() - n * interval '1 second'
     from generate_series(1, $2::int) n`,
    [customer, leads, approved],
  );
  return customer;
}

export type Account = { email: string; password: string };

export async function addMember(
  { request, admin: token }: Leadlight,
  customer: string,
  account: Account,
): Promise<void> {
  const { user } = await request<{ user: { id: string } }>('/auth/v1/signup', { body: account });
  await request('/rest/v1/user_roles', { token, body: { user_id: user.id, role: 'customer' } });
  const membership = { user_id: user.id, customer_id: customer, accepted_at: new Date() };
  await request('/rest/v1/customer_users', { token, body: membership });
}
