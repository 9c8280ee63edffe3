import { toastOf } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('an administrator dismisses what needs attention, and undoes it', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Slow');
  const created_at = new Date(Date.now() - 30 * 86_400_000).toISOString();
  await agency.rows.from('leads').insert({ customer_id: customer.id, name: 'Ada', created_at }).throwOnError();
  const item = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link')
    .filter({ has: page.getByText(customer.name) });
  const showAll = page.getByRole('button', { name: /^Show all/ });
  const dismiss = page.getByRole('button', { name: `Dismiss: ${customer.name}, 1 lead waiting for over 7 days` });
  const openList = async () => {
    await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading what needs attention' })).toBeHidden();
    if (await showAll.isVisible()) await showAll.click();
  };
  await page.goto('/admin');
  await openList();
  await dismiss.click();
  await expect(item).toBeHidden();
  await toastOf(page, 'Dismissed until something new comes up').getByRole('button', { name: 'Undo' }).click();
  await expect(item).toBeVisible();
  await dismiss.click();
  await expect(item).toBeHidden();
  await page.reload();
  await openList();
  await expect(item).toBeHidden();
});
