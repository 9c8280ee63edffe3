import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { fakeTable, idsOf } from '#tests/component/review-table.ts';
import { AdminCompaniesPage } from '@/features/companies/admin-companies-page.tsx';
import { AdminLeadsPage } from '@/features/leads/admin-leads-page.tsx';

const TABLES = [
  { name: 'leads', one: 'lead', page: <AdminLeadsPage /> },
  { name: 'companies', one: 'company', page: <AdminCompaniesPage /> },
] as const;

describe.each(TABLES)('the list of $name of an administrator', ({ name, one, page }) => {
  const path = `/rest/v1/${name}`;
  let table: ReturnType<typeof fakeTable>;
  beforeEach(() => signIn({ roles: ['admin'] }));

  async function open(count: number) {
    table = fakeTable(name, count);
    const { user } = renderPage(page);
    await screen.findByRole('checkbox', { name: 'Select Row 001' });
    return user;
  }
  const checkbox = (label: string) => screen.getByRole('checkbox', { name: label });
  const state = (label: string) => checkbox(label).getAttribute('aria-checked');
  const SELECT_ALL = `Select all ${name}`;
  const bar = () => within(screen.getByRole('region', { name: 'Selection' }));
  const button = (label: string) => screen.getByRole('button', { name: label });
  const sizes = (method: string) => requestsTo(method, path).map((request) => idsOf(request).length);

  describe('its selection', () => {
    it('is partial until all rows are selected, including those not loaded', async () => {
      const user = await open(120);
      await user.click(checkbox('Select Row 002'));
      expect(state(SELECT_ALL)).toBe('mixed');
      expect(bar().getByText('1 selected')).toBeDefined();
      await user.click(bar().getByRole('button', { name: 'Select all 120 matching' }));
      expect(state(SELECT_ALL)).toBe('true');
      expect(bar().getByText('All 120 matching')).toBeDefined();
      await user.click(checkbox('Select Row 001'));
      expect(state(SELECT_ALL)).toBe('mixed');
      expect(bar().getByText('119 selected')).toBeDefined();
      await user.click(checkbox(SELECT_ALL));
      await user.click(checkbox(SELECT_ALL));
      expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    });

    it('extends by Shift and a click, and by Shift and the arrow keys', async () => {
      const user = await open(5);
      const selected = () => table.rows.map((row) => state(`Select ${row.name}`) === 'true');
      await user.click(checkbox('Select Row 001'));
      await user.keyboard('{Shift>}');
      await user.click(checkbox('Select Row 003'));
      await user.keyboard('{/Shift}');
      expect(selected()).toEqual([true, true, true, false, false]);
      await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
      expect(selected()).toEqual([true, true, true, true, false]);
      expect(document.activeElement).toBe(checkbox('Select Row 004'));
      await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
      expect(selected()).toEqual([true, true, true, false, false]);
      await user.keyboard('{ArrowUp}');
      expect(document.activeElement).toBe(checkbox('Select Row 002'));
      expect(selected()).toEqual([true, true, true, false, false]);
    });

    it('stays when the search changes, and says how much of it is outside', async () => {
      const user = await open(3);
      await user.click(checkbox('Select Row 001'));
      await user.click(checkbox('Select Row 002'));
      const search = screen.getByRole('searchbox');
      await user.type(search, 'Row 002');
      await bar().findByText('2 selected, 1 of them outside this filter');
      await user.click(bar().getByRole('button', { name: 'Show what is selected' }));
      await bar().findByText('2 selected');
      expect(search).toHaveProperty('value', '');
    });

    it('of all rows stays a selection of all that matched when it was made', async () => {
      const user = await open(3);
      await user.click(checkbox(SELECT_ALL));
      await user.type(screen.getByRole('searchbox'), 'Row 002');
      await bar().findByText('All 3 selected');
      expect(state('Select Row 002')).toBe('false');
    });
  });

  describe('a bulk action', () => {
    it('runs in batches of 200, clears the selection, and its toast restores the previous values', async () => {
      const user = await open(450);
      Object.assign(table.rows[0] ?? {}, { is_approved: false });
      Object.assign(table.rows[1] ?? {}, { is_approved: true });
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Approve Selected'));
      await screen.findByText(`450 ${name} approved`);
      expect(sizes('PATCH')).toEqual([200, 200, 50]);
      expect(table.rows.every((row) => row.is_approved)).toBe(true);
      expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();

      Object.assign(table.rows[2] ?? {}, { is_approved: false }); // changed meanwhile
      await user.click(button('Undo'));
      await screen.findByText(`448 ${name} restored`);
      expect(screen.getByText('1 not restored because they have changed since.')).toBeDefined();
      expect(table.rows.slice(0, 4).map((row) => row.is_approved)).toEqual([false, true, false, null]);
    });

    it('keeps the rows of a failed batch selected and reports the counts', async () => {
      const user = await open(250);
      answer('PATCH', path, (request) =>
        requestsTo('PATCH', path).length === 2 ? failWith(500, 'out of order')() : table.patch(request),
      );
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Approve Selected'));
      await screen.findByText('Partial approval completed');
      expect(screen.getByText(`200 ${name} approved, 50 failed: out of order`)).toBeDefined();
      await bar().findByText('50 selected');
      await user.click(button('Approve Selected'));
      await screen.findByText(`50 ${name} approved`);
    });

    it('reports that nothing was done if every batch fails', async () => {
      const user = await open(2);
      answer('PATCH', path, failWith(500, 'out of order'));
      await user.click(checkbox('Select Row 002'));
      await user.click(button('Approve Selected'));
      await screen.findByText(`Failed to approve ${name}`);
      expect(screen.getByText(`0 ${name} approved, 1 failed: out of order`)).toBeDefined();
      expect(state('Select Row 002')).toBe('true');
    });

    it('starts once while it is running', async () => {
      const user = await open(2);
      const released = Promise.withResolvers<void>();
      answer('PATCH', path, async (request) => {
        await released.promise;
        return table.patch(request);
      });
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Approve Selected'));
      await user.click(button('Approve Selected'));
      released.resolve();
      await screen.findByText(`2 ${name} approved`);
      expect(sizes('PATCH')).toEqual([2]);
    });

    it('can be cancelled between two batches', async () => {
      const user = await open(250);
      const released = Promise.withResolvers<void>();
      answer('DELETE', path, async (request) => {
        await released.promise;
        return table.rows.splice(0, idsOf(request).length);
      });
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Delete Selected'));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: `Delete 250 ${name}` }));
      const progress = within(await screen.findByRole('dialog', { name: `Deleting ${name}` }));
      expect(progress.getByText(`0 of 250 ${name}`)).toBeDefined();
      await user.click(progress.getByRole('button', { name: 'Cancel' }));
      expect(progress.getByText('Stopping after the current batch…')).toBeDefined();
      released.resolve();
      await screen.findByText('Partial deletion completed');
      expect(screen.getByText(`200 ${name} deleted, 50 not tried.`)).toBeDefined();
      expect(sizes('DELETE')).toEqual([200]);
    });

    it('can be cancelled while the matching rows are being found, and then changes nothing', async () => {
      const user = await open(2);
      await user.click(checkbox(SELECT_ALL));
      answer('GET', path, () => new Promise(() => {}));
      await user.click(button('Approve Selected'));
      const progress = within(await screen.findByRole('dialog', { name: `Approving ${name}` }));
      expect(progress.getByText(`Finding the ${name} that match…`)).toBeDefined();
      await user.click(progress.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(bar().getByText('All 2 matching')).toBeDefined();
      expect(requestsTo('PATCH', path)).toEqual([]);
    });

    it('offers to undo again what could not be restored', async () => {
      const user = await open(2);
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Approve Selected'));
      await screen.findByText(`2 ${name} approved`);
      answer('PATCH', path, failWith(500, 'out of order'));
      await user.click(button('Undo'));
      await screen.findByText('Failed to undo');
      answer('PATCH', path, table.patch);
      await user.click(button('Try again'));
      await screen.findByText(`2 ${name} restored`);
      expect(table.rows.map((row) => row.is_approved)).toEqual([null, null]);
    });

    it('deletes only after a confirmation', async () => {
      const user = await open(2);
      await user.click(checkbox('Select Row 001'));
      await user.click(button('Delete Selected'));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
      expect(requestsTo('DELETE', path)).toEqual([]);
      await user.click(button('Delete Selected'));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: `Delete 1 ${one}` }));
      await screen.findByText(`1 ${one} deleted`);
      await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Row 001' })).toBeNull());
    });

    it('approves all that are pending under the filters, after a confirmation with their number', async () => {
      const user = await open(3);
      Object.assign(table.rows[0] ?? {}, { is_approved: true });
      Object.assign(table.rows[1] ?? {}, { is_approved: false });
      await user.click(button('Approve All (Filtered)'));
      const question = within(await screen.findByRole('alertdialog', { name: `Approve 2 ${name}?` }));
      await user.click(question.getByRole('button', { name: `Approve 2 ${name}` }));
      await screen.findByText(`2 ${name} approved`);
      expect(requestsTo('PATCH', path).map(idsOf)).toEqual([['id-002', 'id-003']]);
      await user.click(button('Approve All (Filtered)'));
      await screen.findByRole('alertdialog', { name: `Every ${one} is approved already` });
    });
  });
});
