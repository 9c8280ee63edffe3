import { expectToast } from '../support/pages.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { addCampaign, message, readSteps } from './campaigns.ts';

test('Back and reloading ask for confirmation only with unsaved changes', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, { steps: [message('Hi')] });
  const editor = page.getByRole('form', { name: 'Edit step 1' });
  const text = editor.getByRole('textbox', { name: 'Message' });
  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  /** Whether the browser would ask for confirmation before leaving the page. */
  const warnsOnUnload = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

  await page.goto('/leads');
  await page.goto('/copy');
  await page.getByRole('link', { name: 'Founders' }).click();
  await page.getByRole('button', { name: 'Edit step 1' }).click();
  expect(await warnsOnUnload()).toBe(false);
  await text.fill('Something new');
  await expect.poll(warnsOnUnload).toBe(true);

  const address = page.url();
  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(address);
  await expect(text).toHaveValue('Something new');

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/copy$/);
  await page.goForward();
  await expect(page.getByRole('dialog', { name: 'Founders' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit step 1' }).click();
  await text.fill('Something new');
  await editor.getByRole('button', { name: 'Save step' }).click();
  await expectToast(page, 'Step updated successfully');
  await expect.poll(warnsOnUnload).toBe(false);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/copy$/);
  expect((await readSteps(agency, campaign.id))[0]?.message_content).toBe('Something new');
});
