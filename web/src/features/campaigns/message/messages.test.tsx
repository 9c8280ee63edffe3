import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderMessage } from '#domain/campaign/message.ts';
import { customerVariables } from '#domain/campaign/variables.ts';
import { answer, requestsTo, signIn } from '#tests/component/backend.ts';
import {
  APPROVED_VALUES,
  CAMPAIGN,
  CAMPAIGNS,
  CUSTOMER,
  fakeCampaign,
  fakeCampaigns,
  fakeStep,
  LEAD_GAPS,
  LONGEST,
  STEPS,
} from '#tests/component/fake-campaigns.ts';
import { isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CampaignContext } from '../campaign-context.ts';
import { CampaignDialog } from '../campaign-dialog.tsx';
import type { Step } from '../data.ts';
import { MessageText } from './message-text.tsx';

const COUNT_EMPTY = '/rest/v1/rpc/count_approved_leads_without';
const FIELDS = '/rest/v1/custom_fields';

type Lead = { first_name: string; last_name?: string; company?: string; icebreaker?: string };
const leadWith = (variable_values: Lead) => ({
  id: variable_values.first_name,
  name: [variable_values.first_name, variable_values.last_name].filter(Boolean).join(' '),
  variable_values,
  created_at: '2026-01-01T00:00:00Z',
});
const APPROVED = [
  { first_name: 'Ada', last_name: 'Lovelace', company: 'Engines Ltd', icebreaker: 'Loved your notes' },
  { first_name: 'Madonna' },
  { first_name: 'Bartholomew', last_name: 'Featherstonehaugh-Cholmondeley', company: 'Very Long Holdings Limited' },
].map(leadWith);

beforeEach(() => signIn({ customerIds: [CUSTOMER] }));

