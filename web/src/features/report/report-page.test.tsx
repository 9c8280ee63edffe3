import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { renderAppAt } from '#tests/component/render.tsx';
import { storeImpersonation } from '@/features/session/impersonation/impersonation.ts';

const REPORT = '/rest/v1/rpc/customer_report';
const ACME = '00000000-0000-4000-8000-00000000000a';
const GLOBEX = '00000000-0000-4000-8000-00000000000b';
const CAMPAIGN = '00000000-0000-4000-8000-0000000000c1';
const REASON = '00000000-0000-4000-8000-0000000000d1';

const reportRow = (part: string, changes: object = {}) => ({
  part,
  id: null,
  name: null,
  week: null,
  others: 0,
  approved: 0,
  rejected: 0,
  handed_off: 0,
  contacted: 0,
  replied: 0,
  ...changes,
});
const REPORT_ROWS = [
  reportRow('total', { approved: 1200, rejected: 300, handed_off: 900, contacted: 600, replied: 60 }),
  reportRow('week', { week: '2026-10-05', approved: 1200, rejected: 300 }),
  reportRow('audience', {
    name: 'Founders',
    approved: 1000,
    rejected: 200,
    handed_off: 900,
    contacted: 600,
    replied: 60,
  }),
  reportRow('audience', { approved: 150, rejected: 50 }),
  reportRow('audience', { others: 3, approved: 50, rejected: 50 }),
  reportRow('campaign', { id: CAMPAIGN, name: 'Spring', handed_off: 800, contacted: 550, replied: 50 }),
  reportRow('campaign', { id: REASON, handed_off: 100, contacted: 50, replied: 10 }),
  reportRow('reason', { id: REASON, name: 'Too small', rejected: 260 }),
  reportRow('reason', { rejected: 40 }),
];
const WEEKS = '?period=custom&from=2026-10-05&to=2026-10-12';

afterEach(() => void vi.useRealTimers());

const asMember = (...customerIds: string[]) => signIn({ customerIds });
const readTable = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
const linkTarget = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const sent = () => requestsTo('POST', REPORT).map(({ body }) => body);

async function choose(user: ReturnType<typeof renderAppAt>['user'], select: string, option: string | RegExp) {
  await user.click(await screen.findByRole('combobox', { name: select }));
  await user.click(await screen.findByRole('option', { name: option }));
}

it('the page says whose report it is if a member has chosen another organization, and shows it after a switch', async () => {
  sessionStorage.setItem('leadlight-customer', GLOBEX);
  asMember(ACME, GLOBEX);
  answer('POST', REPORT, () => REPORT_ROWS);
  const { user } = renderAppAt(`/report/${ACME}`);
  await screen.findByText(`This report belongs to Customer ${ACME}`);
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('button', { name: `Switch to Customer ${ACME}` }));
  await screen.findByRole('heading', { name: `Report for Customer ${ACME}`, level: 1 });
});

it('the report shows a member what came of their leads in the weeks of the URL', async () => {
  asMember(ACME);
  answer('POST', REPORT, () => REPORT_ROWS);
  renderAppAt(`/report/${ACME}${WEEKS}`);
  await screen.findByRole('heading', { name: `Report for Customer ${ACME}`, level: 1 });
  await screen.findByRole('heading', { name: 'From approved to replied' });
  expect(sent()).toEqual([{ customer_id: ACME, from_week: '2026-10-05', to_week: '2026-10-12' }]);
  expect(document.title).toBe(`Report for Customer ${ACME} · Leadlight`);
  expect(screen.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Approved1,200',
    'Handed off90075% of approved',
    'Contacted60067% of handed off',
    'Replied6010% of contacted',
  ]);
  screen.getByRole('img', { name: 'In this period, 1,200 leads were approved and 300 rejected' });
  expect(readTable('By audience')).toEqual([
    ['Audience', 'Approved', 'Rejected', 'Handed off', 'Contacted', 'Replied'],
    ['Founders', '1,000', '200', '900', '600', '60'],
    ['Unassigned', '150', '50', '0', '0', '0'],
    ['3 other audiences', '50', '50', '0', '0', '0'],
  ]);
  expect(readTable('By campaign')).toEqual([
    ['Campaign', 'Handed off', 'Contacted', 'Replied'],
    ['Spring', '800', '550', '50'],
    ['Deleted campaign', '100', '50', '10'],
  ]);
  const reasons = within(screen.getByRole('region', { name: 'Reasons for rejections' })).getAllByRole('listitem');
  expect(reasons.map(({ textContent }) => textContent)).toEqual(['Too small260', 'No reason given40']);
  expect(linkTarget('Founders')).toBe('/leads?audience=Founders');
  expect(linkTarget('Unassigned')).toBe('/leads?audience=');
  expect(linkTarget('Spring')).toBe(`/copy?campaign=${CAMPAIGN}`);
  expect(linkTarget('Too small')).toBe(`/leads?status=rejected&reason=${REASON}`);
  expect(screen.queryByRole('combobox', { name: 'Organization' })).toBeNull();
});

