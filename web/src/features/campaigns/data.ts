import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CampaignStatus } from '#domain/campaign/status.ts';
import type { StepContent } from '#domain/campaign/steps.ts';
import { keysetPages, PAGE_SIZE, pageAfter, pageOf, readAll } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { containsPattern } from '@/lib/row-filters.ts';
import { rows } from '@/lib/rows.ts';
import { isUuid } from '@/lib/uuid.ts';

export type Campaign = {
  id: string;
  customer_id: string;
  name: string;
  status: CampaignStatus;
  created_at: string;
  customers: { name: string } | null;
};

/** A step as it was read; `updated_at` tells whether somebody has written it since. */
export type Step = StepContent & { id: string; step_number: number; updated_at: string };

const CAMPAIGN_COLUMNS = 'id, customer_id, name, status, created_at, customers(name)';
const STEP_COLUMNS = 'id, step_number, step_type, delay_days, subject, message_content, updated_at';

export const campaignKeys = {
  all: ['campaigns'] as const,
  list: (customers: readonly string[] | null, term: string) => ['campaigns', 'list', customers, term] as const,
  one: (id: string) => ['campaigns', 'one', id] as const,
  steps: (campaignId: string) => ['campaigns', 'steps', campaignId] as const,
};

/** The campaigns of the named customers (null: of all) whose name contains the term, newest first. */
export const campaignList = (customers: readonly string[] | null, term: string) =>
  infiniteQueryOptions({
    queryKey: campaignKeys.list(customers, term),
    queryFn: async ({ pageParam: after, signal }) => {
      let request = rows.from('campaigns').select(CAMPAIGN_COLUMNS);
      if (customers) request = request.in('customer_id', [...customers]);
      if (term) request = request.ilike('name', containsPattern(term));
      const { data } = await pageAfter(request, after, PAGE_SIZE).abortSignal(signal).throwOnError();
      return pageOf<Campaign>(data);
    },
    ...keysetPages,
    placeholderData: keepPreviousData,
  });

/** One campaign of the named customers (null: of any); null where there is none. */
export const oneCampaign = (id: string, customers: readonly string[] | null) =>
  queryOptions({
    queryKey: campaignKeys.one(id),
    queryFn: async ({ signal }): Promise<Campaign | null> => {
      if (!isUuid(id)) return null;
      let request = rows.from('campaigns').select(CAMPAIGN_COLUMNS).eq('id', id);
      if (customers) request = request.in('customer_id', [...customers]);
      const { data } = await request.abortSignal(signal).maybeSingle().throwOnError();
      return data;
    },
  });

/** The steps of a campaign in their order; read anew when the person comes back, because a colleague may have been here. */
export const campaignSteps = (campaignId: string) =>
  queryOptions({
    queryKey: campaignKeys.steps(campaignId),
    queryFn: ({ signal }): Promise<Step[]> =>
      readAll<Step>(async (after, limit) => {
        const request = rows.from('campaign_steps').select(STEP_COLUMNS).eq('campaign_id', campaignId);
        const rest = after ? request.gt('step_number', after.step_number) : request;
        const { data } = await rest.order('step_number').limit(limit).abortSignal(signal).throwOnError();
        return data;
      }),
    refetchOnWindowFocus: true,
  });

/** After campaigns have come, gone or changed. */
export const refreshCampaigns = (client: QueryClient) => invalidate(client, campaignKeys.all);

/** After the steps of a campaign have come, gone, changed or moved. */
export const refreshSteps = (client: QueryClient, campaignId: string) =>
  invalidate(client, campaignKeys.steps(campaignId));
