// In charge of the administrator's lists of leads and companies in stories: opens and reads them.
import { expect, type Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';

export const COMPANIES = '/rest/v1/companies';

/** Opens the administrator's companies of one customer. */
export async function openAdminCompanies(page: Page, customer: { id: string }): Promise<void> {
  await page.goto(`/admin/companies?customer=${customer.id}`);
  await expect(page.getByRole('table', { name: 'Companies' }).getByRole('checkbox').nth(1)).toBeVisible();
}

/** Selects all companies that match, of which there are so many. */
export async function selectAllCompanies(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Companies${count}`);
  await page.getByRole('checkbox', { name: 'Select all companies' }).click();
  await expect(page.getByRole('region', { name: 'Selection' }).getByText(`All ${count} matching`)).toBeVisible();
}

export type StoredCompany = { id: string; name: string; is_approved: boolean | null };

/** What is stored, the first in the list first. */
export async function companiesOf(agency: Agency, customerId: string): Promise<StoredCompany[]> {
  const { data } = await agency.rows
    .from('companies')
    .select('id, name, is_approved')
    .eq('customer_id', customerId)
    .order('created_at', { ascending: false })
    .throwOnError();
  return data;
}
