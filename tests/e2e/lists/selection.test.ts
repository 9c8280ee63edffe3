import { choose, expectToast, leadNames, leadRow, openAdminLeads } from '../support/pages.ts';
import { procedure, requestsTo } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';
import { addRows, LEADS, numbered, openAdminList, selectAll } from './tables.ts';

test.use({ signedInAsAdmin: true });

const AMONG = procedure('count_leads_among');

test('a selection stays when the filter changes, and bulk actions change what it names', async ({ page, agency }) => {
  await test.step('it says how much of it is outside the filter', async () => {
    const customer = await agency.addCustomer('Sights');
    await agency.addLeads(customer.id, [
      { name: 'Ada', audience: 'Founders' },
      { name: 'Bob', audience: 'Founders' },
      { name: 'Cid', audience: 'Engineers' },
      { name: 'Dan' },
    ]);
    await openAdminLeads(page, customer);
    const selection = page.getByRole('region', { name: 'Selection' });
    const box = (name: string) => leadRow(page, name).getByRole('checkbox');
    const all = page.getByRole('checkbox', { name: 'Select all leads' });
    const counts = requestsTo(page, 'POST', AMONG);
    for (const name of ['Ada', 'Cid', 'Dan']) await box(name).check();
    await expect(selection.getByText('3 selected')).toBeVisible();
    expect(counts).toEqual([]); // everything selected matches the current filters

    await choose(page, 'Audience', 'Founders');
    await expect.poll(() => leadNames(page)).toEqual(['Ada', 'Bob']);
    await expect(selection.getByText('3 selected, 2 outside this filter')).toBeVisible();
    await expect(box('Ada')).toBeChecked();
    await expect(all).toBeChecked({ indeterminate: true });

    await box('Bob').check();
    await expect(selection.getByText('4 selected, 2 outside this filter')).toBeVisible();
    await expect(all).toBeChecked();
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 4 leads?' });
    await expect(question).toHaveAccessibleDescription(
      '4 selected, 2 outside this filter. They’ll disappear for the customer, too. You can undo this for 30 minutes.',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('searchbox').fill('no such lead');
    await expect(selection.getByText('4 selected, outside this filter')).toBeVisible();
    await selection.getByRole('button', { name: 'Show selected' }).click();
    await expect(page).toHaveURL(/\/admin\/leads$/); // selected under several filters, so shown without any
    await expect(selection.getByText('4 selected', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Approve Selected' }).click();
    await expectToast(page, '4 leads approved');
    expect((await agency.leadsOf(customer.id)).map(({ is_approved }) => is_approved)).toEqual([true, true, true, true]);
  });

  await test.step('Show restores its filters, and all rows that matched a filter stay selected under another', async () => {
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
    expect(approvals(await agency.leadsOf(north.id))).toEqual([
      ['Nora', true],
      ['Niels', true],
      ['Nils', null],
    ]);
    expect(approvals(await agency.leadsOf(south.id))).toEqual([['Sam', null]]);
  });

  await test.step('it includes rows that are loaded later', async () => {
    const customer = await agency.addCustomer('Many');
    await addRows(agency, LEADS, customer.id, numbered(120));
    await openAdminList(page, LEADS, customer);
    await selectAll(page, LEADS, 120);
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return leadRow(page, 'Row 120').count();
      })
      .toBe(1);
    await expect(leadRow(page, 'Row 120').getByRole('checkbox')).toBeChecked();
    await page.getByRole('searchbox').fill('Row 007');
    const selection = page.getByRole('region', { name: 'Selection' });
    await expect(leadRow(page, 'Row 007').getByRole('checkbox')).not.toBeChecked();
    await expect(selection.getByText(`All 120 matching customer ${customer.name} selected`)).toBeVisible();
  });
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
