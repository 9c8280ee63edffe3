import { queryOptions } from '@tanstack/react-query';
import { rows } from '../../lib/rows.ts';
import { type AudienceTotal, addUp } from './totals.ts';

export const audienceKeys = {
  all: ['audiences'] as const,
  summaries: ['audiences', 'summary'] as const,
  summary: (customers: readonly string[]) => ['audiences', 'summary', customers] as const,
  names: (customers: readonly string[] | null) => ['audiences', 'names', customers] as const,
};

/** The distinct audiences of the named customers (null: of all), sorted. A failure is logged only and counts as none. */
export const audienceNames = (customers: readonly string[] | null) =>
  queryOptions({
    queryKey: audienceKeys.names(customers),
    queryFn: async ({ signal }): Promise<string[]> => {
      const { data, error } = await rows
        .rpc('audience_names', customers ? { customers: [...customers] } : {})
        .abortSignal(signal);
      if (!error) return data;
      signal.throwIfAborted();
      // biome-ignore lint/suspicious/noConsole: the product's rule for audiences that cannot be read is to log it and go on without
      console.error('Error fetching audiences:', error.message);
      return [];
    },
  });

/** What is in each audience of the named customers. */
export const audienceSummary = (customers: readonly string[]) =>
  queryOptions({
    queryKey: audienceKeys.summary(customers),
    queryFn: async ({ signal }): Promise<AudienceTotal[]> => {
      const { data } = await rows
        .from('audience_summary')
        .select('name, total, approved')
        .in('customer_id', [...customers])
        .not('name', 'is', null)
        .abortSignal(signal)
        .throwOnError();
      return addUp(data);
    },
  });
