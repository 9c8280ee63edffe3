import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CampaignStatus } from '#domain/campaign/status.ts';
import { type WaitingReason, waitingReasonIn } from '@/features/comments/waiting-data.ts';
import { PAGE_SIZE, pageAfter, pagedQuery, readAll } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { type RowOf, readData, rows } from '@/lib/rows.ts';
import { searchTermIn } from '@/lib/search-term.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { isUuid, uuidIn } from '@/lib/uuid.ts';

/** The campaigns of these customers, or of all (null), whose name contains the words of a term. */
function selectCampaigns(customers: readonly string[] | null, term = '') {
  const columns = 'id, customer_id, name, status, created_at, customers(name, needs_sign_off)';
  if (term)
    return rows.rpc('search_campaigns', { term, ...(customers && { customers: [...customers] }) }).select(columns);
  const request = rows.from('campaigns').select(columns);
  return customers ? request.in('customer_id', [...customers]) : request;
}

export type Campaign = RowOf<typeof selectCampaigns>;

const selectSteps = (campaignId: string) =>
  rows
    .from('campaign_steps')
    .select('id, step_number, step_type, delay_days, subject, message_content, updated_at')
    .eq('campaign_id', campaignId);

/** `updated_at` shows whether another user has changed the step since it was loaded. */
export type Step = RowOf<typeof selectSteps>;

export const campaignKeys = {
  all: ['campaigns'] as const,
  counts: ['campaigns', 'counts'] as const,
  /** Whether the steps are those of the newest version. */
  reviews: ['campaigns', 'reviews'] as const,
  steps: (campaignId: string) => ['campaigns', 'steps', campaignId] as const,
};

/** `waiting` are those that wait for the user, for this reason. */
type CampaignFilters = { customers: readonly string[] | null; term: string; waiting: WaitingReason | 'any' | null };

export function readFilters(url: URLSearchParams): CampaignFilters {
  const customerId = uuidIn(url.get('customer'));
  return {
    customers: customerId ? [customerId] : null,
    term: searchTermIn(url.get('search')),
    waiting: waitingReasonIn(url.get('waiting')),
  };
}

export function writeFilters(url: URLSearchParams, { customers, term, waiting }: CampaignFilters): URLSearchParams {
  return withParameters(url, { customer: customers?.[0] ?? null, search: term.trim() || null, waiting });
}

/** Ids in one URL. */
const MAX_IDS = 100;

/** The campaigns whose name contains the term, of these ids (the first hundred) if any are given, newest first. */
export const campaignList = (customers: readonly string[] | null, term: string, ids: readonly string[] | null) =>
  pagedQuery(['campaigns', 'list', customers, term, ids], (after, signal) => {
    const request = selectCampaigns(customers, term);
    return readData(pageAfter(ids ? request.in('id', ids.slice(0, MAX_IDS)) : request, after, PAGE_SIZE), signal);
  });

/** The number of steps and of leads that a campaign reaches, and its last change. */
export type CampaignCounts = { steps: number; approved_leads: number; changed_at: string };

export const campaignCounts = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...campaignKeys.counts, ids],
    queryFn: async ({ signal }): Promise<Map<string, CampaignCounts>> => {
      const request = rows
        .from('campaign_counts')
        .select('campaign_id, steps, approved_leads, changed_at')
        .in('campaign_id', [...ids]);
      const data = await readData(request, signal);
      return new Map(
        data.map(({ campaign_id, steps, approved_leads, changed_at }) => [
          campaign_id ?? '',
          { steps: steps ?? 0, approved_leads: approved_leads ?? 0, changed_at: changed_at ?? '' },
        ]),
      );
    },
    staleTime: 0, // approvals change them
    meta: { logAs: 'Error fetching campaign counts' },
  });

/** One campaign of these customers; null if there is none with this id. */
export const oneCampaign = (id: string, customers: readonly string[] | null) =>
  queryOptions({
    queryKey: ['campaigns', 'one', id],
    queryFn: async ({ signal }): Promise<Campaign | null> => {
      if (!isUuid(id)) return null;
      const request = selectCampaigns(customers).eq('id', id);
      return readData(request.maybeSingle(), signal);
    },
  });

/** The steps of a campaign in order. Refetched when the window gets the focus, because another user may have changed them. */
export const campaignSteps = (campaignId: string) =>
  queryOptions({
    queryKey: campaignKeys.steps(campaignId),
    queryFn: ({ signal }): Promise<Step[]> =>
      readAll<Step>((after, limit) => {
        const request = selectSteps(campaignId);
        const rest = after ? request.gt('step_number', after.step_number) : request;
        return readData(rest.order('step_number').limit(limit), signal);
      }),
    refetchOnWindowFocus: true,
  });

export async function createCampaign(campaign: { name: string; customer_id: string }): Promise<string> {
  return (await readData(rows.from('campaigns').insert(campaign).select('id').single())).id;
}

export const updateCampaign = (id: string, change: { name: string } | { status: CampaignStatus }) =>
  readData(rows.from('campaigns').update(change).eq('id', id).select('id').single());

/** Creates a draft with the same steps and returns its id. */
export async function duplicateCampaign(id: string, name: string): Promise<string> {
  return (await readData(rows.rpc('duplicate_campaign', { campaign_id: id, name }).select('id').single())).id;
}

export const deleteCampaign = (id: string) => readData(rows.from('campaigns').delete().eq('id', id));

export const refreshCampaigns = (client: QueryClient) => invalidate(client, campaignKeys.all);

export const refreshSteps = (campaignId: string) => (client: QueryClient) =>
  Promise.all(
    [campaignKeys.steps(campaignId), campaignKeys.counts, campaignKeys.reviews].map((key) => invalidate(client, key)),
  );
