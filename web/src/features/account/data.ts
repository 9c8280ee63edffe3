import type { AuthMFAEnrollTOTPResponse, UserIdentity } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import type { Verification } from '@/features/auth/data.ts';
import { endSessions } from '@/features/session/actions.ts';
import { orThrow, pageUrl } from '@/lib/backend.ts';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';
import { paths } from '@/paths.ts';

/** Verifies who the user is, so that this session may change sensitive settings. */
export const reauthenticate = ({ password, code }: Verification) =>
  orThrow((accounts) =>
    accounts.updateUser(code === undefined ? { current_password: password ?? '' } : { nonce: code }),
  );

/** Changes the user's full name, which the database copies to their profile. */
export const changeName = (name: string) => orThrow((accounts) => accounts.updateUser({ data: { full_name: name } }));

/** Requests another email address. It changes once the links in both inboxes were opened. */
export const changeEmail = (email: string) =>
  orThrow((accounts) => accounts.updateUser({ email }, { emailRedirectTo: pageUrl(paths.home) }));

export type Factor = { id: string; created_at: string };

/** The account's authenticator apps. */
export const factors = queryOptions({
  queryKey: ['account', 'factors'] as const,
  queryFn: async (): Promise<Factor[]> => (await orThrow((accounts) => accounts.mfa.listFactors())).data.totp,
});

export type NewFactor = NonNullable<AuthMFAEnrollTOTPResponse['data']>;

/** Starts to set up an authenticator app, and removes earlier attempts that were not finished. */
export async function enrollFactor(): Promise<NewFactor> {
  const { data: known } = await orThrow((accounts) => accounts.mfa.listFactors());
  for (const { id, status } of known.all) if (status === 'unverified') await removeFactor(id);
  return (await orThrow((accounts) => accounts.mfa.enroll({ factorType: 'totp', issuer: 'Leadlight' }))).data;
}

/** Finishes the setup with the app's first code. Other devices must verify a code from then on. */
export const verifyFactor = (factorId: string, code: string) =>
  orThrow((accounts) => accounts.mfa.challengeAndVerify({ factorId, code }));

export const removeFactor = (factorId: string) => orThrow((accounts) => accounts.mfa.unenroll({ factorId }));

/** The ways to sign in to the account. */
export const identities = queryOptions({
  queryKey: ['account', 'identities'] as const,
  queryFn: async (): Promise<UserIdentity[]> =>
    (await orThrow((accounts) => accounts.getUserIdentities())).data.identities,
});

/** Opens the provider's page, which links its account with this one. */
export const linkProvider = (provider: string) =>
  orThrow((accounts) =>
    accounts.linkIdentity({
      provider: provider as 'google', // the API accepts any configured name
      options: { redirectTo: pageUrl(paths.home) },
    }),
  );

export const unlinkIdentity = (identity: UserIdentity) => orThrow((accounts) => accounts.unlinkIdentity(identity));

export type DigestPeriod = 'off' | 'daily' | 'weekly';

type DigestPreference = { digest: DigestPeriod; time_zone: string };

/** When the user gets an email digest. */
export const digestPreference = queryOptions({
  queryKey: ['account', 'digest'] as const,
  queryFn: async ({ signal }): Promise<DigestPreference> =>
    (await readData(rows.from('mail_preferences').select('digest, time_zone').maybeSingle(), signal)) ?? {
      digest: 'off',
      time_zone: 'UTC',
    },
});

/** Saves how often a digest comes, and this browser's time zone for it. */
export async function saveDigest(userId: string, digest: DigestPeriod): Promise<void> {
  const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
  const change: Partial<DigestPreference> = digest === 'off' ? { digest } : { digest, time_zone };
  const changed = await readData(rows.from('mail_preferences').update(change).eq('user_id', userId).select('user_id'));
  if (changed.length === 0) await readData(rows.from('mail_preferences').insert(change));
}

export type OwnSession = FunctionRow<'my_sessions'>;

/** The database returns no more sessions than this. */
export const MAX_SESSIONS = 100;

/** The user's sessions, the current one first. */
export const ownSessions = queryOptions({
  queryKey: ['account', 'sessions'] as const,
  queryFn: ({ signal }): Promise<OwnSession[]> => readData(rows.rpc('my_sessions'), signal),
});

/** Ends one session, those of the other devices, or all. A session that has ended already is no error. */
export async function endOwnSession(target: { id: string } | 'others' | 'global'): Promise<void> {
  if (typeof target === 'object') await readData(rows.rpc('end_my_session', { session: target.id }));
  else await orThrow(() => endSessions(target));
}
