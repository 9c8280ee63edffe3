import type { BrowserContext, Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';
import { asMember, expect, storeSession, test } from '../support/test.ts';

const CUSTOMER_PAGES = ['/dashboard', '/leads', '/companies', '/copy', '/settings'];
const ADMIN_PAGES = [
  '',
  '/customers',
  '/users',
  '/leads',
  '/companies',
  '/copy',
  '/imports',
  '/activity',
  '/settings',
].map((path) => `/admin${path}`);

/** The APIs of a Supabase project. All other requests of a page are for the app's own files. */
const ROWS = /^\/rest\/v1\/([a-z_]+|rpc\/[a-z_]+)$/;
const OTHERS = /^\/(auth\/v1\/[\w./-]+|functions\/v1\/(send-invitation|import-csv-data))$/;
const FILES = /^\/(assets\/[\w.-]+|config\.json|icon\.svg)$/;

async function requestedPaths(page: Page, pages: string[]): Promise<string[]> {
  const paths = new Set<string>();
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) paths.add(new URL(request.url()).pathname);
  });
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  return [...paths];
}

const areas: [area: string, pages: string[], enter: (context: BrowserContext, agency: Agency) => Promise<unknown>][] = [
  [
    'customer',
    CUSTOMER_PAGES,
    (context, agency) => asMember(context, agency, [{ name: 'Ada Lovelace', audience: 'Founders' }]),
  ],
  ['admin', ADMIN_PAGES, async (context, agency) => storeSession(context, await agency.startSession(agency.admin))],
];

for (const [area, pages, enter] of areas) {
  test(`every page of the ${area} area requests only rows, without paths of its own`, async ({
    page,
    context,
    agency,
  }) => {
    await enter(context, agency);
    const paths = await requestedPaths(page, pages);
    expect(paths.filter((path) => ROWS.test(path)).length).toBeGreaterThan(5);
    expect(paths.filter((path) => ![ROWS, OTHERS, FILES].some((known) => known.test(path)))).toEqual([]);
  });
}
