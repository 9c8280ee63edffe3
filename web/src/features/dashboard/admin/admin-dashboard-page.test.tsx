import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, answerGrants, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { takeLogged } from '#tests/component/console.ts';
import { isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { AdminDashboardPage } from './admin-dashboard-page.tsx';

const ATTENTION = '/rest/v1/rpc/needs_attention';
const PROGRESS = '/rest/v1/rpc/customer_progress';
const WEEKS = '/rest/v1/rpc/decisions_per_week';
const REJECTIONS = '/rest/v1/rpc/rejections_by_audience';
const INVITATIONS = '/rest/v1/invitations';
const count = (total: number) => () => new Response(null, { headers: { 'content-range': `*/${total}` } });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

beforeEach(() => {
  signIn({ roles: ['admin'] });
  answer('HEAD', '/rest/v1/customers', count(2));
  answer('HEAD', '/rest/v1/profiles', count(3));
  answer('POST', '/rest/v1/rpc/count_leads', () => 1400);
  answer('POST', '/rest/v1/rpc/count_companies', () => 5);
  answer('GET', INVITATIONS, () => [{ id: 'one' }]);
  answer('POST', ATTENTION, () => []);
  answer('POST', PROGRESS, () => []);
  answer('POST', WEEKS, () => []);
  answer('POST', REJECTIONS, () => []);
});

const progress = (name: string, changes: object = {}) => ({
  customer_id: `00000000-0000-4000-8000-${String(name.length).padStart(12, '0')}`,
  name,
  approved: 0,
  rejected: 0,
  to_review: 0,
  last_decision: null,
  last_import: null,
  is_stalled: false,
  active_campaigns: 0,
  ...changes,
});
const customerRows = () =>
  screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
const sorted = () => requestsTo('POST', PROGRESS).map(({ query }) => [query.get('order'), query.get('offset')]);

const attention = () => within(screen.getByRole('region', { name: 'Needs attention' }));

it('the page shows four counts, each linking to its page, without reading rows', async () => {
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

it('the page says in one line that nothing needs attention', async () => {
  renderPage(<AdminDashboardPage />);
  await screen.findByText('Nothing needs attention');
  expect(
    attention()
      .getAllByText(/\p{L}/u)
      .map(({ textContent }) => textContent),
  ).toEqual(['Needs attention', 'Nothing needs attention']);
});

it('the page shows the first three items, failures before waiting ones, and all on request', async () => {
  const items = ['imports with errors', 'leads waiting'].flatMap((reason) =>
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
  expect(lines()).toHaveLength(3);
  for (const [index, line] of lines().entries()) {
    within(line).getByText(`Customer ${39 - index}`);
    within(line).getByText('1,000 imports with errors in the last 7 days');
  }
});

it('the page has no button to show all where all items are shown', async () => {
  answer('POST', ATTENTION, () =>
    [1, 2, 3].map((index) => ({
      reason: 'leads waiting',
      customer_id: crypto.randomUUID(),
      customer_name: `Customer ${index}`,
      amount: 1,
      since: daysAgo(9),
    })),
  );
  renderPage(<AdminDashboardPage />);
  await screen.findByText('Customer 3');
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
});

it('the page has skeletons while it loads, and retries the counts and the list after a failure', async () => {
  const released = Promise.withResolvers<void>();
  answer('POST', ATTENTION, async () => {
    await released.promise;
    return failWith(500, 'The database rests')();
  });
  answer('POST', '/rest/v1/rpc/count_leads', failWith(500, 'The database rests'));
  const { user } = renderPage(<AdminDashboardPage />);
  await screen.findByRole('status', { name: 'Loading what needs attention' });
  released.resolve();
  const findAlert = async (text: string) =>
    within((await screen.findByText(text)).closest('[role=alert]') as HTMLElement);
  const list = await findAlert('What needs attention couldn’t be loaded');
  const counts = await findAlert('The counts couldn’t be loaded');
  expect(takeLogged()).toContain('Error counting leads: The database rests');
  answer('POST', ATTENTION, () => []);
  answer('POST', '/rest/v1/rpc/count_leads', () => 1400);
  await user.click(counts.getByRole('button', { name: 'Retry' }));
  await screen.findByText('1,400');
  await user.click(list.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.queryByRole('status', { name: 'Loading what needs attention' })).toBeNull();
});

it('the page shows the progress of each customer, and who is stalled', async () => {
  answer('POST', PROGRESS, () => [
    progress('Northwind', {
      approved: 1200,
      rejected: 30,
      to_review: 4,
      last_decision: daysAgo(9),
      is_stalled: true,
      active_campaigns: 2,
    }),
    progress('Acme'),
  ]);
  renderPage(<AdminDashboardPage />);
  const link = await screen.findByRole('link', { name: 'Northwind' });
  expect(link.getAttribute('href')).toBe('/admin/customers/00000000-0000-4000-8000-000000000009');
  const [, northwind, acme] = customerRows();
  expect(northwind?.map((text) => text?.replace(/^.*(?=Last decision)/, ''))).toEqual([
    'NorthwindStalled',
    '1,200 approved · 30 rejected · 4 to review',
    '4',
    'Last decision: 9 days ago',
    '2',
  ]);
  expect(acme).toEqual(['Acme', 'No leads yet', '0', 'Last decision: none yet', '0']);
});

it('the page sorts the customers by a column, and in the other order when it is pressed again', async () => {
  answer('POST', PROGRESS, () => [progress('Northwind')]);
  const { user } = renderPage(<AdminDashboardPage />);
  const head = async (name: string) => {
    await user.click(await screen.findByRole('button', { name }));
    return screen.getByRole('columnheader', { name });
  };
  expect((await screen.findByRole('columnheader', { name: 'To review' })).getAttribute('aria-sort')).toBe('descending');
  const decision = await head('Last decision');
  await waitFor(() => expect(decision.getAttribute('aria-sort')).toBe('ascending'));
  await head('Last decision');
  await waitFor(() => expect(decision.getAttribute('aria-sort')).toBe('descending'));
  expect(screen.getByRole('columnheader', { name: 'To review' }).getAttribute('aria-sort')).toBeNull();
  await waitFor(() =>
    expect(sorted()).toEqual([
      ['to_review.desc.nullslast,name.asc,customer_id.asc', '0'],
      ['last_decision.asc.nullsfirst,name.asc,customer_id.asc', '0'],
      ['last_decision.desc.nullslast,name.asc,customer_id.asc', '0'],
    ]),
  );
});

it('the page shows 10 more customers at a time', async () => {
  answer('POST', PROGRESS, ({ query }) => {
    const start = Number(query.get('offset'));
    return Array.from({ length: start < 20 ? 10 : 3 }, (_, index) => progress(`Customer ${'x'.repeat(start + index)}`));
  });
  const { user } = renderPage(<AdminDashboardPage />);
  for (const count of [21, 24]) {
    await user.click(await screen.findByRole('button', { name: 'Show more customers' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(count));
  }
  expect(screen.queryByRole('button', { name: 'Show more customers' })).toBeNull();
});

it('the page says that there is no active customer, and retries the progress after a failure', async () => {
  answer('POST', PROGRESS, failWith(500, 'The database rests'));
  const { user } = renderPage(<AdminDashboardPage />);
  const alert = (await screen.findByText('The customers couldn’t be loaded')).closest('[role=alert]') as HTMLElement;
  answer('POST', PROGRESS, () => []);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByText('No active customers');
  expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
  expect(within(screen.getByRole('region', { name: 'Review progress' })).queryByText('Approved')).toBeNull();
});

it('the chart draws the decisions per week, with their numbers as a table', async () => {
  answer('POST', WEEKS, () => [
    { week: '2026-10-05', approved: 1200, rejected: 30 },
    { week: '2026-10-12', approved: 5, rejected: 0 },
  ]);
  renderPage(<AdminDashboardPage />);
  await screen.findByRole('img', { name: 'In the last 12 weeks, 1,205 leads were approved and 30 rejected' });
  const table = screen.getByRole('table', { name: 'Decisions per week', hidden: true });
  const lines = within(table).getAllByRole('row', { hidden: true });
  expect(lines.map(({ textContent }) => textContent)).toEqual(['Week ofApprovedRejected', 'Oct 51,20030', 'Oct 1250']);
  expect(screen.queryByText('Dotted: this week so far')).toBeNull();
});

it('the chart marks a week that is not over as unfinished', async () => {
  const [last, current] = [8, 1].map((days) => daysAgo(days).slice(0, 10)) as [string, string];
  answer('POST', WEEKS, () => [last, current].map((week) => ({ week, approved: 4, rejected: 2 })));
  renderPage(<AdminDashboardPage />);
  await screen.findByText('Dotted: this week so far');
  const table = screen.getByRole('table', { name: 'Decisions per week', hidden: true });
  const [, , line] = within(table).getAllByRole('row', { hidden: true });
  expect(line?.textContent).toMatch(/^\w+ \d+ \(so far\)42$/);
  const chart = screen.getByRole('img', { name: /^In the last 12 weeks/ });
  const dotted = [...chart.querySelectorAll('polyline')].map((part) => part.hasAttribute('stroke-dasharray'));
  expect(dotted).toEqual([false, true, false, true]);
});

it('the page says that there were no decisions and no rejections', async () => {
  answer('POST', WEEKS, () => [{ week: '2026-10-05', approved: 0, rejected: 0 }]);
  renderPage(<AdminDashboardPage />);
  await screen.findByText('No leads were approved or rejected in the last 12 weeks.');
  await screen.findByText('No leads were rejected in this period.');
});

it('the page shows the rejection reasons of each audience and customer, over a chosen period', async () => {
  const reasonId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const northwind = { customer_id: reasonId(1), customer: 'Northwind' };
  answer('POST', REJECTIONS, () => [
    ...[9, 8, 7, 6, 5, 4].map((rejected) => ({
      ...northwind,
      audience: 'Buyers',
      reason_id: reasonId(rejected),
      reason: `Reason ${rejected}`,
      rejected,
    })),
    {
      ...northwind,
      customer: 'Contoso',
      customer_id: reasonId(2),
      audience: null,
      reason_id: null,
      reason: null,
      rejected: 1,
    },
  ]);
  const { user } = renderPage(<AdminDashboardPage />);
  const section = within(await screen.findByRole('region', { name: 'Rejection reasons' }));
  const heads = await section.findAllByRole('heading', { level: 3 });
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Buyers Northwind39 rejected',
    'Unassigned Contoso1 rejected',
  ]);
  const bars = section.getAllByRole('listitem').filter((item) => item.querySelector('li') === null);
  expect(bars.map(({ textContent }) => textContent)).toEqual([
    'Reason 99',
    'Reason 88',
    'Reason 77',
    'Reason 66',
    '2 other reasons9',
    'No reason given1',
  ]);
  const of = (name: string) => section.getByRole('link', { name }).getAttribute('href');
  expect(of('Buyers')).toBe(`/admin/leads?customer=${reasonId(1)}&audience=Buyers&status=rejected`);
  expect(of('Reason 9')).toBe(
    `/admin/leads?customer=${reasonId(1)}&audience=Buyers&status=rejected&reason=${reasonId(9)}`,
  );
  expect(of('Unassigned')).toBe(`/admin/leads?customer=${reasonId(2)}&audience=&status=rejected`);
  const colours = bars.map((bar) => bar.querySelector('[style]')?.className.includes('bg-chart-open'));
  expect(colours).toEqual([false, false, false, false, true, false]);
  const note = 'The counts cover this period. The links open leads rejected at any time.';
  section.getByText(note);
  await user.click(section.getByRole('combobox', { name: 'Period' }));
  await user.click(await screen.findByRole('option', { name: 'All time' }));
  await waitFor(() => expect(requestsTo('POST', REJECTIONS)).toHaveLength(2));
  expect(section.queryByText(note)).toBeNull();
  const day = (days: number) => daysAgo(days).slice(0, 10);
  expect(requestsTo('POST', REJECTIONS).map(({ body }) => body)).toEqual([{ since: day(77) }, {}]);
});

it('the page retries decisions and reasons after a failure', async () => {
  for (const path of [WEEKS, REJECTIONS]) answer('POST', path, failWith(500, 'The database rests'));
  const { user } = renderPage(<AdminDashboardPage />);
  for (const [path, text] of [
    [WEEKS, 'The decisions couldn’t be loaded'],
    [REJECTIONS, 'The reasons couldn’t be loaded'],
  ] as const) {
    const alert = (await screen.findByText(text)).closest('[role=alert]') as HTMLElement;
    answer('POST', path, () => []);
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  }
});

it('the focus goes on to the next item when one is dismissed, and to the page after the last', async () => {
  let shown = ['Northwind', 'Contoso'].map((customer_name) => ({
    reason: 'leads waiting',
    customer_id: crypto.randomUUID(),
    customer_name,
    amount: 3,
    since: daysAgo(9),
  }));
  answer('POST', ATTENTION, () => shown);
  answer('POST', '/rest/v1/rpc/dismiss_attention', ({ body }) => {
    shown = shown.filter(({ customer_id }) => customer_id !== (body as { customer_id: string }).customer_id);
    return null;
  });
  const { user } = renderPage(<AdminDashboardPage />);
  const dismiss = (customer: string) =>
    screen.findByRole('button', { name: `Dismiss: ${customer}, 3 leads waiting for over 7 days` });
  const first = await dismiss('Contoso');
  screen.getByRole('main').tabIndex = -1; // as in the shell
  await user.click(first);
  await waitFor(async () => expect(isFocused(await dismiss('Northwind'))).toBe(true));
  await user.click(await dismiss('Northwind'));
  await screen.findByText('Nothing needs attention');
  await waitFor(() => expect(isFocused(screen.getByRole('main'))).toBe(true));
});

it('an item can be dismissed, and shown again by Undo', async () => {
  const item = {
    reason: 'leads waiting',
    customer_id: crypto.randomUUID(),
    customer_name: 'Northwind',
    amount: 3,
    since: daysAgo(9),
  };
  let shown = [item];
  answer('POST', ATTENTION, () => shown);
  answer('POST', '/rest/v1/rpc/dismiss_attention', ({ body }) => {
    shown = (body as { dismissed: boolean }).dismissed ? [] : [item];
    return null;
  });
  const { user } = renderPage(<AdminDashboardPage />);
  const dismiss = { name: 'Dismiss: Northwind, 3 leads waiting for over 7 days' };
  fireEvent.click(await screen.findByRole('button', dismiss), { detail: 2 }); // of a double-click on the item that was here
  await user.click(await screen.findByRole('button', dismiss));
  await screen.findByText('Nothing needs attention');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', dismiss);
  const sent = { customer_id: item.customer_id, reason: 'leads waiting' };
  expect(requestsTo('POST', '/rest/v1/rpc/dismiss_attention').map(({ body }) => body)).toEqual([
    { ...sent, dismissed: true },
    { ...sent, dismissed: false },
  ]);
});

it('an empty installation shows the first steps, which open their dialogs', async () => {
  answer('GET', INVITATIONS, () => []);
  answer('POST', '/rest/v1/rpc/count_leads', () => 0);
  renderPage(<AdminDashboardPage />);
  const section = within(await screen.findByRole('region', { name: 'Set up Leadlight' }));
  const links = section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Upload leads', '/admin/leads?upload=1'],
    ['Invite the customer', '/admin/users?invite=1'],
  ]);
  section.getByLabelText('Done');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Set up Leadlight', 'Needs attention', 'Review progress']);
});

it.each([
  ['an invitation was sent', [{ id: 'one' }], []],
  ['a user was added', [], ['northwind']],
])('the customer has been invited once %s', async (_, invitations, customerIds) => {
  answerGrants({ roles: ['admin'], customerIds });
  answer('GET', INVITATIONS, () => invitations);
  answer('HEAD', '/rest/v1/customers', count(0));
  renderPage(<AdminDashboardPage />);
  const section = within(await screen.findByRole('region', { name: 'Set up Leadlight' }));
  expect(section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Create a customer', '/admin/customers?create=1'],
  ]);
  expect(section.getAllByLabelText('Done')).toHaveLength(2);
});

it('an installation without customers has no charts', async () => {
  answer('HEAD', '/rest/v1/customers', count(0));
  answer('POST', '/rest/v1/rpc/count_leads', () => 0);
  renderPage(<AdminDashboardPage />);
  await screen.findByRole('region', { name: 'Set up Leadlight' });
  await screen.findByText('Nothing needs attention');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Set up Leadlight', 'Needs attention']);
});
