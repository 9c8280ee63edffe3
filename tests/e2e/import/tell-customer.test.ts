import { expectToast } from '../support/pages.ts';
import { expect, expectAccessibleInBothThemes, test } from '../support/test.ts';
import { importFile, openHistory, openImport } from './past-imports.ts';

test.use({ signedInAsAdmin: true });

test('the email about an import is shown, sent with a message, and opens the leads that wait', {
  tag: '@phone',
}, async ({ page, server, agency, mailServer }) => {
  const customer = await agency.addCustomer('Northwind');
  const email = `guest-of-${customer.id}@example.test`;
  const message = { customer_id: customer.id, email, role: 'reviewer' };
  await agency.rows.rpc('create_review_link', message).throwOnError();
  await importFile([server, agency], customer, {
    name: 'fair.csv',
    csv: 'Name,Email,Company\nAda,ada@acme.example,Acme\nBea,,Acme',
  });
  await openHistory(page, customer);
  const dialog = await openImport(page, 'fair.csv');
  await dialog.getByRole('button', { name: 'Tell the customer' }).click();
  const telling = page.getByRole('dialog', { name: 'Tell the customer' });
  await telling.getByRole('textbox').fill('These two are from the fair in Leeds.\nWould you look at them by Friday?');
  const shown = telling.getByRole('region', { name: 'Email' });
  await expect(shown.getByText('2 new leads and 1 company to review', { exact: true })).toBeVisible();
  await expect(shown).toContainText('Would you look at them by Friday?');
  await expectAccessibleInBothThemes(page);
  await telling.getByRole('button', { name: 'Send email' }).click();
  await expectToast(page, 'Customer told', '1 email on the way.');
  await expect(telling).toHaveCount(0);
  const sent = await mailServer.waitForEmail(email);
  expect(sent.subject).toBe('2 new leads and 1 company to review');
  expect(sent.text).toMatch(/Would you look at them by Friday\?\s+Start reviewing: \S+\/review\/[0-9a-f]{64}\n/);

  await dialog.getByRole('button', { name: 'Tell the customer' }).click();
  await expect(telling.getByText(/^The customer was last told (just now|1 minute ago)\./)).toBeVisible();
  await expect(telling.getByRole('button', { name: 'Send email' })).toBeDisabled();
});
