import type { Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';
import { asMember, expect, storeSession, test } from '../support/test.ts';
import { impersonate, palette } from './palette.ts';

const options = (page: Page, group: string) =>
  palette(page).getByRole('group', { name: group, exact: true }).getByRole('option');

async function search(page: Page, query: string): Promise<void> {
  await page.getByRole('button', { name: 'Command palette' }).click();
  await palette(page).getByRole('combobox').fill(query);
}

const newSurname = () => `Quintana${crypto.randomUUID().slice(0, 8)}`;

/** Adds a lead, a company and a campaign of Sofía, whose last name no other test has, to a customer. */
async function addSofia(agency: Agency, customerId: string, surname: string) {
  const row = { customer_id: customerId };
  const lead = { ...row, name: `Sofía ${surname}`, title: 'CEO', company: 'Acorn' };
  const { data } = await agency.rows.from('leads').insert(lead).select('id').single().throwOnError();
  const company = { ...row, name: `Sofía ${surname} Ltd`, industry: 'Toys' };
  await agency.rows.from('companies').insert(company).throwOnError();
  const campaign = { ...row, name: `For sofia ${surname}` };
  const { data: added } = await agency.rows.from('campaigns').insert(campaign).select('id').single().throwOnError();
  return { lead: data.id, campaign: added.id };
}

test('an administrator finds leads, companies, campaigns and users of all customers in the command palette', async ({
  page,
  agency,
}) => {
  const surname = newSurname();
  const customer = await agency.addCustomer(`${surname} Partners`);
  const { lead, campaign } = await addSofia(agency, customer.id, surname);
  const member = await agency.addMember(customer.id, 'Pia Quill');
  await storeSession(page.context(), await agency.startSession(agency.admin));
  await page.goto('/admin/settings');

  await search(page, `sofia ${surname.toLowerCase()}`);
  await expect(options(page, 'Leads')).toHaveText([`Sofía ${surname}CEO · Acorn · ${customer.name}`]);
  await expect(options(page, 'Companies')).toHaveText([`Sofía ${surname} LtdToys · ${customer.name}`]);
  await expect(options(page, 'Campaigns')).toHaveText([`For sofia ${surname}${customer.name}`]);
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText(
    `Sofía ${surname}CEO · Acorn · ${customer.name}`,
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/leads\\?lead=${lead}$`));
  await page.goto('/admin/settings');

  await search(page, `for sofia ${surname}`);
  await options(page, 'Campaigns').click();
  await expect(page).toHaveURL(new RegExp(`/admin/copy\\?campaign=${campaign}$`));
  await page.goto('/admin/settings');

  await search(page, member.email);
  await options(page, 'Users').click();
  await expect(page).toHaveURL(/\/admin\/users\?search=/);
  await expect(page.getByRole('row').filter({ has: page.getByText(member.email) })).toHaveCount(1);

  await test.step('while impersonating, those of the customer only', async () => {
    const other = await agency.addCustomer('Elsewhere');
    await page.goto('/admin');
    await impersonate(page, other);
    await search(page, `sofia ${surname}`);
    await expect(palette(page).getByRole('status')).toHaveText(`No results for "sofia ${surname}".`);
  });
});

test('a customer finds their own leads, companies and campaigns in the command palette', async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency);
  const foreign = await agency.addCustomer('Foreign');
  const surname = newSurname();
  const { lead } = await addSofia(agency, customer.id, surname);
  await addSofia(agency, foreign.id, surname);
  await page.goto('/settings');
  await search(page, 'sofía');
  await expect(options(page, 'Leads')).toHaveText([`Sofía ${surname}CEO · Acorn`]);
  await expect(options(page, 'Companies')).toHaveText([`Sofía ${surname} LtdToys`]);
  await expect(palette(page).getByRole('group', { name: 'Users' })).toHaveCount(0);
  await options(page, 'Leads').click();
  await expect(page).toHaveURL(new RegExp(`/leads\\?lead=${lead}$`));
});
