import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable } from '#tests/component/review-table.ts';
import { AdminLeadsPage } from '@/features/leads/admin-leads-page.tsx';
import { LeadsPage } from '@/features/leads/leads-page.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';

const FIELDS = '/rest/v1/custom_fields';
const COLUMNS = '/rest/v1/list_columns';
const icebreaker = { id: 'f1', key: 'icebreaker', label: 'Icebreaker', isInternal: false, removed_at: null };
const score = { id: 'f2', key: 'score', label: 'Score', isInternal: true, removed_at: null };

let table: ReturnType<typeof fakeTable>;

beforeEach(() => {
  table = fakeTable('leads', 2);
  Object.assign(table.rows[0] ?? {}, { custom: { icebreaker: 'Hi Ada' }, internal_values: { custom: { score: '7' } } });
  answer('GET', FIELDS, () => [icebreaker, score]);
  answer('GET', COLUMNS, () => null);
  answer('PATCH', COLUMNS, () => []);
  answer('POST', COLUMNS, () => null);
  answer('POST', '/rest/v1/rpc/audience_names', () => []);
});

/** The first lead as the panel reads it. */
const record = () => ({
  ...table.rows[0],
  customer_id: CUSTOMER,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  customers: { name: 'Northwind' },
  linkedin_profile_url: null,
  import_id: null,
  imports: null,
  import_matches: [],
  decisions: [],
});

