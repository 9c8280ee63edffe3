import type { AuthMFAEnrollTOTPResponse, UserIdentity } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { accounts, pageUrl } from '@/lib/backend.ts';
import { paths } from '@/paths.ts';

/** What shows that it is the person who changes the password: the current one, or a code that was mailed. */
type Proof = { current?: string; code?: string };

/** Sets a new password, which signs out every other device. */
export async function changePassword(password: string, { current, code }: Proof): Promise<void> {
  const { error } = await accounts.updateUser({
    password,
    ...(current !== undefined && { current_password: current }),
    ...(code !== undefined && { nonce: code }),
  });
  if (error) throw error;
}

/** Shows the backend who the user is, so that what opens the account may change in this session. */
export async function reauthenticate({ current, code }: Proof): Promise<void> {
  const shown = code === undefined ? { current_password: current ?? '' } : { nonce: code };
  const { error } = await accounts.updateUser(shown);
  if (error) throw error;
}

/** Mails a code that can stand in for the current password. */
export async function sendCode(): Promise<void> {
  const { error } = await accounts.reauthenticate();
  if (error) throw error;
}

/** Asks for another address; it counts once the links in both mailboxes have been opened. */
export async function changeEmail(email: string): Promise<void> {
  const { error } = await accounts.updateUser({ email }, { emailRedirectTo: pageUrl(paths.home) });
  if (error) throw error;
}

const accountKeys = { factors: ['account', 'factors'] as const, identities: ['account', 'identities'] as const };

export type Factor = { id: string; created_at: string };

/** The authenticator apps that are set up. */
export const factors = queryOptions({
  queryKey: accountKeys.factors,
  queryFn: async (): Promise<Factor[]> => {
    const { data, error } = await accounts.mfa.listFactors();
    if (error) throw error;
    return data.totp;
  },
});

export type NewFactor = NonNullable<AuthMFAEnrollTOTPResponse['data']>;

/** Begins to set up an authenticator app; what was begun before and left is let go. */
export async function beginFactor(): Promise<NewFactor> {
  const { data: known, error: unknown } = await accounts.mfa.listFactors();
  if (unknown) throw unknown;
  for (const { id, status } of known.all) if (status === 'unverified') await removeFactor(id);
  const { data, error } = await accounts.mfa.enroll({ factorType: 'totp', issuer: 'Leadlight' });
  if (error) throw error;
  return data;
}

/** Ends the set-up with the app's first code; other devices have to show one from now on. */
export async function verifyFactor(factorId: string, code: string): Promise<void> {
  const { error } = await accounts.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

export async function removeFactor(factorId: string): Promise<void> {
  const { error } = await accounts.mfa.unenroll({ factorId });
  if (error) throw error;
}

export type Identity = UserIdentity;

/** The ways by which the account can be signed in to. */
export const identities = queryOptions({
  queryKey: accountKeys.identities,
  queryFn: async (): Promise<Identity[]> => {
    const { data, error } = await accounts.getUserIdentities();
    if (error) throw error;
    return data.identities;
  },
});

/** Leaves for a provider's own page to link the account there with this one. */
export async function linkProvider(provider: string): Promise<void> {
  const { error } = await accounts.linkIdentity({
    provider: provider as 'google', // the wire takes any name that the server is configured with
    options: { redirectTo: pageUrl(paths.home) },
  });
  if (error) throw error;
}

export async function unlinkIdentity(identity: Identity): Promise<void> {
  const { error } = await accounts.unlinkIdentity(identity);
  if (error) throw error;
}
