// Members of customers with leads. No two users change the same lead.
import { fill } from '../../bench/scale/fill.ts';
import type { TestClient } from '../../tests/support/client.ts';

export type LoadUser = {
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

type CustomerWithLeads = { id: string; leads: string[] };

/** Signs up users, each of the next customer, whose leads its users share. */
async function addUsers(client: TestClient, customers: CustomerWithLeads[], count: number): Promise<LoadUser[]> {
  const users: LoadUser[] = [];
  const each = Math.ceil(count / customers.length);
  for (let number = 0; number < count; number += 1) {
    const [own, other] = [customers[number % customers.length], customers[(number + 1) % customers.length]];
    if (!own || !other) throw new Error('there are no customers');
    const account = { email: `user-${number}@example.test`, password: 'load-password' };
    const session = await client.addMember(own.id, account);
    users.push({
      ...account,
      address: `10.0.${number >> 8}.${number & 255}`,
      customer: own.id,
      foreign: other.id,
      leads: own.leads.filter((_, index) => index % each === Math.floor(number / customers.length)),
      accessToken: session.access_token,
      refreshToken: session.refresh_token,
    });
  }
  return users;
}

/** Users of 16 customers with 20,000 leads. */
export async function createUsers(client: TestClient, count: number): Promise<LoadUser[]> {
  await fill(client.owner, { customers: 16, leads: 20_000, companies: 2_000, campaigns: 200 });
  const { rows } = await client.owner.query<CustomerWithLeads>(
    `select customers.id, array_agg(leads.id order by leads.id) as leads
     from bench.customers join public.leads on customer_id = customers.id group by customers.id order by customers.id`,
  );
  return addUsers(client, rows, count);
}

/** A user for each of as many customers, also of a distributed database. */
export async function createCustomers(client: TestClient, count: number, leads: number): Promise<LoadUser[]> {
  const customers: CustomerWithLeads[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = await client.addCustomer(`Customer ${number}`);
    customers.push({ id, leads: await client.addLeads(id, leads) });
  }
  return addUsers(client, customers, count);
}

/** Gives each user of a group another customer of it, whose rows must never be seen. */
export function pair(group: LoadUser[]): void {
  for (const [index, user] of group.entries()) user.foreign = group[(index + 1) % group.length]?.customer ?? '';
}
