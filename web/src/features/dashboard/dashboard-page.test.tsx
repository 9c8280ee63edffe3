import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { formatWeekday } from '@/lib/format.ts';
import { DashboardPage } from './dashboard-page.tsx';

const LEAD_TOTALS = '/rest/v1/rpc/lead_totals';
const COMPANY_TOTALS = '/rest/v1/rpc/company_totals';
const AUDIENCE_TOTALS = '/rest/v1/rpc/audience_totals';
const PROFILES = '/rest/v1/profiles';
const CUSTOMERS = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

const totals = (total: number, approved: number, rejected = 0) => ({
  total,
  approved,
  reviewed: approved + rejected,
  is_estimated: false,
});
const audience = (name: string, total: number, approved: number) => ({
  name,
  total,
  approved,
  pending: 0,
  reviewed: approved,
});

beforeEach(() => {
  signIn({ customerIds: CUSTOMERS });
  answer('GET', PROFILES, () => ({ full_name: 'Grace Brewster Hopper' }));
  answer('POST', LEAD_TOTALS, () => totals(4, 2));
  answer('POST', COMPANY_TOTALS, () => totals(2, 1));
  answer('POST', AUDIENCE_TOTALS, () => []);
});

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const links = (text: RegExp) =>
  screen
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
    .filter((content) => text.test(content));
const linkWith = (text: string) =>
  screen.findByRole('link', { name: (_name, element) => element.textContent === text });

it('the page greets the user and links to the lists with their counts, without reading rows', async () => {
  renderPage(<DashboardPage />);
  await heading('Welcome, Grace');
  screen.getByText('Campaign overview at a glance');
  expect((await linkWith('Total Leads42 approved')).getAttribute('href')).toBe('/leads');
  expect((await linkWith('Companies21 approved')).getAttribute('href')).toBe('/companies');
  for (const path of [LEAD_TOTALS, COMPANY_TOTALS]) {
    expect(requestsTo('POST', path).map(({ body }) => body)).toEqual([
      { term: '', customers: CUSTOMERS, estimate: true },
    ]);
  }
  expect(requestsTo('GET', PROFILES).map(({ query }) => Object.fromEntries(query))).toEqual([
    { select: 'full_name', id: 'eq.00000000-0000-4000-8000-000000000001' },
  ]);
});

it.each([
  ['approver', ['2999-03-02', '2999-01-04'], true],
  ['approver', ['2026-01-04', null], false],
  ['viewer', ['2999-01-04', null], false],
] as const)('a dashboard with the role %s names the first deadline ahead of %o: %s', async (role, days, isNamed) => {
  answer('GET', '/rest/v1/customer_users', () =>
    CUSTOMERS.map((id, index) => ({ role, customers: { id, name: id, review_by: days[index] } })),
  );
  renderPage(<DashboardPage />);
  await linkWith('Total Leads42 approved');
  const named = screen.queryByText(`Please review by ${formatWeekday('2999-01-04')}.`);
  expect(named !== null).toBe(isNamed);
});

it('the page greets a user without a name, and says that there are no audiences and nothing is pending (S2.21, S2.29)', async () => {
  answer('GET', PROFILES, () => ({ full_name: ' ' }));
  answer('POST', LEAD_TOTALS, () => totals(0, 0));
  renderPage(<DashboardPage />);
  await heading('Welcome, there');
  await linkWith('Total Leads00 approved');
  await screen.findByText('No audience segments defined yet');
  screen.getByText('Assign audiences to leads for better organization');
  expect(screen.queryByText('Review Pending Approvals')).toBeNull();
});

it('each audience shows its approved count and links to its leads (S2.27, S2.28)', async () => {
  answer('POST', AUDIENCE_TOTALS, () => [audience('R&D + 50% / Zürich', 2, 1), audience('Founders', 1, 0)]);
  renderPage(<DashboardPage />);
  const link = await linkWith('R&D + 50% / Zürich1 approved');
  expect(links(/approved$/)).toEqual([
    'Total Leads42 approved',
    'Companies21 approved',
    'R&D + 50% / Zürich1 approved',
    'Founders0 approved',
  ]);
  expect(link.getAttribute('href')).toBe(`/leads?${new URLSearchParams({ audience: 'R&D + 50% / Zürich' })}`);
});

