import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, failWith, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable, requestedIds } from '#tests/component/review-table.ts';
import { COMPANIES } from '@/features/companies/company-table.tsx';
import { LEADS } from '@/features/leads/lead-table.tsx';
import { CustomerListPage } from './customer-list-page.tsx';
import { LIST_MENUS } from './list-menus.ts';

const COLLEAGUE = '00000000-0000-4000-8000-0000000000cc';

const TABLES = [
  {
    name: 'leads',
    noun: 'Lead',
    fields: 'name, company or title',
    page: <CustomerListPage table={LEADS} menus={LIST_MENUS} />,
  },
  {
    name: 'companies',
    noun: 'Company',
    fields: 'name, industry or location',
    page: <CustomerListPage table={COMPANIES} menus={LIST_MENUS} />,
  },
] as const;

describe.each(TABLES)('the list of $name', ({ name, noun, fields, page }) => {
  const path = `/rest/v1/${name}`;
  let table: ReturnType<typeof fakeTable>;

  beforeEach(() => {
    signIn({ customerIds: [CUSTOMER] });
    table = fakeTable(name, 3);
  });

  async function open(progress = '0 of 3 reviewed', search = '') {
    const { user } = renderPage(page, { path: `/${name}${search}` });
    await screen.findByText(progress);
    await expect.poll(() => screen.queryByRole('status', { name: `Loading ${name}` })).toBeNull();
    return user;
  }
  const toggle = (row: string) => within(screen.getByRole('group', { name: `Approval of ${row}` }));
  const button = (row: string, label: 'Approve' | 'Reject') => toggle(row).getByRole('button', { name: label });
  const isPressed = (row: string, label: 'Approved' | 'Rejected') =>
    toggle(row).queryByRole('button', { name: label, pressed: true }) !== null;
  const names = () =>
    screen
      .queryAllByRole('group', { name: /^Approval of / })
      .map((group) => group.getAttribute('aria-label')?.replace('Approval of ', ''));
  const approvals = () => table.rows.map((row) => row.is_approved);
  const saved = () => requestsTo('PATCH', path).map(({ body }) => body);
  const undone = () => requestsTo('POST', `/rest/v1/rpc/undo_${noun.toLowerCase()}_decisions`).map(({ body }) => body);
  const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const currentRow = () => document.querySelector('[aria-current=true] [role=group]')?.getAttribute('aria-label');

  it('the list has a skeleton, an error with details and Retry, and rows (S8.8, S8.9)', async () => {
    const released = Promise.withResolvers<void>();
    answer('GET', path, async () => {
      await released.promise;
      return failWith(500, 'The database rests')();
    });
    const { user } = renderPage(page);
    await screen.findByRole('status', { name: `Loading ${name}` });
    released.resolve();
    await screen.findByText(`The ${name} couldn’t be loaded`);
    const failure = within(screen.getByRole('alert'));
    await user.click(failure.getByText('Details'));
    failure.getByText('The database rests');
    table = fakeTable(name, 3);
    await user.click(failure.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('group', { name: 'Approval of Row 001' });
  });

  it('a viewer sees the decisions, and no button or key decides', async () => {
    signIn({ customerIds: [CUSTOMER], memberRole: 'viewer' });
    Object.assign(table.rows[0] ?? {}, { is_approved: true });
    const user = await open('1 of 3 reviewed');
    screen.getByText('You can view and comment.');
    const rows = [...document.querySelectorAll('main tr[data-index]')];
    expect(rows.map((row) => /To review|Approved/.exec(row.textContent)?.[0])).toEqual([
      'Approved',
      'To review',
      'To review',
    ]);
    await user.keyboard('jarja');
    for (const name of ['Approve', 'Reject']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect([names(), saved()]).toEqual([[], []]);
  });

  it('a list without rows says where they will come from', async () => {
    fakeTable(name, 0);
    renderPage(page);
    await screen.findByText(`No ${name} yet`);
    screen.getByText(`Your ${name} appear here once your agency uploads them.`);
  });

  it('the list has the rows of one status, with the number of each, as the URL says', async () => {
    Object.assign(table.rows[0] ?? {}, { is_approved: false });
    Object.assign(table.rows[2] ?? {}, { is_approved: true });
    const user = await open('2 of 3 reviewed');
    const filter = within(screen.getByRole('radiogroup', { name: 'Status' }));
    expect(filter.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
      'All3',
      'To review1',
      'Approved1',
      'Rejected1',
    ]);
    await user.click(filter.getByRole('radio', { name: /^Rejected/ }));
    await waitFor(() => expect(names()).toEqual(['Row 001']));
    expect(location.search).toBe('?status=rejected');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/1$/);
    await user.type(screen.getByRole('searchbox'), 'Row');
    await waitFor(() => expect(requestsTo('POST', `/rest/v1/rpc/search_${name}`)).toHaveLength(1));
    expect(requestsTo('POST', `/rest/v1/rpc/search_${name}`)[0]?.body).toMatchObject({ status: 'rejected' });
    await user.click(filter.getByRole('radio', { name: /^All/ }));
    await waitFor(() => expect(names()).toEqual(['Row 001', 'Row 002', 'Row 003']));
    expect(location.search).toBe('?search=Row');
    expect(requestsTo('GET', path).map(({ query }) => query.get('is_approved'))).toEqual([null, 'is.false']);
  });

  it('the list is sorted as the URL says, also while searching', async () => {
    const user = await open();
    const search = () => requestsTo('POST', `/rest/v1/rpc/search_${name}`).map(({ body }) => body);
    const view = screen.getByRole('button', { name: 'View' });
    await user.click(view);
    screen.getByRole('menuitemradio', { name: 'Newest first', checked: true });
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual(
      name === 'leads' ? ['Newest first', 'Name A–Z', 'Company A–Z'] : ['Newest first', 'Name A–Z'],
    );
    await user.click(screen.getByRole('menuitemradio', { name: 'Name A–Z' }));
    await waitFor(() => expect(search()).toHaveLength(1));
    expect(search()[0]).toEqual({ term: '', customers: [CUSTOMER], sort: 'name', page_size: 50 });
    expect(location.search).toBe('?sort=name');
    await user.click(screen.getByRole('searchbox'));
    await user.paste('Row');
    await waitFor(() => expect(search()).toHaveLength(2));
    expect(search()[1]).toMatchObject({ term: 'Row', sort: 'name' });
    expect(location.search).toBe('?sort=name&search=Row');
    await user.click(view);
    await user.click(screen.getByRole('menuitemradio', { name: 'Newest first' }));
    await waitFor(() => expect(location.search).toBe('?search=Row'));
  });

  it('the list begins a review with the first row, which A and R decide at once', async () => {
    Object.assign(table.rows[0] ?? {}, { is_approved: true });
    const user = await open('1 of 3 reviewed', '?status=to-review');
    expect(currentRow()).toBe('Approval of Row 002');
    expect(document.activeElement?.querySelector('[role=group]')?.getAttribute('aria-label')).toBe(
      'Approval of Row 002',
    );
    await user.keyboard('r');
    await waitFor(() => expect(approvals()).toEqual([true, false, null]));
    expect(currentRow()).toBe('Approval of Row 003');
  });

  it('keys that come before the list is rendered again decide one row each', async () => {
    await open('0 of 3 reviewed', '?status=to-review');
    act(() => [...'ara'].forEach(press));
    await waitFor(() => expect(approvals()).toEqual([true, false, true]));
  });

  it('a key that comes as soon as the rows are shown, and the next one, decide one row each', async () => {
    const observer = new MutationObserver(() => {
      if (!currentRow()) return;
      observer.disconnect();
      press('a'); // before the effects of the rows, of which one focuses the first row
    });
    observer.observe(document, { childList: true, subtree: true });
    const user = await open('1 of 3 reviewed', '?status=to-review');
    expect(currentRow()).toBe('Approval of Row 002');
    await user.keyboard('r');
    await waitFor(() => expect(approvals()).toEqual([true, false, null]));
  });

  it('the list keeps the focus in the search, whose first match A decides afterwards', async () => {
    const user = await open('0 of 3 reviewed', '?status=to-review');
    await user.type(screen.getByRole('searchbox'), 'Row 003');
    await waitFor(() => expect(currentRow()).toBe('Approval of Row 003'));
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('the first A or R in another list shows which row the next one decides', async () => {
    const user = await open();
    expect(currentRow()).toBe(undefined);
    await user.keyboard('a');
    expect(currentRow()).toBe('Approval of Row 001');
    expect(saved()).toEqual([]);
    await user.keyboard('a');
    await waitFor(() => expect(approvals()).toEqual([true, null, null]));
  });

  it('a decided row stays in the list of a status until another row is current', async () => {
    const user = await open('0 of 3 reviewed', '?status=to-review');
    await user.click(button('Row 002', 'Reject'));
    await screen.findByText('1 of 3 reviewed');
    expect(isPressed('Row 002', 'Rejected')).toBe(true);
    expect(names()).toEqual(['Row 001', 'Row 002', 'Row 003']);
    await user.keyboard('k');
    await waitFor(() => expect(names()).toEqual(['Row 001', 'Row 003']));
    await user.keyboard('a');
    await waitFor(() => expect(names()).toEqual(['Row 003']));
    expect(currentRow()).toBe('Approval of Row 003');
    await user.keyboard('u');
    await waitFor(() => expect(names()).toEqual(['Row 001', 'Row 003']));
    expect(currentRow()).toBe('Approval of Row 001');
    expect(approvals()).toEqual([null, false, null]);
  });

  it('a decision that somebody made first is shown instead of overwritten, and a second press overwrites it', async () => {
    const user = await open();
    Object.assign(table.rows[0] ?? {}, { is_approved: false, decided_by: COLLEAGUE });
    answer('POST', '/rest/v1/rpc/user_names', () => [{ id: COLLEAGUE, name: 'Ada Lovelace' }]);
    await user.keyboard('aa');
    await screen.findByText(`${noun} already rejected by Ada Lovelace`);
    expect(requestsTo('POST', '/rest/v1/rpc/user_names').map(({ body }) => body)).toEqual([
      { customer_id: CUSTOMER, user_ids: [COLLEAGUE], as_member: false },
    ]);
    expect(requestsTo('PATCH', path)[0]?.query.get('is_approved')).toBe('is.null');
    expect(approvals()).toEqual([false, null, null]);
    expect(isPressed('Row 001', 'Rejected')).toBe(true);
    await user.keyboard('u');
    expect(undone()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Approve anyway' }));
    await screen.findByText(`${noun} approved`);
    expect(requestsTo('PATCH', path)[1]?.query.has('is_approved')).toBe(false);
    expect(approvals()).toEqual([true, null, null]);
    await user.keyboard('u');
    await waitFor(() => expect(approvals()).toEqual([false, null, null]));
  });

  it('the message about another user’s decision stays while further rows are decided', async () => {
    const user = await open();
    Object.assign(table.rows[0] ?? {}, { is_approved: true, decided_by: USER_ID });
    await user.click(button('Row 001', 'Reject'));
    await findToast(`${noun} already approved by you`);
    await user.click(button('Row 002', 'Approve'));
    await findToast(`${noun} approved`);
    screen.getByText(`${noun} already approved by you`);
    expect(isPressed('Row 001', 'Approved')).toBe(true);
  });

  it('the list says who made the same decision first, without an undo', async () => {
    const user = await open();
    Object.assign(table.rows[0] ?? {}, { is_approved: true, decided_by: COLLEAGUE });
    answer('POST', '/rest/v1/rpc/user_names', () => []);
    await user.click(button('Row 001', 'Approve'));
    await findToast(`${noun} already approved by someone else`);
    expect(screen.queryByRole('button', { name: /anyway|Undo/ })).toBeNull();
  });

  it('the list says that a decision cannot be undone because its row has changed since', async () => {
    const user = await open();
    await user.keyboard('ja');
    await screen.findByText(`${noun} approved`);
    answer('POST', `/rest/v1/rpc/undo_${noun.toLowerCase()}_decisions`, () => []);
    await user.keyboard('u');
    await screen.findByText('Can’t undo');
    screen.getByText('It has changed since.');
    expect(isPressed('Row 001', 'Approved')).toBe(true);
  });

  it('the list undoes several decisions about the same row, one after another', async () => {
    const user = await open();
    await user.click(button('Row 001', 'Approve'));
    await user.click(button('Row 001', 'Reject'));
    await screen.findByText(`${noun} rejected`);
    await user.keyboard('u');
    await waitFor(() => expect(approvals()).toEqual([true, null, null]));
    await user.keyboard('u');
    await waitFor(() => expect(approvals()).toEqual([null, null, null]));
    await waitFor(() =>
      expect([isPressed('Row 001', 'Approved'), isPressed('Row 001', 'Rejected')]).toEqual([false, false]),
    );
    expect(undone()).toEqual([{ ids: ['id-001'] }, { ids: ['id-001'] }]);
    expect(saved()).toEqual([{ is_approved: true }, { is_approved: false }]);
  });

  it('a key that is held down undoes one decision', async () => {
    const user = await open();
    await user.keyboard('jaa');
    await waitFor(() => expect(approvals()).toEqual([true, true, null]));
    for (const repeat of [false, true, true]) fireEvent.keyDown(document.body, { key: 'u', repeat });
    await user.keyboard('r');
    await waitFor(() => expect(approvals()).toEqual([true, false, null]));
    expect(undone()).toEqual([{ ids: ['id-002'] }]);
  });

  /** The counts of the other list, which the end of a review links to. */
  const otherHas = (totals: { total: number; approved: number; reviewed: number }) =>
    answer('POST', `/rest/v1/rpc/${name === 'leads' ? 'company' : 'lead'}_totals`, () => ({
      ...totals,
      is_estimated: false,
    }));

  it('a review ends with the counts, what comes next, and an undo', async () => {
    Object.assign(table.rows[0] ?? {}, { is_approved: false });
    const other = name === 'leads' ? 'companies' : 'leads';
    const user = await open('1 of 3 reviewed', '?status=to-review');
    otherHas({ total: 5, approved: 1, reviewed: 2 });
    await user.keyboard('aa');
    await screen.findByText(`All ${name} are reviewed`);
    await screen.findByText('2 approved, 1 rejected.');
    const link = async (label: string) => (await screen.findByRole('link', { name: label })).getAttribute('href');
    expect(await link(`Review 3 ${other}`)).toBe(`/${other}?status=to-review`);
    expect(await link(`See 1 rejected ${noun.toLowerCase()}`)).toBe(`/${name}?status=rejected`);
    await findToast(`${noun} approved`);
    const undoButtons = () => screen.getAllByRole('button', { name: /^Undo/ }).map(({ textContent }) => textContent);
    await waitFor(() => expect(undoButtons()).toEqual(['Undo']));
    await user.click(screen.getByRole('button', { name: `Dismiss: ${noun} approved` }));
    expect(undoButtons()).toEqual(['Undo last decision']);
    await user.click(screen.getByRole('button', { name: 'Undo last decision' }));
    await waitFor(() => expect(names()).toEqual(['Row 003']));
    expect(currentRow()).toBe('Approval of Row 003');
    await waitFor(() => expect(approvals()).toEqual([false, true, null]));
  });

  it('a review ends without counts while decisions are being saved', async () => {
    const user = await open('0 of 3 reviewed', '?status=to-review');
    otherHas({ total: 0, approved: 0, reviewed: 0 });
    const { promise: online, resolve: goOnline } = Promise.withResolvers<void>();
    answer('PATCH', `/rest/v1/${name}`, async (request) => {
      await online;
      return table.patch(request);
    });
    await user.keyboard('aar');
    await screen.findByText(`All ${name} are reviewed`);
    screen.getByText('Saving 3 decisions…');
    expect(screen.queryByText(/approved, /)).toBeNull();
    goOnline();
    await screen.findByText('2 approved, 1 rejected.');
    expect(approvals()).toEqual([true, true, false]);
  });

  it('a filtered review ends with a link to the rest', async () => {
    const user = await open('0 of 1 reviewed', '?status=to-review&search=Row+002');
    otherHas({ total: 5, approved: 5, reviewed: 5 });
    await user.keyboard('r');
    await screen.findByText('Nothing left to review here');
    await user.click(await screen.findByRole('link', { name: `Review 2 more ${name}` }));
    await waitFor(() => expect(names()).toEqual(['Row 001', 'Row 003']));
    await user.keyboard('aa');
    await screen.findByText(`All ${name} are reviewed`);
    expect((await screen.findByRole('link', { name: 'Go to campaigns' })).getAttribute('href')).toBe('/copy');
  });

  it('a decided row is listed under its new status', async () => {
    const user = await open('0 of 3 reviewed', '?status=approved');
    await screen.findByText(`No ${name} match`);
    await user.click(screen.getByRole('radio', { name: /^To review/ }));
    await screen.findByRole('group', { name: 'Approval of Row 001' });
    await user.click(button('Row 001', 'Approve'));
    await screen.findByText('1 of 3 reviewed');
    await user.click(screen.getByRole('radio', { name: /^Approved/ }));
    await waitFor(() => expect(names()).toEqual(['Row 001']));
  });

  it('a search that matches nothing is named, and can be cleared', async () => {
    const user = await open();
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: `Search by ${fields}` });
    await user.type(search, ' nowhere ');
    await screen.findByText(`No ${name} match`);
    screen.getByText('No results for "nowhere".');
    expect(location.search).toBe('?search=nowhere');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByRole('group', { name: 'Approval of Row 003' });
    expect(location.search).toBe('');
    expect(search.value).toBe('');
  });

  it('a row can be approved and rejected in any state', async () => {
    Object.assign(table.rows[1] ?? {}, { is_approved: false });
    Object.assign(table.rows[2] ?? {}, { is_approved: true });
    const user = await open('2 of 3 reviewed');
    await user.click(button('Row 001', 'Reject'));
    await user.click(button('Row 002', 'Approve'));
    await user.click(button('Row 003', 'Reject'));
    await screen.findByText('3 of 3 reviewed');
    await waitFor(() => expect(approvals()).toEqual([false, true, false]));
    expect(isPressed('Row 002', 'Approved')).toBe(true);
    expect(isPressed('Row 003', 'Approved')).toBe(false);
    expect(screen.getAllByText(`${noun} rejected`)).toHaveLength(1);
  });

  it('a decision is shown before it is saved, and its toast undoes it', async () => {
    const released = Promise.withResolvers<void>();
    answer('PATCH', path, async (request) => {
      await released.promise;
      return table.patch(request);
    });
    const user = await open();
    await user.click(button('Row 001', 'Approve'));
    expect(isPressed('Row 001', 'Approved')).toBe(true);
    expect(screen.queryByText(`${noun} approved`)).toBeNull();
    expect(approvals()).toEqual([null, null, null]);
    released.resolve();
    await screen.findByText(`${noun} approved`);
    await screen.findByText('1 of 3 reviewed');

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Decision undone');
    await screen.findByText('0 of 3 reviewed');
    expect(isPressed('Row 001', 'Approved')).toBe(false);
    expect(screen.queryByText(`${noun} approved`)).toBeNull();
    expect(approvals()).toEqual([null, null, null]);
    expect(saved()).toEqual([{ is_approved: true }]);
    expect(undone()).toEqual([{ ids: ['id-001'] }]);
    expect(requestsTo('PATCH', path)[0]?.query.get('customer_id')).toBe(`eq.${CUSTOMER}`);
  });

  it('a decision that fails is reverted, shows the reason and loads the list again (S8.11, S8.12)', async () => {
    const user = await open();
    answer('PATCH', path, failWith(500, 'out of order'));
    const loaded = requestsTo('GET', path).length;
    await user.click(button('Row 002', 'Reject'));
    await screen.findByText('Error updating approval status');
    expect(screen.getByText('out of order')).toBeDefined();
    expect(isPressed('Row 002', 'Rejected')).toBe(false);
    expect(screen.getAllByText('Error updating approval status')).toHaveLength(1);
    expect(screen.getByText('0 of 3 reviewed')).toBeDefined();
    await expect.poll(() => requestsTo('GET', path).length).toBe(loaded + 1);
    answer('PATCH', path, table.patch);
    await user.click(button('Row 002', 'Approve'));
    await screen.findByText(`${noun} approved`);
  });

  it('undo restores the value before a failed decision', async () => {
    const user = await open();
    const released = Promise.withResolvers<void>();
    answer('PATCH', path, async (request) => {
      await released.promise;
      return requestsTo('PATCH', path).length === 1 ? failWith(500, 'out of order')() : table.patch(request);
    });
    await user.click(button('Row 001', 'Approve'));
    await user.click(button('Row 001', 'Reject'));
    released.resolve();
    await screen.findByText(`${noun} rejected`);
    await user.keyboard('u');
    await screen.findByText('Decision undone');
    expect(saved()).toEqual([{ is_approved: true }, { is_approved: false }]);
    expect(approvals()).toEqual([null, null, null]);
    expect([isPressed('Row 001', 'Approved'), isPressed('Row 001', 'Rejected')]).toEqual([false, false]);
  });

  it('the second of two quick decisions on a row is saved after the first, and shown', async () => {
    const user = await open();
    const released = Promise.withResolvers<void>();
    answer('PATCH', path, async (request) => {
      await released.promise;
      return table.patch(request);
    });
    await user.click(button('Row 001', 'Approve'));
    await user.click(button('Row 001', 'Reject'));
    expect(isPressed('Row 001', 'Rejected')).toBe(true);
    expect(saved()).toEqual([{ is_approved: true }]);
    released.resolve();
    await screen.findByText(`${noun} rejected`);
    expect(saved()).toEqual([{ is_approved: true }, { is_approved: false }]);
    expect(approvals()).toEqual([false, null, null]);
    expect(isPressed('Row 001', 'Rejected')).toBe(true);
    expect(screen.queryByText(`${noun} approved`)).toBeNull();
  });

  it('a row shows the stored value again if two quick decisions both fail', async () => {
    const user = await open();
    const released = Promise.withResolvers<void>();
    answer('PATCH', path, async () => {
      await released.promise;
      return failWith(500, 'out of order')();
    });
    await user.click(button('Row 001', 'Approve'));
    await user.click(button('Row 001', 'Reject'));
    expect(isPressed('Row 001', 'Rejected')).toBe(true);
    released.resolve();
    await expect.poll(() => saved().length).toBe(2);
    await expect.poll(() => isPressed('Row 001', 'Rejected')).toBe(false);
    expect(isPressed('Row 001', 'Approved')).toBe(false);
    expect(await screen.findAllByText('Error updating approval status')).toHaveLength(2);
    expect(screen.getAllByText('out of order')).toHaveLength(2);
    await user.keyboard('u');
    expect(saved()).toHaveLength(2);
  });

  it('the value that a row already has is not saved', async () => {
    Object.assign(table.rows[0] ?? {}, { is_approved: true });
    const user = await open('1 of 3 reviewed');
    await user.click(toggle('Row 001').getByRole('button', { name: 'Approved' }));
    expect(saved()).toEqual([]);
  });

  it('the list is reviewed by keys: J and K move, A and R decide and move on, U undoes', async () => {
    const user = await open();
    await user.keyboard('jar');
    await screen.findByText('2 of 3 reviewed');
    expect(approvals()).toEqual([true, false, null]);
    expect(currentRow()).toBe('Approval of Row 003');
    await user.keyboard('kk');
    expect(currentRow()).toBe('Approval of Row 001');

    await user.keyboard('u');
    expect(currentRow()).toBe('Approval of Row 002');
    await user.keyboard('u');
    await screen.findByText('0 of 3 reviewed');
    expect(approvals()).toEqual([null, null, null]);
    await user.keyboard('u');
    expect(saved()).toHaveLength(2);
    expect(undone()).toHaveLength(2);
  });

  it('decisions are saved one after another, each on its own row', async () => {
    const user = await open();
    const log: string[] = [];
    answer('PATCH', path, async (request) => {
      const [id] = requestedIds(request);
      log.push(`start ${id}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      log.push(`end ${id}`);
      return table.patch(request);
    });
    await user.keyboard('jara');
    await screen.findByText('3 of 3 reviewed');
    expect(approvals()).toEqual([true, false, true]);
    expect(log).toEqual(['id-001', 'id-002', 'id-003'].flatMap((id) => [`start ${id}`, `end ${id}`]));
  });

  it('arrow keys move through the rows inside the list only', async () => {
    const user = await open();
    await user.keyboard('{ArrowDown}');
    expect(currentRow()).toBeUndefined();
    await user.keyboard('j{ArrowDown}');
    expect(currentRow()).toBe('Approval of Row 002');
    await user.keyboard('{ArrowUp}');
    expect(currentRow()).toBe('Approval of Row 001');
  });

  it('the slash key goes to the search, where the other keys are text', async () => {
    const user = await open();
    await user.keyboard('j/');
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    expect(document.activeElement).toBe(search);
    await user.keyboard('ar');
    expect(search.value).toBe('ar');
    expect(saved()).toEqual([]);
    await screen.findByText(`No ${name} match`);
  });
});
