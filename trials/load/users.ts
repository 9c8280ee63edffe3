// The users of a load test: members of 16 customers. No two users change the same lead.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '../../bench/support/leadlight.ts';

export type User = {
  email: string;
  password: string;
  /** The address that the proxy reports. */
  address: string;
  customer: string;
  /** A customer whose rows this user must never see. */
  foreign: string;
  leads: string[];
  accessToken: string;
  refreshToken: string;
};

type Session = { access_token: string; refresh_token: string; user: { id: string } };

const CUSTOMERS = 16;

/** Signs up users of 16 customers with 20,000 leads, each with a session. */
export async function createUsers({ owner, request, admin }: Client, count: number): Promise<User[]> {
  await owner.query(readFileSync(path.join(import.meta.dirname, '../../bench/scale/fill.sql'), 'utf8'));
  await owner.query('call bench.fill($1, 20000, 2000, 200)', [CUSTOMERS]);
  await owner.query('vacuum (analyze)');
  const { rows } = await owner.query<{ id: string; leads: string[] }>(
    `select customers.id, array_agg(leads.id order by leads.id) as leads
     from bench.customers join public.leads on customer_id = customers.id group by customers.id order by customers.id`,
  );
  const users: User[] = [];
  for (let number = 0; number < count; number += 1) {
    const [own, other] = [rows[number % rows.length], rows[(number + 1) % rows.length]];
    if (!own || !other) throw new Error('there are no customers');
    const account = { email: `user-${number}@example.test`, password: 'load-password' };
    const session = await request<Session>('/auth/v1/signup', { body: account });
    await request('/rest/v1/user_roles', { token: admin, body: { user_id: session.user.id, role: 'customer' } });
    const membership = { user_id: session.user.id, customer_id: own.id, accepted_at: new Date() };
    await request('/rest/v1/customer_users', { token: admin, body: membership });
    users.push({
      ...account,
      address: `10.0.${number >> 8}.${number & 255}`,
      customer: own.id,
      foreign: other.id,
      leads: own.leads.filter((_, index) => index % count === number),
      accessToken: session.access_token,
      refreshToken: session.refresh_token,
    });
  }
  return users;
}