it('the page shows 100 more audiences at a time, until a page is not full', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `Audience ${1000 + index}`);
  answer('POST', AUDIENCE_TOTALS, ({ body }) => {
    const { after_name, page_size } = body as { after_name?: string; page_size: number };
    const start = after_name === undefined ? 0 : names.indexOf(after_name) + 1;
    return names.slice(start, start + page_size).map((name) => audience(name, 3, 0));
  });
  const { user } = renderPage(<DashboardPage />);
  const more = () => screen.getByRole('button', { name: 'Show more audiences' });
  await linkWith('Audience 10000 approved');
  expect(links(/^Audience/)).toHaveLength(100);
  await user.click(more());
  await linkWith('Audience 11990 approved');
  expect(links(/^Audience/)).toEqual(names.map((name) => `${name}0 approved`));
  await user.click(more());
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Show more audiences' })).toBeNull());
  const page = { customers: CUSTOMERS, page_size: 100 };
  expect(requestsTo('POST', AUDIENCE_TOTALS).map(({ body }) => body)).toEqual([
    page,
    { ...page, after_total: 3, after_name: 'Audience 1099' },
    { ...page, after_total: 3, after_name: 'Audience 1199' },
  ]);
});

it('the page lists the copy that waits for a review, with a link to it', async () => {
  const waiting = {
    campaign_id: 'c-1',
    customer_id: CUSTOMERS[1],
    name: 'Spring',
    number: 3,
    requested_at: new Date().toISOString(),
  };
  answer('GET', '/rest/v1/campaign_reviews', () => [waiting]);
  renderPage(<DashboardPage />);
  const section = within(await screen.findByRole('region', { name: 'Copy waiting for your review' }));
  section.getByText('Spring');
  section.getByText(/^Version 3, requested/);
  section.getByText(`Customer ${CUSTOMERS[1]}`);
  expect(section.getByRole('link', { name: 'Review “Spring”' }).getAttribute('href')).toBe(
    '/copy?campaign=c-1&version=3',
  );
  const [request] = requestsTo('GET', '/rest/v1/campaign_reviews');
  expect(request?.query.get('status')).toBe('eq.in_review');
});

it('the page does not mention copy if none waits for a review', async () => {
  renderPage(<DashboardPage />);
  await heading('Welcome, Grace');
  await vi.waitFor(() => expect(requestsTo('GET', '/rest/v1/campaign_reviews')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Copy waiting for your review' })).toBeNull();
});

it('six insights are shown as coming soon, in order (S2.30, S2.31, S2.32)', async () => {
  renderPage(<DashboardPage />);
  const section = within(await screen.findByRole('region', { name: 'Future Campaign Insights' }));
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    ['Open Rate', 'Reply Rate', 'Conversion Rate', 'Engagement Score', 'Follow-up Queue', 'Response Time'].map(
      (name) => `${name}Coming Soon`,
    ),
  );
  expect([...section.queryAllByRole('link'), ...section.queryAllByRole('button')]).toEqual([]);
});

it.each([
  { where: 'to the review while leads are pending', approved: 2, review: ['2 leads waiting for approval'] },
  { where: 'not to the review once all are approved', approved: 4, review: [] },
])('getting started links to the leads, and $where (S2.33, S2.34, S2.35, S2.36)', async ({ approved, review }) => {
  answer('POST', LEAD_TOTALS, () => totals(4, approved));
  renderPage(<DashboardPage />);
  await linkWith(`Total Leads4${approved} approved`);
  const section = within(screen.getByRole('region', { name: 'Ready to Get Started?' }));
  section.getByText('Upload New Leads');
  section.getByText('Import CSV files');
  expect(section.getByRole('link', { name: 'Go to Leads' }).getAttribute('href')).toBe('/leads');
  expect(section.queryAllByText(/waiting for approval$/).map(({ textContent }) => textContent)).toEqual(review);
  expect(section.queryAllByText('Review Pending Approvals')).toHaveLength(review.length);
  expect(section.queryAllByRole('link', { name: 'Review Leads' }).map((link) => link.getAttribute('href'))).toEqual(
    review.map(() => '/leads?status=to-review'),
  );
});

it.each([
  { rejected: 0, remaining: 'some to review', link: '/leads?status=to-review', detail: [] },
  { rejected: 1, remaining: 'some of each', link: '/leads?status=to-review', detail: ['Including 1 rejected'] },
  { rejected: 2, remaining: 'only rejected ones', link: '/leads?status=rejected', detail: ['All rejected'] },
])(
  'the review says how many pending leads were rejected, and lists what remains: $remaining',
  async ({ rejected, link, detail }) => {
    answer('POST', LEAD_TOTALS, () => totals(4, 2, rejected));
    renderPage(<DashboardPage />);
    await screen.findByText('2 leads waiting for approval');
    expect(screen.getByRole('link', { name: 'Review Leads' }).getAttribute('href')).toBe(link);
    expect(screen.queryAllByText(/rejected$/).map(({ textContent }) => textContent)).toEqual(detail);
  },
);

it('counts and audiences that failed to load are logged and can be retried (S8.10)', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const path of [LEAD_TOTALS, AUDIENCE_TOTALS]) answer('POST', path, failWith(403, 'The database rests'));
  const { user } = renderPage(<DashboardPage />);
  const retry = async (text: string) => {
    const alert = (await screen.findByText(text)).closest('[role=alert]') as HTMLElement;
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  };
  await screen.findByText('The audiences couldn’t be loaded.');
  await screen.findByText('The counts couldn’t be loaded');
  expect(logged.mock.calls.sort()).toEqual([
    ['Error counting leads:', 'The database rests'],
    ['Error fetching audiences:', 'The database rests'],
  ]);
  answer('POST', LEAD_TOTALS, () => totals(1, 0));
  answer('POST', AUDIENCE_TOTALS, () => [audience('Founders', 1, 0)]);
  await retry('The counts couldn’t be loaded');
  await linkWith('Total Leads10 approved');
  await retry('The audiences couldn’t be loaded.');
  await linkWith('Founders0 approved');
});

