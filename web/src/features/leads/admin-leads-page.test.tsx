import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable, requestedIds } from '#tests/component/review-table.ts';
import { AdminLeadsPage } from './admin-leads-page.tsx';

const LEADS = '/rest/v1/leads';
const CUSTOMERS = '/rest/v1/customers';
const NORTHWIND = { id: CUSTOMER, name: 'Northwind' };
let table: ReturnType<typeof fakeTable>;

beforeEach(() => {
  signIn({ roles: ['admin'] });
  table = fakeTable('leads', 3);
  answer('GET', CUSTOMERS, ({ query }) => (query.has('id') ? NORTHWIND : [NORTHWIND]));
});

async function open(path = `/admin/leads?customer=${CUSTOMER}`) {
  const { user } = renderPage(<AdminLeadsPage />, { path });
  await screen.findByRole('checkbox', { name: 'Select Row 001' });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/\d$/));
  return user;
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const selection = () => within(screen.getByRole('region', { name: 'Selection' }));

it('the page names the customer of each lead on narrow screens too, unless one is chosen', async () => {
  Object.assign(table.rows[1] ?? {}, { title: 'CEO', company: 'Acorn', location: 'Oslo, Norway' });
  const user = await open('/admin/leads');
  const nameCell = () => {
    const row = screen.getByRole('checkbox', { name: 'Select Row 002' }).closest('tr') as HTMLElement;
    return within(row).getAllByRole('cell')[1]?.textContent;
  };
  const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(nameCell()).toBe('R0Row 002CEO·AcornUncategorized·Oslo, Norway·Northwind');
  expect(columns()).toEqual(['', 'Name', 'Title', 'Company', 'Location', 'Customer', 'Audience', 'Approval']);
  await user.click(screen.getByRole('combobox', { name: 'Customer' }));
  await user.click(await screen.findByRole('option', { name: 'Northwind' }));
  await waitFor(() => expect(nameCell()).toBe('R0Row 002CEO·AcornUncategorized·Oslo, Norway'));
  expect(columns()).toEqual(['', 'Name', 'Title', 'Company', 'Location', 'Audience', 'Approval']);
});

it('a page opened with the import wizard reads its rows when the wizard is closed', async () => {
  const { user } = renderPage(<AdminLeadsPage />, { path: '/admin/leads?upload=1' });
  await screen.findByRole('dialog', { name: 'Upload leads' });
  expect(requestsTo('GET', LEADS)).toEqual([]);
  await user.keyboard('{Escape}');
  await screen.findByRole('checkbox', { name: 'Select Row 001' });
  expect(requestsTo('GET', LEADS)).toHaveLength(1);
});

it('the page has its buttons in order, those for a selection disabled without one', async () => {
  const user = await open();
  const order = [
    'Assign to Audience',
    'Approve Selected',
    'Delete Selected',
    'Approve All (Filtered)',
    'Export Approved',
    'Upload Leads',
  ];
  const buttons = screen.getAllByRole<HTMLButtonElement>('button', {
    name: /Audience$|Selected$|Filtered|Export|Upload/,
  });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(order);
  await waitFor(() => expect(button('Approve All (Filtered)').disabled).toBe(false));
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true, true, false, false, false]);
  await user.click(screen.getByRole('checkbox', { name: 'Select Row 001' }));
  expect(buttons.map(({ disabled }) => disabled)).toEqual(Array(6).fill(false));
  expect(screen.getAllByRole('button', { name: /reject/i })).toHaveLength(3); // one for each row
});

