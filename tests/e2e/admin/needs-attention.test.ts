import { findToast, openAttention } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('an administrator dismisses what needs attention, and undoes it', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Slow');
  const created_at = new Date(Date.now() - 30 * 86_400_000).toISOString();
  await agency.rows.from('leads').insert({ customer_id: customer.id, name: 'Ada', created_at }).throwOnError();
  const words = '1 lead waiting for over 7 days';
  const dismiss = page.getByRole('button', { name: `Dismiss: ${customer.name}, ${words}` });
  const item = await openAttention(page, customer, words);
  await dismiss.click();
  await expect(item).toBeHidden();
  await findToast(page, 'Dismissed until something new comes up').getByRole('button', { name: 'Undo' }).click();
  await expect(item).toBeVisible();
  await dismiss.click();
  await expect(item).toBeHidden();
  await expect(await openAttention(page, customer, words)).toBeHidden();
});
