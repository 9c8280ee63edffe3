import { queryOptions } from '@tanstack/react-query';
import { rows } from '@/lib/rows.ts';

export const fullNameOf = (userId: string) =>
  queryOptions({
    queryKey: ['profiles', userId, 'full_name'],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data } = await rows
        .from('profiles')
        .select('full_name')
        .eq('id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data?.full_name ?? null;
    },
    meta: { logAs: 'Error fetching the full name' },
  });
