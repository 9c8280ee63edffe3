// Customers with leads and a member each, and the requests of their members.
import type { Agent } from 'node:http';
import { send } from '../../bench/support/http.ts';
import type { Client } from '../../bench/support/leadlight.ts';
import { nextRequest } from '../load/requests.ts';
import { LoadResult } from '../load/run-load.ts';
import type { User } from '../load/users.ts';

type Session = { access_token: string; refresh_token: string; user: { id: string } };

/** Members of as many customers with `leads` leads each. Another customer's rows are those of the next customer in the same group. */
export async function populate({ owner, request, admin }: Client, customers: number, leads: number): Promise<User[]> {
  const users: User[] = [];
  for (let number = 0; number < customers; number += 1) {
    const [customer] = await request<{ id: string }[]>('/rest/v1/customers', {
      token: admin,
      body: { name: `Customer ${number}` },
      prefer: 'return=representation',
    });
    const { rows } = await owner.query<{ id: string }>(
      `insert into public.leads (customer_id, name, email, title, company)
       select $1, 'Lead ' || n, 'lead' || n || '@example.test', 'Head of marketing ' || n % 7, 'Company ' || n % 50
       from generate_series(1, $2::int) n returning id`,
      [customer?.id, leads],
    );
    const account = { email: `user-${number}@example.test`, password: 'load-password' };
    const session = await request<Session>('/auth/v1/signup', { body: account });
    await request('/rest/v1/user_roles', { token: admin, body: { user_id: session.user.id, role: 'customer' } });
    const membership = { user_id: session.user.id, customer_id: customer?.id, accepted_at: new Date() };
    await request('/rest/v1/customer_users', { token: admin, body: membership });
    users.push({
      ...account,
      address: `10.0.0.${number}`,
      customer: customer?.id ?? '',
      foreign: '',
      leads: rows.map(({ id }) => id),
      accessToken: session.access_token,
      refreshToken: session.refresh_token,
    });
  }
  return users;
}

/** Gives each user of a group another customer of it, whose rows must never be seen. */
export function pair(group: User[]): void {
  for (const [index, user] of group.entries()) user.foreign = group[(index + 1) % group.length]?.customer ?? '';
}

/** Sends the requests of these users to the servers, each after its last, until `isOver`. Counts every wrong or missing answer. */
export async function sendRequests(
  agent: Agent,
  bases: readonly string[],
  users: User[],
  isOver: () => boolean,
  next = nextRequest,
): Promise<LoadResult> {
  const result = new LoadResult();
  await Promise.all(
    users.map(async (user) => {
      while (!isOver()) {
        const { name, call, check } = next(user);
        if (name === 'approve') call.path += `&customer_id=eq.${user.customer}`; // as the app does; without it all nodes are needed
        const start = performance.now();
        const response = await send(agent, bases[Math.floor(Math.random() * bases.length)] ?? '', call).catch(
          (error: Error) => ({
            status: 0,
            headers: {},
            text: error.message,
          }),
        );
        const isSuccess = response.status >= 200 && response.status < 300;
        const failure = isSuccess ? check(response) : `${response.status} ${response.text}`;
        result.add(response.status, performance.now() - start, failure && `${name}: ${failure}`);
      }
    }),
  );
  return result;
}
