import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { takeLogged } from '#tests/component/console.ts';
import { renderPage } from '#tests/component/render.tsx';
import { AdminDashboardPage } from './admin-dashboard-page.tsx';

const ATTENTION = '/rest/v1/rpc/needs_attention';
const count = (total: number) => () => new Response(null, { headers: { 'content-range': `*/${total}` } });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

beforeEach(() => {
  signIn({ roles: ['admin'] });
  answer('HEAD', '/rest/v1/customers', count(2));
  answer('HEAD', '/rest/v1/profiles', count(3));
  answer('POST', '/rest/v1/rpc/count_leads', () => 1400);
  answer('POST', '/rest/v1/rpc/count_companies', () => 5);
  answer('POST', ATTENTION, () => []);
});

const attention = () => within(screen.getByRole('region', { name: 'Needs attention' }));

it('shows four counts, each linking to its page, without reading rows', async () => {
  renderPage(<AdminDashboardPage />);
  await screen.findByText('1,400');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Total Customers2', '/admin/customers'],
    ['Total Users3', '/admin/users'],
    ['Total Leads1,400', '/admin/leads'],
    ['Total Companies5', '/admin/companies'],
  ]);
  for (const path of ['/rest/v1/customers', '/rest/v1/profiles']) expect(requestsTo('HEAD', path)).toHaveLength(1);
});

it('says that nothing needs attention', async () => {
  renderPage(<AdminDashboardPage />);
  await screen.findByText('Nothing needs attention');
});

it('shows the most urgent items of each kind, and all on request', async () => {
  const items = ['leads waiting', 'imports with errors'].flatMap((reason) =>
    Array.from({ length: 40 }, (_, index) => ({
      reason,
      customer_id: crypto.randomUUID(),
      customer_name: `Customer ${index}`,
      amount: 1000,
      since: daysAgo(90 - index),
    })),
  );
  answer('POST', ATTENTION, () => items);
  const { user } = renderPage(<AdminDashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'Show all 80' }));
  const lines = () => attention().getAllByRole('listitem');
  expect(lines()).toHaveLength(80);
  await user.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(lines()).toHaveLength(8);
  const [first, fifth] = [lines().at(0) as HTMLElement, lines().at(4) as HTMLElement];
  within(first).getByText('Customer 0');
  within(first).getByText('1,000+ leads waiting for over 7 days');
  within(fifth).getByText('1,000 imports with errors in the last 7 days');
});

it('has skeletons while it loads, and retries the counts and the list after a failure', async () => {
  const released = Promise.withResolvers<void>();
  answer('POST', ATTENTION, async () => {
    await released.promise;
    return failWith(500, 'The database rests')();
  });
  answer('POST', '/rest/v1/rpc/count_leads', failWith(500, 'The database rests'));
  const { user } = renderPage(<AdminDashboardPage />);
  await screen.findByRole('status', { name: 'Loading what needs attention' });
  released.resolve();
  const alertOf = async (text: string) =>
    within((await screen.findByText(text)).closest('[role=alert]') as HTMLElement);
  const list = await alertOf('The list couldn’t be loaded');
  const counts = await alertOf('The counts couldn’t be loaded');
  expect(takeLogged()).toContain('Error counting leads: The database rests');
  answer('POST', ATTENTION, () => []);
  answer('POST', '/rest/v1/rpc/count_leads', () => 1400);
  await user.click(counts.getByRole('button', { name: 'Retry' }));
  await screen.findByText('1,400');
  await user.click(list.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.queryByRole('status', { name: 'Loading what needs attention' })).toBeNull();
});
