import type { Locator, Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';

export type NewCampaign = { id: string; customer_id: string; name: string };
export type NewStep = { step_type: string; delay_days?: number; subject?: string; message_content?: string };
export type StoredStep = { id: string; step_number: number; delay_days: number; message_content: string } & NewStep;

export const CAMPAIGNS = '/rest/v1/campaigns';

export const connection = (message_content = ''): NewStep => ({ step_type: 'linkedin_connection', message_content });
export const message = (message_content: string, delay_days = 3): NewStep => ({
  step_type: 'linkedin_message',
  delay_days,
  message_content,
});
export const email = (subject: string | undefined, message_content: string, delay_days = 4): NewStep => ({
  step_type: 'email',
  delay_days,
  message_content,
  ...(subject && { subject }),
});

export async function addCampaign(
  { rows }: Agency,
  customerId: string,
  { name = 'Founders', status = 'draft', steps = [] as NewStep[] } = {},
): Promise<NewCampaign> {
  const inserted = await rows
    .from('campaigns')
    .insert({ customer_id: customerId, name })
    .select('id, customer_id, name')
    .single();
  if (inserted.error) throw new Error(inserted.error.message);
  for (const [index, step] of steps.entries()) await addStep({ rows } as Agency, inserted.data, step, index + 1);
  if (status !== 'draft') await rows.from('campaigns').update({ status }).eq('id', inserted.data.id).throwOnError();
  return inserted.data;
}

export async function addStep(
  { rows }: Agency,
  { id, customer_id }: NewCampaign,
  step: NewStep,
  step_number = 1,
): Promise<void> {
  await rows
    .from('campaign_steps')
    .insert({ campaign_id: id, customer_id, step_number, ...step })
    .throwOnError();
}

export async function readSteps({ rows }: Agency, campaignId: string): Promise<StoredStep[]> {
  const { data } = await rows
    .from('campaign_steps')
    .select()
    .eq('campaign_id', campaignId)
    .order('step_number')
    .throwOnError();
  return data as StoredStep[];
}

export async function readStatus({ rows }: Agency, campaignId: string): Promise<string> {
  const { data } = await rows.from('campaigns').select('status').eq('id', campaignId).single().throwOnError();
  return (data as { status: string }).status;
}

/** Opens a campaign by its URL. */
export async function openCampaign(page: Page, campaign: { id: string; name: string }): Promise<Locator> {
  await page.goto(`/copy?campaign=${campaign.id}`);
  const dialog = page.getByRole('dialog', { name: campaign.name });
  await dialog.waitFor();
  return dialog;
}

export const stepRows = (page: Page): Locator => page.getByRole('list', { name: 'Steps' }).locator('> li');

export const warnings = (scope: Locator | Page): Locator =>
  scope.getByRole('list', { name: 'Warnings' }).getByRole('listitem');