/** Opens a campaign whose customer has the approved leads. */
async function open(steps: Step[], approved = APPROVED) {
  fakeCampaigns([fakeCampaign()], steps);
  const lacking = { last_name: 1, company: 1, email: 1 };
  const none = { last_name: 0, company: 0, email: 0 };
  answer('POST', LEAD_GAPS, () => ({ approved: approved.length, ...(approved.length > 0 ? lacking : none) }));
  answer('POST', APPROVED_VALUES, () => approved);
  answer('POST', LONGEST, ({ body }) => approved.at((body as { emptiest?: boolean }).emptiest ? 1 : -1) ?? null);
  answer('POST', COUNT_EMPTY, () => 2);
  answer('GET', FIELDS, () => [
    { id: 'f1', key: 'icebreaker', label: 'Icebreaker', isInternal: false, removed_at: null },
    { id: 'f2', key: 'score', label: 'Score', isInternal: true, removed_at: null },
    { id: 'f3', key: 'old', label: 'Old', isInternal: false, removed_at: '2026-01-01T00:00:00Z' },
  ]);
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

describe('the preview of a message', () => {
  const preview = () => within(screen.getByRole('region', { name: 'Preview' }));
  const texts = () =>
    [...screen.getByRole('region', { name: 'Preview' }).querySelectorAll('p')].map((p) => p.textContent);
  const isDisabled = (name: string) => preview().getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

  test('the preview shows the message to one approved lead after another, the longest and the emptiest first', async () => {
    const content = { subject: 'For {{company}}', message_content: 'Dear {{first_name}} {{last_name}}, {{city}}' };
    const { press } = await open([fakeStep(1, { step_type: 'email', ...content })]);
    await press('Edit step 1');
    const longest = 'Bartholomew Featherstonehaugh-Cholmondeley';
    await waitFor(() => expect(preview().getByRole('heading').textContent).toBe(`Preview for ${longest}`));
    preview().getByText('1 of 3');
    expect(texts()).toEqual(['For Very Long Holdings Limited', `Dear ${longest}, {{city}}`]);
    expect([isDisabled('Previous lead'), isDisabled('Next lead')]).toEqual([true, false]);
    await press('Next lead');
    expect(texts()).toEqual(['For no company', 'Dear Madonna no last name, {{city}}']);
    await press('Next lead');
    preview().getByText('3 of 3');
    expect(texts()).toEqual(['For Engines Ltd', 'Dear Ada Lovelace, {{city}}']);
    expect([isDisabled('Previous lead'), isDisabled('Next lead')]).toEqual([false, true]);
    await press('Previous lead');
    preview().getByText('2 of 3');
    expect(requestsTo('POST', APPROVED_VALUES).map(({ body }) => body)).toEqual([
      { customer_id: CUSTOMER, page_size: 50 },
    ]);
    const used = { times: 1, bare: 1, fallbackLength: 0 };
    const uses = { company: used, first_name: used, last_name: used };
    expect(requestsTo('POST', LONGEST).map(({ body }) => body)).toContainEqual({ customer_id: CUSTOMER, uses });
    expect(requestsTo('POST', LONGEST).map(({ body }) => body)).toContainEqual({
      customer_id: CUSTOMER,
      uses,
      emptiest: true,
    });
  });

  test('the preview shows the names of the variables without an approved lead', async () => {
    const { press } = await open([fakeStep(1, { message_content: 'Hi {{first_name}}' })], []);
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
  ] as const)('the length meter shows %s, %s: %j', async (channel, field, [length, description]) => {
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
    const used = { times: 1, bare: 1, fallbackLength: 0 };
    const longestRequests = requestsTo('POST', LONGEST).flatMap(({ body }) =>
      'emptiest' in (body as object) ? [] : [body],
    );
    expect(longestRequests).toEqual([
      { customer_id: CUSTOMER, uses: { first_name: { times: 2, bare: 2, fallbackLength: 0 } } },
      { customer_id: CUSTOMER, uses: { last_name: used, company: used } },
    ]);
  });
});

test('the variables of the message and the subject are offered (S5.10)', async () => {
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
    fakeStep(1, { step_type: 'linkedin_message', message_content: 'Hi {{firstName}} of {{company}} and {{city}}' }),
    fakeStep(2, {}),
    fakeStep(3, { step_type: 'linkedin_message', message_content: ' ' }),
    fakeStep(4, { step_type: 'email', message_content: 'Dear {{last_name}}' }),
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
    fakeStep(1, { step_type: 'email', subject: 'For {{firstName}}', message_content: 'Hi {{firstName}}' }),
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

test('nested braces, spintax, tags of other tools and placeholders in a value have warnings', async () => {
  const leads = [
    { first_name: 'Ada', icebreaker: 'C# [1]' },
    { first_name: 'Bob', icebreaker: 'Hi {firstName}' },
  ];
  const { press } = await open([], leads.map(leadWith));
  await press('Add step');
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const typed = '{Hi|Hello} {{{firstName}}}, {% if x %}{{icebreaker|you}}';
  fireEvent.change(message, { target: { value: typed } });
  const warnings = () => screen.getByRole('list', { name: 'Warnings' }).textContent;
  const asTyped = 'isn’t a variable and will be sent exactly as typed.';
  const value = '{firstName} in the Icebreaker of Bob will be sent exactly as typed.';
  await waitFor(() => expect(warnings()).toContain(value));
  expect(warnings()).toContain(`{Hi|Hello} ${asTyped}`);
  expect(warnings()).toContain(`{% if x %} ${asTyped}`);
  expect(warnings()).toContain(`{{{firstName}}} ${asTyped} Use {{first_name}}`);
  await press('Use {{first_name}}');
  expect(message.value).toBe('{Hi|Hello} {{first_name}}, {% if x %}{{icebreaker|you}}');
  expect(warnings()).not.toContain('{{');
});

test('the confirmation of a launch goes to a step with a warning', async () => {
  const { press } = await open([fakeStep(1, {}), fakeStep(2, { message_content: '{{city}}' })]);
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

test('a variable that is empty for some leads is named, listed, and given a fallback with one press', async () => {
  const { press, user } = await open([
    fakeStep(1, {}),
    fakeStep(2, {
      step_type: 'linkedin_message',
      message_content: 'Hi! {{icebreaker}} {{company_size|big}} {{title}}',
    }),
  ]);
  await screen.findByRole('link', { name: /Title/ });
  const warnings = (from: HTMLElement) =>
    within(within(from).getByRole('list', { name: 'Warnings' })).getAllByRole('listitem');
  const view = (name: string) => ` View leads whose ${name} is empty (opens in a new tab)`;
  expect(warnings(document.body).map((warning) => warning.textContent)).toEqual([
    `Icebreaker is empty for 2 of 3 approved leads.${view('Icebreaker')}`,
    `Title is empty for 2 of 3 approved leads.${view('Title')}`,
  ]);
  expect(requestsTo('POST', COUNT_EMPTY).map(({ body }) => body)).toEqual([
    { missing: 'icebreaker', customers: [CUSTOMER] },
    { missing: 'title', customers: [CUSTOMER] },
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/leads?customer=${CUSTOMER}&status=approved&field=icebreaker`,
    `/leads?missing=title&customer=${CUSTOMER}`,
  ]);

  await press('Edit step 2');
  await press('Add a fallback for Icebreaker');
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect(message.value).toBe('Hi! {{icebreaker|}} {{company_size|big}} {{title}}');
  expect([isFocused(message), message.selectionStart]).toEqual([true, 17]);
  const editor = screen.getByRole('form', { name: 'Edit step 2' });
  expect(warnings(editor)).toHaveLength(2);
  await user.keyboard('Congratulations!');
  await waitFor(() => expect(warnings(editor)).toHaveLength(1));
  await press('Add a fallback for Title');
  expect(message.value).toBe('Hi! {{icebreaker|Congratulations!}} {{company_size|big}} {{title|}}');
});

test('internal and removed fields are no variables', async () => {
  await open([fakeStep(1, { message_content: '{{score}} {{old}} {{icebreaker|x}}' })]);
  const warnings = within(await screen.findByRole('list', { name: 'Warnings' })).getAllByRole('listitem');
  expect(warnings.map((warning) => warning.textContent)).toEqual([
    '{{score}} isn’t a variable and will be sent exactly as typed.',
    '{{old}} isn’t a variable and will be sent exactly as typed.',
  ]);
});

describe('the list of variables', () => {
  async function type(text: string) {
    document.execCommand = () => false;
    const { user, press } = await open([fakeStep(1, { step_type: 'linkedin_message' })]);
    await press('Edit step 1');
    const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    await user.click(message);
    await user.keyboard(text.replaceAll('{', '{{'));
    const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
    const active = () => document.getElementById(message.getAttribute('aria-activedescendant') ?? '')?.textContent;
    return { user, message, options, active };
  }

  test('typing {{ offers the variables, the specification’s first, and no other ones', async () => {
    const { options, active, message } = await type('Hi {{');
    expect(options()).toEqual([
      'First name{{first_name}}',
      'Last name{{last_name}}',
      'Company{{company}}',
      'Title{{title}}',
      'Location{{location}}',
      'Audience{{audience}}',
      'Company website{{company_website}}',
      'Company domain{{company_domain}}',
      'Company industry{{company_industry}}',
      'Company size{{company_size}}',
      'Company location{{company_location}}',
      'Icebreaker{{icebreaker}}',
    ]);
    expect(active()).toBe('First name{{first_name}}');
    expect(message.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Variables' }).id);
  });

  test.each([
    ['{{comp', '{ArrowDown}{ArrowDown}{Enter}', '{{company_domain}}'],
    ['{{ice', '{Tab}', '{{icebreaker}}'],
    ['{{', '{ArrowUp}{Enter}', '{{icebreaker}}'],
    ['{{company_s', '{Enter} x', '{{company_size}} x'],
    ['{{ice', '{Escape}{Enter}', '{{ice\n'],
    ['{{first_name|', '{Enter}', '{{first_name|\n'],
    ['{{zzz', '{Enter}', '{{zzz\n'],
    ['{ice', '{Enter}', '{ice\n'],
  ])('the keys %s and %s give %s', async (text, keys, value) => {
    const { user, message } = await type(text);
    await user.keyboard(keys);
    expect([message.value, isFocused(message)]).toEqual([value, true]);
    expect(screen.queryByRole('listbox')).toBeNull();
    screen.getByRole('form', { name: 'Edit step 1' });
  });

  test('closed braces are not repeated, and the list closes when the cursor leaves', async () => {
    const { user, message, options } = await type('{{}} and more');
    expect(options()).toEqual([]);
    message.setSelectionRange(2, 2);
    await user.keyboard('tit');
    expect(options()).toEqual(['Title{{title}}']);
    await user.keyboard('{Enter}');
    expect(message.value).toBe('{{title}} and more');
    message.setSelectionRange(2, 2);
    await user.keyboard('l');
    expect(options()).not.toEqual([]);
    message.setSelectionRange(0, 0);
    fireEvent.select(message);
    expect(options()).toEqual([]);
  });

  test('composing text selects no variable', async () => {
    const { message, options, active } = await type('{{');
    for (const key of ['Enter', 'Tab', 'ArrowDown']) fireEvent.keyDown(message, { key, isComposing: true });
    expect([message.value, active(), options().length]).toEqual(['{{', 'First name{{first_name}}', 12]);
  });
});

test('the text of a preview is the rendered one', () => {
  const known = customerVariables([{ key: 'icebreaker', label: 'Icebreaker', isInternal: false }]);
  const values = { first_name: 'Ada', last_name: '{{company}}', company: 'Engines Ltd', icebreaker: 'Hi,\n"you" 🚀' };
  const parts = fc.constantFrom(
    ...[
      '{{first_name}}',
      '{{last_name}}',
      '{{ icebreaker | x }}',
      '{{title|y}}',
      '{{company}}',
      '{{score}}',
      '[Company]',
    ],
    ...['Hi', ' ', '\n', '🚀', '|', '{{', '}}', '{{title|{{company}}}}'],
  );
  const context = {
    campaign: fakeCampaign(),
    role: 'approver' as const,
    leadsPath: '/leads',
    variables: known,
    changeSteps: (change: () => void) => change(),
    saveSteps: (change: () => Promise<void>) => change(),
    whenSaved: () => Promise.resolve(),
  };
  fc.assert(
    fc.property(fc.array(parts), (chosen) => {
      const message = chosen.join('');
      const { container, unmount } = render(
        <CampaignContext value={context}>
          <MessageText message={message} values={values} />
        </CampaignContext>,
      );
      expect(container.textContent).toBe(renderMessage(message, values, known).text);
      unmount();
    }),
  );
});
