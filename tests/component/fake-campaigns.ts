import type { Campaign, Step } from '../../web/src/features/campaigns/data.ts';
import { answer, type SentRequest } from './backend.ts';

export const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const CAMPAIGN = '0f8fad5b-d9cb-469f-a165-70867728950e';

export const CAMPAIGNS = '/rest/v1/campaigns';
export const STEPS = '/rest/v1/campaign_steps';
export const REORDER = '/rest/v1/rpc/reorder_steps';
export const DUPLICATE = '/rest/v1/rpc/duplicate_campaign';
export const LEAD_GAPS = '/rest/v1/rpc/count_missing_fields';
export const APPROVED_VALUES = '/rest/v1/rpc/approved_lead_values';
export const LONGEST = '/rest/v1/rpc/longest_lead_values';

export const fakeStep = (number: number, content: Partial<Step>): Step => ({
  id: `step-${number}`,
  step_number: number,
  step_type: 'linkedin_connection',
  delay_days: 1,
  subject: null,
  message_content: '',
  updated_at: '2026-03-12T09:00:00Z',
  ...content,
});

export const fakeCampaign = (content: Partial<Campaign> = {}): Campaign => ({
  id: CAMPAIGN,
  customer_id: CUSTOMER,
  name: 'Founders',
  status: 'draft',
  created_at: '2026-03-12T09:00:00Z',
  customers: { name: 'Northwind', needs_sign_off: false },
  ...content,
});

/** Answers the requests about campaigns from rows in memory. All campaigns have the same steps, and no lead is approved. */
export function fakeCampaigns(campaigns: Campaign[], steps: Step[]) {
  const fake = { campaigns, steps };
  const filteredId = ({ query }: SentRequest) => query.get('id')?.replace('eq.', '');
  const named = (request: SentRequest) => fake.campaigns.find(({ id }) => id === filteredId(request)) ?? null;
  const add = (content: Partial<Campaign>) => {
    const id = `00000000-0000-4000-8000-00000000000${fake.campaigns.length}`;
    fake.campaigns = [fakeCampaign({ ...content, id }), ...fake.campaigns];
    return { id };
  };

  answer('GET', CAMPAIGNS, (request) => (filteredId(request) ? named(request) : fake.campaigns));
  answer('POST', CAMPAIGNS, ({ body }) => add(body as Campaign));
  answer('POST', DUPLICATE, ({ body }) => add({ name: (body as Campaign).name }));
  answer('PATCH', CAMPAIGNS, (request) => {
    const campaign = named(request);
    if (campaign) Object.assign(campaign, request.body);
    return campaign && { id: campaign.id };
  });
  answer('DELETE', CAMPAIGNS, (request) => {
    fake.campaigns = fake.campaigns.filter((one) => one !== named(request));
  });

  answer('POST', '/rest/v1/rpc/comment_counts', () => []);
  answer('POST', '/rest/v1/rpc/step_feedback', () => []);
  answer('GET', '/rest/v1/campaign_counts', () =>
    fake.campaigns.map(({ id, created_at }) => ({
      campaign_id: id,
      steps: fake.steps.length,
      approved_leads: 71,
      changed_at: created_at,
    })),
  );
  answer('GET', STEPS, () => fake.steps);
  answer('PATCH', STEPS, (request) => {
    const step = fake.steps.find(({ id }) => id === filteredId(request));
    if (!step || `eq.${step.updated_at}` !== request.query.get('updated_at')) return null;
    Object.assign(step, request.body, { updated_at: '2026-03-12T10:00:00Z' });
    return { id: step.id };
  });
  answer('POST', STEPS, ({ body }) => {
    const step = { ...fakeStep(fake.steps.length + 1, body as Step), id: `added-${fake.steps.length + 1}` };
    fake.steps = [...fake.steps, step];
    return { id: step.id };
  });
  answer('DELETE', STEPS, (request) => {
    fake.steps = fake.steps.filter(({ id }) => id !== filteredId(request));
  });
  answer('POST', REORDER, ({ body }) => {
    const { step_ids } = body as { step_ids: string[] };
    fake.steps = step_ids.flatMap((id, index) => {
      const step = fake.steps.find((one) => one.id === id);
      return step ? [{ ...step, step_number: index + 1 }] : [];
    });
  });
  answer('POST', LEAD_GAPS, () => ({ approved: 0, last_name: 0, company: 0, email: 0 }));
  answer('POST', APPROVED_VALUES, () => []);
  answer('POST', LONGEST, () => null);
  return fake;
}