describe('the assignment to an audience', () => {
  async function assign(user: Awaited<ReturnType<typeof open>>, audience: string, leads: string) {
    await user.click(button('Assign to Audience'));
    const dialog = within(screen.getByRole('dialog', { name: 'Assign to audience' }));
    await user.type(dialog.getByRole('combobox', { name: 'Audience' }), audience);
    await user.click(dialog.getByRole('button', { name: `Assign ${leads}` }));
    return dialog;
  }
  const changes = () => requestsTo('PATCH', LEADS);
  const selectAll = (user: Awaited<ReturnType<typeof open>>) =>
    user.click(screen.getByRole('checkbox', { name: 'Select all leads' }));

  it('assigning leads needs an audience, and runs in batches of 100 (S1.15, S5.39, S6.12, S9.1)', async () => {
    table = fakeTable('leads', 250);
    const user = await open();
    await selectAll(user);
    const dialog = await assign(user, '   ', '250 leads');
    expect(dialog.getByRole('alert').textContent).toBe('Please select or enter an audience name');
    expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Audience' }));
    expect(changes()).toEqual([]);
    await user.type(dialog.getByRole('combobox', { name: 'Audience' }), 'Founders ');
    await user.click(dialog.getByRole('button', { name: 'Assign 250 leads' }));
    await screen.findByText('250 leads assigned');
    expect(changes().map((request) => requestedIds(request).length)).toEqual([100, 100, 50]);
    expect(changes().map(({ body }) => body)).toEqual(Array(3).fill({ audience: 'Founders' }));
    expect(changes().map(({ query }) => query.get('customer_id'))).toEqual(Array(3).fill(`in.(${CUSTOMER})`));
  });

  it('assigning leads keeps those of failed batches selected and reports the counts (S8.43, S8.44)', async () => {
    table = fakeTable('leads', 250);
    answer('PATCH', LEADS, (request) =>
      changes().length === 2 ? failWith(500, 'The database is away')() : table.patch(request),
    );
    const user = await open();
    await selectAll(user);
    await assign(user, 'Founders', '250 leads');
    await screen.findByText('Partial Success');
    screen.getByText('150 leads assigned, 100 failed: The database is away');
    await selection().findByText('100 selected');
    expect(table.rows.filter(({ audience }) => audience === null)).toEqual(table.rows.slice(100, 200));

    answer('PATCH', LEADS, failWith(500, 'The database is away'));
    await assign(user, 'Founders', '100 leads');
    await screen.findByText('Failed to assign audience. Please try again.');
    screen.getByText('0 leads assigned, 100 failed: The database is away');
    selection().getByText('100 selected');
  });

  it('an assignment can be undone, and the restoring of the rest can be tried again', async () => {
    table = fakeTable('leads', 5);
    const before = ['Founders', null, 'Engineers', 'New', 'Founders'];
    for (const [index, row] of table.rows.entries()) Object.assign(row, { audience: before[index] });
    const user = await open();
    await selectAll(user);
    await assign(user, 'New', '5 leads');
    await screen.findByText('5 leads assigned');
    expect(table.rows.map(({ audience }) => audience)).toEqual(Array(5).fill('New'));

    const sent = changes().length;
    answer('PATCH', LEADS, (request) =>
      changes().length === sent + 2 ? failWith(500, 'The database is away')() : table.patch(request),
    );
    await user.click(button('Undo'));
    await screen.findByText('Partial undo completed');
    screen.getByText('3 leads restored, 1 failed: The database is away');
    await user.click(button('Try again'));
    await screen.findByText('1 lead restored');
    expect(table.rows.map(({ audience }) => audience)).toEqual(before);
  });
});

describe('the audience filter', () => {
  const filter = () => screen.getByRole('combobox', { name: 'Audience' });

  it('the audience filter lists the audiences between All Audiences and Unassigned', async () => {
    const released = Promise.withResolvers<void>();
    answer('POST', '/rest/v1/rpc/audience_names', async () => {
      await released.promise;
      return ['alpha', 'Beta'];
    });
    const user = await open();
    expect(filter().textContent).toBe('Loading audiences...');
    released.resolve();
    await waitFor(() => expect(filter().textContent).toBe('All Audiences'));
    await user.click(filter());
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['All Audiences', 'alpha', 'Beta', 'Unassigned']);
    expect(requestsTo('POST', '/rest/v1/rpc/audience_names').map(({ body }) => body)).toMatchObject([
      { customers: [CUSTOMER] },
    ]);
    await user.click(screen.getByRole('option', { name: 'Unassigned' }));
    await waitFor(() => expect(requestsTo('GET', LEADS).at(-1)?.query.get('audience')).toBe('is.null'));
    await user.click(filter());
    await user.click(await screen.findByRole('option', { name: 'alpha' }));
    await waitFor(() => expect(requestsTo('GET', LEADS).at(-1)?.query.get('audience')).toBe('eq.alpha'));

    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    await user.click(await screen.findByRole('option', { name: 'All Customers' }));
    await waitFor(() => expect(filter().textContent).toBe('All Audiences'));
  });

  it('a lead without an audience is Uncategorized, and its audience filter is empty', async () => {
    Object.assign(table.rows[0] ?? {}, { audience: 'Founders' });
    await open();
    expect(screen.getAllByText('Founders')).not.toEqual([]);
    expect(screen.getAllByText('Uncategorized')).not.toEqual([]);
  });
});

