import type { Agency } from '../support/agency.ts';
import { holdRequest, procedure } from '../support/requests.ts';
import { asMember, expect, test } from '../support/test.ts';

const COUNTS = ['POST', procedure('lead_totals')] as const;

/** So many leads that a search for what all of them hold is estimated first. */
const many = Array.from({ length: 5_600 }, (_, index) => ({
  name: `Lead ${String(index + 1).padStart(4, '0')}`,
  title: 'Buyer',
  is_approved: index % 2 === 0,
}));

async function addMany(agency: Agency, customerId: string): Promise<void> {
  for (let start = 0; start < many.length; start += 2_000) {
    await agency.addLeads(customerId, many.slice(start, start + 2_000));
  }
}

test('a search with many results shows an estimated count first, then the exact one', async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency);
  await addMany(agency, customer.id);
  await page.goto('/leads');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Leads5,600');

  const exact = await holdRequest(page, COUNTS, 2);
  await page.getByLabel('Search by name, company or title').fill('buyer');
  await exact.reached;
  await expect(heading).toHaveText('Leads~5,600');
  await expect(page.getByText('~5,600 of ~5,600 reviewed')).toBeVisible();
  const table = page.getByRole('table', { name: 'Leads' });
  await expect(table).toHaveAttribute('aria-rowcount', '-1');
  await expect(table).not.toHaveAttribute('aria-busy', 'true');
  exact.release();
  await expect(heading).toHaveText('Leads5,600');
  await expect(page.getByText('5,600 of 5,600 reviewed', { exact: true })).toBeVisible();
  await expect(table).toHaveAttribute('aria-rowcount', '5601');
});

test.describe('the administrator', () => {
  test.use({ signedInAsAdmin: true });

  test('approves or selects all matches by their exact count', async ({ page, agency }) => {
    const customer = await agency.addCustomer('Estimated');
    await addMany(agency, customer.id);
    await page.goto(`/admin/leads?customer=${customer.id}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Leads5,600');

    const exact = await holdRequest(page, COUNTS, 2);
    await page.getByLabel('Search by name, company or title').fill('buyer');
    await exact.reached;
    await expect(heading).toHaveText('Leads~5,600');
    await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
    const question = page.getByRole('alertdialog', { name: 'Approve 2,800 leads?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('checkbox', { name: 'Select all leads' }).click();
    exact.release();
    await expect(heading).toHaveText('Leads5,600');
    await expect(page.getByRole('region', { name: 'Selection' }).getByText('All 5,600 matching')).toBeVisible();
  });
});
