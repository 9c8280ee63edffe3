import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable } from '#tests/component/review-table.ts';
import { AdminLeadsPage } from '@/features/leads/admin-leads-page.tsx';
import { LeadsPage } from '@/features/leads/leads-page.tsx';
import { DoNotContactPage } from './do-not-contact-page.tsx';

const SEARCH = '/rest/v1/rpc/search_do_not_contact';
const COUNT = '/rest/v1/rpc/count_do_not_contact';
const ADD = '/rest/v1/rpc/add_do_not_contact';
const REMOVE = '/rest/v1/rpc/remove_do_not_contact';

const entry = (id: string, value: string | null, more: object = {}) => ({
  id,
  kind: 'domain',
  value,
  reason: null,
  source: 'form',
  is_from_member: false,
  created_by: null,
  created_at: '2026-01-01T00:00:00Z',
  ...more,
});

const lastBody = (path: string) => requestsTo('POST', path).at(-1)?.body;
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }));

describe('a list of leads with one that must not be contacted', () => {
  let table: ReturnType<typeof fakeTable>;
  beforeEach(() => {
    table = fakeTable('leads', 3);
    table.suppressed = ['id-002'];
  });
  const approved = () => table.rows.filter(({ is_approved }) => is_approved).map(({ id }) => id);

  it('a lead that must not be contacted is marked, and approving it needs a confirmation', async () => {
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(<LeadsPage />, { path: '/leads' });
    const badge = await screen.findByRole('img', { name: 'On the do-not-contact list' });
    expect(badge.title).toBe('On the do-not-contact list: agency-wide rival.example (Sued us)');
    const approve = (name: string) =>
      user.click(
        within(screen.getByRole('group', { name: `Approval of ${name}` })).getByRole('button', { name: 'Approve' }),
      );
    await approve('Row 002');
    await user.click((await question('Approve Row 002?')).getByRole('button', { name: 'Cancel' }));
    await approve('Row 001');
    await findToast('Lead approved');
    expect(approved()).toEqual(['id-001']);
    await approve('Row 002');
    await user.click((await question('Approve Row 002?')).getByRole('button', { name: 'Approve anyway' }));
    await waitFor(() => expect(approved()).toEqual(['id-001', 'id-002']));
  });

  it('the list can be limited to leads that must not be contacted', async () => {
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(<LeadsPage />, { path: '/leads' });
    await screen.findByRole('button', { name: 'Row 001' });
    await user.click(screen.getByRole('button', { name: 'View' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Do not contact' }));
    await waitFor(() => expect(location.search).toBe('?suppressed=1'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Row 001' })).toBeNull());
    screen.getByRole('button', { name: 'Row 002' });
  });

  it('rejecting a lead as a competitor offers to add its company to the do-not-contact list', async () => {
    signIn({ customerIds: [CUSTOMER] });
    for (const row of table.rows) Object.assign(row, { company: 'Umbrella' });
    const reason = { id: 'r1', subject: 'leads', name: 'Competitor', position: 1, retired_at: null };
    answer('GET', '/rest/v1/rejection_reasons', () => [reason]);
    answer('POST', ADD, () => ({ ids: ['new'], repeated: 0, errors: [], touched: 0, leads: [] }));
    const { user } = renderPage(<LeadsPage />, { path: '/leads' });
    await screen.findByRole('button', { name: 'Row 001' });
    await user.click(
      within(screen.getByRole('group', { name: 'Approval of Row 001' })).getByRole('button', { name: 'Reject' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Competitor' }));
    await user.click(await screen.findByRole('button', { name: 'Never contact Umbrella' }));
    await findToast('Umbrella is on the do-not-contact list');
    expect(lastBody(ADD)).toEqual({
      customer_id: CUSTOMER,
      entries: [{ kind: 'company', value: 'Umbrella' }],
      source: 'rejection',
      dry_run: false,
    });
  });

  const openAdmin = async () => {
    signIn({ roles: ['admin'] });
    const { user } = renderPage(<AdminLeadsPage />, { path: '/admin/leads' });
    await screen.findByRole('button', { name: 'Row 001' });
    return user;
  };

  it('leads are approved without the one that must not be contacted, by selection and by all that match', async () => {
    const user = await openAdmin();
    for (const number of ['001', '002'])
      await user.click(screen.getByRole('checkbox', { name: `Select Row ${number}` }));
    await user.click(screen.getByRole('button', { name: 'Approve Selected' }));
    const selected = await question('Approve 2 leads?');
    selected.getByText('1 of them is on the do-not-contact list.');
    await user.click(selected.getByRole('button', { name: 'Without this one' }));
    await waitFor(() => expect(approved()).toEqual(['id-001']));
    await user.click(await screen.findByRole('button', { name: 'Approve All (Filtered)' }));
    const all = await question('Approve 2 leads?');
    await user.click(all.getByRole('button', { name: 'Without this one' }));
    await waitFor(() => expect(approved()).toEqual(['id-001', 'id-003']));
  });

  it('the button for all approves the list as a whole', async () => {
    const user = await openAdmin();
    await user.click(screen.getByRole('button', { name: 'Approve All (Filtered)' }));
    await user.click((await question('Approve 3 leads?')).getByRole('button', { name: 'Approve all 3' }));
    await waitFor(() => expect(approved()).toEqual(['id-001', 'id-002', 'id-003']));
  });

  it('nothing is approved if the do-not-contact list cannot be checked', async () => {
    const user = await openAdmin();
    await user.click(screen.getByRole('checkbox', { name: 'Select Row 001' }));
    answer('POST', '/rest/v1/rpc/suppressed_leads', failWith(500, 'no answer'));
    await user.click(screen.getByRole('button', { name: 'Approve Selected' }));
    await findToast('Couldn’t check the do-not-contact list');
    expect(approved()).toEqual([]);
  });
});

describe('the page of do-not-contact entries', () => {
  let entries: ReturnType<typeof entry>[];
  beforeEach(() => {
    entries = [entry('e1', 'acme.com', { reason: 'Sued us' }), entry('e2', 'rival.com', { is_from_member: true })];
    answer('POST', SEARCH, ({ body }) =>
      entries.filter(({ value }) => value?.includes((body as { term: string }).term) ?? true),
    );
    answer('POST', COUNT, () => entries.length);
    answer('GET', '/rest/v1/customers', () => [{ id: CUSTOMER, name: 'Northwind', is_active: true }]);
    answer('POST', REMOVE, ({ body }) => {
      const { ids, restore } = body as { ids: string[]; restore: boolean };
      if (restore) entries = [...entries, entry('e2', 'rival.com')];
      else entries = entries.filter(({ id }) => !ids.includes(id));
      return 1;
    });
  });
  const open = (path: string, role: 'admin' | 'customer') => {
    signIn(role === 'admin' ? { roles: ['admin'] } : { customerIds: [CUSTOMER] });
    return renderPage(<DoNotContactPage />, { path }).user;
  };

  it('the page shows administrators the agency-wide list, and that of a customer by the URL', async () => {
    entries.push(entry('e3', null, { kind: 'erased', source: 'erased' }));
    open('/admin/do-not-contact', 'admin');
    await screen.findByText('rival.com');
    expect(lastBody(SEARCH)).toEqual({ term: '', page_size: 50 });
    screen.getByText('Erased contact');
    expect(screen.getAllByRole('button', { name: /^Remove / }).map(({ ariaLabel }) => ariaLabel)).toHaveLength(2);
  });

  it('the page marks entries that were stored before they were understood', async () => {
    entries = [
      entry('1', '*@initech.com', { kind: 'email' }),
      entry('2', '1. ada@initech.com', { kind: 'company' }),
      entry('3', '.initech.com', { kind: 'company' }),
      entry('4', '*.initech.com'),
      entry('5', 'ada@initech.com', { kind: 'email' }),
      entry('6', '.NET Foundation', { kind: 'company' }),
    ];
    open('/do-not-contact', 'customer');
    await screen.findByText('ada@initech.com');
    expect(screen.getAllByText('Applies to nobody. Remove it and add it again.')).toHaveLength(4);
  });

  it('the page lets members remove what members have added, and undo it', async () => {
    const user = open('/do-not-contact', 'customer');
    await screen.findByText('acme.com');
    expect(lastBody(SEARCH)).toEqual({ customer_id: CUSTOMER, term: '', page_size: 50 });
    expect(screen.queryByRole('button', { name: 'Remove acme.com' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove rival.com' }));
    await findToast('rival.com removed');
    await waitFor(() => expect(screen.queryByText('rival.com')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('main'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('rival.com');
    expect(lastBody(REMOVE)).toEqual({ customer_id: CUSTOMER, ids: ['e2'], restore: true });
  });

  it('the page removes and restores an international domain in both of its forms', async () => {
    entries = [
      entry('e4', 'müller.de', { is_from_member: true }),
      entry('e5', 'xn--mller-kva.de', { is_from_member: true }),
      entry('e6', 'shop.xn--mller-kva.de', { is_from_member: true }),
    ];
    const user = open('/do-not-contact', 'customer');
    await user.click(await screen.findByRole('button', { name: 'Remove müller.de' }));
    await findToast('müller.de removed');
    expect(lastBody(REMOVE)).toEqual({ customer_id: CUSTOMER, ids: ['e4', 'e5'], restore: false });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(lastBody(REMOVE)).toEqual({ customer_id: CUSTOMER, ids: ['e4', 'e5'], restore: true }));
  });

  it('the page names a search that matches nothing, and clears it', async () => {
    const user = open('/do-not-contact?search=umbrella', 'customer');
    await screen.findByText(/No results for "umbrella"/);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('acme.com');
  });

  it('the page is empty, or shows why it cannot be loaded', async () => {
    answer('POST', SEARCH, failWith(500, 'no answer'));
    const user = open('/do-not-contact', 'customer');
    await screen.findByText('The entries couldn’t be loaded');
    answer('POST', SEARCH, () => []);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('No entries yet');
  });

  it('the page shows what pasted lines are understood as, their errors and the approved leads, before it adds them', async () => {
    const user = open('/do-not-contact', 'customer');
    await screen.findByText('acme.com');
    answer('POST', ADD, ({ body }) => ({
      ids: ['new'],
      repeated: 1,
      errors: [{ entry: 1, error: 'Domain is not valid: x' }],
      touched: 12,
      leads: [{ id: 'id-001', customerId: CUSTOMER, name: 'Ada', company: 'Acme' }],
      ...(body as object),
    }));
    await user.click(screen.getByRole('button', { name: 'Add entries' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add entries' }));
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    dialog.getByText('Enter at least one');
    await user.click(dialog.getByLabelText(/^Emails, domains/));
    await user.paste('ada@acme.com; left\ngmail.com\nAcme');
    await user.type(dialog.getByLabelText(/^Reason/), 'Ours');
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    const preview = within(await dialog.findByRole('region', { name: 'What we understood' }));
    expect(lastBody(ADD)).toEqual({
      customer_id: CUSTOMER,
      source: 'paste',
      dry_run: true,
      entries: [
        { kind: 'email', value: 'ada@acme.com', reason: 'left' },
        { kind: 'domain', value: 'gmail.com', reason: 'Ours' },
        { kind: 'company', value: 'Acme', reason: 'Ours' },
      ],
    });
    preview.getByText('ada@acme.com: this address');
    preview.getByText('Acme: the company of this name');
    preview.getByText('Line 2');
    preview.getByText('Domain is not valid: x');
    preview.getByText('1 repeated or already on the list');
    preview.getByText(/^Applies to 12 approved leads, which stay approved\./);
    preview.getByRole('link', { name: 'Ada · Acme' });
    await user.click(dialog.getByRole('button', { name: 'Add 1 entry' }));
    expect(await findToast('1 entry added')).toEqual(['1 entry added', '1 line with errors was not added']);
    expect(lastBody(ADD)).toMatchObject({ dry_run: false });
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Emails, domains/).value).toBe('gmail.com');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click((await question('Discard unsaved changes?')).getByRole('button', { name: 'Discard' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(lastBody(REMOVE)).toEqual({ customer_id: CUSTOMER, ids: ['new'], restore: false }));
  });

  it('a double-click neither adds unread entries nor removes two', async () => {
    const user = open('/do-not-contact', 'customer');
    await screen.findByText('acme.com');
    answer('POST', ADD, () => ({ ids: ['new'], repeated: 0, errors: [], touched: 0, leads: [] }));
    await user.click(screen.getByRole('button', { name: 'Add entries' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add entries' }));
    await user.type(dialog.getByLabelText(/^Emails, domains/), 'Acme');
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Add 1 entry' }), { detail: 2 });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click((await question('Discard unsaved changes?')).getByRole('button', { name: 'Discard' }));
    expect(requestsTo('POST', ADD).map(({ body }) => body)).toMatchObject([{ dry_run: true }]);
    const remove = screen.getByRole('button', { name: 'Remove rival.com' });
    fireEvent.click(remove, { detail: 2 });
    fireEvent.click(remove, { detail: 1 });
    await findToast('rival.com removed');
    expect(requestsTo('POST', REMOVE)).toHaveLength(1);
  });

  const openDialog = async (user: ReturnType<typeof open>) => {
    await screen.findByText('acme.com');
    answer('POST', ADD, () => ({ ids: ['new'], repeated: 0, errors: [], touched: 0, leads: [] }));
    await user.click(screen.getByRole('button', { name: 'Add entries' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add entries' }));
    const choose = (text: string, name: string) =>
      fireEvent.change(dialog.getByLabelText('Choose a CSV file'), { target: { files: [new File([text], name)] } });
    const check = () => user.click(dialog.getByRole('button', { name: 'Check' }));
    const chosen = (column: string) => dialog.getByRole('combobox', { name: `${column} maps to` }).textContent;
    return {
      dialog,
      choose,
      check,
      chosen,
      lines: () => dialog.getByLabelText<HTMLTextAreaElement>(/^Emails, domains/),
    };
  };

  it('the page leaves the employers of the people in a file out, unless their columns are mapped', async () => {
    const user = open('/do-not-contact', 'customer');
    const { dialog, choose, check, chosen } = await openDialog(user);
    choose('email,company,domain\nada@acme.com,Acme,acme.com\n', 'opt-outs.csv');
    await dialog.findByText('1 row in opt-outs.csv');
    expect(['email', 'company', 'domain'].map(chosen)).toEqual(['Email', 'Ignore', 'Ignore']);
    dialog.getByText(/^These people won’t be contacted, but their colleagues may\./);
    await check();
    await dialog.findByText('ada@acme.com: this address');
    expect(lastBody(ADD)).toMatchObject({ source: 'import', entries: [{ kind: 'email', value: 'ada@acme.com' }] });
    await user.click(dialog.getByRole('combobox', { name: 'domain maps to' }));
    await user.click(await screen.findByRole('option', { name: 'Domain' }));
    await check();
    await dialog.findByText('acme.com: everybody at this domain');
    expect(lastBody(ADD)).toMatchObject({ entries: [{ kind: 'email' }, { kind: 'domain', value: 'acme.com' }] });
    await user.click(dialog.getByRole('combobox', { name: 'domain maps to' }));
    await user.click(await screen.findByRole('option', { name: 'Ignore' }));
    await user.click(dialog.getByRole('combobox', { name: 'email maps to' }));
    await user.click(await screen.findByRole('option', { name: 'Reason' }));
    dialog.getByText('Map a column to Email, Domain, LinkedIn or Company.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Check' }).disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click((await question('Discard unsaved changes?')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('the page keeps what was typed before a file is chosen, and adds both', async () => {
    const user = open('/do-not-contact', 'customer');
    const { dialog, choose, check, lines } = await openDialog(user);
    await user.type(lines(), 'eve@acme.com');
    choose('PK\x03\x04', 'block.xlsx');
    await dialog.findByText('Save block.xlsx as CSV first: in Excel, File, Save as, CSV UTF-8.');
    choose('PK\x03\x04', 'block.csv');
    await dialog.findByText(/^block\.csv is a spreadsheet\. Save it as CSV first/);
    expect(lines().value).toBe('eve@acme.com');
    choose('ada@acme.com\n*@rival.com\n', 'block.txt');
    await dialog.findByText('2 rows in block.txt');
    expect(lines().value).toBe('eve@acme.com');
    await check();
    await dialog.findByText('rival.com: everybody at this domain');
    expect(lastBody(ADD)).toMatchObject({
      entries: [{ value: 'eve@acme.com' }, { value: 'ada@acme.com' }, { kind: 'domain', value: 'rival.com' }],
    });
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(lines().value).toBe('eve@acme.com');
  });

  it('the page maps pasted rows of a spreadsheet by columns', async () => {
    const user = open('/do-not-contact', 'customer');
    const { dialog, check, chosen, lines } = await openDialog(user);
    await user.click(lines());
    await user.paste('Name\tEmail\tDomain\nAda\tada@acme.com\tacme.com');
    await check();
    await dialog.findByText('A table of 1 row');
    expect(['Name', 'Email', 'Domain'].map(chosen)).toEqual(['Ignore', 'Email', 'Ignore']);
    await check();
    await dialog.findByText('ada@acme.com: this address');
    expect(lastBody(ADD)).toMatchObject({ source: 'form', entries: [{ kind: 'email', value: 'ada@acme.com' }] });
    await user.click(dialog.getByRole('button', { name: 'Back to the text' }));
    expect(lines().value).toContain('ada@acme.com\tacme.com');
  });

  it('the page shows lines that it does not understand or ignores, and what it leaves out of others', async () => {
    const user = open('/do-not-contact', 'customer');
    const { dialog, check, lines } = await openDialog(user);
    await user.click(lines());
    await user.paste('# ours\nAda <ada@acme.com>\nada@acme.com, acme.com');
    await check();
    const preview = within(await dialog.findByRole('region', { name: 'What we understood' }));
    preview.getByText('Ignored: # ours');
    preview.getByText('Not stored: Ada');
    preview.getByText('Line 3');
    preview.getByText('A person and a domain on one line: put each on a line of its own');
    expect(lastBody(ADD)).toMatchObject({ entries: [{ value: 'ada@acme.com' }] });
    await user.clear(lines());
    await user.paste('ada@acme.com, acme.com');
    await check();
    await dialog.findByText('1 line with errors');
    expect(requestsTo('POST', ADD)).toHaveLength(1);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add 0 entries' }).disabled).toBe(true);
  });

  it('the page does not cut a reason that is too long', async () => {
    const user = open('/do-not-contact', 'customer');
    const { dialog } = await openDialog(user);
    await user.click(dialog.getByLabelText(/^Reason/));
    await user.paste('x'.repeat(501));
    dialog.getByText('The reason is too long: 501 characters, at most 500');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Check' }).disabled).toBe(true);
  });
});
