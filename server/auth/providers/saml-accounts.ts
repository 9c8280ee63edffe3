// SAML accounts: one per connection and NameID, never linked to password accounts.
import type { Query } from '#server/database/connections/pool.ts';
import { createUserWithoutPassword } from '../new-users.ts';
import { type AuthUser, findUser, lockUserByIdentity } from '../users.ts';
import { putIdentity } from './identities.ts';
import type { SamlAccount } from './saml.ts';

/** The id of a connection, by which clients may name it; created once for each name. */
export async function findOrCreateConnectionId(query: Query, name: string): Promise<string> {
  const { rows } = await query<{ id: string }>(
    `insert into auth.sso_providers (id, resource_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now())
     on conflict (lower(resource_id)) do update set updated_at = now() returning id`,
    [name],
  );
  return rows[0]?.id ?? '';
}

export async function findConnectionName(query: Query, id: string): Promise<string | undefined> {
  const { rows } = await query<{ name: string }>('select resource_id as name from auth.sso_providers where id = $1', [
    id,
  ]);
  return rows[0]?.name;
}

const PREFIX = 'sso:';

/** A connection as the provider of identities and flows. */
export const samlProviderOf = (connectionId: string) => `${PREFIX}${connectionId}`;

/** Undefined for another kind of provider. */
export const connectionIdOf = (provider: string): string | undefined =>
  provider.startsWith(PREFIX) ? provider.slice(PREFIX.length) : undefined;

export async function findOrCreateSamlUser(
  query: Query,
  provider: string,
  { subject, email, data }: SamlAccount,
): Promise<AuthUser | undefined> {
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`auth.join ${provider} ${subject}`]);
  const known = await lockUserByIdentity(query, provider, subject);
  const userId = known?.id ?? (await createUserWithoutPassword(query, { email, data, isConfirmed: true, isSso: true }));
  if (!userId) return undefined;
  await putIdentity(query, userId, { provider, subject, data });
  return findUser(query, userId);
}
