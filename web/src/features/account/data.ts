import type { AuthMFAEnrollTOTPResponse, UserIdentity } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import type { Database } from '#domain/database.types.ts';
import type { Verification } from '@/features/auth/password/data.ts';
import { endSessions } from '@/features/session/actions.ts';
import { accounts, pageUrl } from '@/lib/backend.ts';
import { rows } from '@/lib/rows.ts';
import { paths } from '@/paths.ts';

/** Verifies who the user is, so that this session may change sensitive settings. */
export async function reauthenticate({ password, code }: Verification): Promise<void> {
  const { error } = await accounts.updateUser(
    code === undefined ? { current_password: password ?? '' } : { nonce: code },
  );
  if (error) throw error;
}

/** Changes the user's full name, which the database copies to their profile. */
export async function changeName(name: string): Promise<void> {
  const { error } = await accounts.updateUser({ data: { full_name: name } });
  if (error) throw error;
}

/** Requests another email address. It changes once the links in both inboxes were opened. */
export async function changeEmail(email: string): Promise<void> {
  const { error } = await accounts.updateUser({ email }, { emailRedirectTo: pageUrl(paths.home) });
  if (error) throw error;
}

export type Factor = { id: string; created_at: string };

/** The account's authenticator apps. */
export const factors = queryOptions({
  queryKey: ['account', 'factors'] as const,
  queryFn: async (): Promise<Factor[]> => {
    const { data, error } = await accounts.mfa.listFactors();
    if (error) throw error;
    return data.totp;
  },
});

export type NewFactor = NonNullable<AuthMFAEnrollTOTPResponse['data']>;

/** Starts to set up an authenticator app, and removes earlier attempts that were not finished. */
export async function enrollFactor(): Promise<NewFactor> {
  const { data: known, error: listError } = await accounts.mfa.listFactors();
  if (listError) throw listError;
  for (const { id, status } of known.all) if (status === 'unverified') await removeFactor(id);
  const { data, error } = await accounts.mfa.enroll({ factorType: 'totp', issuer: 'Leadlight' });
  if (error) throw error;
  return data;
}

/** Finishes the setup with the app's first code. Other devices must verify a code from then on. */
export async function verifyFactor(factorId: string, code: string): Promise<void> {
  const { error } = await accounts.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

export async function removeFactor(factorId: string): Promise<void> {
  const { error } = await accounts.mfa.unenroll({ factorId });
  if (error) throw error;
}

export type Identity = UserIdentity;

/** The ways to sign in to the account. */
export const identities = queryOptions({
  queryKey: ['account', 'identities'] as const,
  queryFn: async (): Promise<Identity[]> => {
    const { data, error } = await accounts.getUserIdentities();
    if (error) throw error;
    return data.identities;
  },
});

/** Opens the provider's page, which links its account with this one. */
export async function linkProvider(provider: string): Promise<void> {
  const { error } = await accounts.linkIdentity({
    provider: provider as 'google', // the API accepts any configured name
    options: { redirectTo: pageUrl(paths.home) },
  });
  if (error) throw error;
}

export async function unlinkIdentity(identity: Identity): Promise<void> {
  const { error } = await accounts.unlinkIdentity(identity);
  if (error) throw error;
}

export type OwnSession = Database['public']['Functions']['my_sessions']['Returns'][number];

/** The database returns no more sessions than this. */
export const MAX_SESSIONS = 100;

/** The user's sessions, the current one first. */
export const ownSessions = queryOptions({
  queryKey: ['account', 'sessions'] as const,
  queryFn: async ({ signal }): Promise<OwnSession[]> =>
    (await rows.rpc('my_sessions').abortSignal(signal).throwOnError()).data,
});

/** Ends one session, those of the other devices, or all. A session that has ended already is no error. */
export async function endOwnSession(target: { id: string } | 'others' | 'global'): Promise<void> {
  if (typeof target === 'object') return void (await rows.rpc('end_my_session', { session: target.id }).throwOnError());
  const { error } = await endSessions(target);
  if (error) throw error;
}
