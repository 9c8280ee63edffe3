import { addCampaign, CAMPAIGNS, openCampaign, STEPS, stepsOf } from '../copy/campaigns.ts';
import { choose, expectToast } from '../support/pages.ts';
import { requestsTo } from '../support/requests.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';

test('signing up with a full name of more than 200 characters shows the error of the backend', {
  tag: '@phone',
}, async ({ page, expected }) => {
  expected.push('status of 400', 'Sign-up error:');
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full name').fill('n'.repeat(201));
  await page.getByLabel('Email').fill(`long-${Date.now()}@example.test`);
  await page.getByLabel('Password').fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectToast(page, 'Error signing up', 'The full name is too long: 201 characters, at most 200');
  await page.getByLabel('Full name').fill('n'.repeat(200));
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectToast(page, 'Account created', 'You can now sign in with your credentials.');
});

test('a campaign name can have 200 characters', { tag: '@phone' }, async ({ page, context, agency }) => {
  await asMember(context, agency);
  await page.goto('/copy');
  const calls = requestsTo(page, 'POST', CAMPAIGNS);
  await page.getByRole('button', { name: 'Create campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create campaign' });
  await dialog.getByLabel('Campaign name').fill('n'.repeat(201));
  await dialog.getByLabel('Campaign name').press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('The name is too long: 201 characters, at most 200');
  expect(calls).toEqual([]);
  await dialog.getByLabel('Campaign name').fill('n'.repeat(200));
  await dialog.getByLabel('Campaign name').press('Enter');
  await expectToast(page, 'Campaign created successfully');
});

test('a subject can have 300 characters and a message 10,000, and longer texts show an error while typing', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id);
  await openCampaign(page, campaign);
  const calls = requestsTo(page, 'POST', STEPS);
  await page.getByRole('button', { name: 'Add step' }).click();
  const editor = page.getByRole('form', { name: 'New step' });
  await choose(page, 'Channel', 'Email');
  const subject = editor.getByRole('textbox', { name: 'Subject' });
  const message = editor.getByRole('textbox', { name: 'Message' });
  await subject.fill('s'.repeat(301));
  await expect(editor.getByRole('alert')).toHaveText('The subject is too long: 301 characters, at most 300');
  await message.fill('m'.repeat(10_001));
  await expect(editor.getByRole('alert')).toHaveText([
    'The subject is too long: 301 characters, at most 300',
    'The message is too long: 10001 characters, at most 10000',
  ]);
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Add step' }).click();
  await expect(subject).toBeFocused();
  await subject.fill('s'.repeat(300));
  await editor.getByRole('button', { name: 'Add step' }).click();
  await expect(message).toBeFocused();
  expect(calls).toEqual([]);
  await message.fill('m'.repeat(10_000));
  await expect(editor.getByRole('alert')).toHaveCount(0);
  await editor.getByRole('button', { name: 'Add step' }).click();
  await expectToast(page, 'Step added successfully');
  expect(
    (await stepsOf(agency, campaign.id)).map((step) => [step.subject?.length, step.message_content.length]),
  ).toEqual([[300, 10_000]]);
});

test('a search can have 200 characters, also in a URL', async ({ page, context, agency }) => {
  await asMember(context, agency, [{ name: 'Ada Lovelace' }]);
  const calls = requestsTo(page, 'POST', '/rest/v1/rpc/search_leads');
  await page.goto(`/leads?search=${'a'.repeat(500)}`);
  await expect(page.getByRole('searchbox')).toHaveValue('a'.repeat(200));
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]?.body).toMatchObject({ term: 'a'.repeat(200) });
  await page.getByRole('searchbox').fill('Ada*Lovelace%_\\ '.repeat(20));
  await expect.poll(() => calls.length).toBe(2);
});
