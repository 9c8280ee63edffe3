import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, failWith, requestsTo, type SentRequest, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable, requestedIds } from '#tests/component/review-table.ts';
import { AdminCompaniesPage } from '@/features/companies/admin-companies-page.tsx';
import { AdminLeadsPage } from '@/features/leads/admin-leads-page.tsx';

const DELETE_ROWS = '/rest/v1/rpc/delete_rows';
const TABLES = [
  { name: 'leads', title: 'Leads', one: 'lead', fields: 'name, company, title or customer', page: <AdminLeadsPage /> },
  {
    name: 'companies',
    title: 'Companies',
    one: 'company',
    fields: 'name, industry, location or customer',
    page: <AdminCompaniesPage />,
  },
] as const;

describe.each(TABLES)('the list of $name of an administrator', ({ name, title, one, fields, page }) => {
  const path = `/rest/v1/${name}`;
  const totalsPath = `/rest/v1/rpc/${name === 'leads' ? 'lead' : 'company'}_totals`;
  const undoPath = `/rest/v1/rpc/undo_${one}_decisions`;
  const NORTHWIND = { id: CUSTOMER, name: 'Northwind' };
  let table: ReturnType<typeof fakeTable>;
  beforeEach(() => signIn({ roles: ['admin'] }));

  async function open(count: number, url = `/admin/${name}`, approvals: (boolean | null)[] = []) {
    table = fakeTable(name, count);
    for (const [index, is_approved] of approvals.entries()) Object.assign(table.rows[index] ?? {}, { is_approved });
    answer('GET', '/rest/v1/customers', ({ query }) => (query.has('id') ? NORTHWIND : [NORTHWIND]));
    const { user } = renderPage(page, { path: url });
    await screen.findByRole('checkbox', { name: 'Select Row 001' });
    await waitFor(() => expect(heading()).toMatch(/\d$/)); // without a count, all rows cannot be selected yet
    return user;
  }
  const checkbox = (label: string) => screen.getByRole('checkbox', { name: label });
  const state = (label: string) => checkbox(label).getAttribute('aria-checked');
  const SELECT_ALL = `Select all ${name}`;
  const bar = () => within(screen.getByRole('region', { name: 'Selection' }));
  const button = (label: string) => screen.getByRole('button', { name: label });
  const sizes = (method: string) => requestsTo(method, path).map((request) => requestedIds(request).length);
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  const search = () => screen.getByRole<HTMLInputElement>('searchbox');
  const deletions = () =>
    requestsTo('POST', DELETE_ROWS).map(
      ({ body }) => body as { ids: string[]; deletion: string; customers?: string[] },
    );
  /** Requests with these numbers fail. */
  const failures = (method: string, of: string, work: (request: SentRequest) => unknown, ...numbers: number[]) =>
    answer(method, of, (request) =>
      numbers.includes(requestsTo(method, of).length) ? failWith(500, 'out of order')() : work(request),
    );

  describe('the states of the list', () => {
    it('the list shows a skeleton, an error with Retry, and the rows', async () => {
      fakeTable(name, 1);
      const released = Promise.withResolvers<void>();
      answer('GET', path, async () => {
        await released.promise;
        return failWith(500, 'The database is away')();
      });
      const { user } = renderPage(page);
      await screen.findByRole('status', { name: `Loading ${name}` });
      released.resolve();
      await screen.findByText(`The ${name} couldn’t be loaded`);
      fakeTable(name, 1);
      await user.click(button('Retry'));
      await screen.findByRole('checkbox', { name: 'Select Row 001' });
    });

    it('a list without rows offers to upload a CSV file', async () => {
      fakeTable(name, 0);
      answer('GET', '/rest/v1/imports', () => []);
      const { user } = renderPage(page);
      await screen.findByText(`No ${name} yet`);
      await user.click(button('Upload a CSV file'));
      await screen.findByRole('dialog', { name: `Upload ${name}` });
    });
  });

  describe('the filters of the list', () => {
    it('the list has no filter at first, then a customer, which is stored in the URL', async () => {
      const user = await open(2);
      expect(screen.getAllByText('Northwind')).not.toEqual([]);
      await user.click(screen.getByRole('combobox', { name: 'Customer' }));
      await user.click(await screen.findByRole('option', { name: 'Northwind' }));
      await waitFor(() => expect(requestsTo('GET', path)).toHaveLength(2));
      expect(location.search).toBe(`?customer=${CUSTOMER}`);
      await user.click(screen.getByRole('combobox', { name: 'Customer' }));
      await user.click(await screen.findByRole('option', { name: 'All Customers' }));
      await waitFor(() => expect(location.search).toBe(''));
      const [all, one] = requestsTo('GET', path).map(({ query }) => query);
      expect(all?.has('customer_id')).toBe(false);
      expect(one?.get('customer_id')).toBe(`in.(${CUSTOMER})`);
      for (const query of [all, one]) expect(query?.get('order')).toBe('created_at.desc,id.desc');
    });

    it('the search matches customers too, and is stored in the URL', async () => {
      const user = await open(2);
      expect(heading()).toBe(`${title}2`);
      expect(screen.getByRole('searchbox', { name: `Search by ${fields}` })).toBe(search());
      await user.type(search(), 'Row 002');
      await waitFor(() => expect(heading()).toBe(`${title}1`));
      expect(location.search).toBe('?search=Row+002');
      expect(requestsTo('POST', `/rest/v1/rpc/search_${name}`).map(({ body }) => body)).toMatchObject([
        { term: 'Row 002' },
      ]);
    });

    it('filters that match nothing are named, and can be cleared', async () => {
      const user = await open(2, `/admin/${name}?customer=${CUSTOMER}`);
      await user.type(search(), 'no such row');
      await screen.findByText(`No ${name} match`);
      screen.getByText('No results for "no such row", customer Northwind.');
      await user.click(button('Clear filters'));
      await screen.findByRole('checkbox', { name: 'Select Row 002' });
      expect(search().value).toBe('');
      expect(location.search).toBe('');
    });

    it('a filter without rows to review shows the counts and a link to all rows', async () => {
      table = fakeTable(name, 3);
      for (const [index, row] of table.rows.entries()) row.is_approved = index > 0;
      answer('GET', '/rest/v1/customers', () => [NORTHWIND]);
      const { user } = renderPage(page, { path: `/admin/${name}?status=to-review` });
      await screen.findByText(`All ${name} are reviewed`);
      screen.getByText('2 approved, 1 rejected.');
      await user.click(button(`Show all ${name}`));
      await screen.findByRole('checkbox', { name: 'Select Row 003' });
      expect(location.search).toBe('');
    });

    it('a search without rows to review shows a link to the reviewed rows that match', async () => {
      table = fakeTable(name, 3);
      Object.assign(table.rows[1] ?? {}, { is_approved: true });
      answer('GET', '/rest/v1/customers', () => [NORTHWIND]);
      const { user } = renderPage(page, { path: `/admin/${name}?status=to-review&search=Row+002` });
      await screen.findByText('Nothing left to review here');
      await user.click(button(`Show reviewed ${name}`));
      await screen.findByRole('checkbox', { name: 'Select Row 002' });
      expect(location.search).toBe('?search=Row+002');
    });

    it('the rows that match are counted once, whatever is selected', async () => {
      const user = await open(3, `/admin/${name}?search=Row`);
      await waitFor(() => expect(heading()).toBe(`${title}3`));
      await user.click(checkbox('Select Row 001'));
      expect(state(SELECT_ALL)).toBe('mixed');
      await user.click(checkbox('Select Row 002'));
      await user.click(checkbox('Select Row 003'));
      await bar().findByText('All 3 matching');
      expect(requestsTo('POST', `/rest/v1/rpc/count_${name}`)).toEqual([]);
      expect(requestsTo('POST', totalsPath)).toHaveLength(1);
    });
  });

  describe('the list of an import', () => {
    const IMPORT = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const url = `/admin/${name}?import=${IMPORT}`;
    const entry = {
      id: IMPORT,
      file_name: 'team.csv',
      created_by: null,
      undone_at: null as string | null,
      undone_by: null,
      removed_leads: 2,
      removed_companies: 1,
      remaining_leads: 0,
      remaining_companies: 0,
    };
    const listed = () =>
      table.rows.flatMap((row) => (screen.queryByRole('checkbox', { name: `Select ${row.name}` }) ? [row.name] : []));
    const prepare = (rows: { import_id?: string; is_approved?: boolean }[], imports: unknown[] = [entry]) => {
      table = fakeTable(name, rows.length);
      for (const [index, row] of rows.entries()) Object.assign(table.rows[index] ?? {}, row);
      answer('GET', '/rest/v1/customers', ({ query }) => (query.has('id') ? NORTHWIND : [NORTHWIND]));
      answer('GET', '/rest/v1/imports', () => imports);
    };
    const imported = { import_id: IMPORT };

    it('the list of an import counts its rows and names the file, with a link to the import', async () => {
      prepare([imported, {}, { ...imported, is_approved: false }, { ...imported, is_approved: true }]);
      const { user } = renderPage(page, { path: url });
      const link = await screen.findByRole('link', { name: 'team.csv' });
      expect(link.getAttribute('href')).toBe(`/admin/imports?import=${IMPORT}`);
      expect(link.closest('div')?.textContent).toBe('Imported from team.csv');
      await waitFor(() => expect(heading()).toBe(`${title}3`));
      await waitFor(() => expect(listed()).toEqual(['Row 001', 'Row 003', 'Row 004']));
      expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
        'All3',
        'To review1',
        'Approved1',
        'Rejected1',
      ]);
      await user.click(button('Remove import filter'));
      await waitFor(() => expect(heading()).toBe(`${title}4`));
      expect(location.search).toBe('');
      expect(screen.queryByText('Imported from')).toBeNull();
    });

    it('the list of an import is narrowed further by the other filters, which name it where nothing matches', async () => {
      prepare([imported, {}, { ...imported, is_approved: true }]);
      const { user } = renderPage(page, { path: url });
      await user.click(await screen.findByRole('radio', { name: /^Approved/ }));
      await waitFor(() => expect(listed()).toEqual(['Row 003']));
      await user.type(search(), 'Row 002');
      await screen.findByText('No results for "Row 002", import team.csv, status Approved.');
      expect(requestsTo('POST', `/rest/v1/rpc/search_${name}`).at(-1)?.body).toMatchObject({
        term: 'Row 002',
        status: 'approved',
        import_id: IMPORT,
      });
      await user.click(button('Clear filters'));
      await waitFor(() => expect(heading()).toBe(`${title}3`));
      expect(location.search).toBe('');
    });

    it('the rows of an import are selected, approved and restored as a whole, and counted among a selection', async () => {
      prepare([imported, {}, imported]);
      const { user } = renderPage(page, { path: `/admin/${name}` });
      await user.click(await screen.findByRole('checkbox', { name: 'Select Row 002' }));
      history.replaceState(history.state, '', url);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      await bar().findByText('1 selected, outside this filter');
      await user.click(bar().getByRole('button', { name: 'Select all 2 matching' }));
      await bar().findByText('All 2 matching');
      await user.click(button('Approve Selected'));
      await screen.findByText(`2 ${name} approved`);
      expect(table.rows.map((row) => row.is_approved)).toEqual([true, null, true]);
      await user.click(button('Undo'));
      await waitFor(() => expect(table.rows.map((row) => row.is_approved)).toEqual([null, null, null]));
    });

    it('the question whether to approve all that match names the import', async () => {
      prepare([imported, {}, imported]);
      const { user } = renderPage(page, { path: url });
      await waitFor(() => expect(heading()).toBe(`${title}2`));
      await screen.findByRole('link', { name: 'team.csv' });
      await user.click(button('Approve All (Filtered)'));
      const question = within(
        await screen.findByRole('alertdialog', {
          name: `Approve 2 ${name}?`,
          description: `Every pending ${one} that matches import team.csv will be approved, including those you haven’t scrolled to.`,
        }),
      );
      await user.click(question.getByRole('button', { name: `Approve 2 ${name}` }));
      await screen.findByText(`2 ${name} approved`);
      expect(table.rows.map((row) => row.is_approved)).toEqual([true, null, true]);
      expect(requestsTo('HEAD', '/rest/v1/customers')).toEqual([]);
    });

    it.each([
      ['does not exist', [], 'Import not found', /^It may have been deleted/, 'an unknown file'],
      [
        'was undone',
        [{ ...entry, undone_at: '2026-01-01T00:00:00Z' }],
        'This import was undone',
        '2 leads and 1 company removed.',
        'team.csv',
      ],
      ['has no rows here', [entry], `No ${name} match`, 'No results for import team.csv.', 'team.csv'],
    ])('the list says that the import %s', async (_, imports, reason, description, file) => {
      prepare([{}], imports);
      const { user } = renderPage(page, { path: url });
      await screen.findByText(reason);
      screen.getByText(description);
      expect(button('Remove import filter').closest('div')?.textContent).toBe(`Imported from ${file}`);
      await user.click(button('Clear filters'));
      await screen.findByRole('checkbox', { name: 'Select Row 001' });
      expect(location.search).toBe('');
    });
  });

  describe('an estimated count', () => {
    const estimated = async (approved: number, reviewed: number) => {
      table = fakeTable(name, 3);
      answer('POST', totalsPath, ({ body }) =>
        (body as { filter?: object }).filter
          ? { total: 0, approved: 0, reviewed: 0, is_estimated: false }
          : { total: 5_612, approved, reviewed, is_estimated: true },
      );
      const { user } = renderPage(page, { path: `/admin/${name}?search=Row` });
      await screen.findByRole('checkbox', { name: 'Select Row 001' });
      await waitFor(() => expect(heading()).toBe(`${title}~5,600`));
      return user;
    };

    it('a selection by an estimated count says that its number is an estimate', async () => {
      const user = await estimated(0, 0);
      for (const row of table.rows) await user.click(checkbox(`Select ${row.name}`));
      expect(state(SELECT_ALL)).toBe('mixed');
      await user.click(bar().getByRole('button', { name: 'Select all ~5,600 matching' }));
      expect(state(SELECT_ALL)).toBe('true');
      bar().getByText('All ~5,600 matching');
      await user.click(checkbox('Select Row 002'));
      expect(state(SELECT_ALL)).toBe('mixed');
      bar().getByText('~5,600 selected');
      await user.click(button('Delete Selected'));
      const question = within(await screen.findByRole('alertdialog', { name: `Delete ~5,600 ${name}?` }));
      await user.click(question.getByRole('button', { name: `Delete ~5,600 ${name}` }));
      await screen.findByText(`2 ${name} deleted`);
      expect(table.rows.map((row) => row.name)).toEqual(['Row 002']);
      expect(requestsTo('POST', `/rest/v1/rpc/count_${name}`)).toEqual([]);
    });

    it('rows are approved by an estimated count, with or without rejected rows, and the result counts exactly', async () => {
      const user = await estimated(2_806, 2_806);
      Object.assign(table.rows[0] ?? {}, { is_approved: false });
      await user.click(button('Approve All (Filtered)'));
      const question = within(await screen.findByRole('alertdialog', { name: `Approve ~2,800 ${name}?` }));
      question.getByRole('button', { name: 'Approve all ~2,800' });
      await user.click(question.getByRole('button', { name: 'Approve ~2,800 not yet reviewed' }));
      await screen.findByText(`2 ${name} approved`);
      expect(table.rows.map((row) => row.is_approved)).toEqual([false, true, true]);
    });

    it('an estimated list is not said to be approved already if there may be a few rows that are not', async () => {
      const user = await estimated(5_612, 5_612);
      await user.click(button('Approve All (Filtered)'));
      await screen.findByRole('alertdialog', { name: `Approve the pending ${name}?` });
    });
  });

  describe('the selection', () => {
    it('a selection is partial until all rows are selected, including those not loaded (S2.78, S2.79, S2.85)', async () => {
      const user = await open(120);
      await user.click(checkbox('Select Row 002'));
      expect(state(SELECT_ALL)).toBe('mixed');
      expect(bar().getByText('1 selected')).toBeDefined();
      await user.click(bar().getByRole('button', { name: 'Select all 120 matching' }));
      expect(state(SELECT_ALL)).toBe('true');
      expect(document.activeElement).toBe(checkbox(SELECT_ALL));
      expect(bar().getByText('All 120 matching')).toBeDefined();
      expect(bar().queryByRole('button', { name: /^Select all/ })).toBeNull();
      await user.click(checkbox('Select Row 001'));
      expect(state(SELECT_ALL)).toBe('mixed');
      expect(bar().getByText('119 selected')).toBeDefined();
      await user.click(checkbox(SELECT_ALL));
      await user.click(checkbox(SELECT_ALL));
      expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    });

    it('a selection extends by Shift and a click, and by Shift and the arrow keys', async () => {
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

    it('a selection is changed by Space, and not by Enter', async () => {
      const user = await open(1);
      checkbox('Select Row 001').focus();
      await user.keyboard('{Enter}');
      expect(state('Select Row 001')).toBe('false');
      await user.keyboard(' ');
      expect(state('Select Row 001')).toBe('true');
    });

    it('a selection stays when the search changes, and says how much of it is outside', async () => {
      const user = await open(3);
      await user.click(checkbox('Select Row 001'));
      await user.click(checkbox('Select Row 002'));
      await user.type(search(), 'Row 002');
      await bar().findByText('2 selected, 1 outside this filter');
      expect(state('Select Row 002')).toBe('true');
      await user.click(button('Delete Selected'));
      const question = await screen.findByRole('alertdialog', { name: `Delete 2 ${name}?` });
      within(question).getByText(
        '2 selected, 1 outside this filter. They’ll disappear for the customer, too. You can undo this for 30 minutes.',
      );
      await user.click(within(question).getByRole('button', { name: 'Cancel' }));
      await user.clear(search());
      await user.type(search(), 'no such row');
      await bar().findByText('2 selected, outside this filter');
      await user.click(bar().getByRole('button', { name: 'Show selected' }));
      await bar().findByText('2 selected');
      expect(search().value).toBe('');
      expect(location.search).toBe('');
      await user.click(bar().getByRole('button', { name: 'Clear selection' }));
      expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    });

    it('a selection needs no counts while all of it is listed', async () => {
      const user = await open(3);
      for (const row of ['001', '003']) await user.click(checkbox(`Select Row ${row}`));
      expect(bar().getByText('2 selected')).toBeDefined();
      expect(requestsTo('POST', `/rest/v1/rpc/count_${name}_among`)).toEqual([]);
    });

    it('a selection of all rows stays a selection of all that matched when it was made', async () => {
      const user = await open(3);
      await user.click(checkbox(SELECT_ALL));
      await user.type(screen.getByRole('searchbox'), 'Row 002');
      await bar().findByText('All 3 selected');
      expect(state('Select Row 002')).toBe('false');
    });
  });

  describe('a bulk action', () => {
    it('a bulk action runs in batches of 200, clears the selection, and its toast restores the previous values (S1.15, S4.6, S6.12, S8.37, S9.2)', async () => {
      const user = await open(450);
      Object.assign(table.rows[0] ?? {}, { is_approved: false });
      Object.assign(table.rows[1] ?? {}, { is_approved: true });
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Approve Selected'));
      await screen.findByText(`450 ${name} approved`);
      expect(sizes('PATCH')).toEqual([200, 200, 50]);
      expect(requestsTo('PATCH', path).map(({ body }) => body)).toEqual(Array(3).fill({ is_approved: true }));
      expect(table.rows.every((row) => row.is_approved)).toBe(true);
      expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();

      Object.assign(table.rows[2] ?? {}, { is_approved: false }); // changed meanwhile
      await user.click(button('Undo'));
      await screen.findByText(`448 ${name} restored`);
      expect(screen.getByText('1 not restored because they’ve changed since.')).toBeDefined();
      expect(table.rows.slice(0, 4).map((row) => row.is_approved)).toEqual([false, true, false, null]);
    });

    it('a bulk action keeps the rows of a failed batch selected and reports the counts (S8.38, S8.40)', async () => {
      const user = await open(250);
      failures('PATCH', path, table.patch, 2);
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Approve Selected'));
      await screen.findByText('Partial approval completed');
      expect(screen.getByText(`200 ${name} approved, 50 failed: out of order`)).toBeDefined();
      await bar().findByText('50 selected');
      await user.click(button('Approve Selected'));
      await screen.findByText(`50 ${name} approved`);
      expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();

      failures('POST', DELETE_ROWS, table.remove, 2);
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Delete Selected'));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: `Delete 250 ${name}` }));
      await screen.findByText('Partial deletion completed');
      screen.getByText(`200 ${name} deleted, 50 failed: out of order`);
      await bar().findByText('All 50 matching');
      expect(table.rows).toHaveLength(50);
    });

    it('a bulk action reports that nothing was done if every batch fails (S8.39, S8.40)', async () => {
      const user = await open(3);
      answer('PATCH', path, failWith(500, 'out of order'));
      answer('POST', DELETE_ROWS, failWith(500, 'out of order'));
      for (const row of ['001', '003']) await user.click(checkbox(`Select Row ${row}`));
      await user.click(button('Approve Selected'));
      await screen.findByText(`Failed to approve ${name}`);
      screen.getByText(`0 ${name} approved, 2 failed: out of order`);
      await user.click(button('Delete Selected'));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: `Delete 2 ${name}` }));
      await screen.findByText(`Failed to delete ${name}`);
      screen.getByText(`0 ${name} deleted, 2 failed: out of order`);
      expect(table.rows.map((row) => state(`Select ${row.name}`))).toEqual(['true', 'false', 'true']);
      bar().getByText('2 selected');
      expect(table.rows.map((row) => row.is_approved)).toEqual([null, null, null]);
    });

    it('a bulk action starts once while it is running', async () => {
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

    it('a bulk action can be cancelled between two batches', async () => {
      const user = await open(250);
      const released = Promise.withResolvers<void>();
      answer('POST', DELETE_ROWS, async (request) => {
        await released.promise;
        return table.remove(request);
      });
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Delete Selected'));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: `Delete 250 ${name}` }));
      const progress = within(await screen.findByRole('dialog', { name: `Deleting ${name}` }));
      expect(progress.getByText(`0 of 250 ${name}`)).toBeDefined();
      const progressbar = progress.getByRole('progressbar', { name: `Deleting ${name}` });
      expect(progressbar.getAttribute('aria-valuemax')).toBe('250');
      await user.click(progress.getByRole('button', { name: 'Cancel' }));
      expect(progress.getByText('Stopping after the current batch…')).toBeDefined();
      released.resolve();
      await screen.findByText('Partial deletion completed');
      expect(screen.getByText(`200 ${name} deleted, 50 not tried.`)).toBeDefined();
      await bar().findByText('All 50 matching');
      expect(deletions().map(({ ids }) => ids.length)).toEqual([200]);
    });

    it('a bulk action can be cancelled while the matching rows are being found, and then changes nothing', async () => {
      const user = await open(2);
      await user.click(checkbox(SELECT_ALL));
      answer('GET', path, () => new Promise(() => {}));
      await user.click(button('Approve Selected'));
      const progress = within(await screen.findByRole('dialog', { name: `Approving ${name}` }));
      expect(progress.getByText(`Finding matching ${name}…`)).toBeDefined();
      await user.click(progress.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(bar().getByText('All 2 matching')).toBeDefined();
      expect(requestsTo('PATCH', path)).toEqual([]);
    });

    it('a bulk action offers to undo again what could not be restored', async () => {
      const user = await open(2);
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Approve Selected'));
      await screen.findByText(`2 ${name} approved`);
      answer('POST', undoPath, failWith(500, 'out of order'));
      await user.click(button('Undo'));
      await screen.findByText('Failed to undo');
      answer('POST', undoPath, table.undo);
      await user.click(button('Try again'));
      await screen.findByText(`2 ${name} restored`);
      expect(table.rows.map((row) => row.is_approved)).toEqual([null, null]);
    });

    it('a bulk action names the customer only if all its rows are of one', async () => {
      const user = await open(2, `/admin/${name}?customer=${CUSTOMER}`);
      const customers = () => requestsTo('PATCH', path).map(({ query }) => query.get('customer_id'));
      await user.click(checkbox(SELECT_ALL));
      await user.click(button('Approve Selected'));
      await screen.findByText(`2 ${name} approved`);
      await user.click(checkbox('Select Row 001'));
      await user.click(button('Delete Selected'));
      await user.click(screen.getByRole('button', { name: `Delete 1 ${one}` }));
      await screen.findByText(`1 ${one} deleted`);
      expect(customers()).toEqual([`in.(${CUSTOMER})`]);
      expect(deletions().map(({ customers }) => customers)).toEqual([[CUSTOMER]]);
      await user.click(screen.getByRole('combobox', { name: 'Customer' }));
      await user.click(await screen.findByRole('option', { name: 'All Customers' }));
      await user.click(await screen.findByRole('checkbox', { name: 'Select Row 002' }));
      await user.click(button('Approve Selected'));
      await waitFor(() => expect(customers()).toEqual([`in.(${CUSTOMER})`, null]));
    });

    it('a bulk action deletes only after a confirmation, in batches of 200 (S2.81, S2.86, S4.8, S7.17, S7.18, S8.40, S9.2)', async () => {
      const user = await open(451);
      await user.click(checkbox(SELECT_ALL));
      await user.click(checkbox('Select Row 001'));
      await user.click(button('Delete Selected'));
      const question = () => within(screen.getByRole('alertdialog', { name: `Delete 450 ${name}?` }));
      await user.click(question().getByRole('button', { name: 'Cancel' }));
      expect(deletions()).toEqual([]);
      await user.click(button('Delete Selected'));
      await user.click(question().getByRole('button', { name: `Delete 450 ${name}` }));
      await screen.findByText(`450 ${name} deleted`);
      expect(deletions().map(({ ids }) => ids.length)).toEqual([200, 200, 50]);
      await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Row 002' })).toBeNull());
      expect(table.rows.map((row) => row.name)).toEqual(['Row 001']);
    });

    it('a deletion can be undone from its toast, and from the list after that', async () => {
      const user = await open(3);
      const remove = async (row: string) => {
        await user.click(checkbox(`Select ${row}`));
        await user.click(button('Delete Selected'));
        await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: `Delete 1 ${one}` }));
        await findToast(`1 ${one} deleted`);
        await waitFor(() => expect(screen.queryByText(row)).toBeNull());
      };
      await remove('Row 002');
      const deletion = expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect(deletions()).toEqual([{ table_name: name, ids: ['id-002'], deletion }]);
      await screen.findByText(/You can undo this for 30 minutes/);
      expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
      await user.click(
        within(screen.getByRole('region', { name: 'Notifications' })).getByRole('button', { name: 'Undo' }),
      );
      await findToast(`1 ${one} restored`);
      await screen.findByText('Row 002');
      await waitFor(() => expect(screen.queryByText(/You can undo this for 30 minutes/)).toBeNull());

      await remove('Row 003');
      const note = await screen.findByText(/You can undo this for 30 minutes/);
      expect(note.textContent).toBe(`1 ${one} deleted just now. You can undo this for 30 minutes.`);
      expect(within(screen.getByRole('main')).queryByRole('button', { name: 'Undo' })).toBeNull();
      await user.click(screen.getByRole('button', { name: `Dismiss: 1 ${one} deleted` }));
      await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Undo' }));
      await screen.findByText('Row 003');
      expect(requestsTo('POST', '/rest/v1/rpc/restore_deleted').map(({ body }) => body)).toEqual(
        deletions().map(({ deletion }) => ({ deletion })),
      );
    });

    it('a recent deletion is shown before the rows, which it would move', async () => {
      table = fakeTable(name, 1);
      const released = Promise.withResolvers<object[]>();
      answer('POST', '/rest/v1/rpc/recent_deletions', () => released.promise);
      renderPage(page, { path: `/admin/${name}` });
      await waitFor(() => expect(requestsTo('POST', '/rest/v1/rpc/comment_counts')).toHaveLength(1)); // of the rows
      await waitFor(() => expect(heading()).toMatch(/1$/));
      expect(screen.queryByText('Row 001')).toBeNull();
      const deletion = { deletion: 'id', relation: `public.${name}`, row_count: 2, deleted_at: new Date() };
      released.resolve([deletion]);
      await screen.findByText('Row 001');
      screen.getByText(/You can undo this for 30 minutes/);
    });

    it('a bulk action approves only rows that are not reviewed, and keeps what was decided meanwhile', async () => {
      const user = await open(4, `/admin/${name}`, [true, false]);
      await user.click(button('Approve All (Filtered)'));
      answer('PATCH', path, (request) => {
        Object.assign(table.rows[3] ?? {}, { is_approved: false });
        return table.patch(request);
      });
      await user.click(await screen.findByRole('button', { name: 'Approve 2 not yet reviewed' }));
      await screen.findByText(`1 ${one} approved`);
      screen.getByText('1 changed or deleted in the meantime.');
      expect(requestsTo('PATCH', path).map(requestedIds)).toEqual([['id-003', 'id-004']]);
      expect(table.rows.map((row) => row.is_approved)).toEqual([true, false, true, false]);
    });

    it('a bulk action approves rows that are not reviewed first, and says how many customers have them', async () => {
      const user = await open(4, `/admin/${name}`, [true, false]);
      answer('HEAD', '/rest/v1/customers', () => new Response(null, { headers: { 'Content-Range': '0-1/2' } }));
      await user.click(button('Approve All (Filtered)'));
      const question = await screen.findByRole('alertdialog', {
        name: `Approve 3 ${name}?`,
        description: `Every pending ${one} across 2 customers will be approved, including those you haven’t scrolled to. 1 of them was rejected before.`,
      });
      const buttons = within(question)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
      expect(buttons).toEqual(['Cancel', 'Approve all 3', 'Approve 2 not yet reviewed']);
    });

    it('a bulk action approves all rejected rows where only they are listed', async () => {
      const user = await open(3, `/admin/${name}?customer=${CUSTOMER}&status=rejected`, [false, true, false]);
      await user.click(button('Approve All (Filtered)'));
      await screen.findByRole('alertdialog', {
        name: `Approve 2 ${name}?`,
        description: `All 2 rejected ${name} that match customer Northwind will be approved.`,
      });
    });

    it('a bulk action approves all rows that are pending under the filters, after a confirmation with their number', async () => {
      const user = await open(3, `/admin/${name}?customer=${CUSTOMER}&search=Row`, [true, false]);
      await user.click(button('Approve All (Filtered)'));
      const question = within(await screen.findByRole('alertdialog', { name: `Approve 2 ${name}?` }));
      question.getByText(
        `Every pending ${one} that matches "Row", customer Northwind will be approved, including those you haven’t scrolled to. 1 of them was rejected before.`,
      );
      question.getByRole('button', { name: 'Approve 1 not yet reviewed' });
      await user.click(question.getByRole('button', { name: 'Approve all 2' }));
      await screen.findByText(`2 ${name} approved`);
      expect(requestsTo('PATCH', path).map(requestedIds)).toEqual([['id-003', 'id-002']]);
      await user.click(button('Approve All (Filtered)'));
      await screen.findByRole('alertdialog', { name: 'Nothing to approve' });
    });
  });
});