it('all pending leads of the chosen audience are approved, and no others', async () => {
  for (const [index, audience] of ['Founders', 'Engineers', 'Founders'].entries()) {
    Object.assign(table.rows[index] ?? {}, { audience });
  }
  const user = await open(`/admin/leads?customer=${CUSTOMER}&audience=Founders`);
  await user.click(button('Approve All (Filtered)'));
  const question = await screen.findByRole('alertdialog', {
    name: 'Approve 2 leads?',
    description:
      'Every pending lead that matches customer Northwind, audience Founders will be approved, including those you haven’t scrolled to.',
  });
  await user.click(within(question).getByRole('button', { name: 'Approve 2 leads' }));
  await screen.findByText('2 leads approved');
  expect(table.rows.map((row) => row.is_approved)).toEqual([true, null, true]);
  expect(requestsTo('PATCH', LEADS).map(requestedIds)).toEqual([['id-001', 'id-003']]);
});

describe('the customer filter', () => {
  const filter = () => screen.getByRole('combobox', { name: 'Customer' });

  it('the customer filter requests the active customers by name', async () => {
    await open();
    const [list] = requestsTo('GET', CUSTOMERS).filter(({ query }) => query.get('is_active') === 'eq.true');
    expect(Object.fromEntries(list?.query ?? [])).toEqual({
      select: 'id,name',
      is_active: 'eq.true',
      order: 'name.asc,id.asc',
      limit: '100',
    });
  });

  it('the customer filter says that customers could not be loaded, and opening it loads them', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    answer('GET', CUSTOMERS, failWith(403, 'Not now'));
    const user = await open();
    await waitFor(() => expect(filter().textContent).toBe('Customers couldn’t be loaded'));
    expect(log).toHaveBeenCalledWith('Error fetching customers:', 'Not now');
    answer('GET', CUSTOMERS, ({ query }) => (query.has('id') ? NORTHWIND : [NORTHWIND]));
    await user.click(filter());
    await user.click(await screen.findByRole('option', { name: 'Northwind' }));
    await waitFor(() => expect(filter().textContent).toBe('Northwind'));
  });
});

describe('the export of leads', () => {
  it('the export without approved leads shows a toast and requests none (S8.41)', async () => {
    const user = await open();
    await user.click(button('Export Approved'));
    await screen.findByText('No approved leads found');
    expect(requestsTo('GET', LEADS)).toHaveLength(1);
  });

  it('the export has the approved leads of the chosen customer, whatever the tab', async () => {
    Object.assign(table.rows[0] ?? {}, { is_approved: true });
    Object.assign(table.rows[1] ?? {}, { is_approved: false });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = renderPage(<AdminLeadsPage />, { path: `/admin/leads?customer=${CUSTOMER}&status=rejected` });
    await screen.findByRole('checkbox', { name: 'Select Row 002' });
    await user.click(button('Export Approved'));
    await screen.findByText('1 lead exported');
    expect(requestsTo('GET', LEADS).at(-1)?.query.get('is_approved')).toBe('is.true');
  });

  it('the export can follow the search and the audience or not, and names both counts', async () => {
    for (const row of table.rows) Object.assign(row, { is_approved: true, audience: 'Founders' });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = await open(`/admin/leads?customer=${CUSTOMER}&search=Row+001`);
    await user.click(button('Export Approved'));
    const question = { name: 'Export approved leads', description: 'Your list is filtered by "Row 001".' };
    await screen.findByRole('alertdialog', question);
    await user.click(button('1 that matches this search'));
    await screen.findByText('1 lead exported');
    await user.click(button('Export Approved'));
    await user.click(await screen.findByRole('button', { name: 'All 3' }));
    await screen.findByText('3 leads exported');
    await user.click(screen.getByRole('combobox', { name: 'Audience' }));
    await user.click(await screen.findByRole('option', { name: 'Unassigned' }));
    await user.click(button('Export Approved'));
    await screen.findByRole('alertdialog', { description: 'No approved lead matches "Row 001", no audience.' });
    expect(screen.queryByRole('button', { name: /^0 that/ })).toBeNull();
    button('All 3');
  });

  it('the export can follow the import or not', async () => {
    const import_id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    for (const row of table.rows) Object.assign(row, { is_approved: true });
    Object.assign(table.rows[0] ?? {}, { import_id });
    answer('GET', '/rest/v1/imports', () => [
      { id: import_id, file_name: 'team.csv', created_by: null, undone_at: null, undone_by: null },
    ]);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = await open(`/admin/leads?import=${import_id}`);
    await screen.findByRole('link', { name: 'team.csv' });
    await user.click(button('Export Approved'));
    await screen.findByRole('alertdialog', { description: 'Your list is filtered by import team.csv.' });
    button('All 3');
    await user.click(button('1 that matches these filters'));
    await screen.findByText('1 lead exported');
    expect(requestsTo('GET', LEADS).at(-1)?.query.get('import_id')).toBe(`eq.${import_id}`);
  });

  it('the export shows why it failed (S8.42)', async () => {
    Object.assign(table.rows[0] ?? {}, { is_approved: true });
    const user = await open();
    answer('GET', LEADS, failWith(500, 'The database is away'));
    await user.click(button('Export Approved'));
    await screen.findByText('Error exporting leads');
    screen.getByText('The database is away');
  });
});

