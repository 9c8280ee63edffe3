import type { Page } from '@playwright/test';
import type { TestServer } from '../../support/server.ts';
import type { Agency } from '../support/agency.ts';
import { findAttention, openAttention } from '../support/pages.ts';
import { LEADS, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByText(name) });
const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

async function countRows(agency: Agency, table: string): Promise<string> {
  const { count } = await agency.rows.from(table).select('*', { count: 'exact', head: true }).throwOnError();
  return new Intl.NumberFormat('en-GB').format(count ?? 0);
}

/** An invitation that has been mailed and ends tomorrow. */
async function inviteUntilTomorrow(server: TestServer, agency: Agency, customer: { id: string; name: string }) {
  const email = agency.newAddress();
  const token = await agency.invite(customer.id, email);
  const expires_at = daysAgo(-1);
  await agency.rows.from('invitations').update({ expires_at }).eq('token', token).throwOnError();
  const response = await fetch(`${server.url}/functions/v1/send-invitation`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agency.token}` },
    body: JSON.stringify({ email, customerName: customer.name, inviterName: 'Ada', token, expiresAt: expires_at }),
  });
  expect(await response.json()).toEqual({ success: true });
}

test('the administrator sees four counts from the database, each linking to its page (S2.64, S7.26)', async ({
  page,
  agency,
}) => {
  await test.step('the administrator sees four counts from the database, each linking to its page', async () => {
    const customer = await agency.addCustomer('Counted');
    await agency.addLeads(customer.id, [{ name: 'Ada' }, { name: 'Alan', is_approved: true }]);
    await agency.addMember(customer.id, 'Grace Hopper');
    await agency.rows.from('companies').insert({ customer_id: customer.id, name: 'Acme' }).throwOnError();
    const lists = [requestsTo(page, 'GET', LEADS), requestsTo(page, 'GET', '/rest/v1/companies')];
    const heads = [requestsTo(page, 'HEAD', '/rest/v1/customers'), requestsTo(page, 'HEAD', '/rest/v1/profiles')];

    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
    const cards: [title: string, table: string, path: string][] = [
      ['Total Customers', 'customers', '/admin/customers'],
      ['Total Users', 'profiles', '/admin/users'],
      ['Total Leads', 'leads', '/admin/leads'],
      ['Total Companies', 'companies', '/admin/companies'],
    ];
    for (const [title, table, path] of cards) {
      await expect(card(page, title)).toHaveText(`${title}${await countRows(agency, table)}`);
      await expect(card(page, title)).toHaveAttribute('href', path);
    }
    expect(lists.flat()).toEqual([]);
    for (const head of heads) expect(head).toHaveLength(1);
  });
});

test('items that need attention are listed by customer and link to their pages', async ({ page, agency, server }) => {
  await test.step('items that need attention are listed by customer and link to their pages', async () => {
    const [slow, fresh] = [await agency.addCustomer('Slow'), await agency.addCustomer('Fresh')];
    const [old, recent] = [daysAgo(30), daysAgo(1)];
    const lead = (customer: { id: string }, name: string, created_at: string, is_approved: boolean | null = null) => ({
      customer_id: customer.id,
      name,
      created_at,
      is_approved,
    });
    const leads = [lead(slow, 'Ada', old), lead(slow, 'Alan', old), lead(slow, 'Approved', old, true)];
    await agency.rows
      .from('leads')
      .insert([...leads, lead(fresh, 'Barbara', recent)])
      .throwOnError();
    await agency.invite(slow.id, agency.newAddress());
    await inviteUntilTomorrow(server, agency, slow);
    await agency.rows
      .rpc('import_rows', {
        customer_id: slow.id,
        file_name: 'team.csv',
        import_type: 'leads',
        first_row: 2,
        hash: 'hash',
        headers: ['Name'],
        mapping: { Name: 'name' },
        rows: [],
        errors: [{ row: 2, error: 'A lead needs a name', cells: [''] }],
      })
      .throwOnError();

    const links: [words: string, path: string][] = [
      ['2 leads waiting for over 7 days', `/admin/leads?customer=${slow.id}&status=to-review`],
      ['1 invitation wasn’t delivered', `/admin/customers/${slow.id}`],
      ['1 invitation expires within 2 days', `/admin/customers/${slow.id}`],
      ['1 import with errors in the last 7 days', `/admin/imports?customer=${slow.id}&errors=1`],
    ];
    const leadsWaiting = await openAttention(page, slow, '2 leads waiting for over 7 days');
    for (const [words, path] of links) await expect(findAttention(page, slow, words)).toHaveAttribute('href', path);
    await expect(attention(page)).not.toContainText(fresh.name);
    await expectAccessible(page);

    await leadsWaiting.click();
    await expect(page).toHaveURL(new RegExp(`customer=${slow.id}&status=to-review$`));
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveText(slow.name);
  });
});
