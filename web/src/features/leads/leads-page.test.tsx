import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderAppAt, renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable } from '#tests/component/review-table.ts';
import { LeadsPage } from './leads-page.tsx';

const LEADS = '/rest/v1/leads';
const SEARCH = '/rest/v1/rpc/search_leads';
const TOTALS = '/rest/v1/rpc/lead_totals';
const AUDIENCES = '/rest/v1/rpc/audience_names';

let table: ReturnType<typeof fakeTable>;

beforeEach(() => {
  signIn({ customerIds: [CUSTOMER] });
});

/** Opens the page with so many leads, the first of which have these values. */
function open(count: number, values: object[] = [], path = '/leads') {
  table = fakeTable('leads', count);
  values.forEach((value, index) => {
    Object.assign(table.rows[index] ?? {}, value);
  });
  answer('POST', AUDIENCES, () => [...new Set(table.rows.flatMap(({ audience }) => audience ?? []))]);
  return renderPage(<LeadsPage />, { path }).user;
}
const row = async (name: string) => {
  const group = await screen.findByRole('group', { name: `Approval of ${name}` });
  return within(group.closest('tr') as HTMLElement);
};
const names = () =>
  screen
    .queryAllByRole('group', { name: /^Approval of / })
    .map((group) => group.getAttribute('aria-label')?.replace('Approval of ', ''));
const filter = () => screen.getByRole('combobox', { name: 'Audience' });
/** Answers a request only when `release` is called. */
function hold(method: string, path: string, respond: Parameters<typeof answer>[2]) {
  const released = Promise.withResolvers<void>();
  answer(method, path, async (request) => {
    await released.promise;
    return respond(request);
  });
  return () => released.resolve();
}
/** Sends the first response, as it is at the request, only when `release` is called. */
function holdFirst(path: string, respond: () => unknown) {
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  answer('POST', path, async () => {
    const response = respond();
    if (isFirst) {
      isFirst = false;
      await released.promise;
    }
    return response;
  });
  return () => released.resolve();
}

it('a picture that cannot be loaded gives way to the initials', async () => {
  open(1, [{ name: 'Ada Lovelace', profile_picture_url: 'https://pictures.example/ada.png' }]);
  const lead = await row('Ada Lovelace');
  const picture = () => document.querySelector('img');
  expect(picture()?.getAttribute('src')).toBe('https://pictures.example/ada.png');
  fireEvent.error(picture() as HTMLImageElement);
  expect(picture()).toBeNull();
  lead.getByText('AL');
});

it('a lead whose company was rejected is marked', async () => {
  open(2, [{ name: 'Ada' }, { name: 'Grace' }]);
  answer('POST', '/rest/v1/rpc/leads_of_rejected_companies', ({ body }) => (body as { ids: string[] }).ids.slice(1));
  const grace = await row('Grace');
  await grace.findByRole('img', { name: 'Company rejected' });
  expect((await row('Ada')).queryByRole('img', { name: 'Company rejected' })).toBeNull();
});

describe('the audience filter', () => {
  it('the audience filter shows that it is loading, then all audiences, in the order of the backend', async () => {
    const user = open(2);
    const release = hold('POST', AUDIENCES, () => ['alpha', 'älter', 'Beta & Co', 'Zürich']);
    await row('Row 001');
    expect(filter().textContent).toBe('Loading audiences...');
    expect(filter()).toHaveProperty('disabled', true);
    release();
    await waitFor(() => expect(filter().textContent).toBe('All Audiences'));
    await user.click(filter());
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All Audiences',
      'alpha',
      'älter',
      'Beta & Co',
      'Zürich',
    ]);
  });

  it('the audience filter is stored in the URL, and keeps the previous rows until the others are loaded', async () => {
    const user = open(2, [{ audience: 'Founders' }]);
    await row('Row 002');
    await user.click(filter());
    const release = hold('GET', LEADS, () => [{ ...table.rows[0], customer_id: CUSTOMER, customers: { name: '' } }]);
    await user.click(screen.getByRole('option', { name: 'Founders' }));
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'));
    expect(names()).toEqual(['Row 001', 'Row 002']);
    expect(screen.queryByRole('status', { name: 'Loading leads' })).toBeNull();
    release();
    await waitFor(() => expect(names()).toEqual(['Row 001']));
    expect(location.search).toBe('?audience=Founders');
    expect(requestsTo('GET', LEADS).map(({ query }) => query.get('audience'))).toEqual([null, 'eq.Founders']);
  });

  it('the audience filter is read from the URL, and All Audiences removes it', async () => {
    const user = open(1, [{ audience: 'Beta & Co' }], '/leads?audience=Beta%20%26%20Co');
    await row('Row 001');
    expect(filter().textContent).toBe('Beta & Co');
    expect(requestsTo('GET', LEADS)[0]?.query.get('audience')).toBe('eq.Beta & Co');
    await user.click(filter());
    await user.click(screen.getByRole('option', { name: 'All Audiences' }));
    await waitFor(() => expect(requestsTo('GET', LEADS)[1]?.query.get('audience')).toBeNull());
    expect(location.search).toBe('');
  });

  it('the page works without audiences if they could not be loaded, which is only logged (S8.10)', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const user = open(1);
    answer('POST', AUDIENCES, failWith(403, 'out of order'));
    await row('Row 001');
    await waitFor(() => expect(logged.mock.calls).toEqual([['Error fetching audiences:', 'out of order']]));
    await user.click(filter());
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['All Audiences']);
    expect(screen.getByRole('region', { name: 'Notifications', hidden: true }).textContent).toBe('');
  });
});

