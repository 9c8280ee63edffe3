// `npm run screenshots -- [name …]`: takes docs/screenshots, with a new server and the demo, at three widths, light and dark.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium, findChromium } from '../tests/support/chromium.ts';
import { palettePng } from './palette-png.ts';

const OUT = path.resolve(import.meta.dirname, '../docs/screenshots');
const WIDTHS = { 390: 844, 768: 1024, 1440: 900 };

type Shot = { name: string; user: 'admin' | 'customer' | null; open: (page: Page) => Promise<unknown> };

const uploadFile = path.resolve(import.meta.dirname, '../tests/fixtures/csv/hubspot-contacts.csv');

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

const shots: Shot[] = [
  { name: 'sign-in', user: null, open: (page) => page.goto('/auth') },
  { name: 'not-found', user: null, open: (page) => page.goto('/no-such-page') },
  { name: 'dashboard', user: 'customer', open: (page) => page.goto('/dashboard') },
  { name: 'companies', user: 'customer', open: (page) => page.goto('/companies') },
  { name: 'copy', user: 'customer', open: (page) => page.goto('/copy') },
  {
    name: 'campaign',
    user: 'customer',
    open: async (page) => {
      await page.goto('/copy');
      await page.getByRole('link', { name: 'SaaS founders: board reporting' }).click();
    },
  },
  { name: 'settings', user: 'customer', open: (page) => page.goto('/settings') },
  { name: 'admin', user: 'admin', open: (page) => page.goto('/admin') },
  { name: 'admin-customers', user: 'admin', open: (page) => page.goto('/admin/customers') },
  {
    name: 'admin-customer',
    user: 'admin',
    open: async (page) => {
      await page.goto('/admin/customers');
      await page.getByRole('main').getByRole('link', { name: 'Brightwater Analytics', exact: true }).click();
      await page.getByRole('tabpanel').getByRole('listitem').or(page.getByRole('row')).first().waitFor();
    },
  },
  { name: 'admin-users', user: 'admin', open: (page) => page.goto('/admin/users') },
  { name: 'leads', user: 'customer', open: (page) => page.goto('/leads') },
  { name: 'leads-to-review', user: 'customer', open: (page) => page.goto('/leads?status=to-review') },
  { name: 'leads-panel', user: 'customer', open: (page) => openPanel(page, '/leads?status=to-review') },
  { name: 'leads-rejected', user: 'customer', open: (page) => openPanel(page, '/leads?status=rejected') },
  { name: 'companies-panel', user: 'customer', open: (page) => openPanel(page, '/companies') },
  { name: 'leads-no-match', user: 'customer', open: (page) => page.goto('/leads?search=zzzz') },
  { name: 'access-denied', user: 'customer', open: (page) => page.goto('/admin') },
  { name: 'admin-companies', user: 'admin', open: (page) => page.goto('/admin/companies') },
  { name: 'admin-leads', user: 'admin', open: (page) => page.goto('/admin/leads') },
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
  { name: 'import-history', user: 'admin', open: (page) => page.goto('/admin/imports') },
  { name: 'admin-copy', user: 'admin', open: (page) => page.goto('/admin/copy') },
  { name: 'admin-settings', user: 'admin', open: (page) => page.goto('/admin/settings') },
];

const data = mkdtempSync(path.join(tmpdir(), 'leadlight-screenshots-'));
const server = spawn('node', ['server/main.ts'], {
  env: { ...process.env, PORT: '0', DATA_DIR: data },
  stdio: ['ignore', 'pipe', 'inherit'],
});

const address = new Promise<string>((resolve, reject) => {
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (line.startsWith('{') && line.includes('"listening"')) resolve((JSON.parse(line) as { url: string }).url);
  });
  server.on('exit', () => reject(new Error('the server ended before it listened')));
});

async function signIn(browser: Browser, baseURL: string, user: Shot['user']) {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', reducedMotion: 'reduce' });
  if (!user) return context;
  const page = await context.newPage();
  await page.goto('/auth');
  await page.getByRole('button', { name: `${user}@leadlight.example` }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !['/auth', '/'].includes(url.pathname));
  await page.close();
  return context;
}

async function take(browser: Browser, baseURL: string, { name, user, open }: Shot): Promise<void> {
  const context = await signIn(browser, baseURL, user);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await page.waitForLoadState('networkidle');
  for (const [width, height] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width: Number(width), height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(500);
      const picture = await palettePng(page, await page.screenshot());
      writeFileSync(path.join(OUT, `${name}-${width}-${colorScheme}.png`), picture);
    }
  }
  await context.close();
  console.log(name);
}

ensureChromium();
mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const wanted = process.argv.slice(2);
  const baseURL = await address;
  for (const shot of shots) if (wanted.length === 0 || wanted.includes(shot.name)) await take(browser, baseURL, shot);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  server.on('close', () => rmSync(data, { recursive: true, force: true }));
}
