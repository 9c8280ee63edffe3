import { queryOptions } from '@tanstack/react-query';
import { rows } from '../../../lib/rows.ts';
import type { Matter } from './matters.ts';

/** Everything that waits for an administrator, the most urgent of each kind first; changes by many ways, so it is read at every visit. */
export const attention = queryOptions({
  queryKey: ['attention'],
  queryFn: async ({ signal }): Promise<Matter[]> => {
    const { data } = await rows.rpc('needs_attention').abortSignal(signal).throwOnError();
    return data as Matter[];
  },
  staleTime: 0,
});
