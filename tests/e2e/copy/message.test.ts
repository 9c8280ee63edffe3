import { choose, leadNames } from '../support/pages.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { addCampaign, connection, email, openCampaign, stepRows, warnings } from './campaigns.ts';

const approved = { is_approved: true };
const LEADS_OF_ALL_KINDS = [
  { ...approved, name: 'Ada Lovelace', company: 'Engines Ltd', email: 'ada@example.test' },
  { ...approved, name: 'Madonna', email: 'madonna@example.test' },
  { ...approved, name: 'Bartholomew Featherstonehaugh-Cholmondeley', company: 'Very Long Holdings Limited' },
  { name: `${'Pending '.repeat(20)}Lead`, company: 'Pending and Sons' },
  { name: 'Rejected Lead', is_approved: false },
];

test('a message is written with variables, and its preview, length and warnings are those of the approved leads', async ({
  page,
  context,
  agency,
}) => {
  const { customer, member } = await asMember(context, agency, LEADS_OF_ALL_KINDS);
  const second = await agency.addCustomer('Second');
  await agency.addMembership(member, second.id);
  await agency.addLeads(second.id, [{ ...approved, name: 'Of another customer' }]);
  const steps = [connection('At {{company}}'), email(undefined, 'Dear {{last_name}}')];
  await openCampaign(page, await addCampaign(agency, customer.id, { steps }));

  await test.step('warnings link to the leads they are about, in a new tab', async () => {
    await expect(warnings(stepRows(page).nth(0))).toHaveText([
      '1 of 3 approved leads has no company. View leads with no company (opens in a new tab)',
    ]);
    await expect(warnings(stepRows(page).nth(1))).toHaveText([
      'This email has no subject.',
      '1 of 3 approved leads has no last name. View leads with no last name (opens in a new tab)',
      '1 of 3 approved leads has no email. View leads with no email (opens in a new tab)',
    ]);
    await expectAccessible(page);
    for (const [gap, name] of [
      ['company', 'Madonna'],
      ['email', 'Bartholomew Featherstonehaugh-Cholmondeley'],
    ] as const) {
      const opening = context.waitForEvent('page');
      await page.getByRole('link', { name: `View leads with no ${gap} (opens in a new tab)` }).click();
      const leads = await opening;
      await expect.poll(() => leadNames(leads)).toEqual([name]);
      if (gap === 'company') {
        await expect(leads.getByText('Filtered: approved, without company.')).toBeVisible();
        await expect(leads.getByRole('heading', { level: 1 })).toHaveText('Leads1');
        await leads.getByRole('searchbox').fill('prince');
        await expect(leads.getByText('No results for "prince", approved, without company.')).toBeVisible();
        await leads.getByRole('searchbox').fill('madon');
        await expect.poll(() => leadNames(leads)).toEqual([name]);
        await leads.getByRole('button', { name: 'Show all leads' }).click();
        await expect.poll(() => leadNames(leads)).toHaveLength(6);
      }
      await leads.close();
    }
  });

  await page.getByRole('button', { name: 'Edit step 2' }).click();
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const text = page.getByRole('textbox', { name: 'Message' });
  const into = (label: string) => page.getByRole('group', { name: `Insert into ${label}` }).getByRole('button');

  await test.step('variables are inserted at the cursor, and the browser can undo it', async () => {
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
    const emptiest = page.waitForResponse(
      (response) =>
        response.url().includes('/rpc/longest_lead_values') &&
        ['emptiest', 'first_name', 'last_name'].every((name) => response.request().postData()?.includes(name)),
    );
    await into('subject').nth(1).click();
    await expect(subject).toHaveValue('For {{last_name}}');
    await emptiest; // which the preview shows second
  });

  await test.step('the preview shows approved leads only, the longest and the emptiest first', async () => {
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Preview for Bartholomew Featherstonehaugh-Cholmondeley')).toBeVisible();
    await expect(preview.getByText('1 of 3')).toBeVisible();
    await preview.getByRole('button', { name: 'Next lead' }).click();
    await expect(preview.getByText('Hi Madonna X, welcome')).toBeVisible();
    await preview.getByRole('button', { name: 'Next lead' }).click();
    await expect(preview.getByText('3 of 3')).toBeVisible();
    await expect(preview.getByRole('button', { name: 'Next lead' })).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('braces complete a variable, and a press on its warning begins a fallback', async () => {
    await text.fill('Hi! ');
    await text.press('End');
    await page.keyboard.type('{{');
    await expect(page.getByRole('listbox', { name: 'Variables' }).getByRole('option')).toHaveCount(11);
    await expectAccessible(page);
    await page.keyboard.type('tit');
    await page.keyboard.press('Enter');
    await expect(text).toHaveValue('Hi! {{title}}');
    const empty = warnings(page.getByRole('form', { name: 'Edit step 2' })).filter({ hasText: /^Title is empty/ });
    await expect(empty).toHaveText([
      'Title is empty for 3 of 3 approved leads. Add a fallback for Title View leads whose Title is empty (opens in a new tab)',
    ]);
    await page.getByRole('button', { name: 'Add a fallback for Title' }).click();
    await page.keyboard.type('there');
    await expect(text).toHaveValue('Hi! {{title|there}}');
    await expect(empty).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('Hi! there')).toBeVisible();
  });

  await test.step('the length is that for the approved lead with the longest values', async () => {
    await choose(page, 'Channel', 'LinkedIn connection request');
    const note = page.getByRole('textbox', { name: 'Connection message Optional' });
    const longest = 'in the longest message (Bartholomew Featherstonehaugh-Cholmonde…).';
    await note.fill('{{first_name}}{{first_name}}');
    await expect(note).toHaveAccessibleDescription(`22 of 300 characters ${longest}`);
    await note.fill('{{last_name}} at {{company}} 🚀');
    await expect(note).toHaveAccessibleDescription(`62 of 300 characters ${longest}`);
    await note.fill('a'.repeat(301));
    await expect(note).toHaveAccessibleDescription('301 of 300 characters. LinkedIn limits notes to 300 characters.');
  });
});
