// In charge of what a provider's claims say of a person, in our words: who, and with which address, shown to be theirs or not. Pure.
import { emailFault, foldEmail } from '../credentials.ts';
import { fittedMetadata } from '../user-metadata.ts';
import type { Metadata } from '../users.ts';

export type ProviderAccount = {
  provider: string;
  /** The provider's own name for the person. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** What is kept with the identity. */
  data: Metadata;
};

type Claims = { sub: string; iss?: string | undefined; [claim: string]: unknown };

export function providerAccount(provider: string, claims: Claims): ProviderAccount {
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
  return { provider, subject: claims.sub, email, isEmailVerified, data: fittedMetadata(data) };
}

const textOf = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined);

/**
 * Microsoft lets the administrator of any tenant write any address into `email`; only `xms_edov` says that the tenant has shown the domain to be
 * its own, and it comes as a boolean, a number or a text.
 */
function isVerified(provider: string, { email_verified: verified, xms_edov: edov }: Claims): boolean {
  if (provider === 'azure') return edov === true || edov === 1 || edov === '1' || edov === 'true';
  return verified === true || verified === 'true';
}
