// Identities (auth.identities), and the accounts at OpenID providers that they stand for.
import type { Query } from '#server/database/connections/pool.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { truncateMetadata } from '../user-metadata.ts';
import type { Metadata } from '../users.ts';

/** `subject` is the provider's identifier of the user, `data` is stored as identity_data. */
type NewIdentity = { provider: string; subject: string; data: Metadata };

/** The account of a user at a provider. */
export type ProviderAccount = NewIdentity & { email: string | null; isEmailVerified: boolean };

/** Adds an identity to an account, or updates its data. False where it belongs to another account, which does not change. */
export async function putIdentity(query: Query, userId: string, identity: NewIdentity): Promise<boolean> {
  const { provider, subject, data } = identity;
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

/** The claims of an ID token. */
type ProviderClaims = { sub: string; iss?: string | undefined; [claim: string]: unknown };

/** Reads the claims of a user at a provider. */
export function providerAccount(provider: string, claims: ProviderClaims): ProviderAccount {
  const claimedEmail = textClaim(claims.email);
  const email = claimedEmail && emailFault(claimedEmail) === undefined ? foldEmail(claimedEmail) : null;
  const isEmailVerified = email !== null && isVerified(provider, claims);
  const [name, picture] = [textClaim(claims.name), textClaim(claims.picture)];
  const data = {
    sub: claims.sub,
    provider_id: claims.sub,
    iss: claims.iss,
    ...(email && { email }),
    email_verified: isEmailVerified,
    phone_verified: false,
    ...(name && { name, full_name: name }),
    ...(picture && { picture, avatar_url: picture }),
  };
  return { provider, subject: claims.sub, email, isEmailVerified, data: truncateMetadata(data) };
}

const textClaim = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined);

/**
 * At Microsoft, the administrator of any tenant can set any `email`. Only `xms_edov`, a boolean, number or text, shows that
 * the tenant has verified its domain.
 */
function isVerified(provider: string, { email_verified: verified, xms_edov: edov }: ProviderClaims): boolean {
  if (provider === 'azure') return edov === true || edov === 1 || edov === '1' || edov === 'true';
  return verified === true || verified === 'true';
}