/** Answers the requests of the panel. */
function answerPanel() {
  const list = () => table.rows.map((row) => ({ ...record(), custom: {}, decided_values: null, ...row }));
  answer('GET', '/rest/v1/leads', ({ query }) => (query.has('id') ? record() : list()));
  answer('GET', '/rest/v1/comments', () => []);
  answer('POST', '/rest/v1/rpc/lead_company', () => null);
  answer('PATCH', '/rest/v1/leads', () => [{ id: table.rows[0]?.id }]);
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const loaded = () => screen.findByRole('button', { name: 'Row 001' });

describe('the columns of a list', () => {
  it('the columns are chosen in a menu, in the URL, and stored for the user and the customer', async () => {
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(<LeadsPage />, { path: '/leads' });
    await loaded();
    await user.click(await screen.findByRole('button', { name: 'View' }));
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Score' })).toBeNull();
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Icebreaker' }));
    await waitFor(() => expect(location.search).toBe('?columns=icebreaker'));
    await screen.findByText('Hi Ada');
    expect(heads()).toContain('Icebreaker');
    const columns = { customer_id: CUSTOMER, table_name: 'leads', keys: ['icebreaker'] };
    expect(requestsTo('POST', COLUMNS).map(({ body }) => body)).toEqual([columns]);
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Icebreaker' }));
    await waitFor(() => expect(location.search).toBe('?columns=-'));
    expect(heads()).not.toContain('Icebreaker');
  });

  /** Presses several elements before the list is rendered again. */
  const pressAtOnce = (role: string, names: string[]) => {
    const pressed = names.map((name) => screen.getByRole(role, { name }));
    act(() => {
      for (const element of pressed) element.click();
    });
  };

  it('the columns follow all presses, though several come before the list is rendered again', async () => {
    signIn({ roles: ['admin'] });
    const { user } = renderPage(<AdminLeadsPage />, { path: `/admin/leads?customer=${CUSTOMER}` });
    await loaded();
    await user.click(await screen.findByRole('button', { name: 'View' }));
    pressAtOnce('menuitemcheckbox', ['Icebreaker', 'Score']);
    await waitFor(() => expect(heads()).toEqual(expect.arrayContaining(['Icebreaker', 'Score'])));
    pressAtOnce('menuitemcheckbox', ['Icebreaker', 'Score', 'Score']);
    await waitFor(() => expect(heads()).not.toContain('Icebreaker'));
    expect(new URLSearchParams(location.search).get('columns')).toBe('score');
    await waitFor(() => expect(requestsTo('POST', COLUMNS).at(-1)?.body).toMatchObject({ keys: ['score'] }));
  });

  it.each([
    [['Changed since decision', 'Do not contact'], '1', '1'],
    [['Changed since decision', 'Changed since decision', 'Do not contact'], null, '1'],
  ])('the list is filtered by all presses on %j at once', async (names, changed, suppressed) => {
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(<LeadsPage />, { path: '/leads' });
    await loaded();
    await user.click(await screen.findByRole('button', { name: 'View' }));
    pressAtOnce('menuitemcheckbox', names);
    const url = new URLSearchParams(location.search);
    expect([url.get('changed'), url.get('suppressed')]).toEqual([changed, suppressed]);
    await loaded();
  });

  it('the columns are a line of a card on a phone', async () => {
    answer('GET', COLUMNS, () => ({ keys: ['icebreaker', 'score'] }));
    signIn({ roles: ['admin'] });
    renderPage(<AdminLeadsPage />, { path: `/admin/leads?customer=${CUSTOMER}` });
    const line = await screen.findByText('Icebreaker: Hi Ada · Score: 7');
    expect(line.className).toContain('md:hidden');
  });

  it('a column shows its value beside a long name, which is cut', async () => {
    const label = 'Icebreaker that Grace has written at length';
    answer('GET', FIELDS, () => [{ ...icebreaker, label }]);
    answer('GET', COLUMNS, () => ({ keys: ['icebreaker'] }));
    signIn({ roles: ['admin'] });
    renderPage(<AdminLeadsPage />, { path: `/admin/leads?customer=${CUSTOMER}` });
    await screen.findByText('Icebreaker that Gra…: Hi Ada');
    expect(within(screen.getByRole('columnheader', { name: label })).getByText(label).className).toContain('truncate');
  });

  it('the columns and their values are known before the first row is shown', async () => {
    const [fields, columns] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answer('GET', FIELDS, () => fields.promise.then(() => [icebreaker]));
    answer('GET', COLUMNS, () => columns.promise.then(() => ({ keys: ['icebreaker'] })));
    const rows = table.rows.map((row): { id: string; custom?: object } => ({ ...record(), ...row }));
    answer('GET', '/rest/v1/leads', ({ query }) =>
      query.get('select')?.includes('custom,') ? rows : rows.map(({ custom: _, ...row }) => row),
    );
    signIn({ customerIds: [CUSTOMER] });
    renderPage(<LeadsPage />, { path: '/leads' });
    const isShown = () => screen.queryByRole('button', { name: 'Row 001' }) !== null;
    await screen.findByRole('heading', { name: 'Leads 2' });
    await waitFor(() => expect(requestsTo('GET', '/rest/v1/leads')).toHaveLength(1));
    expect(isShown()).toBe(false);
    fields.resolve();
    await waitFor(() => expect(requestsTo('GET', COLUMNS)).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isShown()).toBe(false);
    columns.resolve();
    await loaded();
    expect(heads()).toContain('Icebreaker');
    expect(screen.getByRole('row', { name: /Row 001/ }).textContent).toContain('Hi Ada');
  });

  it('the columns are those that the user chose last', async () => {
    answer('GET', COLUMNS, () => ({ keys: ['score', 'removed'] }));
    signIn({ roles: ['admin'] });
    renderPage(<AdminLeadsPage />, { path: `/admin/leads?customer=${CUSTOMER}` });
    await screen.findByText('7');
    expect(heads()).toContain('Score');
    expect(heads()).not.toContain('Icebreaker');
  });
});

describe('the filter by a field', () => {
  it('the filter by a field is in the URL, and sent with each request of the list', async () => {
    answer('POST', '/rest/v1/rpc/search_leads', () => table.rows.slice(1));
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(<LeadsPage />, { path: '/leads' });
    await loaded();
    await user.click(await screen.findByRole('button', { name: 'View' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Filter by field' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(location.search).toBe('?field=icebreaker'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Row 001' })).toBeNull());
    const filter = { custom: { icebreaker: null } };
    expect(requestsTo('POST', '/rest/v1/rpc/search_leads').at(-1)?.body).toMatchObject({ filter });
    expect(requestsTo('POST', '/rest/v1/rpc/lead_totals').at(-1)?.body).toMatchObject({ filter });
    await user.click(screen.getByRole('button', { name: 'Remove filter: Icebreaker is empty' }));
    await waitFor(() => expect(location.search).toBe(''));
  });

  it('the filter by a field needs one customer', async () => {
    signIn({ customerIds: [CUSTOMER, CUSTOMER.replace('c', 'd')] });
    renderPage(<LeadsPage />, { path: '/leads?field=icebreaker' });
    await loaded();
    expect(screen.queryByRole('button', { name: /Filter by field|Columns/ })).toBeNull();
    expect(requestsTo('POST', '/rest/v1/rpc/search_leads')).toEqual([]);
  });
});

