// The journeys that differ by the engine of a browser, in Firefox and in WebKit. The end-to-end tests run in Chromium.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Agency } from '../e2e/support/agency.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { newFolder } from '../support/temporary-files.ts';
import type { Driver } from './driver.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

const WAIT = { timeout: 60_000, interval: 200 };
const button = (text: string) => `//button[normalize-space(.)="${text}" or @aria-label="${text}"]`;
const row = (name: string) => `//tr[@data-index][contains(., "${name}")]`;
const field = (name: string) => `//input[@name="${name}"]`;

describe.each([firefox, webkit])('in $name', (engine) => {
  let server: TestServer;
  let agency: Agency;
  let customer: { id: string; name: string };
  let browser: Awaited<ReturnType<typeof engine.start>>;

  const text = (driver: Driver = browser) => driver.run<string>('return document.body.innerText');
  const sees = (part: string) => expect.poll(() => text(), WAIT).toContain(part);
  const storedUser = () => browser.run<string | null>(`return localStorage.getItem('supabase.auth.token')`);
  const decisions = async () => {
    const { data } = await agency.rows
      .from('leads')
      .select('name, is_approved')
      .eq('customer_id', customer.id)
      .order('name');
    return data?.map(({ name, is_approved }) => `${name} ${is_approved}`);
  };

  async function signIn({ email, password }: { email: string; password: string }) {
    await browser.open(`${server.url}/auth`);
    await browser.run('localStorage.clear()');
    await browser.open(`${server.url}/auth`);
    await browser.type(field('email'), email);
    await browser.type(field('password'), password);
    await browser.press('Enter');
  }

  beforeAll(async () => {
    if (!engine.isInstalled()) return;
    server = await startServer();
    agency = await Agency.open(server);
    browser = await engine.start();
  }, 240_000);
  beforeEach(async () => {
    if (engine.isInstalled()) customer = await agency.addCustomer('Northwind'); // a second try has its own
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test.skipIf(!engine.isInstalled())(
    `a member signs in, reviews by keys and with ${engine.finger}, and is gone after signing out and Back`,
    async () => {
      await agency.addLeads(
        customer.id,
        ['Ada', 'Bea', 'Cy', 'Dee'].map((name) => ({ name })),
      );
      await signIn(await agency.addMember(customer.id, 'Grace Hopper'));
      await sees('Welcome, Grace');
      await browser.open(`${server.url}/leads?status=to-review`);
      await sees('Ada');
      await browser.press('a');
      await sees('Lead approved');
      await browser.press('r');
      await expect.poll(decisions, WAIT).toEqual(['Ada true', 'Bea false', 'Cy null', 'Dee null']);
      await browser.reload();
      await sees('Dee');
      await browser.resize(390);
      await expect.poll(() => browser.run('return innerWidth < 768'), WAIT).toBe(true);
      await browser.swipe(row('Cy'), 140);
      await expect.poll(decisions, WAIT).toContain('Cy true');
      await browser.swipe(row('Dee'), -140);
      await expect.poll(decisions, WAIT).toEqual(['Ada true', 'Bea false', 'Cy true', 'Dee false']);
      await browser.resize(1440);
      await browser.click(button('Sign Out'));
      await expect.poll(() => browser.run('return location.pathname'), WAIT).toBe('/auth');
      expect(await storedUser()).toBeNull();
      await browser.back();
      await expect.poll(() => browser.run('return location.pathname'), WAIT).toBe('/auth');
      expect(await text()).not.toContain('Dee');
    },
    240_000,
  );

  test.skipIf(!engine.isInstalled())(
    'an administrator imports a file and exports approved leads',
    async () => {
      await agency.addLeads(customer.id, [
        { name: 'Ada', is_approved: true },
        { name: 'Bea', is_approved: false },
        { name: 'Cy', is_approved: true },
      ]);
      await signIn(agency.admin);
      await sees('Needs attention');
      await browser.open(`${server.url}/admin/leads?customer=${customer.id}&upload=1`);
      const file = path.join(newFolder('browsers'), 'team.csv');
      writeFileSync(file, 'Name,Email\nEve,eve@example.test\nFay,fay@example.test\n');
      await browser.choose('//input[@type="file"]', file);
      await browser.click(button('Continue'));
      await browser.click(button('Import 2 rows'));
      await sees('Import complete');
      expect(await decisions()).toContain('Fay null');
      await browser.click(button('Done'));
      await sees('Fay');
      await browser.click(button('Export Approved'));
      const exported = () =>
        readdirSync(browser.downloads).filter(
          (name) => name.startsWith(`Approved leads - ${customer.name} - `) && name.endsWith('.csv'),
        );
      await expect.poll(exported, WAIT).toHaveLength(1);
      const lines = ['"Name","Email","Title","Company","Location","LinkedIn URL","Phone","Audience"'];
      lines.push('"Ada","","","","","","",""', '"Cy","","","","","","",""');
      const content = () => readFileSync(path.join(browser.downloads, exported()[0] ?? ''), 'utf8');
      await expect.poll(content, WAIT).toBe(`\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`);
    },
    240_000,
  );

  test.skipIf(!engine.isInstalled())('no page has logged an error', () => {
    expect(browser.problems).toEqual([]);
  });
});
