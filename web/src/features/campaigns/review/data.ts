import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { VersionStep } from '#domain/campaign/versions.ts';
import { invalidate } from '@/lib/query-client.ts';
import { type RowOf, readData, rows } from '@/lib/rows.ts';
import { type Campaign, campaignKeys, refreshSteps } from '../data.ts';

export type VersionStatus = 'in_review' | 'approved' | 'changes_requested';

const selectVersions = () =>
  rows
    .from('campaign_versions')
    .select(
      'id, number, reason, created_by, created_at, launched_by, launched_at, requested_by, requested_at, status, decided_by, decided_at, on_behalf, note',
    );

/** A version without its steps. */
export type Version = Omit<RowOf<typeof selectVersions>, 'status'> & { status: VersionStatus | null };

const selectSuggestions = () =>
  rows
    .from('step_suggestions')
    .select('id, version_step_id, subject, message_content, created_by, created_at, status, decided_by, decided_at');

export type Suggestion = RowOf<typeof selectSuggestions>;

const versionKeys = (campaignId: string) => ['campaigns', 'versions', campaignId] as const;

/** The versions of a campaign, at most 1,000, the newest first. Refetched when the window gets the focus, as the steps are. */
export const campaignVersions = (campaignId: string) =>
  queryOptions({
    queryKey: [...versionKeys(campaignId), 'list'],
    queryFn: async ({ signal }): Promise<Version[]> => {
      const request = selectVersions().eq('campaign_id', campaignId).order('number', { ascending: false });
      return (await readData(request, signal)) as Version[];
    },
    refetchOnWindowFocus: true,
    meta: { logAs: 'Error fetching versions' },
  });

/** The steps of a version, which never change. */
export const versionSteps = (campaignId: string, versionId: string) =>
  queryOptions({
    queryKey: [...versionKeys(campaignId), 'steps', versionId],
    queryFn: async ({ signal }): Promise<VersionStep[]> => {
      const request = rows.from('campaign_versions').select('steps').eq('id', versionId);
      const data = await readData(request.single(), signal);
      return data.steps as unknown as VersionStep[];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The suggestions for a version, the oldest first. */
export const versionSuggestions = (campaignId: string, versionId: string) =>
  queryOptions({
    queryKey: [...versionKeys(campaignId), 'suggestions', versionId],
    queryFn: ({ signal }): Promise<Suggestion[]> => {
      const request = selectSuggestions().eq('version_id', versionId).order('created_at').order('id');
      return readData(request, signal);
    },
    refetchOnWindowFocus: true,
    meta: { logAs: 'Error fetching suggestions' },
  });

const selectReviews = () =>
  rows.from('campaign_reviews').select('campaign_id, customer_id, name, number, status, requested_at, is_changed');

type Columns = RowOf<typeof selectReviews>;

/** The newest version of a campaign, and whether the steps have changed since. */
export type Review = { [Column in keyof Columns]: NonNullable<Columns[Column]> } & { status: VersionStatus | null };

/** The reviews by campaign, of campaigns that have a version. */
export const campaignReviews = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...campaignKeys.reviews, ids],
    queryFn: async ({ signal }): Promise<Map<string, Review>> => {
      const request = selectReviews().in('campaign_id', [...ids]);
      const data = await readData(request, signal);
      return new Map((data as Review[]).map((review) => [review.campaign_id, review]));
    },
    staleTime: 0, // a change of a step changes it
    refetchOnWindowFocus: true,
    meta: { logAs: 'Error fetching reviews' },
  });

/** The first 100 campaigns whose newest version waits for a review, the longest first. Every request for rows is limited to the effective customers (`lib/effective-customers.ts`); naming them twice would make the address of some members too long. */
export const waitingReviews = (customers: readonly string[]) =>
  queryOptions({
    queryKey: [...campaignKeys.reviews, 'waiting', customers],
    queryFn: async ({ signal }): Promise<Review[]> => {
      const request = selectReviews().eq('status', 'in_review');
      return (await readData(request.order('requested_at').limit(100), signal)) as Review[];
    },
    staleTime: 0,
    meta: { logAs: 'Error fetching the copy to review' },
  });

/** The first 100 campaigns whose newest version was put up for review, the newest first. */
export const sentReviews = (customers: readonly string[]) =>
  queryOptions({
    queryKey: [...campaignKeys.reviews, 'sent', customers],
    queryFn: async ({ signal }): Promise<Review[]> => {
      const request = selectReviews()
        .in('customer_id', [...customers])
        .not('status', 'is', null);
      return (await readData(request.order('requested_at', { ascending: false }).limit(100), signal)) as Review[];
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { logAs: 'Error fetching the copy to review' },
  });

type OfCampaign = { id: string; customer_id: string };

/** Returns the number of the version. */
export function requestReview({ id, customer_id }: OfCampaign): Promise<number> {
  return readData(rows.rpc('request_review', { customer_id, campaign_id: id }));
}

export type Decision = { versionId: string; decision: 'approved' | 'changes_requested'; note: string };

export function decideVersion(customerId: string, { versionId, decision, note }: Decision) {
  const parameters = {
    customer_id: customerId,
    version_id: versionId,
    decision,
    ...(note.trim() && { note: note.trim() }),
  };
  return readData(rows.rpc('decide_version', parameters));
}

/** Takes a decision back, within a minute, for the user who decided. */
export const takeBackDecision = (customerId: string, versionId: string) =>
  readData(rows.rpc('take_back_decision', { customer_id: customerId, version_id: versionId }));

/** The numbers of comments and suggestions on a step in the versions of its campaign; `number` is the newest of these versions. */
export type StepFeedback = { number: number; comments: number; suggestions: number };

/** The feedback on the steps of a campaign by their ids, which is read again whenever the steps are shown. */
export const stepFeedback = ({ id, customer_id }: OfCampaign, asMember: boolean) =>
  queryOptions({
    queryKey: [...versionKeys(id), 'feedback', asMember],
    queryFn: async ({ signal }): Promise<Map<string, StepFeedback>> => {
      const parameters = { customer_id, campaign_id: id, as_member: asMember };
      const data = await readData(rows.rpc('step_feedback', parameters), signal);
      return new Map(data.map(({ step_id, ...feedback }) => [step_id, feedback]));
    },
    staleTime: 0,
    meta: { logAs: 'Error fetching what was said about the steps' },
  });

/** Whether a campaign cannot become active before its steps are approved. */
export const isSignOffMissing = ({ customers }: Pick<Campaign, 'customers'>, review: Review | undefined) =>
  customers?.needs_sign_off === true && (review?.status !== 'approved' || review.is_changed);

export const restoreVersion = (customerId: string, versionId: string) =>
  readData(rows.rpc('restore_version', { customer_id: customerId, version_id: versionId }));

export type Wording = { versionId: string; stepId: string; subject: string | null; message: string };

export const suggestWording = (customerId: string, { versionId, stepId, subject, message }: Wording) =>
  readData(
    rows.rpc('suggest_wording', {
      customer_id: customerId,
      version_id: versionId,
      version_step_id: stepId,
      message_content: message,
      ...(subject && { subject }),
    }),
  );

export type SuggestionDecision = { id: string; accepted: boolean };

export const decideSuggestion = (customerId: string, { id, accepted }: SuggestionDecision) =>
  readData(rows.rpc('decide_suggestion', { customer_id: customerId, suggestion_id: id, accepted }));

/** Refetches everything about the versions and steps of a campaign. */
export const refreshReview = (campaignId: string) => (client: QueryClient) =>
  Promise.all([invalidate(client, versionKeys(campaignId)), refreshSteps(campaignId)(client)]);
