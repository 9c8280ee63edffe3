import { choose, expectToast, leadRow, openAdminLeads } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('a selection keeps its filters: Show restores them, and all rows that matched one stay selected under another', async ({
  page,
  agency,
}) => {
  const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
  await agency.addLeads(north.id, [{ name: 'Nora' }, { name: 'Niels' }, { name: 'Nils' }]);
  await agency.addLeads(south.id, [{ name: 'Sam' }]);
  await openAdminLeads(page, north);
  const selection = page.getByRole('region', { name: 'Selection' });
  await leadRow(page, 'Nora').getByRole('checkbox').check();
  await choose(page, 'Customer', south.name);
  await expect(selection.getByText('1 selected, outside this filter')).toBeVisible();
  await selection.getByRole('button', { name: 'Show selected' }).click();
  await expect(page).toHaveURL(new RegExp(`customer=${north.id}`));
  await expect(leadRow(page, 'Nora').getByRole('checkbox')).toBeChecked();
  await expect(selection.getByText('1 selected', { exact: true })).toBeVisible();
  await selection.getByRole('button', { name: 'Select all 3 matching' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select all leads' })).toBeFocused();
  await leadRow(page, 'Nils').getByRole('checkbox').uncheck();
  await choose(page, 'Customer', south.name);
  await expect(selection.getByText(`2 matching customer ${north.name} selected`)).toBeVisible();
  await expect(leadRow(page, 'Sam').getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await expectToast(page, '2 leads approved');
  const approvals = (leads: Record<string, unknown>[]) => leads.map(({ name, is_approved }) => [name, is_approved]);
  expect(approvals(await agency.readLeads(north.id))).toEqual([
    ['Nora', true],
    ['Niels', true],
    ['Nils', null],
  ]);
  expect(approvals(await agency.readLeads(south.id))).toEqual([['Sam', null]]);
});

test('ranges are selected with Shift by pointer and by keyboard', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Ranges');
  const name = (number: number) => `Lead ${String(number).padStart(2, '0')}`;
  await agency.addLeads(
    customer.id,
    Array.from({ length: 30 }, (_, index) => ({ name: name(index + 1) })),
  );
  await openAdminLeads(page, customer);
  const selection = page.getByRole('region', { name: 'Selection' });
  const box = (number: number) => leadRow(page, name(number)).getByRole('checkbox');

  await box(3).check();
  await box(6).click({ modifiers: ['Shift'] });
  await expect(selection.getByText('4 selected')).toBeVisible();
  await box(5).click({ modifiers: ['Shift'] });
  await expect(selection.getByText('2 selected')).toBeVisible(); // deselects the range from 6 to 5

  await box(10).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(box(12)).toBeFocused();
  await page.keyboard.press('Shift+Space');
  await expect(selection.getByText('5 selected')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(box(14)).toBeFocused();
  await expect(box(14)).toBeChecked();
  await expect(selection.getByText('7 selected')).toBeVisible();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(box(13)).toBeFocused();
  await expect(box(14)).not.toBeChecked();
  await expect(selection.getByText('6 selected')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(box(12)).toBeFocused();
  await expect(selection.getByText('6 selected')).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText('Select all rows from the last one')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
});
