// The account of a user at a provider, read from OpenID claims.
import { emailFault, foldEmail } from '../credentials.ts';
import { truncateMetadata } from '../user-metadata.ts';
import type { Metadata } from '../users.ts';

export type ProviderAccount = {
  provider: string;
  /** The provider's identifier of the user. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** Stored as identity_data. */
  data: Metadata;
};

type ProviderClaims = { sub: string; iss?: string | undefined; [claim: string]: unknown };

export function providerAccount(provider: string, claims: ProviderClaims): ProviderAccount {
  const given = textOf(claims.email);
  const email = given && emailFault(given) === undefined ? foldEmail(given) : null;
  const isEmailVerified = email !== null && isVerified(provider, claims);
  const [name, picture] = [textOf(claims.name), textOf(claims.picture)];
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

const textOf = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined);

/**
 * At Microsoft, the administrator of any tenant can set any `email`. Only `xms_edov`, a boolean, number or text, shows that
 * the tenant has verified its domain.
 */
function isVerified(provider: string, { email_verified: verified, xms_edov: edov }: ProviderClaims): boolean {
  if (provider === 'azure') return edov === true || edov === 1 || edov === '1' || edov === 'true';
  return verified === true || verified === 'true';
}
