import { readFile } from 'node:fs/promises';
import { choose, expectResults, expectToast, leadNames, leadRow, today, upload } from '../support/pages.ts';
import { expect, isPhone, signIn, test } from '../support/test.ts';

const fixture = (name: string) => `tests/fixtures/csv/${name}`;

test('a CSV file is imported, reviewed and exported (S0.1, S1.1, S1.3, S1.11, S1.13, S6.17)', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const customer = await agency.addCustomer('Northwind');
  const member = await agency.addMember(customer.id, 'Ada Lovelace');

  await test.step('the administrator imports a LinkedIn export', async () => {
    await signIn(page, agency.admin.email, agency.admin.password);
    await expect(page).toHaveURL(/\/admin$/);
    await page.goto('/admin/leads');
    await upload(page, { file: fixture('linkedin-connections.csv'), customer: customer.name });
    await expect(page.getByRole('combobox', { name: 'First Name maps to' })).toHaveText('First name');
    await expect(page.getByRole('combobox', { name: 'Connected On maps to' })).toHaveText('Ignore');
    await page.getByRole('button', { name: 'Import 67 rows' }).click();
    await expectResults(page, { Imported: 63, Duplicates: 3, Errors: 1, 'Companies created': 18 });
    await expectToast(page, 'Import completed');
    const errors = page.getByRole('region', { name: 'Errors' }).getByRole('listitem');
    await expect(errors).toHaveText(['Row 1914 Mar 2021Name is requiredFirst name']); // and the field to correct it
    await page.getByRole('link', { name: 'View imported leads' }).click();
    await expect(page).toHaveURL(/\/admin\/leads\?(?:.*&)?import=/);
    await expect.poll(async () => (await leadNames(page)).length).toBeGreaterThan(4);
    await page.goto(`/admin/leads?customer=${customer.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads63');
    await expect.poll(async () => (await leadNames(page)).length).toBeGreaterThan(4);
  });

  const reviewed = (await leadNames(page)).slice(0, 4);
  const [first = '', second = '', third = '', fourth = ''] = reviewed;

  await test.step('the administrator assigns an audience to four leads', async () => {
    for (const name of reviewed) await leadRow(page, name).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Assign to Audience' }).first().click();
    await page.getByRole('dialog').getByLabel('Audience').fill('Founders Q3');
    await page.getByRole('button', { name: 'Assign 4 leads' }).click();
    await expectToast(page, '4 leads assigned');
    await expect(leadRow(page, first).getByText('Founders Q3').filter({ visible: true })).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  await test.step('the customer filters by audience, searches, approves and rejects', async () => {
    await signIn(page, member.email, member.password);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/leads');
    if (isPhone(page)) await page.getByRole('button', { name: 'Filters' }).click();
    await choose(page, 'Audience', 'Founders Q3');
    await expect(page).toHaveURL(/audience=Founders\+Q3/);
    await expect.poll(() => leadNames(page)).toEqual(reviewed);
    for (const name of [first, second, third]) {
      await leadRow(page, name).getByRole('button', { name: 'Approve' }).click();
      await expectToast(page, 'Lead approved', name);
    }
    await page.getByRole('searchbox').fill(fourth);
    await expect.poll(() => leadNames(page)).toEqual([fourth]);
    await leadRow(page, fourth).getByRole('button', { name: 'Reject' }).click();
    await expectToast(page, 'Lead rejected', fourth);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  await test.step('the administrator exports the approved leads', async () => {
    await signIn(page, agency.admin.email, agency.admin.password);
    await page.goto('/admin/leads');
    if (isPhone(page)) await page.getByRole('button', { name: 'Filters' }).click();
    await choose(page, 'Customer', customer.name);
    await expect(page).toHaveURL(/customer=/);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Approved' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toContain(customer.name);
    expect(download.suggestedFilename()).toContain(await today(page));
    const text = await readFile(await download.path(), 'utf8');
    expect(
      text.startsWith('\uFEFF"Name","Email","Title","Company","Location","LinkedIn URL","Phone","Audience"\r\n'),
    ).toBe(true);
    const stored = await agency.readLeads(customer.id);
    const approved = stored.filter((lead) => lead.is_approved === true);
    expect(approved.map((lead) => lead.name).sort()).toEqual([first, second, third].sort());
    const lines = text.trimEnd().split('\r\n').slice(1);
    expect(lines).toEqual(
      approved.map((lead) =>
        [
          lead.name,
          lead.email,
          lead.title,
          lead.company,
          lead.location,
          lead.linkedin_profile_url,
          lead.phone,
          lead.audience,
        ]
          .map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`)
          .join(','),
      ),
    );
    await expectToast(page, '3 leads exported');
  });
});
