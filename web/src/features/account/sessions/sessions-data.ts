import { queryOptions } from '@tanstack/react-query';
import type { Database } from '#domain/database.types.ts';
import { endSessions } from '@/features/session/actions.ts';
import { rows } from '@/lib/rows.ts';

export type OwnSession = Database['public']['Functions']['my_sessions']['Returns'][number];

/** The database returns no more of them. */
export const MOST_SESSIONS = 100;

/** The person's own sessions, the current one first. */
export const mySessions = queryOptions({
  queryKey: ['account', 'sessions'] as const,
  queryFn: async ({ signal }): Promise<OwnSession[]> =>
    (await rows.rpc('my_sessions').abortSignal(signal).throwOnError()).data,
});

/** Ends sessions of this account: all of them, or those of other devices. */
export async function endOwnSessions(scope: 'global' | 'others'): Promise<void> {
  const { error } = await endSessions(scope);
  if (error) throw error;
}

/** Ends one session; that it has ended already is no error. */
export async function endSession(id: string): Promise<void> {
  await rows.rpc('end_my_session', { session: id }).throwOnError();
}
