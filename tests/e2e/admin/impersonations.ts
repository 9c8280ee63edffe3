import type { Page } from '@playwright/test';
import type { Agency, NewLead } from '../support/agency.ts';
import { banner } from './palette.ts';

export const exit = (page: Page) => banner(page).getByRole('button', { name: 'Exit Impersonation' });
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

export async function addCustomerWithLeads(agency: Agency, name: string, leads: NewLead[]) {
  const customer = await agency.addCustomer(name);
  await agency.addLeads(customer.id, leads);
  return customer;
}

/** The recorded impersonations of a customer. */
export async function readImpersonations(agency: Agency, { id }: { id: string }) {
  const { data } = await agency.rows
    .from('impersonations')
    .select('id, started_at, expires_at, ended_at')
    .eq('customer_id', id)
    .throwOnError();
  return data as { id: string; started_at: string; expires_at: string; ended_at: string | null }[];
}
