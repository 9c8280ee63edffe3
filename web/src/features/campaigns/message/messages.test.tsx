import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { answer, requestsTo, signIn } from '#tests/component/backend.ts';
import {
  CAMPAIGN,
  CAMPAIGNS,
  CUSTOMER,
  campaignOf,
  fakeCampaigns,
  LEAD_GAPS,
  LEADS,
  STEPS,
  stepOf,
} from '#tests/component/fake-campaigns.ts';
import { isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CampaignDialog } from '../campaign-dialog.tsx';
import type { Step } from '../data.ts';

const LONGEST_LEAD = '/rest/v1/rpc/longest_lead';

type Lead = { first_name: string; last_name: string | null; company: string | null };
const leadOf = ({ first_name, last_name, company }: Lead) => ({
  id: first_name,
  name: [first_name, last_name].filter(Boolean).join(' '),
  first_name,
  last_name,
  company,
  created_at: '2026-01-01T00:00:00Z',
});
const APPROVED = [
  { first_name: 'Ada', last_name: 'Lovelace', company: 'Engines Ltd' },
  { first_name: 'Madonna', last_name: null, company: null },
  { first_name: 'Bartholomew', last_name: 'Featherstonehaugh-Cholmondeley', company: 'Very Long Holdings Limited' },
].map(leadOf);

beforeEach(() => signIn({ customerIds: [CUSTOMER] }));

/** Opens a campaign whose customer has the approved leads. */
async function open(steps: Step[], approved = APPROVED) {
  fakeCampaigns([campaignOf()], steps);
  const lacking = { last_name: 1, company: 1, email: 1 };
  const none = { last_name: 0, company: 0, email: 0 };
  answer('POST', LEAD_GAPS, () => ({ approved: approved.length, ...(approved.length > 0 ? lacking : none) }));
  answer('GET', LEADS, () => approved);
  answer('POST', LONGEST_LEAD, () => approved.at(-1) ?? null);
  const { user } = renderPage(
    <CampaignDialog id={CAMPAIGN} listed={undefined} customers={null} leadsPath="/leads" onOpen={() => {}} />,
  );
  await screen.findByText(steps.length > 0 ? 'Day 1' : 'No steps added yet');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const chooseChannel = async (option: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Channel' }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { user, press, chooseChannel };
}

describe('the preview', () => {
  const preview = () => within(screen.getByRole('region', { name: 'Preview' }));
  const texts = () =>
    [...screen.getByRole('region', { name: 'Preview' }).querySelectorAll('p')].map((p) => p.textContent);
  const isDisabled = (name: string) => preview().getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

  test('shows the message to one approved lead after another', async () => {
    const content = { subject: 'For {{company}}', message_content: 'Dear {{first_name}} {{last_name}}, {{city}}' };
    const { press } = await open([stepOf(1, { step_type: 'email', ...content })]);
    await press('Edit step 1');
    await waitFor(() => expect(preview().getByRole('heading').textContent).toBe('Preview for Ada Lovelace'));
    preview().getByText('1 of 3');
    expect(texts()).toEqual(['For Engines Ltd', 'Dear Ada Lovelace, {{city}}']);
    expect([isDisabled('Previous lead'), isDisabled('Next lead')]).toEqual([true, false]);
    await press('Next lead');
    expect(texts()).toEqual(['For no company', 'Dear Madonna no last name, {{city}}']);
    await press('Next lead');
    preview().getByText('3 of 3');
    expect(texts()[1]).toBe('Dear Bartholomew Featherstonehaugh-Cholmondeley, {{city}}');
    expect([isDisabled('Previous lead'), isDisabled('Next lead')]).toEqual([false, true]);
    await press('Previous lead');
    preview().getByText('2 of 3');
    expect(requestsTo('GET', LEADS).map(({ query }) => [query.get('is_approved'), query.get('limit')])).toEqual([
      ['is.true', '50'],
    ]);
  });

  test('shows the names of the variables without an approved lead', async () => {
    const { press } = await open([stepOf(1, { message_content: 'Hi {{first_name}}' })], []);
    await press('Edit step 1');
    await preview().findByText('No approved leads yet. Approve one to preview the message with real details.');
    expect(texts()[0]).toBe('Hi First name');
  });
});

describe('the length meter', () => {
  const longest = 'in the longest message (Bartholomew Featherstonehaugh-Cholmonde…).';

  async function edit(channel: string, field: RegExp) {
    const { press, chooseChannel } = await open([]);
    await press('Add step');
    await chooseChannel(channel);
    return (value: string) => fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value } });
  }
  const described = (name: RegExp, description: string) =>
    waitFor(() => {
      const id = screen.getByRole('textbox', { name }).getAttribute('aria-describedby');
      expect((id && document.getElementById(id)?.textContent)?.trim() ?? '').toBe(description);
    });

  test.each([
    ['LinkedIn connection request', /^Connection message/, [199, '199 of 300 characters.']],
    [
      'LinkedIn connection request',
      /^Connection message/,
      [200, '200 of 300 characters. Almost at the 300-character limit.'],
    ],
    [
      'LinkedIn connection request',
      /^Connection message/,
      [300, '300 of 300 characters. Almost at the 300-character limit.'],
    ],
    [
      'LinkedIn connection request',
      /^Connection message/,
      [301, '301 of 300 characters. LinkedIn limits notes to 300 characters.'],
    ],
    ['LinkedIn message', /^Message/, [2_999, '2,999 of 8,000 characters.']],
    ['LinkedIn message', /^Message/, [3_000, '3,000 of 8,000 characters. Long messages are rarely read in full.']],
    ['LinkedIn message', /^Message/, [8_000, '8,000 of 8,000 characters. Long messages are rarely read in full.']],
    ['LinkedIn message', /^Message/, [8_001, '8,001 of 8,000 characters. Too long for a LinkedIn message.']],
    ['Email', /^Subject/, [60, '60 of 60 characters.']],
    ['Email', /^Subject/, [61, '61 of 60 characters. Inboxes cut off long subjects.']],
  ] as const)('%s, %s: %j', async (channel, field, [length, description]) => {
    const fill = await edit(channel, field);
    fill('a'.repeat(length));
    await described(field, description);
  });

  test('an email’s text is not measured', async () => {
    const fill = await edit('Email', /^Message/);
    fill('a'.repeat(9_000));
    await described(/^Message/, '');
  });

  test('variables count with the values of the lead for whom the text is longest', async () => {
    const note = /^Connection message/;
    const fill = await edit('LinkedIn connection request', note);
    fill('{{first_name}}{{first_name}}');
    await described(note, `22 of 300 characters ${longest}`);
    fill('{{last_name}} at {{company}} 🚀');
    await described(note, `62 of 300 characters ${longest}`);
    fill('{{last_name}} at {{company}} 🚀 and more');
    await described(note, `71 of 300 characters ${longest}`);
    expect(requestsTo('POST', LONGEST_LEAD).map(({ body }) => body)).toEqual([
      { customer_id: CUSTOMER, first_names: 2, last_names: 0, companies: 0 },
      { customer_id: CUSTOMER, first_names: 0, last_names: 1, companies: 1 },
    ]);
  });
});

