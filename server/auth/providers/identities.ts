import type { Query } from '#server/database/connections/pool.ts';
import type { Metadata } from '../users.ts';

type NewIdentity = { provider: string; subject: string; data: Metadata };

/** Adds an identity to an account, or updates its data. False where it belongs to another account, which does not change. */
export async function putIdentity(
  query: Query,
  userId: string,
  { provider, subject, data }: NewIdentity,
): Promise<boolean> {
  const { rowCount } = await query(
    `insert into auth.identities as identity (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())
     on conflict (provider_id, provider) do update
     set identity_data = identity.identity_data || excluded.identity_data, last_sign_in_at = now(), updated_at = now()
     where identity.user_id = excluded.user_id`,
    [subject, userId, data, provider],
  );
  await updateProviders(query, userId);
  return rowCount === 1;
}

/** Adds or updates the identity of an account's email. */
export const putEmailIdentity = (query: Query, userId: string, email: string | null, isVerified: boolean) =>
  putIdentity(query, userId, {
    provider: 'email',
    subject: userId,
    data: { sub: userId, email, email_verified: isVerified, phone_verified: false },
  });

/** Sets `provider` and `providers` of the account's app_metadata from its identities, the oldest first. */
export const updateProviders = (query: Query, userId: string) =>
  query(
    `update auth.users set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
       'provider', coalesce(named.providers[1], 'email'), 'providers', to_jsonb(named.providers))
     from (
       select coalesce(array_agg(provider order by since), '{}') as providers
       from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) each
     ) named
     where id = $1`,
    [userId],
  );
