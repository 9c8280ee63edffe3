// Every screen of the demo, by the user who opens it, with its path or how it is opened.
import path from 'node:path';
import type { Page } from '@playwright/test';

export type Screen = string | ((page: Page) => Promise<unknown>);

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

async function openCampaign(page: Page): Promise<void> {
  await page.goto('/copy');
  await page.getByRole('link', { name: 'SaaS founders: board reporting' }).click();
}

async function openVersion(page: Page): Promise<void> {
  await page.goto('/copy');
  await page.getByRole('link', { name: 'RevOps leaders: pipeline you can trust' }).click();
  await page.getByRole('button', { name: 'Show versions' }).click();
}

async function openHandOff(page: Page): Promise<void> {
  await page.goto('/admin/hand-offs');
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
}

async function openReport(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Report' }).click();
}

async function openCustomer(page: Page): Promise<void> {
  await page.goto('/admin/customers');
  await page.getByRole('main').getByRole('link', { name: 'Brightwater Analytics', exact: true }).click();
  await page.getByRole('tabpanel').getByRole('listitem').or(page.getByRole('row')).first().waitFor();
}

async function selectLeads(page: Page): Promise<void> {
  await page.goto('/admin/leads');
  const boxes = page.getByRole('table', { name: 'Leads' }).getByRole('checkbox');
  for (const at of [1, 2, 3]) await boxes.nth(at).click();
}

async function openHistory(page: Page): Promise<void> {
  await impersonate(page, '/admin/leads');
  const buttons = page.getByRole('button', { name: /^History of/ });
  await buttons.nth(2).click();
}

async function importRows(page: Page): Promise<void> {
  await mapColumns(page);
  await page.getByRole('button', { name: /^Import \d+ rows$/ }).click();
  await page.getByRole('heading', { name: 'Import complete' }).waitFor();
}

export const screens: Record<'visitor' | 'customer' | 'admin', Record<string, Screen>> = {
  visitor: { 'sign-in': '/auth', 'not-found': '/no-such-page' },
  customer: {
    dashboard: '/dashboard',
    companies: '/companies',
    copy: '/copy',
    campaign: openCampaign,
    'campaign-version': openVersion,
    'do-not-contact': '/do-not-contact',
    report: openReport,
    'review-links': '/review-links',
    settings: '/settings',
    leads: '/leads',
    'leads-to-review': '/leads?status=to-review',
    'leads-panel': (page) => openPanel(page, '/leads?status=to-review'),
    'leads-rejected': (page) => openPanel(page, '/leads?status=rejected'),
    'companies-panel': (page) => openPanel(page, '/companies'),
    'leads-no-match': '/leads?search=zzzz',
    'access-denied': '/admin',
  },
  admin: {
    admin: '/admin',
    'admin-customers': '/admin/customers',
    'admin-customer': openCustomer,
    'admin-users': '/admin/users',
    'admin-companies': '/admin/companies',
    'admin-leads': '/admin/leads',
    'admin-leads-panel': (page) => openPanel(page, '/admin/leads?status=to-review'),
    'admin-companies-panel': (page) => openPanel(page, '/admin/companies'),
    'admin-leads-selected': selectLeads,
    'admin-palette': (page) => openPalette(page),
    impersonating: (page) => impersonate(page, '/dashboard'),
    'impersonating-leads': (page) => impersonate(page, '/leads'),
    'admin-activity': (page) => impersonate(page, '/admin/activity'),
    'lead-history': openHistory,
    'import-upload': openWizard,
    'import-mapping': mapColumns,
    'import-results': importRows,
    'import-history': '/admin/imports',
    'admin-copy': '/admin/copy',
    'admin-reasons': '/admin/reasons',
    'admin-do-not-contact': '/admin/do-not-contact',
    'admin-hand-offs': '/admin/hand-offs',
    'hand-off': openHandOff,
    'admin-settings': '/admin/settings',
    'admin-brand': '/admin/brand',
    'admin-outbox': '/admin/outbox',
  },
};
