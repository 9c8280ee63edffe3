import { expect, type Locator, type Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';
import { procedure } from '../support/requests.ts';

/** One of the two lists that customers review and administrators manage. */
export type Table = {
  name: 'leads' | 'companies';
  title: string;
  one: string;
  many: string;
  /** The path of the row API. */
  api: string;
  searchFunction: string;
  searched: string[];
  /** A column that the search does not cover. */
  unsearched: string;
};

export const LEADS: Table = {
  name: 'leads',
  title: 'Leads',
  one: 'lead',
  many: 'leads',
  api: '/rest/v1/leads',
  searchFunction: procedure('search_leads'),
  searched: ['name', 'company', 'title'],
  unsearched: 'location',
};

export const COMPANIES: Table = {
  name: 'companies',
  title: 'Companies',
  one: 'company',
  many: 'companies',
  api: '/rest/v1/companies',
  searchFunction: procedure('search_companies'),
  searched: ['name', 'industry', 'location'],
  unsearched: 'size',
};

export const TABLES = [LEADS, COMPANIES];

/** 'name, company or title'. */
export const searchedFields = ({ searched }: Table, ...more: string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([...searched, ...more]);

export type NewRow = { name: string; is_approved?: boolean; [column: string]: string | boolean | undefined };

/** 'Row 001' and so on. */
export const numbered = (count: number): NewRow[] =>
  Array.from({ length: count }, (_, index) => ({ name: `Row ${String(index + 1).padStart(3, '0')}` }));

/** Adds rows; the first one is the first in the list. */
export async function addRows(agency: Agency, { name }: Table, customerId: string, rows: NewRow[]): Promise<void> {
  const start = Date.now();
  const stored = rows.map((row, index) => ({
    ...row,
    customer_id: customerId,
    created_at: new Date(start - index).toISOString(),
  }));
  await agency.rows.from(name).insert(stored).throwOnError();
}

export type StoredRow = { id: string; name: string; is_approved: boolean | null };

/** The stored rows in the order of the list. */
export async function storedRows(agency: Agency, { name }: Table, customerId: string): Promise<StoredRow[]> {
  const { data } = await agency.rows
    .from(name)
    .select('id, name, is_approved')
    .eq('customer_id', customerId)
    .order('created_at', { ascending: false })
    .throwOnError();
  return data;
}

/** The stored approvals by name. */
export const readDecisions = async (agency: Agency, table: Table, customerId: string) =>
  Object.fromEntries((await storedRows(agency, table, customerId)).map(({ name, is_approved }) => [name, is_approved]));

export const findRow = (page: Page, { title }: Table, name: string): Locator =>
  page
    .getByRole('table', { name: title })
    .getByRole('row')
    .filter({ has: page.getByText(name) });

/** The names in the list, from the top. */
export const shownNames = (page: Page, { title }: Table): Promise<string[]> =>
  page
    .getByRole('table', { name: title })
    .getByRole('group', { name: /^Approval of / })
    .evaluateAll((groups) =>
      groups.map((group) => group.getAttribute('aria-label')?.replace('Approval of ', '') ?? ''),
    );

/** Opens the administrator's list of one customer. */
export async function openAdminList(page: Page, { name, title }: Table, customer: { id: string }): Promise<void> {
  await page.goto(`/admin/${name}?customer=${customer.id}`);
  await expect(page.getByRole('table', { name: title }).getByRole('checkbox').nth(1)).toBeVisible();
}

/** Selects all rows that match. */
export async function selectAll(page: Page, { title, many }: Table, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}${count}`);
  await page.getByRole('checkbox', { name: `Select all ${many}` }).click();
  await expect(page.getByRole('region', { name: 'Selection' }).getByText(`All ${count} matching`)).toBeVisible();
}
