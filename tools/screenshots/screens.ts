// Every screen of the demo, and how to open it.
import path from 'node:path';
import type { Page } from '@playwright/test';

export type Screen = { name: string; user: 'admin' | 'customer' | null; open: (page: Page) => Promise<unknown> };

const uploadFile = path.resolve(import.meta.dirname, '../../tests/fixtures/csv/hubspot-contacts.csv');

async function openWizard(page: Page): Promise<void> {
  await page.goto('/admin/leads');
  await page.getByRole('button', { name: 'Upload Leads' }).click();
}

async function mapColumns(page: Page): Promise<void> {
  await openWizard(page);
  await page.locator('input[type=file]').setInputFiles(uploadFile);
  await page.getByRole('dialog').getByRole('combobox', { name: 'Customer' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Match your columns' }).waitFor();
}

async function openPalette(page: Page, typed = ''): Promise<void> {
  await page.goto('/admin/leads');
  await page.getByRole('button', { name: 'Command palette' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(typed);
  await page.getByRole('option').first().waitFor();
}

/** Opens the second row of a list in its panel. */
async function openPanel(page: Page, list: string): Promise<void> {
  await page.goto(list);
  const row = page.getByRole('main').getByRole('row').nth(2);
  await row.getByRole('button').first().click();
  await page.waitForURL(/[?&](lead|company)=/);
}

/** Impersonates the first customer, approves a lead and opens a page. */
async function impersonate(page: Page, path: string): Promise<void> {
  await openPalette(page, 'impersonate');
  await page.getByRole('option').first().click();
  await page.getByRole('complementary', { name: 'Impersonation' }).waitFor();
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Approve', pressed: false }).first().click();
  await page.getByText('Lead approved').waitFor();
  await page.goto(path);
}

/** Screens that their path opens. */
const PATHS: [name: string, user: Screen['user'], path: string][] = [
  ['sign-in', null, '/auth'],
  ['not-found', null, '/no-such-page'],
  ['dashboard', 'customer', '/dashboard'],
  ['companies', 'customer', '/companies'],
  ['copy', 'customer', '/copy'],
  ['settings', 'customer', '/settings'],
  ['admin', 'admin', '/admin'],
  ['admin-customers', 'admin', '/admin/customers'],
  ['admin-users', 'admin', '/admin/users'],
  ['leads', 'customer', '/leads'],
  ['leads-to-review', 'customer', '/leads?status=to-review'],
  ['leads-no-match', 'customer', '/leads?search=zzzz'],
  ['access-denied', 'customer', '/admin'],
  ['admin-companies', 'admin', '/admin/companies'],
  ['admin-leads', 'admin', '/admin/leads'],
  ['import-history', 'admin', '/admin/imports'],
  ['admin-copy', 'admin', '/admin/copy'],
  ['admin-settings', 'admin', '/admin/settings'],
];

export const screens: Screen[] = [
  ...PATHS.map(([name, user, path]) => ({ name, user, open: (page: Page) => page.goto(path) })),
  {
    name: 'campaign',
    user: 'customer',
    open: async (page) => {
      await page.goto('/copy');
      await page.getByRole('link', { name: 'SaaS founders: board reporting' }).click();
    },
  },
  {
    name: 'admin-customer',
    user: 'admin',
    open: async (page) => {
      await page.goto('/admin/customers');
      await page.getByRole('main').getByRole('link', { name: 'Brightwater Analytics', exact: true }).click();
      await page.getByRole('tabpanel').getByRole('listitem').or(page.getByRole('row')).first().waitFor();
    },
  },
  { name: 'leads-panel', user: 'customer', open: (page) => openPanel(page, '/leads?status=to-review') },
  { name: 'leads-rejected', user: 'customer', open: (page) => openPanel(page, '/leads?status=rejected') },
  { name: 'companies-panel', user: 'customer', open: (page) => openPanel(page, '/companies') },
  { name: 'admin-leads-panel', user: 'admin', open: (page) => openPanel(page, '/admin/leads?status=to-review') },
  { name: 'admin-companies-panel', user: 'admin', open: (page) => openPanel(page, '/admin/companies') },
  {
    name: 'admin-leads-selected',
    user: 'admin',
    open: async (page) => {
      await page.goto('/admin/leads');
      const boxes = page.getByRole('table', { name: 'Leads' }).getByRole('checkbox');
      for (const at of [1, 2, 3]) await boxes.nth(at).click();
    },
  },
  { name: 'admin-palette', user: 'admin', open: (page) => openPalette(page) },
  { name: 'impersonating', user: 'admin', open: (page) => impersonate(page, '/dashboard') },
  { name: 'impersonating-leads', user: 'admin', open: (page) => impersonate(page, '/leads') },
  { name: 'admin-activity', user: 'admin', open: (page) => impersonate(page, '/admin/activity') },
  {
    name: 'lead-history',
    user: 'admin',
    open: async (page) => {
      await impersonate(page, '/admin/leads');
      await page
        .getByRole('button', { name: /^History of/ })
        .nth(2)
        .click();
    },
  },
  { name: 'import-upload', user: 'admin', open: openWizard },
  { name: 'import-mapping', user: 'admin', open: mapColumns },
  {
    name: 'import-results',
    user: 'admin',
    open: async (page) => {
      await mapColumns(page);
      await page.getByRole('button', { name: /^Import \d+ rows$/ }).click();
      await page.getByRole('heading', { name: 'Import complete' }).waitFor();
    },
  },
];
