import type { Page } from '@playwright/test';
import { expectToast } from '../support/pages.ts';
import { failRequests, requestsTo } from '../support/requests.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { addCampaign, CAMPAIGNS, message, openCampaign, stepsOf } from './campaigns.ts';

const editor = (page: Page) => page.getByRole('form', { name: 'Edit step 1' });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });

/** Opens a campaign from its card and edits its first step. */
async function editStep(page: Page): Promise<void> {
  await page.goto('/leads');
  await page.goto('/copy');
  await page.getByRole('link', { name: 'Founders' }).click();
  await page.getByRole('button', { name: 'Edit step 1' }).click();
  await editor(page).getByRole('textbox', { name: 'Message' }).fill('Something new');
}

test('Back asks for confirmation with unsaved changes, and goes back once they are discarded', async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency);
  await addCampaign(agency, customer.id, { steps: [message('Hi')] });
  await editStep(page);
  const address = page.url();
  await page.evaluate(() => history.back());
  await expect(question(page)).toBeVisible();
  await expectAccessible(page);
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(address);
  await expect(editor(page).getByRole('textbox', { name: 'Message' })).toHaveValue('Something new');

  await page.evaluate(() => history.back());
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/copy$/);
  await page.goForward();
  await expect(page.getByRole('dialog', { name: 'Founders' })).toBeVisible();
});

test('Back needs no confirmation without unsaved changes', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, { steps: [message('Hi')] });
  await editStep(page);
  await editor(page).getByRole('button', { name: 'Save step' }).click();
  await expectToast(page, 'Step updated successfully');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/copy$/);
  expect((await stepsOf(agency, campaign.id))[0]?.message_content).toBe('Something new');
});

/** Whether the browser would ask for confirmation before leaving the page. */
const warnsOnUnload = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

test('reloading asks for confirmation only with unsaved changes', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  await openCampaign(page, await addCampaign(agency, customer.id, { steps: [message('Hi')] }));
  await page.getByRole('button', { name: 'Edit step 1' }).click();
  expect(await warnsOnUnload(page)).toBe(false);
  await editor(page).getByRole('textbox', { name: 'Message' }).fill('Something new');
  await expect.poll(() => warnsOnUnload(page)).toBe(true);
  await editor(page).getByRole('button', { name: 'Save step' }).click();
  await expectToast(page, 'Step updated successfully');
  await expect.poll(() => warnsOnUnload(page)).toBe(false);
});

test('a campaign is renamed, but not to a blank name', { tag: '@phone' }, async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 503');
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id);
  await openCampaign(page, campaign);
  const calls = requestsTo(page, 'PATCH', CAMPAIGNS);
  await page.getByRole('button', { name: 'Campaign actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename campaign' });
  const name = dialog.getByLabel('Campaign name');
  await expect(name).toHaveValue('Founders');
  await name.fill('   ');
  await name.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a campaign name');
  await expectAccessible(page);
  expect(calls).toEqual([]);

  await failRequests(page, ['PATCH', CAMPAIGNS], { status: 503, message: 'The database rests', only: [1] });
  await name.fill('  Founders of the north ');
  await dialog.getByRole('button', { name: 'Rename campaign' }).click();
  await expectToast(page, 'Failed to rename campaign', 'The database rests');
  await dialog.getByRole('button', { name: 'Rename campaign' }).click();
  await expectToast(page, 'Campaign renamed');
  await expect(page.getByRole('dialog', { name: 'Founders of the north' })).toBeVisible();
  expect(calls.at(-1)?.body).toEqual({ name: 'Founders of the north' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Founders of the north' })).toBeVisible();
});
