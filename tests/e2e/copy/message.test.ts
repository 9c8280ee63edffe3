import { choose, leadNames } from '../support/pages.ts';
import { LEADS, procedure, requestsTo } from '../support/requests.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { addCampaign, connection, email, message, openCampaign, stepRows, warnings } from './campaigns.ts';

const approved = { is_approved: true };
const LEADS_OF_ALL_KINDS = [
  { ...approved, name: 'Ada Lovelace', company: 'Engines Ltd', email: 'ada@example.test' },
  { ...approved, name: 'Madonna', email: 'madonna@example.test' },
  { ...approved, name: 'Bartholomew Featherstonehaugh-Cholmondeley', company: 'Very Long Holdings Limited' },
  { name: `${'Pending '.repeat(20)}Lead`, company: 'Pending and Sons' },
  { name: 'Rejected Lead', is_approved: false },
];

test('variables are inserted at the cursor of the message or the subject', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, LEADS_OF_ALL_KINDS);
  await openCampaign(page, await addCampaign(agency, customer.id));
  await page.getByRole('button', { name: 'Add step' }).click();
  await choose(page, 'Channel', 'Email');
  const [subject, text] = [
    page.getByRole('textbox', { name: 'Subject' }),
    page.getByRole('textbox', { name: 'Message' }),
  ];
  const into = (label: string) => page.getByRole('group', { name: `Insert into ${label}` }).getByRole('button');
  await expect(into('message')).toHaveText(['First name', 'Last name', 'Company']);
  await text.fill('Hi , welcome');
  for (let back = 0; back < ', welcome'.length; back += 1) await text.press('ArrowLeft');
  await into('message').first().click();
  await expect(text).toHaveValue('Hi {{first_name}}, welcome');
  await expect(text).toBeFocused();
  await page.keyboard.type(' X');
  await expect(text).toHaveValue('Hi {{first_name}} X, welcome');
  await page.keyboard.press('ControlOrMeta+a');
  await into('message').last().click();
  await expect(text).toHaveValue('{{company}}');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(text).toHaveValue('Hi {{first_name}} X, welcome');
  await subject.fill('For ');
  await into('subject').nth(1).click();
  await expect(subject).toHaveValue('For {{last_name}}');
});

test('the preview shows the message to one approved lead after another', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, LEADS_OF_ALL_KINDS);
  const steps = [email('For {{company}}', 'Dear {{first_name}} {{last_name}}, {{city}}')];
  await openCampaign(page, await addCampaign(agency, customer.id, { steps }));
  const calls = requestsTo(page, 'GET', LEADS);
  await page.getByRole('button', { name: 'Edit step 1' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Preview for Ada Lovelace')).toBeVisible();
  await expect(preview.getByText('1 of 3')).toBeVisible();
  await expect(preview.getByText('For Engines Ltd')).toBeVisible();
  await expect(preview.getByText('Dear Ada Lovelace, {{city}}')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Previous lead' })).toHaveAttribute('aria-disabled', 'true');
  await preview.getByRole('button', { name: 'Next lead' }).click();
  await expect(preview.getByText('For no company')).toBeVisible();
  await expect(preview.getByText('Dear Madonna no last name, {{city}}')).toBeVisible();
  await preview.getByRole('button', { name: 'Next lead' }).click();
  await expect(preview.getByText('Dear Bartholomew Featherstonehaugh-Cholmondeley, {{city}}')).toBeVisible();
  await expect(preview.getByText('3 of 3')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Next lead' })).toHaveAttribute('aria-disabled', 'true');
  await preview.getByRole('button', { name: 'Previous lead' }).click();
  await expect(preview.getByText('2 of 3')).toBeVisible();
  await expectAccessible(page);
  expect(calls.map(({ query }) => [query.get('is_approved'), query.get('limit')])).toEqual([['is.true', '50']]);
});

test('without an approved lead the preview shows the names of the variables', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, [{ name: 'Pending Lead' }]);
  await openCampaign(page, await addCampaign(agency, customer.id, { steps: [connection('Hi {{first_name}}')] }));
  await page.getByRole('button', { name: 'Edit step 1' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Hi First name')).toBeVisible();
  await expect(
    preview.getByText('No approved leads yet. Approve a lead to preview the message with its details.'),
  ).toBeVisible();
  await expectAccessible(page);
});

test('the length meter measures the longest text among approved leads', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, LEADS_OF_ALL_KINDS);
  await openCampaign(page, await addCampaign(agency, customer.id));
  await page.getByRole('button', { name: 'Add step' }).click();
  const text = page.getByRole('textbox', { name: 'Message' });
  await choose(page, 'Channel', 'LinkedIn connection request');
  const note = page.getByRole('textbox', { name: 'Connection message Optional' });

  await test.step('a connection note is amber from 200 and red past 300', async () => {
    const close = 'Close to the 300-character limit.';
    for (const [length, hint] of [
      [199, null],
      [200, close],
      [300, close],
      [301, 'Too long for a LinkedIn note.'],
    ] as const) {
      await note.fill('a'.repeat(length));
      await expect(note).toHaveAccessibleDescription(`${length} of 300 characters. ${hint ?? ''}`.trim());
    }
    await expectAccessible(page);
  });

  await test.step('variables count with the longest values, of approved leads only', async () => {
    const measured = requestsTo(page, 'POST', procedure('longest_lead'));
    const longest = 'for Bartholomew Featherstonehaugh-Cholmonde…, the longest message.';
    await note.fill('{{first_name}}{{first_name}}');
    await expect(note).toHaveAccessibleDescription(`22 of 300 characters ${longest}`);
    await note.fill('{{last_name}} at {{company}} 🚀');
    await expect(note).toHaveAccessibleDescription(`62 of 300 characters ${longest}`);
    await note.pressSequentially(' and more');
    await expect(note).toHaveAccessibleDescription(`71 of 300 characters ${longest}`);
    expect(measured).toHaveLength(2);
  });

  await test.step('a LinkedIn message is amber at 3,000 and red past 8,000', async () => {
    await choose(page, 'Channel', 'LinkedIn message');
    for (const [length, hint] of [
      [2_999, ''],
      [3_000, ' Long messages are rarely read in full.'],
      [8_000, ' Long messages are rarely read in full.'],
      [8_001, ' Too long for a LinkedIn message.'],
    ] as const) {
      await text.fill('a'.repeat(length));
      const number = length.toLocaleString('en-GB');
      await expect(text).toHaveAccessibleDescription(`${number} of 8,000 characters.${hint}`);
    }
  });

  await test.step('an email’s subject is amber past 60, and its text is not measured', async () => {
    await choose(page, 'Channel', 'Email');
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('a'.repeat(60));
    await expect(subject).toHaveAccessibleDescription('60 of 60 characters.');
    await subject.fill('a'.repeat(61));
    await expect(subject).toHaveAccessibleDescription('61 of 60 characters. Inboxes cut off long subjects.');
    await expect(text).toHaveAccessibleDescription('');
  });
});