describe('the review at the top', () => {
  const counts = (total: number, approved: number, reviewed: number) => ({
    total,
    approved,
    reviewed,
    is_estimated: false,
  });
  const buttons = () =>
    ['Start reviewing', /^Review \d/].flatMap((name) =>
      screen.queryAllByRole('link', { name }).map((link) => [link.textContent, link.getAttribute('href')]),
    );

  it('the review has what is left of leads and companies, and how many leads are approved and rejected', async () => {
    answer('POST', LEAD_TOTALS, () => counts(1200, 40, 100));
    answer('POST', COMPANY_TOTALS, () => counts(3, 1, 2));
    renderPage(<DashboardPage />);
    await screen.findByRole('heading', { name: '1,100 leads to review' });
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['40', '60', '1,100']);
    expect(buttons()).toEqual([
      ['Start reviewing', '/leads?status=to-review'],
      ['Review 1 company', '/companies?status=to-review'],
    ]);
  });

  it.each([
    {
      title: '2 companies to review',
      leads: counts(9, 5, 9),
      companies: counts(6, 1, 4),
      links: 1,
      bar: ['1', '3', '2'],
    },
    {
      title: '3 companies to review',
      leads: counts(0, 0, 0),
      companies: counts(3, 0, 0),
      links: 1,
      bar: ['0', '0', '3'],
    },
    { title: 'All leads reviewed', leads: counts(4, 1, 4), companies: counts(2, 1, 2), links: 0, bar: ['1', '3', '0'] },
    {
      title: 'All companies reviewed',
      leads: counts(0, 0, 0),
      companies: counts(2, 1, 2),
      links: 0,
      bar: ['1', '1', '0'],
    },
    { title: 'Nothing to review yet', leads: counts(0, 0, 0), companies: counts(0, 0, 0), links: 0, bar: [] },
  ])(
    'the review reads $title, with a bar of what the title counts',
    async ({ title, leads, companies, links: count, bar }) => {
      answer('POST', LEAD_TOTALS, () => leads);
      answer('POST', COMPANY_TOTALS, () => companies);
      renderPage(<DashboardPage />);
      await screen.findByRole('heading', { name: title });
      expect(screen.queryAllByRole('definition').map(({ textContent }) => textContent)).toEqual(bar);
      expect(buttons()).toHaveLength(count);
    },
  );
});

it('each audience has a bar, with its numbers as a table', async () => {
  answer('POST', AUDIENCE_TOTALS, () => [{ ...audience('Founders', 1200, 40), reviewed: 100 }]);
  renderPage(<DashboardPage />);
  await linkWith('Founders40 approved');
  const table = screen.getByRole('table', { name: 'Audiences', hidden: true });
  const lines = within(table).getAllByRole('row', { hidden: true });
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'AudienceApprovedRejectedTo review',
    'Founders40601,100',
  ]);
});
