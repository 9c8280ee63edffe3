// In charge of which pages and presses are measured, and what is asked of each.
import type { Page } from '@playwright/test';

export type Person = 'admin' | 'customer' | null;

/** `goal`: the most milliseconds to the largest paint, and of blocking. */
export type Opened = { name: string; path: string; person: Person; goal: { paint: number; blocking?: number } };

const list = { paint: 1500 };

export const opened: Opened[] = [
  { name: 'sign-in', path: '/auth', person: null, goal: { paint: 900, blocking: 150 } },
  { name: 'dashboard', path: '/dashboard', person: 'customer', goal: list },
  { name: 'leads', path: '/leads', person: 'customer', goal: list },
  { name: 'companies', path: '/companies', person: 'customer', goal: list },
  { name: 'copy', path: '/copy', person: 'customer', goal: list },
  { name: 'settings', path: '/settings', person: 'customer', goal: list },
  { name: 'admin dashboard', path: '/admin', person: 'admin', goal: list },
  { name: 'admin leads', path: '/admin/leads', person: 'admin', goal: list },
  { name: 'admin customers', path: '/admin/customers', person: 'admin', goal: list },
  { name: 'admin users', path: '/admin/users', person: 'admin', goal: list },
  { name: 'admin copy', path: '/admin/copy', person: 'admin', goal: list },
  { name: 'import wizard', path: '/admin/leads?upload=1', person: 'admin', goal: list },
];

/** Something that a person does with a page that has settled. */
export type Press = { name: string; path: string; person: Person; press: (page: Page) => Promise<unknown> };

export const presses: Press[] = [
  {
    name: 'approve a lead',
    path: '/leads',
    person: 'customer',
    press: (page) => page.getByRole('button', { name: 'Approve', pressed: false }).first().click(),
  },
  {
    name: 'a letter in the search',
    path: '/leads',
    person: 'customer',
    press: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.press('a');
    },
  },
  {
    name: 'open a campaign',
    path: '/copy',
    person: 'customer',
    press: (page) => page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click(),
  },
  {
    name: 'select a lead',
    path: '/admin/leads',
    person: 'admin',
    press: (page) => page.getByRole('table', { name: 'Leads' }).getByRole('checkbox').nth(1).click(),
  },
  {
    name: 'open the import wizard',
    path: '/admin/leads',
    person: 'admin',
    press: (page) => page.getByRole('button', { name: 'Upload Leads' }).click(),
  },
];