test('warnings name the problems of each step and do not block a launch', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, LEADS_OF_ALL_KINDS);
  const campaign = await addCampaign(agency, customer.id, {
    steps: [
      message('Hi {{firstName}} of {{company}} and {{city}}'),
      connection(),
      message(' '),
      email(undefined, 'Dear {{last_name}}'),
    ],
  });
  await openCampaign(page, campaign);
  const of = (place: number) => warnings(stepRows(page).nth(place));
  await expect(of(0)).toHaveText([
    'This LinkedIn message comes before any connection request.',
    '{{firstName}} isn’t a variable and will be sent as is. Use {{first_name}} instead.',
    '{{city}} isn’t a variable and will be sent as is.',
    '1 of 3 approved leads has no company. View leads without company, in a new tab',
  ]);
  await expect(of(1)).toHaveCount(0);
  await expect(of(2)).toHaveText(['This step has no text.']);
  await expect(of(3)).toHaveText([
    'This email has no subject.',
    '1 of 3 approved leads has no last name. View leads without last name, in a new tab',
    '1 of 3 approved leads has no email. View leads without email, in a new tab',
  ]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Launch Campaign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Launch Campaign' }).click();
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Active');
});

test('a warning links to the leads it is about', async ({ page, context, agency }) => {
  const { customer, member } = await asMember(context, agency, LEADS_OF_ALL_KINDS);
  const second = await agency.addCustomer('Second');
  await agency.addMembership(member, second.id);
  await agency.addLeads(second.id, [{ ...approved, name: 'Of another customer' }]);
  const campaign = await addCampaign(agency, customer.id, { steps: [connection('At {{company}}'), email('A', 'B')] });
  await openCampaign(page, campaign);
  for (const [place, name] of ['Madonna', 'Bartholomew Featherstonehaugh-Cholmondeley'].entries()) {
    const opening = context.waitForEvent('page');
    await warnings(stepRows(page).nth(place)).getByRole('link').click();
    const leads = await opening;
    await expect.poll(() => leadNames(leads)).toEqual([name]);
    if (place === 0) {
      await expect(leads.getByText('Only those that are approved, without company.')).toBeVisible();
      await expect(leads.getByRole('heading', { level: 1 })).toHaveText('Leads1');
      await leads.getByRole('searchbox').fill('prince');
      await expect(leads.getByText('Nothing was found for “prince”, approved, without company.')).toBeVisible();
      await leads.getByRole('searchbox').fill('madon');
      await expect.poll(() => leadNames(leads)).toEqual([name]);
      await leads.getByRole('button', { name: 'Show all leads' }).click();
      await expect.poll(() => leadNames(leads)).toHaveLength(6);
    }
    await leads.close();
  }
});
