import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Database } from '#domain/database.types.ts';
import { rows } from '@/lib/rows.ts';
import { useSession } from './session.tsx';

export type UserName = Database['public']['Functions']['user_names']['Returns'][number];

/** Names of users as the members of a customer see them, or as an administrator does. */
const userNames = (customerId: string, ids: readonly string[], asMember: boolean) =>
  queryOptions({
    queryKey: ['user names', customerId, asMember, ids],
    queryFn: async ({ signal }): Promise<Map<string, UserName>> => {
      const { data } = await rows
        .rpc('user_names', { customer_id: customerId, user_ids: [...ids], as_member: asMember })
        .abortSignal(signal)
        .throwOnError();
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
