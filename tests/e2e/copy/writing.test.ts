import { choose, leadNames } from '../support/pages.ts';
import { callsTo, LEADS, procedure } from '../support/requests.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { addCampaign, advice, connection, email, message, openCampaign, stepRows } from './campaigns.ts';

const approved = { is_approved: true };
const people = [
  { ...approved, name: 'Ada Lovelace', company: 'Engines Ltd', email: 'ada@example.test' },
  { ...approved, name: 'Madonna', email: 'madonna@example.test' },
  { ...approved, name: 'Bartholomew Featherstonehaugh-Cholmondeley', company: 'Very Long Holdings Limited' },
  { name: `${'Pending '.repeat(20)}Person`, company: 'Pending and Sons' },
  { name: 'Rejected Person', is_approved: false },
];

test('variables are inserted at the cursor, in the message and in the subject', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, people);
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
  const { customer } = await asMember(context, agency, people);
  const steps = [email('For {{company}}', 'Dear {{first_name}} {{last_name}}, {{city}}')];
  await openCampaign(page, await addCampaign(agency, customer.id, { steps }));
  const calls = callsTo(page, 'GET', LEADS);
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

test('without an approved lead the preview shows the variables as they are', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, [{ name: 'Pending Person' }]);
  await openCampaign(page, await addCampaign(agency, customer.id, { steps: [connection('Hi {{first_name}}')] }));
  await page.getByRole('button', { name: 'Edit step 1' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Hi First name')).toBeVisible();
  await expect(
    preview.getByText('No lead is approved yet. Once one is, the message is shown here as they will see it.'),
  ).toBeVisible();
  await expectAccessible(page);
});

test('the meter measures the text of the approved lead who gets the longest', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, people);
  await openCampaign(page, await addCampaign(agency, customer.id));
  await page.getByRole('button', { name: 'Add step' }).click();
  const text = page.getByRole('textbox', { name: 'Message' });
  await choose(page, 'Channel', 'LinkedIn connection request');
  const note = page.getByRole('textbox', { name: 'Connection message Optional' });

  await test.step('a connection note is amber from 200 and red past 300', async () => {
    const advised = 'Close to the 300 characters of a note.';
    for (const [length, advice] of [
      [199, null],
      [200, advised],
      [300, advised],
      [301, 'Longer than LinkedIn takes in a note.'],
    ] as const) {
      await note.fill('a'.repeat(length));
      await expect(note).toHaveAccessibleDescription(`${length} of 300 characters. ${advice ?? ''}`.trim());
    }
    await expectAccessible(page);
  });

  await test.step('variables count with the longest values, of approved leads only', async () => {
    const measured = callsTo(page, 'POST', procedure('longest_lead'));
    const longest = 'for Bartholomew Featherstonehaugh-Cholmonde…, who gets the longest.';
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
    for (const [length, advice] of [
      [2_999, ''],
      [3_000, ' Few people read this far.'],
      [8_000, ' Few people read this far.'],
      [8_001, ' Longer than LinkedIn takes in a message.'],
    ] as const) {
      await text.fill('a'.repeat(length));
      const number = length.toLocaleString('en-GB');
      await expect(text).toHaveAccessibleDescription(`${number} of 8,000 characters.${advice}`);
    }
  });

  await test.step('an email’s subject is amber past 60, and its text is not measured', async () => {
    await choose(page, 'Channel', 'Email');
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('a'.repeat(60));
    await expect(subject).toHaveAccessibleDescription('60 of 60 characters.');
    await subject.fill('a'.repeat(61));
    await expect(subject).toHaveAccessibleDescription('61 of 60 characters. Mail programs cut long subjects.');
    await expect(text).toHaveAccessibleDescription('');
  });
});

test('the advice names what is wrong with each step, and blocks nothing', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, people);
  const campaign = await addCampaign(agency, customer.id, {
    steps: [
      message('Hi {{firstName}} of {{company}} and {{city}}'),
      connection(),
      message(' '),
      email(undefined, 'Dear {{last_name}}'),
    ],
  });
  await openCampaign(page, campaign);
  const of = (place: number) => advice(stepRows(page).nth(place));
  await expect(of(0)).toHaveText([
    'A LinkedIn message comes before any connection request.',
    '{{firstName}} is not a variable and is sent as it stands: write {{first_name}} instead.',
    '{{city}} is not a variable and is sent as it stands.',
    '1 of 3 approved leads has no company: show them without company, in a new tab',
  ]);
  await expect(of(1)).toHaveCount(0);
  await expect(of(2)).toHaveText(['This step has no text.']);
  await expect(of(3)).toHaveText([
    'This email has no subject.',
    '1 of 3 approved leads has no last name: show them without last name, in a new tab',
    '1 of 3 approved leads has no email: show them without email, in a new tab',
  ]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Launch Campaign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Launch Campaign' }).click();
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Active');
});

test('from the advice one comes to the leads that it speaks of', async ({ page, context, agency }) => {
  const { customer, member } = await asMember(context, agency, people);
  const second = await agency.addCustomer('Second');
  await agency.addMembership(member, second.id);
  await agency.addLeads(second.id, [{ ...approved, name: 'Of another customer' }]);
  const campaign = await addCampaign(agency, customer.id, { steps: [connection('At {{company}}'), email('A', 'B')] });
  await openCampaign(page, campaign);
  for (const [place, name] of ['Madonna', 'Bartholomew Featherstonehaugh-Cholmondeley'].entries()) {
    const opening = context.waitForEvent('page');
    await advice(stepRows(page).nth(place)).getByRole('link').click();
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
