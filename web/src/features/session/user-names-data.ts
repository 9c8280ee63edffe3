import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { logFailure } from '@/lib/failure.ts';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';
import { useSession } from './session.tsx';
import { texts } from './texts.ts';

export type UserName = FunctionRow<'user_names'>;

const userNames = (customerId: string, ids: readonly string[], asMember: boolean) =>
  queryOptions({
    queryKey: ['user names', customerId, asMember, ids],
    queryFn: async ({ signal }): Promise<Map<string, UserName>> => {
      const data = await readData(
        rows.rpc('user_names', { customer_id: customerId, user_ids: [...ids], as_member: asMember }),
        signal,
      );
      return new Map(data.map((user) => [user.id, user]));
    },
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
    meta: { logAs: 'Error fetching names' },
  });

/** The names of users who did something for a customer, by id; undefined until they are read. Users who have left have none. */
export function useUserNames(customerId: string, users: readonly (string | null)[]): Map<string, UserName> | undefined {
  const { isImpersonating } = useSession();
  const ids = [...new Set(users)].filter((id) => id !== null).sort();
  return useQuery(userNames(customerId, ids, isImpersonating)).data;
}

/** Reads the name of one user; undefined if there is none or it could not be read. */
export function useReadUserName() {
  const client = useQueryClient();
  const { user, isImpersonating } = useSession();
  return useCallback(
    async (customerId: string, id: string | null): Promise<string | undefined> => {
      if (id === null) return undefined;
      if (id === user?.id && !isImpersonating) return texts.you;
      try {
        return (await client.fetchQuery(userNames(customerId, [id], isImpersonating))).get(id)?.name;
      } catch (failure) {
        logFailure('Error fetching names', failure);
        return undefined;
      }
    },
    [client, user, isImpersonating],
  );
}

/** The full name in a user's profile. */
export const fullNameQuery = (userId: string) =>
  queryOptions({
    queryKey: ['profiles', userId, 'full_name'],
    queryFn: async ({ signal }): Promise<string | null> => {
      const data = await readData(rows.from('profiles').select('full_name').eq('id', userId).maybeSingle(), signal);
      return data?.full_name ?? null;
    },
    meta: { logAs: 'Error fetching the full name' },
  });