describe('the search', () => {
  it('the search starts when typing pauses for a quarter of a second', async () => {
    open(2, [{ name: 'Love' }]);
    await row('Love');
    const search = screen.getByRole('searchbox');
    vi.useFakeTimers();
    for (const text of ['L', 'Lo', 'Lov', 'Love']) {
      fireEvent.change(search, { target: { value: text } });
      vi.advanceTimersByTime(249);
    }
    expect(location.search).toBe('');
    expect(requestsTo('POST', SEARCH)).toEqual([]);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await waitFor(() => expect(names()).toEqual(['Love']));
    expect(location.search).toBe('?search=Love');
    expect(requestsTo('POST', SEARCH).map(({ body }) => (body as { term: string }).term)).toEqual(['Love']);
  });

  it('a search without matches names its filters, and Clear filters removes them', async () => {
    const user = open(1, [{ name: 'Ada' }], '/leads?audience=Gone&search=none');
    await screen.findByText('No leads match');
    screen.getByText('No results for "none", audience Gone.');
    expect(filter().textContent).toBe('Gone');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await row('Ada');
    expect(location.search).toBe('');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });

  it('the search is cleared by its button, which keeps the focus in it', async () => {
    const user = open(2, [{ name: '100%' }], '/leads?search=100%25');
    await waitFor(() => expect(names()).toEqual(['100%']));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await waitFor(() => expect(names()).toEqual(['100%', 'Row 002']));
  });

  it('the search uses the first 200 characters, also of a URL', async () => {
    open(1, [], `/leads?search=${'a'.repeat(500)}`);
    await screen.findByText('No leads match');
    const search = screen.getByRole('searchbox');
    expect(search).toHaveProperty('value', 'a'.repeat(200));
    fireEvent.change(search, { target: { value: 'Ada*Lovelace%_\\ '.repeat(20) } });
    await waitFor(() => expect(requestsTo('POST', SEARCH)).toHaveLength(2));
    const terms = requestsTo('POST', SEARCH).map(({ body }) => (body as { term: string }).term);
    expect(terms).toEqual(['a'.repeat(200), 'Ada*Lovelace%_\\ '.repeat(20).slice(0, 200).trim()]);
  });

  it('the search shows a decision that was made while it was loading', async () => {
    const user = open(2, [{ name: 'Ada' }, { name: 'Alan' }]);
    await screen.findByText('0 of 2 reviewed');
    const found = () => [{ ...table.rows[0], customer_id: CUSTOMER, customers: { name: '' } }];
    const counted = () => ({
      total: 1,
      approved: 0,
      reviewed: table.rows[0]?.is_approved ? 1 : 0,
      is_estimated: false,
    });
    const releases = [holdFirst(SEARCH, found), holdFirst(TOTALS, counted)];
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Ada' } });
    await waitFor(() => expect(requestsTo('POST', SEARCH)).toHaveLength(1));
    await waitFor(() => expect(requestsTo('POST', TOTALS).length).toBeGreaterThan(1));
    await user.click((await row('Ada')).getByRole('button', { name: 'Approve' }));
    await screen.findByText('Lead approved');
    for (const release of releases) release();
    await waitFor(() => expect(names()).toEqual(['Ada']));
    await screen.findByText('1 of 1 reviewed');
    let requests = -1;
    const sinceLast = () => {
      const before = requests;
      requests = requestsTo('POST', TOTALS).length;
      return requests - before;
    };
    await waitFor(() => expect(sinceLast()).toBe(0), { interval: 300, timeout: 10_000 }); // counts are asked for again
    expect((await row('Ada')).getByRole('button', { name: 'Approved' }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the loading of rows', () => {
  it('a list that is loading shows a skeleton instead of rows (S2.45)', async () => {
    open(1);
    const release = hold('GET', LEADS, () => []);
    await screen.findByRole('status', { name: 'Loading leads' });
    expect(screen.queryByText('Loading...')).toBeNull();
    await screen.findByRole('heading', { name: 'Leads 1', level: 1 });
    release();
    await screen.findByText('No leads yet');
    expect(screen.queryByRole('status', { name: 'Loading leads' })).toBeNull();
  });

  it('the list stays when a further page fails, and Retry continues', async () => {
    table = fakeTable('leads', 60);
    const cursorId = (query: URLSearchParams) => /id\.lt\.([\w-]+)/.exec(query.get('or') ?? '')?.[1];
    const rows = table.rows.map((one) => ({ ...one, customer_id: CUSTOMER, customers: { name: '' } }));
    let isBroken = true;
    answer('GET', LEADS, ({ query }) => {
      if (!cursorId(query)) return rows.slice(0, 50);
      return isBroken ? failWith(403, 'The database rests')() : rows.slice(50);
    });
    const { user } = renderPage(<LeadsPage />);
    await row('Row 001');
    await user.keyboard('j'.repeat(36));
    const error = await screen.findByText('More leads couldn’t be loaded.');
    expect(error.getAttribute('role')).toBe('alert');
    await row('Row 036');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('More leads couldn’t be loaded.')).toBeNull());
    expect(requestsTo('GET', LEADS).map(({ query }) => cursorId(query))).toEqual([undefined, 'id-050', 'id-050']);
  });
});

describe('the counts', () => {
  it('the counts are estimated where counting takes long', async () => {
    open(260); // more pages than are loaded at first
    const totals = { total: 5600, approved: 2800, reviewed: 5600, is_estimated: false };
    answer('POST', TOTALS, ({ body }) => ({ ...totals, is_estimated: (body as { estimate: boolean }).estimate }));
    await screen.findByRole('heading', { name: 'Leads ~5,600', level: 1 });
    screen.getByText('~5,600 of ~5,600 reviewed');
    await row('Row 001');
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
    expect(screen.getByRole('table').getAttribute('aria-busy')).not.toBe('true');
    expect(requestsTo('POST', TOTALS).map(({ body }) => (body as { estimate: boolean }).estimate)).toEqual([true]);
  });

  it('the counts are those of the current filters', async () => {
    const user = open(3, [
      { name: 'Ada', audience: 'Founders', is_approved: true },
      { name: 'Alan', is_approved: false },
      { name: 'Barbara', audience: 'Founders' },
    ]);
    await screen.findByText('2 of 3 reviewed');
    const progress = screen.getByRole('progressbar', { name: 'Review' });
    expect(progress.getAttribute('aria-valuetext')).toBe('2 of 3 reviewed');
    await user.click(filter());
    await user.click(screen.getByRole('option', { name: 'Founders' }));
    await screen.findByText('1 of 2 reviewed');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Barb' } });
    await screen.findByText('0 of 1 reviewed');
    await user.click((await row('Barbara')).getByRole('button', { name: 'Reject' }));
    await screen.findByText('1 of 1 reviewed');
  });
});

describe('a decision', () => {
  it('a decision keeps the focus on its button, and its row becomes the current one', async () => {
    const user = open(3);
    const approve = (await row('Row 002')).getByRole('button', { name: 'Approve' });
    approve.focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Lead approved');
    expect(document.activeElement).toBe(approve);
    expect(approve.closest('tr')?.getAttribute('aria-current')).toBe('true');
  });

  it('a decision on a lead that was deleted shows an error and loads the list again', async () => {
    const user = open(1, [{ name: 'Pia' }]);
    const approve = (await row('Pia')).getByRole('button', { name: 'Approve' });
    table.rows = [];
    await user.click(approve);
    await screen.findByText('Error updating approval status');
    screen.getByText('It no longer exists.');
    await screen.findByText('No leads yet');
  });
});

it('the question mark lists the keys of the page, which can be turned off there', async () => {
  table = fakeTable('leads', 2);
  const { user, unmount } = renderAppAt('/leads');
  await row('Row 001');
  const current = () => document.querySelector('[aria-current=true] [role=group]')?.getAttribute('aria-label');
  const dialog = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.keyboard('?');
  const keys = within(dialog() as HTMLElement);
  const shown = within(keys.getByRole('region', { name: 'On this page' })).getAllByRole('term');
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'Go to the next row',
    'Go to the previous row',
    'Approve and go to the next row',
    'Reject and go to the next row',
    'Choose the reason of the last rejection',
    'Add a note to the last rejection',
    'Undo the last decision',
    'Open the row',
    'Search',
  ]);
  await user.click(keys.getByRole('checkbox', { name: 'Single-key shortcuts (without Ctrl)' }));
  await user.keyboard('{Escape}j');
  expect(current()).toBeUndefined();

  unmount();
  const { user: again } = renderAppAt('/leads');
  await row('Row 001');
  await again.keyboard('?');
  expect(dialog()).toBeNull();
  await again.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  await again.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts (without Ctrl)' }));
  await again.keyboard('{Escape}');
  expect(dialog()).toBeNull();
  await again.keyboard('j');
  expect(current()).toBe('Approval of Row 001');
});
