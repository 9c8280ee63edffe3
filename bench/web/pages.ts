// The measured pages and interactions, with their goals.
import type { Page } from '@playwright/test';

export type DemoUser = 'admin' | 'customer' | null;

/** `goal`: maximum milliseconds to the largest paint, and of blocking time. */
export type MeasuredPage = { name: string; path: string; user: DemoUser; goal: { paint: number; blocking: number } };

const signedIn = { paint: 1100, blocking: 150 };

export const pages: MeasuredPage[] = [
  { name: 'sign-in', path: '/auth', user: null, goal: { paint: 900, blocking: 150 } },
  { name: 'dashboard', path: '/dashboard', user: 'customer', goal: signedIn },
  { name: 'leads', path: '/leads', user: 'customer', goal: signedIn },
  { name: 'companies', path: '/companies', user: 'customer', goal: signedIn },
  { name: 'copy', path: '/copy', user: 'customer', goal: signedIn },
  { name: 'settings', path: '/settings', user: 'customer', goal: signedIn },
  { name: 'admin dashboard', path: '/admin', user: 'admin', goal: signedIn },
  { name: 'admin leads', path: '/admin/leads', user: 'admin', goal: signedIn },
  { name: 'admin customers', path: '/admin/customers', user: 'admin', goal: signedIn },
  { name: 'admin users', path: '/admin/users', user: 'admin', goal: signedIn },
  { name: 'admin copy', path: '/admin/copy', user: 'admin', goal: signedIn },
  { name: 'import wizard', path: '/admin/leads?upload=1', user: 'admin', goal: signedIn },
];

/** An action on a page that has finished loading. */
export type Interaction = { name: string; path: string; user: DemoUser; run: (page: Page) => Promise<unknown> };

export const interactions: Interaction[] = [
  {
    name: 'approve a lead',
    path: '/leads',
    user: 'customer',
    run: (page) => page.getByRole('button', { name: 'Approve', pressed: false }).first().click(),
  },
  {
    name: 'type in the search',
    path: '/leads',
    user: 'customer',
    run: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.press('a');
    },
  },
  {
    name: 'open a campaign',
    path: '/copy',
    user: 'customer',
    run: (page) => page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click(),
  },
  {
    name: 'select a lead',
    path: '/admin/leads',
    user: 'admin',
    run: (page) => page.getByRole('table', { name: 'Leads' }).getByRole('checkbox').nth(1).click(),
  },
  {
    name: 'open the import wizard',
    path: '/admin/leads',
    user: 'admin',
    run: (page) => page.getByRole('button', { name: 'Upload Leads' }).click(),
  },
];
