// In charge of the people of a company's own sign-on: which number the sign-on has, and which account its person is. Never joins them with accounts that signed up here.
import type { Query } from '#server/database/pool.ts';
import { createProviderUser } from '../new-users.ts';
import { findUser, lockUserByIdentity, type User } from '../users.ts';
import { putIdentity } from './identities.ts';
import type { SamlPerson } from './saml.ts';

/** The number of a sign-on by its name, the same at each start. */
export async function numberSignOn(query: Query, name: string): Promise<string> {
  const { rows } = await query<{ id: string }>(
    `insert into auth.sso_providers (id, resource_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now())
     on conflict (lower(resource_id)) do update set updated_at = now() returning id`,
    [name],
  );
  return rows[0]?.id ?? '';
}

/** The name of a sign-on by its number. */
export async function nameSignOn(query: Query, id: string): Promise<string | undefined> {
  const { rows } = await query<{ name: string }>('select resource_id as name from auth.sso_providers where id = $1', [
    id,
  ]);
  return rows[0]?.name;
}

export const signOnProvider = (id: string) => `sso:${id}`;

export async function admitSignOn(query: Query, signOnId: string, person: SamlPerson): Promise<User | undefined> {
  const provider = signOnProvider(signOnId);
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`auth.join ${provider} ${person.subject}`]);
  const known = await lockUserByIdentity(query, provider, person.subject);
  const { email, data } = person;
  const userId = known?.id ?? (await createProviderUser(query, { email, data, isConfirmed: true, isSso: true }));
  if (!userId) return undefined;
  await putIdentity(query, { userId, provider, subject: person.subject, data });
  return findUser(query, userId);
}