describe('rejected leads', () => {
  const REASON = '00000000-0000-4000-8000-0000000000e1';
  beforeEach(() => {
    Object.assign(table.rows[0] ?? {}, { is_approved: false });
    answer('GET', '/rest/v1/rejection_reasons', () => [
      { id: REASON, subject: 'leads', name: 'Too small', position: 1, retired_at: null },
      { id: 'company', subject: 'companies', name: 'Too far', position: 1, retired_at: null },
    ]);
  });

  it('rejected leads are filtered by reason, which is stored in the URL, while the counts of each status stay', async () => {
    const user = await open('/admin/leads?status=rejected');
    await user.click(screen.getByRole('combobox', { name: 'Reason' }));
    const option = await screen.findByRole('option', { name: 'Too small' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['All reasons', 'Too small']);
    await user.click(option);
    await waitFor(() => expect(requestsTo('GET', LEADS).at(-1)?.query.get('rejection_reason_id')).toBe(`eq.${REASON}`));
    expect(location.search).toBe(`?status=rejected&reason=${REASON}`);
    const totals = requestsTo('POST', '/rest/v1/rpc/lead_totals').map(
      ({ body }) => (body as { reason?: string }).reason,
    );
    expect(new Set(totals)).toEqual(new Set([undefined, REASON]));
    await user.click(screen.getByRole('radio', { name: /^Approved/ }));
    await waitFor(() => expect(location.search).toBe('?status=approved'));
    expect(screen.queryByRole('combobox', { name: 'Reason' })).toBeNull();
  });

  it('rejected leads show their reason, which is removed with the rejection', async () => {
    Object.assign(table.rows[0] ?? {}, { rejection_reason_id: REASON });
    Object.assign(table.rows[1] ?? {}, { rejection_reason_id: REASON });
    const user = await open();
    const row = screen.getByRole('checkbox', { name: 'Select Row 001' }).closest('tr') as HTMLElement;
    await within(row).findAllByText('Too small');
    expect(screen.getAllByText('Too small').every((reason) => row.contains(reason))).toBe(true);
    await user.click(within(row).getByRole('button', { name: 'Approve' }));
    await user.click(await within(row).findByRole('button', { name: 'Reject' }));
    await within(row).findByRole('button', { name: 'Rejected' });
    expect(within(row).queryByText('Too small')).toBeNull(); // the bar of reasons offers it
  });

  it('rejected leads are exported with reason and note', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:test';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = await open('/admin/leads?status=rejected');
    answer('GET', LEADS, () => [
      { id: 'id-001', name: 'Row 001', rejection_reason_id: REASON, rejection_note: 'Two employees' },
    ]);
    await user.click(button('Actions for rejected leads'));
    await user.click(await screen.findByRole('menuitem', { name: 'Export rejected leads' }));
    await screen.findByText('1 lead exported');
    expect(await saved[0]?.text()).toBe(
      '\ufeff"Name","Email","Title","Company","Location","LinkedIn URL","Phone","Audience","Reason","Note"\r\n"Row 001","","","","","","","","Too small","Two employees"\r\n',
    );
  });
});
