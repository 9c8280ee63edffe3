import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestCluster } from '../../support/cluster.ts';
import { cloneDatabase } from '../../support/database.ts';
import { launch } from '../../support/server.ts';
import { intercept, procedure } from '../support/requests.ts';
import { expect, signIn, test } from '../support/test.ts';

const COUNT = 5_000;
const BATCH = 200;

/** A server of its own, whose database outlives it. */
async function openServer() {
  const clone = await cloneDatabase(JSON.parse(process.env.LEADLIGHT_TEST_CLUSTER ?? '') as TestCluster);
  const directory = await mkdtemp(path.join(tmpdir(), 'leadlight-killed-'));
  const admin = { ADMIN_EMAIL: 'admin@example.test', ADMIN_PASSWORD: 'admin-password' };
  const env = { DATABASE_URL: clone.url, DATA_DIR: directory, ...admin };
  let running = launch(env);
  const url = await running.url;
  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  return {
    url,
    query: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await client.query<Row>(text, values)).rows,
    kill: () => running.end('SIGKILL'),
    async restart() {
      running = launch({ ...env, PORT: new URL(url).port });
      await running.url;
    },
    async close() {
      await running.end('SIGTERM');
      await client.end();
      await clone.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

test('a delete of 5,000 leads with the server killed in the middle: what was reported deleted is deleted, nothing else', async ({
  browser,
}) => {
  const server = await openServer();
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  try {
    const [customer] = await server.query<{ id: string }>(
      `insert into public.customers (name) values ('Big') returning id`,
    );
    await server.query(`insert into public.leads (customer_id, name, created_at)
      select id, 'Lead ' || n, timestamptz '2030-01-01' - n * interval '1 second'
      from public.customers, generate_series(1, ${COUNT}) n`);
    await server.query(`with other as (insert into public.customers (name) values ('Other') returning id)
      insert into public.leads (customer_id, name) select id, 'Theirs ' || n from other, generate_series(1, 3) n`);
    const names = async (text: string) => (await server.query<{ name: string }>(text)).map(({ name }) => name);
    const own = () =>
      names(`select l.name from public.leads l join public.customers c on c.id = l.customer_id
        where c.name = 'Big' order by l.created_at desc`);

    await signIn(page, 'admin@example.test', 'admin-password');
    await page.goto(`/admin/leads?customer=${customer?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads5,000');
    await page.getByRole('checkbox', { name: 'Select all leads' }).click();
    const selection = page.getByRole('region', { name: 'Selection' });
    await expect(selection.getByText('All 5,000 matching')).toBeVisible();
    const outage = await intercept(page, ['POST', procedure('delete_rows')], async (route, number) => {
      const sent = route.continue();
      if (number === 12) await server.kill();
      await sent;
    });
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 5,000 leads' }).click();

    const toast = page.getByRole('listitem').filter({ has: page.getByText('Partial deletion completed') });
    await expect(toast).toContainText(/[\d,]+ leads deleted, [\d,]+ failed/);
    const [, text = ''] = /([\d,]+) leads deleted/.exec((await toast.textContent()) ?? '') ?? [];
    const reported = Number(text.replaceAll(',', ''));
    expect([11 * BATCH, 12 * BATCH]).toContain(reported);
    const failed = COUNT - reported;
    await expect(selection.getByText(`${failed.toLocaleString('en-GB')} selected`)).toBeVisible();

    // The call under way may have been done without its answer coming through; it was done as a whole or not at all.
    const everything = Array.from({ length: COUNT }, (_, index) => `Lead ${index + 1}`);
    const left = await own();
    expect([failed, failed - BATCH]).toContain(left.length);
    expect(left).toEqual(everything.slice(COUNT - left.length));
    expect(await names(`select name from public.leads where name like 'Theirs%'`)).toHaveLength(3);

    await outage.end();
    await server.restart();
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    const again = page
      .getByRole('listitem')
      .filter({ has: page.getByText(`${left.length.toLocaleString('en-GB')} leads deleted`) });
    await expect(again).toBeVisible();
    if (left.length < failed) await expect(again).toContainText(`${BATCH} no longer there.`);
    expect(await own()).toEqual([]);
  } finally {
    await context.close();
    await server.close();
  }
});
