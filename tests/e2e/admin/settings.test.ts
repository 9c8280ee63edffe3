import { expectToast } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('an administrator’s settings show the email, and the versions that are running (S2.92, S2.93, S2.94, S2.95)', async ({
  page,
  agency,
}) => {
  await test.step('an administrator’s settings show the email to read only, and Save Changes only says that they are saved', async () => {
    await page.goto('/admin/settings');
    const email = page.getByLabel('Email');
    await expect(email).toHaveValue(agency.admin.email);
    await expect(email).toHaveAttribute('readonly');
    await expect(page.getByText(/^PostgreSQL \d+/)).toBeVisible();

    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Settings saved');
    expect(sent).toEqual([]);
    await page.reload();
    await expect(page.getByLabel('Full name')).not.toHaveValue('Ada Lovelace');
  });

  await test.step('the settings say which version, commit, database and migrations are running', async () => {
    const { data } = await agency.rows.rpc('system_version').single().throwOnError();
    const version = data as { database: string; migrations: number; last_migration: string };
    await page.goto('/admin/settings');
    const facts = page.locator('dl > *');
    await expect(facts).toHaveText([
      /^Leadlight\d+\.\d+\.\d+/,
      /^Commit([\da-f]{7,}(-dirty)?|unknown)$/,
      `DatabasePostgreSQL ${version.database}`,
      `Migrations${version.migrations}, latest ${version.last_migration}`,
    ]);
  });
});
