import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable, idsOf } from '#tests/component/review-table.ts';
import { COMPANIES } from '@/features/companies/company-table.tsx';
import { LEADS } from '@/features/leads/lead-table.tsx';
import { CustomerListPage } from './customer-list-page.tsx';

const TABLES = [
  { name: 'leads', noun: 'Lead', fields: 'name, company or title', page: <CustomerListPage table={LEADS} /> },
  {
    name: 'companies',
    noun: 'Company',
    fields: 'name, industry or location',
    page: <CustomerListPage table={COMPANIES} />,
  },
] as const;

describe.each(TABLES)('the list of $name', ({ name, noun, fields, page }) => {
  const path = `/rest/v1/${name}`;
  let table: ReturnType<typeof fakeTable>;

  beforeEach(() => {
    signIn({ customerIds: [CUSTOMER] });
    table = fakeTable(name, 3);
  });

  async function open(progress = '0 of 3 reviewed') {
    const { user } = renderPage(page);
    await screen.findByText(progress);
    return user;
  }
  const button = (row: string, label: 'Approve' | 'Reject') =>
    within(screen.getByRole('group', { name: `Approval of ${row}` })).getByRole('button', { name: label });
  const isPressed = (row: string, label: 'Approve' | 'Reject') =>
    button(row, label).getAttribute('aria-pressed') === 'true';
  const approvals = () => table.rows.map((row) => row.is_approved);
  const saved = () => requestsTo('PATCH', path).map(({ body }) => body);
  const currentRow = () => document.querySelector('[aria-current=true] [role=group]')?.getAttribute('aria-label');

  it('has a skeleton, an error with details and Retry, and rows', async () => {
    const released = Promise.withResolvers<void>();
    answer('GET', path, async () => {
      await released.promise;
      return failWith(500, 'The database rests')();
    });
    const { user } = renderPage(page);
    await screen.findByRole('status', { name: `Loading ${name}` });
    released.resolve();
    await screen.findByText(`The ${name} could not be loaded`);
    const failure = within(screen.getByRole('alert'));
    await user.click(failure.getByText('Details'));
    failure.getByText('The database rests');
    table = fakeTable(name, 3);
    await user.click(failure.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('group', { name: 'Approval of Row 001' });
  });

  it('without rows says where they will come from', async () => {
    fakeTable(name, 0);
    renderPage(page);
    await screen.findByText(`No ${name} yet`);
    screen.getByText(`Your ${name} appear here once your agency has uploaded them.`);
  });

  it('names a search that matches nothing, and clears it', async () => {
    const user = await open();
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: `Search by ${fields}` });
    await user.type(search, ' nowhere ');
    await screen.findByText(`No ${name} match`);
    screen.getByText('Nothing was found for “nowhere”.');
    expect(location.search).toBe('?search=nowhere');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByRole('group', { name: 'Approval of Row 003' });
    expect(location.search).toBe('');
    expect(search.value).toBe('');
  });

  it('can be approved and rejected in any state', async () => {
    Object.assign(table.rows[1] ?? {}, { is_approved: false });
    Object.assign(table.rows[2] ?? {}, { is_approved: true });
    const user = await open('2 of 3 reviewed');
    await user.click(button('Row 001', 'Reject'));
    await user.click(button('Row 002', 'Approve'));
    await user.click(button('Row 003', 'Reject'));
    await screen.findByText('3 of 3 reviewed');
    await waitFor(() => expect(approvals()).toEqual([false, true, false]));
    expect(isPressed('Row 002', 'Approve')).toBe(true);
    expect(isPressed('Row 003', 'Approve')).toBe(false);
    expect(screen.getAllByText(`${noun} rejected`)).toHaveLength(1);
  });

  it('shows a decision before it is saved, and its toast undoes it', async () => {
    const released = Promise.withResolvers<void>();
    answer('PATCH', path, async (request) => {
      await released.promise;
      return table.patch(request);
    });
    const user = await open();
    await user.click(button('Row 001', 'Approve'));
    expect(isPressed('Row 001', 'Approve')).toBe(true);
    expect(screen.queryByText(`${noun} approved`)).toBeNull();
    expect(approvals()).toEqual([null, null, null]);
    released.resolve();
    await screen.findByText(`${noun} approved`);
    await screen.findByText('1 of 3 reviewed');

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Decision undone');
    await screen.findByText('0 of 3 reviewed');
    expect(isPressed('Row 001', 'Approve')).toBe(false);
    expect(screen.queryByText(`${noun} approved`)).toBeNull();
    expect(saved()).toEqual([{ is_approved: true }, { is_approved: null }]);
    expect(requestsTo('PATCH', path)[0]?.query.get('customer_id')).toBe(`eq.${CUSTOMER}`);
  });

  it('reverts a decision that fails, shows the reason and loads the list again', async () => {
    const user = await open();
    answer('PATCH', path, failWith(500, 'out of order'));
    const loaded = requestsTo('GET', path).length;
    await user.click(button('Row 002', 'Reject'));
    await screen.findByText('Error updating approval status');
    expect(screen.getByText('out of order')).toBeDefined();
    expect(isPressed('Row 002', 'Reject')).toBe(false);
    expect(screen.getAllByText('Error updating approval status')).toHaveLength(1);
    expect(screen.getByText('0 of 3 reviewed')).toBeDefined();
    await expect.poll(() => requestsTo('GET', path).length).toBe(loaded + 1);
    answer('PATCH', path, table.patch);
    await user.click(button('Row 002', 'Approve'));
    await screen.findByText(`${noun} approved`);
  });

  it('undoes a decision to the value before a failed one', async () => {
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
    expect(saved()).toEqual([{ is_approved: true }, { is_approved: false }, { is_approved: null }]);
    expect([isPressed('Row 001', 'Approve'), isPressed('Row 001', 'Reject')]).toEqual([false, false]);
  });

  it('saves the second of two quick decisions on a row after the first, and shows the second', async () => {
    const user = await open();
    const released = Promise.withResolvers<void>();
    answer('PATCH', path, async (request) => {
      await released.promise;
      return table.patch(request);
    });
    await user.click(button('Row 001', 'Approve'));
    await user.click(button('Row 001', 'Reject'));
    expect(isPressed('Row 001', 'Reject')).toBe(true);
    expect(saved()).toEqual([{ is_approved: true }]);
    released.resolve();
    await screen.findByText(`${noun} rejected`);
    expect(saved()).toEqual([{ is_approved: true }, { is_approved: false }]);
    expect(approvals()).toEqual([false, null, null]);
    expect(isPressed('Row 001', 'Reject')).toBe(true);
    expect(screen.queryByText(`${noun} approved`)).toBeNull();
  });

  it('shows the stored value again if two quick decisions both fail', async () => {
    const user = await open();
    const released = Promise.withResolvers<void>();
    answer('PATCH', path, async () => {
      await released.promise;
      return failWith(500, 'out of order')();
    });
    await user.click(button('Row 001', 'Approve'));
    await user.click(button('Row 001', 'Reject'));
    expect(isPressed('Row 001', 'Reject')).toBe(true);
    released.resolve();
    await expect.poll(() => saved().length).toBe(2);
    await expect.poll(() => isPressed('Row 001', 'Reject')).toBe(false);
    expect(isPressed('Row 001', 'Approve')).toBe(false);
    expect(await screen.findAllByText('Error updating approval status')).toHaveLength(2);
    expect(screen.getAllByText('out of order')).toHaveLength(2);
    await user.keyboard('u');
    expect(saved()).toHaveLength(2);
  });

  it('does not save the value that a row already has', async () => {
    Object.assign(table.rows[0] ?? {}, { is_approved: true });
    const user = await open('1 of 3 reviewed');
    await user.click(button('Row 001', 'Approve'));
    expect(saved()).toEqual([]);
  });

  it('is reviewed by keys: J and K move, A and R decide and move on, U undoes', async () => {
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
    expect(saved()).toHaveLength(4);
  });

  it('saves decisions one after another, each on its own row', async () => {
    const user = await open();
    const log: string[] = [];
    answer('PATCH', path, async (request) => {
      const [id] = idsOf(request);
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

  it('is moved through by arrow keys inside the list only', async () => {
    const user = await open();
    await user.keyboard('{ArrowDown}');
    expect(currentRow()).toBeUndefined();
    await user.keyboard('j{ArrowDown}');
    expect(currentRow()).toBe('Approval of Row 002');
    await user.keyboard('{ArrowUp}');
    expect(currentRow()).toBe('Approval of Row 001');
  });

  it('has a slash key that goes to the search, where the other keys are text', async () => {
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
