import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, failWith, requestsTo, type SentRequest, signIn } from '#tests/component/backend.ts';
import { takeLogged } from '#tests/component/console.ts';
import { isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { describeFilters, ImportsPage, isFiltered, readFilters, writeFilters } from './imports-page.tsx';

const IMPORTS = '/rest/v1/imports';
const ERRORS = '/rest/v1/import_errors';
const UNDO = '/rest/v1/rpc/undo_import';
const PREVIEW = '/rest/v1/rpc/undo_preview';

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const ADMIN = '00000000-0000-4000-8000-000000000001';
const importId = (number: number) => `0f8fad5b-d9cb-469f-a165-${String(number).padStart(12, '0')}`;

const NOT_UNDONE = {
  undone_at: null,
  undone_by: null,
  removed_leads: 0,
  removed_companies: 0,
  remaining_leads: null,
  remaining_companies: null,
  updating: null as object | null,
  updated_rows: 0,
  restored_rows: 0,
  unrestored_rows: 0,
};
const pastImport = (number: number, content: object = {}): { id: string } & Record<string, unknown> => ({
  id: importId(number),
  customer_id: CUSTOMER,
  file_name: `file ${number}.csv`,
  import_type: 'leads',
  audience: null,
  created_at: new Date().toISOString(),
  created_by: ADMIN,
  total_rows: 3,
  successful_rows: 2,
  duplicate_rows: 1,
  error_rows: 0,
  companies_created: 1,
  ...NOT_UNDONE,
  customers: { name: 'Northwind' },
  ...content,
});

/** The preview of an undo, which would leave so many of the two leads and of the company. */
const preview =
  (leads_left: number, companies_left: number, leads_reviewed = leads_left) =>
  () => [{ leads: 2, leads_left, leads_reviewed, companies: 1, companies_left }];

let stored: ReturnType<typeof pastImport>[];
let saved: { name: string; text: Promise<string> }[];

beforeEach(() => {
  signIn({ roles: ['admin'] });
  stored = [];
  saved = [];
  answer('GET', IMPORTS, ({ query }) => {
    if (query.get('select') === 'columns') return { columns: ['Name', 'Email'] };
    const id = query.get('id')?.replace('eq.', '');
    if (id) return stored.filter((one) => one.id === id);
    const start = stored.findIndex(({ id: one }) => query.get('or')?.includes(one)) + 1;
    return stored.slice(start, start + Number(query.get('limit')));
  });
  answer('HEAD', IMPORTS, () => new Response(null, { headers: { 'content-range': `*/${stored.length}` } }));
  answer('GET', '/rest/v1/profiles', () => [{ id: ADMIN, email: 'admin@example.test', full_name: null }]);
  answer('GET', '/rest/v1/customers', ({ query }) =>
    query.has('id') ? { id: CUSTOMER, name: 'Northwind' } : [{ id: CUSTOMER, name: 'Northwind' }],
  );
  answer('GET', ERRORS, () => []);
  answer('POST', '/rest/v1/rpc/saved_mapping', () => []);
  answer('POST', PREVIEW, preview(0, 0));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = created.get(this.href);
    if (blob) saved.push({ name: this.download, text: blob.text() });
  });
  const created = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${created.size}`;
    created.set(url, blob as Blob);
    return url;
  });
});

function open(path = '/admin/imports') {
  const { user } = renderPage(<ImportsPage />, { path });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { user, press };
}
const lists = (requests: SentRequest[]) => requests.filter(({ query }) => query.has('order'));
const files = () =>
  within(screen.getByRole('table', { name: 'Imports' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the import history', () => {
  test('the history shows each file with its customer, user, time and counts', async () => {
    stored = [pastImport(2), pastImport(1)];
    open();
    await screen.findByRole('heading', { name: 'Import history 2' });
    const [, row] = within(await screen.findByRole('table', { name: 'Imports' })).getAllByRole('row');
    expect(files()).toEqual(['file 2.csv', 'file 1.csv']);
    const cells = within(row as HTMLElement).getAllByRole('cell');
    expect(cells.slice(1, 7).map((cell) => cell.textContent)).toEqual([
      'Northwind',
      'admin@example.test',
      'just now',
      '2',
      '1',
      '0',
    ]);
    within(row as HTMLElement).getByText('2 imported · 1 duplicate · 0 errors');
  });

  test('the history is filtered by errors, in the URL', async () => {
    stored = [pastImport(1)];
    const { user } = open(`/admin/imports?customer=${CUSTOMER}`);
    await screen.findByText('file 1.csv');
    await user.click(screen.getByRole('checkbox', { name: 'Only with errors' }));
    await waitFor(() => expect(lists(requestsTo('GET', IMPORTS))).toHaveLength(2));
    expect(location.search).toBe(`?customer=${CUSTOMER}&errors=1`);
    const [all, filtered] = lists(requestsTo('GET', IMPORTS)).map(({ query }) => query);
    expect([all?.get('customer_id'), all?.get('error_rows')]).toEqual([`eq.${CUSTOMER}`, null]);
    expect([filtered?.get('customer_id'), filtered?.get('error_rows')]).toEqual([`eq.${CUSTOMER}`, 'gt.0']);
    expect([all?.get('offset'), filtered?.get('offset')]).toEqual([null, null]);
  });

  test('the history loads page by page', async () => {
    vi.stubGlobal('innerHeight', 5_000); // all rows are visible
    stored = Array.from({ length: 52 }, (_, index) => pastImport(52 - index));
    open();
    await screen.findByText('file 52.csv');
    await screen.findByText('file 1.csv');
    const [first, second] = lists(requestsTo('GET', IMPORTS)).map(({ query }) => query);
    expect([first?.get('created_at'), first?.get('limit')]).toEqual([null, '50']);
    expect(second?.get('created_at')).toMatch(/^lte\./);
    expect(second?.get('or')).toContain(`id.lt.${importId(3)}`);
  });

  test('the history says that it is loading, that nothing matches, and that it could not be loaded', async () => {
    const released = Promise.withResolvers<void>();
    answer('GET', IMPORTS, () => released.promise.then(() => []));
    const { press } = open(`/admin/imports?customer=${CUSTOMER}&errors=1`);
    await screen.findByRole('status', { name: 'Loading imports' });
    released.resolve();
    await screen.findByText('No imports match');
    await screen.findByText('No results for customer Northwind, imports with errors.');
    answer('GET', IMPORTS, failWith(500, 'The database is away'));
    await press('Clear filters');
    expect(location.href).toMatch(/\/admin\/imports$/);
    await screen.findByText('The imports couldn’t be loaded');
    answer('GET', IMPORTS, () => []);
    await press('Retry');
    await screen.findByText('No imports yet');
    expect(screen.getByRole('link', { name: 'Upload a CSV file' }).getAttribute('href')).toBe('/admin/leads?upload=1');
  });
});

test.each(['not-an-id', importId(9)])('the import %s is not found', async (id) => {
  const { press } = open(`/admin/imports?import=${id}`);
  await screen.findByText('Import not found');
  await press('Back to import history');
  expect(location.href).toMatch(/\/admin\/imports$/);
});

describe('an import', () => {
  const path = `/admin/imports?import=${importId(1)}`;
  const dialog = (name = 'file 1.csv') => screen.findByRole('dialog', { name });
  const counts = () =>
    [...document.querySelectorAll('dl > *')].map((card) => [
      card.querySelector('dt')?.textContent,
      card.querySelector('dd')?.textContent,
    ]);

  test('an import shows its counts, at most ten errors, and links to its leads', async () => {
    stored = [pastImport(1, { error_rows: 12 })];
    const errors = Array.from({ length: 10 }, (_, row) => ({
      row: row + 4,
      sheet_row: row > 0 ? row + 6 : null,
      error: `Email is not valid: nothing-${row}`,
      cells: row > 0 ? [`Lead ${row}`, `nothing-${row}`] : ['', 'nothing-0'],
    }));
    answer('GET', ERRORS, () => errors);
    open(path);
    await dialog();
    const region = within(await screen.findByRole('region', { name: 'Errors' }));
    const items = region.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toHaveLength(11);
    expect([items[0], items[1], items.at(-1)]).toEqual([
      'Row 4nothing-0Email is not valid: nothing-0',
      'Row 7Lead 1Email is not valid: nothing-1',
      'and 2 more',
    ]);
    expect(requestsTo('GET', ERRORS)[0]?.query.get('limit')).toBe('10');
    expect(counts()).toEqual([
      ['Imported', '2'],
      ['Duplicates', '1'],
      ['Errors', '12'],
      ['Companies created', '1'],
    ]);
    expect(screen.getByRole('dialog').textContent).toContain('Leads for Northwind');
    expect(screen.getByRole('link', { name: 'View imported leads' }).getAttribute('href')).toBe(
      `/admin/leads?customer=${CUSTOMER}&import=${importId(1)}`,
    );
  });

  test('an import of companies links to its companies and has no count of created companies', async () => {
    stored = [pastImport(1, { import_type: 'companies', duplicate_rows: 0 })];
    open(path);
    await dialog();
    await waitFor(() =>
      expect(counts()).toEqual([
        ['Imported', '2'],
        ['Duplicates', '0'],
        ['Errors', '0'],
      ]),
    );
    expect(screen.getByRole('link', { name: 'View imported companies' }).getAttribute('href')).toBe(
      `/admin/companies?customer=${CUSTOMER}&import=${importId(1)}`,
    );
    expect(screen.queryByRole('link', { name: 'View imported leads' })).toBeNull();
  });

  test('an import saves all its errors as a file, page by page', async () => {
    stored = [pastImport(1, { file_name: 'many.csv', error_rows: 1_001 })];
    const rejected = Array.from({ length: 1_001 }, (_, row) => ({
      row: row + 2,
      error: 'Row is odd',
      cells: [`Bad, ${row}`, `nothing-${row}`],
    }));
    answer('GET', ERRORS, ({ query }) => {
      const after = Number(query.get('row')?.replace('gt.', '') ?? 0);
      return rejected.filter(({ row }) => row > after).slice(0, Number(query.get('limit')));
    });
    const { press } = open(path);
    await dialog('many.csv');
    await press('Download errors');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('many - errors.csv');
    const lines = (await saved[0]?.text)?.split('\r\n') ?? [];
    expect(lines).toHaveLength(1_003);
    expect([lines[0], lines[1_001]]).toEqual([
      '\ufeff"Name","Email","Error"',
      '"Bad, 1000","nothing-1000","Row is odd"',
    ]);
    const pages = requestsTo('GET', ERRORS).flatMap(({ query }) => query.get('row') ?? []);
    expect(pages).toEqual(['gt.0', 'gt.1001']);
  });

  test('an import reports errors that cannot be loaded, and saves no partial file', async () => {
    stored = [pastImport(1, { file_name: 'team.csv', error_rows: 1 })];
    answer('GET', ERRORS, () => [{ row: 2, error: 'Row is odd', cells: ['Cy', 'cy@'] }]);
    const { press } = open(path);
    await dialog('team.csv');
    await screen.findByRole('region', { name: 'Errors' });
    answer('GET', ERRORS, failWith(500, 'The database is away'));
    await press('Download errors');
    await screen.findByText('Couldn’t save the errors');
    screen.getByText('The database is away');
    expect(saved).toEqual([]);
    answer('GET', ERRORS, () => [{ row: 2, error: 'Row is odd', cells: ['Cy', 'cy@'] }]);
    await press('Download errors');
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['team - errors.csv']));
  });
});

describe('the undo of an import', () => {
  const UNDONE = { undone_at: new Date().toISOString(), undone_by: ADMIN };
  const finished = (removed_leads: number, remaining_leads = 0) => ({
    removed_leads,
    removed_companies: 1,
    remaining_leads,
    remaining_companies: remaining_leads,
  });
  /** Answers an undo, which changes the stored import. */
  const undoing = (progress: object) => () => {
    stored = stored.map((one) => ({ ...one, ...UNDONE, ...progress }));
    return progress;
  };

  async function openImport(content: object = {}) {
    stored = [pastImport(1, content)];
    const { press, user } = open(`/admin/imports?import=${importId(1)}`);
    await screen.findByRole('dialog', { name: 'file 1.csv' });
    const confirm = async () =>
      user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo import' }));
    return { press, confirm };
  }

  test('the undo of an import says beforehand which rows will stay', async () => {
    answer('POST', PREVIEW, preview(1, 0));
    const { press } = await openImport();
    await press('Undo import');
    await screen.findByRole('alertdialog', {
      description:
        '1 lead and 1 company will be deleted. 1 of 2 leads has been reviewed and will stay. This can’t be undone.',
    });
  });

  test.each([
    [
      'all rows have changed',
      preview(2, 1),
      '2 of 2 leads have been reviewed and will stay. 1 of 1 company has changed or belongs to a lead and will stay.',
    ],
    [
      'all rows were deleted',
      () => [{ leads: 0, leads_left: 0, leads_reviewed: 0, companies: 0, companies_left: 0 }],
      'All its rows have been deleted since the import.',
    ],
  ])('the undo of an import is disabled with the reason where %s', async (_, previewed, reason) => {
    answer('POST', PREVIEW, previewed);
    await openImport();
    const button = await screen.findByRole('button', { name: 'Undo import', description: reason });
    expect(button).toHaveProperty('disabled', true);
  });

  test('the undo of an import asks for confirmation without its preview if that cannot be read', async () => {
    answer('POST', PREVIEW, failWith(403, 'The database rests'));
    const { press } = await openImport();
    await expect.poll(takeLogged).toEqual(['Error previewing the undo of an import: The database rests']);
    await press('Undo import');
    await screen.findByRole('alertdialog', {
      description:
        'The 2 leads and 1 company it created will be deleted, except any that were approved, rejected, edited or commented on since. This can’t be undone.',
    });
  });

  test('the undo of an import asks for confirmation, and names what was removed and what is left', async () => {
    answer('POST', UNDO, undoing(finished(1, 1)));
    answer('GET', '/rest/v1/leads', () => [{ name: 'Cy' }]);
    answer('GET', '/rest/v1/companies', () => [{ name: 'Acme' }]);
    const { press, confirm } = await openImport();
    await press('Undo import');
    await screen.findByRole('alertdialog', {
      name: 'Undo this import?',
      description: '2 leads and 1 company will be deleted. This can’t be undone.',
    });
    await press('Cancel');
    expect(requestsTo('POST', UNDO)).toEqual([]);

    await press('Undo import');
    await confirm();
    await screen.findByText('Import undone');
    screen.getByText('1 lead and 1 company removed, 1 lead and 1 company left.');
    await screen.findByText('This import was undone');
    await waitFor(() => {
      const text = screen.getByRole('dialog').textContent;
      expect(text).toContain('1 lead and 1 company removed just now by admin@example.test.');
      expect(text).toContain('1 lead left (changed or commented on since the import): Cy');
      expect(text).toContain(
        '1 company left (changed or commented on since the import, or used by a remaining lead): Acme',
      );
    });
    expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
    await waitFor(() => expect(isFocused(screen.getByRole('link', { name: 'View remaining companies' }))).toBe(true));
    expect(requestsTo('POST', UNDO).map(({ body }) => body)).toEqual([{ import_id: importId(1) }]);
    expect(screen.getByRole('link', { name: 'View remaining leads' }).getAttribute('href')).toBe(
      `/admin/leads?customer=${CUSTOMER}&import=${importId(1)}`,
    );
  });

  test('an undo that fails says why and can be tried again', async () => {
    answer('POST', UNDO, failWith(500, 'The database is away'));
    const { press, confirm } = await openImport();
    await press('Undo import');
    await confirm();
    await screen.findByText('Couldn’t undo the import');
    screen.getByText('The database is away');
    answer('POST', UNDO, undoing(finished(2)));
    await press('Undo import');
    await confirm();
    await screen.findByText('Import undone');
    screen.getByText('2 leads and 1 company removed.');
  });

  test('an undo by another administrator is shown after the error', async () => {
    const { press, confirm } = await openImport();
    undoing(finished(2))();
    answer('POST', UNDO, failWith(409, 'This import has been undone already'));
    await press('Undo import');
    await confirm();
    await screen.findByText('Couldn’t undo the import');
    screen.getByText('This import has been undone already');
    await screen.findByText('This import was undone');
  });

  test('the undo of many rows shows its progress, can be cancelled, and continues from there', async () => {
    const large = { successful_rows: 120_000, companies_created: 2 };
    const partly = {
      removed_leads: 50_000,
      removed_companies: 0,
      remaining_leads: null,
      remaining_companies: null,
      restored_rows: 0,
      unrestored_rows: 0,
    };
    const released = Promise.withResolvers<void>();
    answer('POST', UNDO, async () => {
      if (requestsTo('POST', UNDO).length > 1) await released.promise;
      return undoing(partly)();
    });
    const { press, confirm } = await openImport(large);
    await press('Undo import');
    await confirm();
    await screen.findByRole('dialog', { name: 'Undoing import' });
    await waitFor(() =>
      expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('50,000 of 120,002 rows removed'),
    );
    await press('Cancel');
    released.resolve();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Undoing import' })).toBeNull());
    await screen.findByText('This import was partly undone');
    screen.getByText('50,000 leads removed so far. Choose Finish undoing to remove the rest.');
    expect(requestsTo('POST', UNDO)).toHaveLength(2);
    expect(screen.queryByText('Import undone')).toBeNull();

    answer('POST', UNDO, undoing(finished(120_000)));
    await press('Finish undoing');
    await confirm();
    await screen.findByText('Import undone');
    await screen.findByText('This import was undone');
  });
});

test.each([
  ['', { customerId: null, withErrors: false }],
  [`customer=${CUSTOMER.toUpperCase()}&errors=1`, { customerId: CUSTOMER, withErrors: true }],
  ['customer=unknown&errors=yes', { customerId: null, withErrors: false }],
])('readFilters(%j) returns %j', (search, filters) => {
  expect(readFilters(new URLSearchParams(search))).toEqual(filters);
});

test('writeFilters keeps other parameters', () => {
  const url = new URLSearchParams(`import=${CUSTOMER}&errors=1`);
  expect(writeFilters(url, { customerId: CUSTOMER, withErrors: false }).toString()).toBe(
    `import=${CUSTOMER}&customer=${CUSTOMER}`,
  );
});

test.each([
  [{ customerId: null, withErrors: false }, false, ''],
  [{ customerId: CUSTOMER, withErrors: true }, true, 'customer Acme, imports with errors'],
])('isFiltered(%j) is %s', (filters, filtered, words) => {
  expect([isFiltered(filters), describeFilters(filters, 'Acme')]).toEqual([filtered, words]);
});
