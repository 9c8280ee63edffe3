import type { Client } from 'pg';
import type { TestServer } from '../../support/server.ts';
import { factorRequests } from '../auth/factor-requests.ts';
import { type Account, call, furtherSession, signIn, signUp } from '../auth/requests.ts';
import type { Role } from './roles.ts';
import { addInactiveCustomer, addMembership } from './seed.ts';
import { claimsOfUser, openSigner } from './signing.ts';

/** The first admin of the server, who is `departed` in the matrix. */
export const firstAdmin = { email: 'departed@example.test', password: 'keeper-password' };

/** Creates the users that `populate` does not. Adds their ids and the invitations' tokens to `ids`; returns the access token of each role. */
export async function createUsers(server: TestServer, client: Client, ids: Map<string, string>) {
  const { sign } = await openSigner(server);
  const tokens = new Map<Role, string | undefined>([['keyholder', server.publishableKey]]);
  for (const role of ['admin', 'member', 'neighbour', 'stranger', 'guest', 'ended guest'] as const) {
    tokens.set(role, await sign(claimsOfUser(ids.get(role) ?? '')));
  }
  tokens.set('impersonator', tokens.get('admin'));
  ids.set('initech', await addInactiveCustomer(client));
  await nameInvitations(client, ids);

  const addUser = async (role: Role, granted: string, customer: string, account: Pick<Account, 'session' | 'user'>) => {
    tokens.set(role, account.session.access_token);
    ids.set(role, account.user.id);
    await addMembership(client, {
      user_id: account.user.id,
      role: granted,
      customer_id: ids.get(customer),
      is_active: role !== 'former',
    });
  };
  await addUser('former', 'customer', 'acme', await signUp(server, 'former@example.test'));
  for (const role of ['viewer', 'reviewer'] as const) {
    await addUser(role, 'customer', 'acme', await signUp(server, `the-${role}@example.test`));
    await client.query('update public.customer_users set role = $1 where user_id = $2', [role, ids.get(role)]);
  }
  await addUser('suspended', 'customer', 'initech', await signUp(server, 'suspended@example.test'));
  await addUser('unassigned', 'customer', 'acme', await signUp(server, 'unassigned@example.test'));
  await client.query('delete from public.user_roles where user_id = $1', [ids.get('unassigned')]);

  const { body: session } = (await signIn(server, firstAdmin)) as { body: Account['session'] };
  await addUser('departed', 'admin', 'acme', { session, user: session.user });
  await call(server, 'POST /logout', { token: session.access_token });
  const { account } = await factorRequests(() => server).protectedAccount();
  await addUser('halfway', 'admin', 'acme', { session: await furtherSession(server, account), user: account.user });
  await client.query('update auth.users set email_confirmed_at = now() where email_confirmed_at is null');
  return tokens;
}

async function nameInvitations(client: Client, ids: Map<string, string>): Promise<void> {
  const { rows } = await client.query<{ name: string; token: string }>(
    'select name, token from public.invitations i join public.customers c on c.id = i.customer_id',
  );
  for (const { name, token } of rows) ids.set(`${name} token`, token);
}