describe('a lead that has changed since the decision', () => {
  beforeEach(() => {
    Object.assign(table.rows[0] ?? {}, { is_approved: true, decided_values: { title: 'CTO', custom: {} } });
    answerPanel();
  });

  it('a lead that has changed since the decision has a badge and a note with the former values, until it is decided again', async () => {
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(<LeadsPage />, { path: '/leads' });
    const name = await loaded();
    expect(screen.getAllByRole('img', { name: 'Changed since the decision' })).toHaveLength(1);
    await user.click(name);
    const panel = within(await screen.findByRole('complementary', { name: 'Details of Row 001' }));
    await panel.findByText('Title was “CTO”');
    panel.getByText('Icebreaker was empty');
    await user.click(panel.getByRole('button', { name: 'Approve again' }));
    await findToast('Lead approved');
    expect(requestsTo('PATCH', '/rest/v1/leads').map(({ body }) => body)).toEqual([{ is_approved: true }]);
    expect(screen.queryByRole('img', { name: 'Changed since the decision' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('a filter finds leads that have changed since the decision', async () => {
    answer('POST', '/rest/v1/rpc/search_leads', () => table.rows.slice(0, 1));
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(<LeadsPage />, { path: '/leads' });
    await loaded();
    await user.click(screen.getByRole('button', { name: 'View' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Changed since decision' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(location.search).toBe('?changed=1'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Row 002' })).toBeNull());
    expect(requestsTo('POST', '/rest/v1/rpc/search_leads').at(-1)?.body).toMatchObject({ filter: { changed: true } });
  });
});

it('administrators edit custom fields as other fields; internal values are stored apart', async () => {
  answerPanel();
  answer('PATCH', '/rest/v1/internal_values', () => []);
  answer('POST', '/rest/v1/internal_values', () => null);
  signIn({ roles: ['admin'] });
  const { user } = renderPage(<AdminLeadsPage />, { path: `/admin/leads?customer=${CUSTOMER}` });
  await user.click(await loaded());
  const panel = within(await screen.findByRole('complementary', { name: 'Details of Row 001' }));
  await user.click(await panel.findByRole('button', { name: 'Edit' }));
  const field = async (label: string) => (await panel.findByLabelText(label)) as HTMLTextAreaElement;
  await user.type(await field('Icebreaker'), '!');
  await user.clear(await field('Score (agency only)'));
  await user.click(panel.getByRole('button', { name: 'Save' }));
  await findToast('Changes saved');
  expect(requestsTo('PATCH', '/rest/v1/leads').map(({ body }) => body)).toEqual([
    { custom: { icebreaker: 'Hi Ada!' } },
  ]);
  expect(requestsTo('POST', '/rest/v1/internal_values').map(({ body }) => body)).toEqual([
    { customer_id: CUSTOMER, lead_id: table.rows[0]?.id, custom: {} },
  ]);
});

it('removing a field says in how many leads it is filled, and can be undone', async () => {
  answer('POST', '/rest/v1/rpc/count_custom_values', () => 37);
  answer('PATCH', FIELDS, ({ body }) => {
    answer('GET', FIELDS, () => [{ ...icebreaker, ...(body as object) }, score]);
    return { id: icebreaker.id };
  });
  const step = { step_type: 'linkedin_message', subject: null, campaigns: { name: 'Founders' } };
  answer('GET', '/rest/v1/campaign_steps', () => [
    { ...step, id: 's1', step_number: 1, message_content: '{{icebreaker_2}} icebreaker' },
    { ...step, id: 's2', step_number: 2, message_content: 'Hi! {{ icebreaker | x }}' },
  ]);
  signIn({ roles: ['admin'] });
  const { user } = renderPage(<AdminLeadsPage />, { path: `/admin/leads?customer=${CUSTOMER}` });
  await loaded();
  await user.click(await screen.findByRole('button', { name: 'View' }));
  await user.click(screen.getByRole('menuitem', { name: 'Manage fields…' }));
  await user.click(await screen.findByRole('button', { name: 'Remove Icebreaker' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove “Icebreaker”?' }));
  await question.findByText('The values of 37 leads will be deleted. You can restore the field for 30 minutes.');
  await question.findByText('These campaign steps use it. Where it stands, they will be sent exactly as typed:');
  expect(question.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Step 2 of Founders']);
  await user.click(question.getByRole('button', { name: 'Remove field' }));
  await findToast('Field removed');
  await user.click(await screen.findByRole('button', { name: 'Restore Icebreaker' }));
  await findToast('Field restored');
  expect(requestsTo('PATCH', FIELDS).map(({ body }) => body)).toEqual([
    { removed_at: expect.any(String) },
    { removed_at: null },
  ]);
});

describe('the new name of a field', () => {
  const CLOSE: [way: string, leave: (user: UserEvent) => Promise<unknown>][] = [
    ['Enter', (user) => user.keyboard('{Enter}')],
    ['Escape', (user) => user.keyboard('{Escape}')],
    ['a click on Close', (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['Back', async () => void act(() => leaveForms(() => {}))],
  ];

  async function typeName(typed: string) {
    answer('PATCH', FIELDS, ({ body }) => {
      answer('GET', FIELDS, () => [{ ...icebreaker, ...(body as object) }, score]);
      return { id: icebreaker.id };
    });
    signIn({ roles: ['admin'] });
    const { user } = renderPage(<AdminLeadsPage />, { path: `/admin/leads?customer=${CUSTOMER}` });
    await loaded();
    await user.click(await screen.findByRole('button', { name: 'View' }));
    await user.click(screen.getByRole('menuitem', { name: 'Manage fields…' }));
    const input = await screen.findByRole('textbox', { name: 'Name of Icebreaker' });
    await user.clear(input);
    await user.type(input, typed);
    return user;
  }

  it.each(CLOSE)('the new name of a field is saved once by %s', async (_, leave) => {
    const user = await typeName(' Opener ');
    await leave(user);
    await findToast('Field renamed');
    expect(requestsTo('PATCH', FIELDS).map(({ body }) => body)).toEqual([{ label: 'Opener' }]);
  });

  it('a name that cannot be saved stays in its input: Enter sends it again, Escape discards it after a question', async () => {
    const user = await typeName('Opener');
    answer('PATCH', FIELDS, failWith(500, 'no answer'));
    await user.keyboard('{Enter}');
    await findToast('Couldn’t change the field');
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of Icebreaker' });
    await user.click(input);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(requestsTo('PATCH', FIELDS)).toHaveLength(2));
    await user.click(input);
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(input.value).toBe('Opener');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo('PATCH', FIELDS).map(({ body }) => body)).toEqual([{ label: 'Opener' }, { label: 'Opener' }]);
  });

  it('a name that is empty or the same is not saved', async () => {
    const user = await typeName('Icebreaker');
    await user.clear(screen.getByRole('textbox', { name: 'Name of Icebreaker' }));
    await user.keyboard('{Enter}');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of Icebreaker' }).value).toBe('Icebreaker');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo('PATCH', FIELDS)).toEqual([]);
  });
});

it('the only field can be restored after its dialog was closed', async () => {
  answer('GET', FIELDS, () => [{ ...icebreaker, removed_at: new Date().toISOString() }]);
  signIn({ roles: ['admin'] });
  const { user } = renderPage(<AdminLeadsPage />, { path: `/admin/leads?customer=${CUSTOMER}` });
  await loaded();
  await user.click(await screen.findByRole('button', { name: 'View' }));
  await user.click(screen.getByRole('menuitem', { name: 'Manage fields…' }));
  await screen.findByRole('button', { name: 'Restore Icebreaker' });
  expect(screen.queryByRole('button', { name: 'Filter by field' })).toBeNull();
});

it('the second click of a double-click on Apply does not open the lead below the dialog', async () => {
  answer('POST', '/rest/v1/rpc/search_leads', () => table.rows);
  signIn({ customerIds: [CUSTOMER] });
  renderPage(<LeadsPage />, { path: '/leads' });
  const row = (await loaded()).closest('tr') as HTMLElement;
  fireEvent.click(row, { detail: 2 });
  expect(location.search).toBe('');
  fireEvent.click(row, { detail: 1 });
  await waitFor(() => expect(location.search).toMatch(/^\?lead=/));
});

it('a link to the leads whose field is empty names one of a member’s customers', async () => {
  signIn({ customerIds: [CUSTOMER, '00000000-0000-4000-8000-00000000000d'] });
  renderPage(<LeadsPage />, { path: `/leads?customer=${CUSTOMER}&status=approved&field=icebreaker` });
  await screen.findByRole('button', { name: 'Remove filter: Icebreaker is empty' });
  await waitFor(() =>
    expect(requestsTo('POST', '/rest/v1/rpc/search_leads').map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ customers: [CUSTOMER], status: 'approved', filter: { custom: { icebreaker: null } } }),
    ),
  );
});
