// In charge of everyone being there: those whom the population lacks come in by the doors that people use.
import type { Client } from 'pg';
import type { TestServer } from '../../support/server.ts';
import { factorRequests } from '../auth/factor-requests.ts';
import { type Account, call, furtherSession, signIn, signUp } from '../auth/requests.ts';
import type { Person } from './roles.ts';
import { join, switchedOffCustomer } from './seed.ts';
import { claimsOfPerson, signerOf } from './signing.ts';

/** The admin who made the server's database; in the matrix the one who has signed out. */
export const keeper = { email: 'departed@example.test', password: 'keeper-password' };

/** Adds the ids of the newcomers and the tokens of the invitations to the population's, and answers everyone's token. */
export async function settle(server: TestServer, client: Client, ids: Map<string, string>) {
  const { sign } = await signerOf(server);
  const tokens = new Map<Person, string | undefined>([['keyholder', server.publishableKey]]);
  for (const person of ['admin', 'member', 'neighbour', 'stranger'] as const) {
    tokens.set(person, await sign(claimsOfPerson(ids.get(person) ?? '')));
  }
  tokens.set('impersonator', tokens.get('admin'));
  ids.set('initech', await switchedOffCustomer(client));
  await nameInvitations(client, ids);

  const enter = async (person: Person, role: string, customer: string, account: Pick<Account, 'session' | 'user'>) => {
    tokens.set(person, account.session.access_token);
    ids.set(person, account.user.id);
    await join(client, {
      user_id: account.user.id,
      role,
      customer_id: ids.get(customer),
      is_active: person !== 'former',
    });
  };
  await enter('former', 'customer', 'acme', await signUp(server, 'former@example.test'));
  await enter('suspended', 'customer', 'initech', await signUp(server, 'suspended@example.test'));
  await enter('unassigned', 'customer', 'acme', await signUp(server, 'unassigned@example.test'));
  await client.query('delete from public.user_roles where user_id = $1', [ids.get('unassigned')]);

  const { body: session } = (await signIn(server, keeper)) as { body: Account['session'] };
  await enter('departed', 'admin', 'acme', { session, user: session.user });
  await call(server, 'POST /logout', { token: session.access_token });
  const { account } = await factorRequests(() => server).protectedAccount();
  await enter('halfway', 'admin', 'acme', { session: await furtherSession(server, account), user: account.user });
  return tokens;
}

async function nameInvitations(client: Client, ids: Map<string, string>): Promise<void> {
  const { rows } = await client.query<{ name: string; token: string }>(
    'select name, token from public.invitations i join public.customers c on c.id = i.customer_id',
  );
  for (const { name, token } of rows) ids.set(`${name} token`, token);
}