it('the report of any customer is shown to an administrator, with links to their pages', async () => {
  signIn({ roles: ['admin'] });
  answer('GET', '/rest/v1/customers', () => ({ id: ACME, name: 'Acme', is_active: true, created_at: '2026-01-01' }));
  answer('POST', REPORT, () => REPORT_ROWS);
  renderAppAt(`/report/${ACME}?period=all`);
  await screen.findByRole('heading', { name: 'Report for Acme', level: 1 });
  await screen.findByRole('heading', { name: 'By audience' });
  screen.getByText(/^All time · As of /);
  expect(sent()).toEqual([{ customer_id: ACME }]);
  expect(linkTarget('Founders')).toBe(`/admin/leads?customer=${ACME}&audience=Founders`);
  expect(linkTarget('Spring')).toBe(`/admin/copy?campaign=${CAMPAIGN}`);
  expect(linkTarget('Customer')).toBe(`/admin/customers/${ACME}`);
});

it.each([
  ['a member the report of another customer', () => asMember(ACME)],
  [
    'an administrator who impersonates a customer the report of another',
    () => {
      signIn({ roles: ['admin'] });
      const customer = { id: ACME, name: 'Acme' };
      storeImpersonation({ id: CAMPAIGN, adminId: USER_ID, customer, expiresAt: Date.now() + 3_600_000 });
      answer('GET', '/rest/v1/impersonations', () => ({ ended_at: null, expires_at: '2100-01-01T00:00:00Z' }));
    },
  ],
])('the page denies %s, without requesting it', async (_, enter) => {
  enter();
  renderAppAt(`/report/${GLOBEX}`);
  await screen.findByRole('heading', { name: 'Access Denied', level: 1 });
  expect(sent()).toEqual([]);
});

it('a member of two customers chooses one, on the page or in the sidebar, and keeps the period', async () => {
  asMember(ACME, GLOBEX);
  answer('POST', REPORT, () => REPORT_ROWS);
  const { user } = renderAppAt(`/report/${ACME}${WEEKS}`);
  await screen.findByRole('heading', { name: `Report for Customer ${ACME}`, level: 1 });
  await choose(user, 'Organization', `Customer ${GLOBEX}`);
  await screen.findByRole('heading', { name: `Report for Customer ${GLOBEX}`, level: 1 });
  expect(location.pathname + location.search).toBe(`/report/${GLOBEX}${WEEKS}`);
  await user.click(screen.getByRole('button', { name: /^Organization/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: `Customer ${ACME}` }));
  await screen.findByRole('heading', { name: `Report for Customer ${ACME}`, level: 1 });
  expect(location.pathname + location.search).toBe(`/report/${ACME}${WEEKS}`);
});

it('the URL holds the chosen period, and chosen weeks begin with those that were shown', async () => {
  vi.setSystemTime('2026-11-25T12:00:00Z');
  asMember(ACME);
  answer('POST', REPORT, () => REPORT_ROWS);
  const { user } = renderAppAt(`/report/${ACME}`);
  await screen.findByText(/^September 7\s–\sNovember 25, 2026 · As of November 25, 2026$/);
  await choose(user, 'Period', 'Last 4 weeks');
  await expect.poll(() => location.search).toBe('?period=4');
  await choose(user, 'Period', 'Choose weeks');
  await expect.poll(() => location.search).toBe('?period=custom&from=2026-11-02&to=2026-11-23');
  await choose(user, 'First week', /^Oct 19\s–\s25, 2026$/);
  await expect.poll(() => location.search).toBe('?period=custom&from=2026-10-19&to=2026-11-23');
  await choose(user, 'Last week', /^Oct 12\s–\s18, 2026$/);
  await expect.poll(() => location.search).toBe('?period=custom&from=2026-10-12&to=2026-10-19');
  await screen.findByText(/^October 12\s–\s25, 2026 · As of/);
  await expect.poll(() => sent().at(-1)).toEqual({ customer_id: ACME, from_week: '2026-10-12', to_week: '2026-10-19' });
});

it('the report says that there are no decisions in the period', async () => {
  asMember(ACME);
  answer('POST', REPORT, () => [reportRow('total')]);
  renderAppAt(`/report/${ACME}${WEEKS}`);
  await screen.findByText('No decisions in this period');
  expect(within(screen.getByRole('main')).queryByRole('heading', { level: 2 })).toBeNull();
});

it('the report shows what was handed off in a period without decisions', async () => {
  asMember(ACME);
  answer('POST', REPORT, () => [
    reportRow('total', { handed_off: 5 }),
    reportRow('audience', { name: 'Founders', handed_off: 5 }),
    reportRow('campaign', { id: CAMPAIGN, name: 'Spring', handed_off: 5 }),
  ]);
  renderAppAt(`/report/${ACME}${WEEKS}`);
  await screen.findByText('No decisions in this period');
  screen.getByText('No leads were rejected in this period.');
  expect(readTable('By campaign')).toEqual([
    ['Campaign', 'Handed off', 'Contacted', 'Replied'],
    ['Spring', '5', '0', '0'],
  ]);
});

it('the report has a skeleton while it loads, and retries after a failure', async () => {
  asMember(ACME);
  const released = Promise.withResolvers<void>();
  answer('POST', REPORT, async () => {
    await released.promise;
    return failWith(500, 'The database rests')();
  });
  const { user } = renderAppAt(`/report/${ACME}${WEEKS}`);
  await screen.findByRole('status', { name: 'Loading the report' });
  released.resolve();
  await screen.findByText('The report couldn’t be loaded');
  answer('POST', REPORT, () => REPORT_ROWS);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'By audience' });
});
