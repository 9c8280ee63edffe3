import { queryOptions } from '@tanstack/react-query';
import { dataOf, rows } from '@/lib/rows.ts';

export const fullNameOf = (userId: string) =>
  queryOptions({
    queryKey: ['profiles', userId, 'full_name'],
    queryFn: async ({ signal }): Promise<string | null> => {
      const data = await dataOf(rows.from('profiles').select('full_name').eq('id', userId).maybeSingle(), signal);
      return data?.full_name ?? null;
    },
    meta: { logAs: 'Error fetching the full name' },
  });