test('the variables of the message and the subject are offered', async () => {
  const { press, chooseChannel } = await open([]);
  await press('Add step');
  await chooseChannel('Email');
  for (const field of ['message', 'subject']) {
    const buttons = within(screen.getByRole('group', { name: `Insert into ${field}` })).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['First name', 'Last name', 'Company']);
  }
});

test('warnings name the problems of each step and do not block a launch', async () => {
  const { press } = await open([
    stepOf(1, { step_type: 'linkedin_message', message_content: 'Hi {{firstName}} of {{company}} and {{city}}' }),
    stepOf(2, {}),
    stepOf(3, { step_type: 'linkedin_message', message_content: ' ' }),
    stepOf(4, { step_type: 'email', message_content: 'Dear {{last_name}}' }),
  ]);
  await screen.findByText('View leads', { selector: '[href*=email]' });
  const warnings = [...screen.getByRole('list', { name: 'Steps' }).children].map((step) =>
    [...step.querySelectorAll('[aria-label=Warnings] li')].map((warning) => warning.textContent),
  );
  expect(warnings).toEqual([
    [
      'This LinkedIn message comes before any connection request.',
      '{{firstName}} isn’t a variable and will be sent exactly as typed. Use {{first_name}}',
      '{{city}} isn’t a variable and will be sent exactly as typed.',
      '1 of 3 approved leads has no company. View leads with no company (opens in a new tab)',
    ],
    [],
    ['This step has no text.'],
    [
      'This email has no subject.',
      '1 of 3 approved leads has no last name. View leads with no last name (opens in a new tab)',
      '1 of 3 approved leads has no email. View leads with no email (opens in a new tab)',
    ],
  ]);
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'View leads with no company (opens in a new tab)' });
  expect([link.getAttribute('href'), link.target]).toEqual([`/leads?missing=company&customer=${CUSTOMER}`, '_blank']);

  await press('Launch Campaign');
  const dialog = within(screen.getByRole('alertdialog'));
  expect(dialog.queryByRole('button', { name: 'Use {{first_name}}' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Launch Campaign' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Active'));
  expect(requestsTo('PATCH', CAMPAIGNS).map(({ body }) => body)).toEqual([{ status: 'active' }]);
});

test('a warning offers to use the variable that a placeholder resembles', async () => {
  const { user, press } = await open([
    stepOf(1, { step_type: 'email', subject: 'For {{firstName}}', message_content: 'Hi {{firstName}}' }),
  ]);
  await press('Use {{first_name}}');
  await screen.findByText('Step updated successfully');
  expect(requestsTo('PATCH', STEPS).map(({ body }) => body)).toMatchObject([
    { subject: 'For {{first_name}}', message_content: 'Hi {{first_name}}' },
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use {{first_name}}' })).toBeNull());
  expect(isFocused(screen.getByRole('button', { name: 'Edit step 1' }))).toBe(true);

  await press('Edit step 1');
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  fireEvent.change(message, { target: { value: '[Company]' } });
  await user.click(await screen.findByRole('button', { name: 'Use {{company}}' }));
  expect(message.value).toBe('{{company}}');
  expect(isFocused(message)).toBe(true);
});

test('the confirmation of a launch goes to a step with a warning', async () => {
  const { press } = await open([stepOf(1, {}), stepOf(2, { message_content: '{{city}}' })]);
  await press('Launch Campaign');
  await screen.findByRole('alertdialog');
  await press('Edit step 2');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const editor = within(await screen.findByRole('form', { name: 'Edit step 2' }));
  await waitFor(() => expect(isFocused(editor.getByRole('combobox', { name: 'Channel' }))).toBe(true));
  expect(requestsTo('PATCH', CAMPAIGNS)).toEqual([]);
});

test('a new step is said to have no text only after its field was left', async () => {
  const { user, press } = await open([]);
  await press('Add step');
  const early = 'This LinkedIn message comes before any connection request.';
  const warnings = () => screen.getByRole('list', { name: 'Warnings' }).textContent;
  await waitFor(() => expect(warnings()).toBe(early));
  await user.click(screen.getByRole('textbox', { name: 'Message' }));
  expect(warnings()).toBe(early);
  await user.tab();
  expect(warnings()).toBe(`${early}This step has no text.`);
});
