import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { contentHash, splitIntoChunks } from '#domain/import/chunks.ts';
import { openImportFile } from '#domain/import/file.ts';
import type { ImportType } from '#domain/import/targets.ts';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { takeLogged } from '#tests/component/console.ts';
import { renderApp } from '#tests/component/render.tsx';
import { ImportWizard } from './import-wizard.tsx';

// The worker's methods run in the test's own thread.
vi.mock('./csv/csv-reader.ts', async () => {
  const { csvWorker } = await import('./csv/csv-worker.ts');
  type Method = (...args: unknown[]) => Promise<unknown>;
  return {
    CsvReader: class {
      call = (name: keyof typeof csvWorker, ...args: unknown[]) => (csvWorker[name] as Method)(...args);
      close() {}
    },
  };
});

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const SEND = '/functions/v1/import-csv-data';
const DUPLICATES = '/rest/v1/rpc/preview_duplicates';
const SAVED_MAPPING = '/rest/v1/rpc/saved_mapping';

type Chunk = {
  importId: string;
  firstRow: number;
  csvData: string;
  columnMapping: object;
  audience?: string;
  sheetRows?: number[];
  correctedRows?: number[];
};
const chunksSent = () => requestsTo('POST', SEND).map(({ body }) => body as Chunk);
const rowsIn = (csvData: string) => csvData.split('\r\n').length - 1;
const chunkResult = ({ importId, csvData }: Chunk) => ({
  importId,
  totalRows: rowsIn(csvData),
  successfulRows: rowsIn(csvData),
  duplicateRows: 0,
  errorRows: 0,
  errors: [],
  companiesCreated: 1,
});

beforeEach(() => {
  vi.stubGlobal('postMessage', () => {}); // reading progress
  signIn({ roles: ['admin'] });
  answer('GET', '/rest/v1/customers', ({ query }) =>
    query.has('id') ? { id: CUSTOMER, name: 'Northwind' } : [{ id: CUSTOMER, name: 'Northwind' }],
  );
  answer('POST', '/rest/v1/rpc/audience_names', () => []);
  answer('POST', SAVED_MAPPING, () => []);
  answer('GET', '/rest/v1/imports', () => []);
  answer('GET', '/rest/v1/custom_fields', () => []);
  answer('POST', DUPLICATES, () => []);
  answer('POST', '/rest/v1/rpc/undo_preview', () => []);
  answer('POST', SEND, ({ body }) => chunkResult(body as Chunk));
});

type Expected = { file: string; autoMapping: Record<string, string>; totalRows: number };
const FILES = ['apollo', 'hubspot', 'excel', 'google', 'mac', 'truncated'];
const corpus = (JSON.parse(readFileSync('tests/fixtures/csv/expected.json', 'utf8')) as Expected[]).filter(({ file }) =>
  FILES.some((name) => file.startsWith(name)),
);
const LEAD_FIELDS: Record<string, string> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  title: 'Title',
  company: 'Company',
  location: 'Location',
  headline: 'Headline',
  notes: 'Notes',
  linkedin_profile_url: 'LinkedIn URL',
  profile_picture_url: 'Profile picture',
};

const TEAM = 'Full Name,City,Shoe size\nAda,Paris,38\nBea,Rome,39';
const long = (rows: number) => ['Name', ...Array.from({ length: rows }, (_, row) => `Lead ${row}`)].join('\n');

function openWizard(customerId: string | null = CUSTOMER, importType: ImportType = 'leads') {
  const onClose = vi.fn();
  const { user } = renderApp(<ImportWizard importType={importType} customerId={customerId} onClose={onClose} />);
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
  const input = () => document.querySelector('input[type=file]') as HTMLInputElement;
  const chooseFile = (text: BlobPart, name = 'team.csv') =>
    fireEvent.change(input(), { target: { files: [new File([text], name)] } });
  return { user, onClose, press, chooseFile };
}

async function openMapping(text: BlobPart = TEAM, importType: ImportType = 'leads') {
  const wizard = openWizard(CUSTOMER, importType);
  wizard.chooseFile(text);
  await wizard.press('Continue');
  await screen.findByRole('heading', { name: 'Match your columns' });
  return wizard;
}

const warnsOnUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const counts = () =>
  [...document.querySelectorAll('dl > *')].map((card) => [
    card.querySelector('dt')?.textContent,
    card.querySelector('dd')?.textContent,
  ]);

describe('columns that become custom fields', () => {
  const FIELDS = '/rest/v1/custom_fields';
  const OWN = 'Full Name,Icebreaker,Score\nAda,"Hi,\nAda",7';
  const mapped = { 'Full Name': 'name', Icebreaker: 'custom:icebreaker', Score: 'custom:score' };

  test('new columns are all chosen by one press, some for the agency only, and become fields when the import starts', async () => {
    answer('POST', FIELDS, () => null);
    const { press, user } = await openMapping(OWN);
    expect(screen.queryByRole('checkbox', { name: 'Agency only' })).toBeNull();
    await press('Keep 2 columns');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Icebreaker maps to' }));
    expect(screen.getByText('Customers see the columns you keep, unless they’re for your agency only.')).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Icebreaker maps to' }).textContent).toBe('Keep as “Icebreaker”');
    await user.click(screen.getAllByRole('checkbox', { name: 'Agency only' })[1] as HTMLElement);
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toBe('RowNameIcebreakerScore2AdaHi,\nAda7');
    expect(requestsTo('POST', FIELDS)).toEqual([]);
    await press('Import 1 row');
    await screen.findByRole('heading', { name: 'Import complete' });
    const field = { customer_id: CUSTOMER, table_name: 'leads' };
    expect(requestsTo('POST', FIELDS).map(({ body }) => body)).toEqual([
      [
        { ...field, key: 'icebreaker', label: 'Icebreaker', is_internal: false },
        { ...field, key: 'score', label: 'Score', is_internal: true },
      ],
    ]);
    expect(chunksSent().map(({ columnMapping }) => columnMapping)).toEqual([mapped]);
  });

  test('columns map to the custom fields that the customer has', async () => {
    answer('GET', FIELDS, () => [
      { id: '1', key: 'icebreaker', label: 'Icebreaker', isInternal: false, removed_at: null },
      { id: '2', key: 'score', label: 'Score', isInternal: true, removed_at: null },
    ]);
    const { press } = await openMapping(OWN);
    expect(screen.getByText('Customers see it.')).toBeDefined();
    expect(screen.getByText('Agency only. Customers don’t see it.')).toBeDefined();
    await press('Import 1 row');
    await screen.findByRole('heading', { name: 'Import complete' });
    expect(requestsTo('POST', FIELDS)).toEqual([]);
    expect(chunksSent().map(({ columnMapping }) => columnMapping)).toEqual([mapped]);
  });

  test('columns are not imported if their fields cannot be created', async () => {
    answer('POST', FIELDS, failWith(409, 'A customer can have at most 40 custom fields of leads'));
    const { press } = await openMapping(OWN);
    await press('Keep 2 columns');
    await press('Import 1 row');
    expect(await screen.findByText('Couldn’t create the custom fields')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Match your columns' })).toBeDefined();
    expect(chunksSent()).toEqual([]);
  });
});

describe('the upload step', () => {
  test('the upload step names the problem with the draft or the file, and sends nothing (S5.27, S5.28)', async () => {
    answer('GET', '/rest/v1/customers', ({ query }) =>
      query.has('id')
        ? { id: CUSTOMER, name: 'Northwind' }
        : [
            { id: CUSTOMER, name: 'Northwind' },
            { id: CUSTOMER.replace('7', '8'), name: 'Southwind' },
          ],
    );
    const { user, press, chooseFile } = openWizard(null);
    const file = () => document.querySelector('input[type=file]');
    const problem = () => screen.queryByRole('alert')?.textContent;
    await press('Continue');
    expect(problem()).toBe('Missing informationChoose a CSV file to import.');
    expect(document.activeElement).toBe(file());
    await press('Continue');
    expect(document.activeElement).toBe(file());
    chooseFile('Name\nAda', 'leads.pdf');
    expect(problem()).toBe('Invalid file typeChoose a file that ends in .csv.');
    chooseFile('Name\nAda', 'leads.xlsx');
    expect(problem()).toBe('Invalid file typeSave leads.xlsx as CSV first: in Excel, File, Save as, CSV UTF-8.');
    chooseFile('Name\nAda');
    expect(problem()).toBeUndefined();
    await press('Continue');
    expect(screen.getAllByRole('alert')[0]?.textContent).toBe(
      'Missing informationSelect the customer these rows belong to.',
    );
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Customer' }));
    const describedBy = screen.getByRole('combobox', { name: 'Customer' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(describedBy)?.textContent).toBe('Select a customer');
    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    await user.click(await screen.findByRole('option', { name: 'Northwind' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(requestsTo('POST', SEND)).toEqual([]);
  });

  test('a spreadsheet that is named as a CSV file is refused with how to save it', async () => {
    const { press, chooseFile } = openWizard();
    chooseFile('PK\x03\x04', 'leads.csv');
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid file typeleads.csv is a spreadsheet. Save it as CSV first: in Excel, File, Save as, CSV UTF-8.',
    );
    expect(requestsTo('POST', SEND)).toEqual([]);
  });

  test('the upload step preselects the only customer', async () => {
    openWizard(null);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Customer' }).textContent).toBe('Northwind'));
  });

  test('the upload step has the focus in its first field', async () => {
    openWizard();
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('input[type=file]')));
    await waitFor(() => expect(requestsTo('GET', '/rest/v1/user_roles')).toHaveLength(1)); // not only in the next test
  });

  test('the upload step closes at once while it is empty, and asks for confirmation before a file or an audience is lost', async () => {
    const { press, chooseFile, user, onClose } = openWizard();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    const isConfirming = () => screen.queryByRole('alertdialog', { name: 'Discard this import?' }) !== null;
    await user.type(screen.getByRole('combobox', { name: /^Audience/ }), 'x');
    await press('Cancel');
    expect(isConfirming()).toBe(true);
    await press('Keep editing');
    await user.clear(screen.getByRole('combobox', { name: /^Audience/ }));
    chooseFile(TEAM);
    await user.keyboard('{Escape}');
    expect(isConfirming()).toBe(true);
    expect(onClose).toHaveBeenCalledTimes(1);
    await press('Discard');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test('the upload step fills in the audience of the import that a file of errors belongs to', async () => {
    answer('GET', '/rest/v1/imports', ({ query }) =>
      query.get('select') === 'audience' && query.get('or')?.includes('team.csv') ? [{ audience: 'Founders' }] : [],
    );
    const { chooseFile } = openWizard();
    const audience = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Audience/ });
    chooseFile(TEAM, 'team - errors (1).csv');
    await waitFor(() => expect(audience().value).toBe('Founders'));
    screen.getByText('Same audience as team.csv.');
    fireEvent.change(audience(), { target: { value: 'Others' } });
    screen.getByText('Added to every lead in this file.');
    const [query, ...more] = requestsTo('GET', '/rest/v1/imports').map((request) => request.query);
    expect(more).toEqual([]);
    expect(query?.get('customer_id')).toBe(`eq.${CUSTOMER}`);
    expect(query?.get('or')).toBe('(file_name.ilike."team.csv",file_name.ilike."team - errors (1).csv")');
  });

  test('the upload step offers to create a customer if there is none', async () => {
    answer('GET', '/rest/v1/customers', ({ query }) => (query.has('id') ? { id: CUSTOMER, name: 'Northwind' } : []));
    answer('HEAD', '/rest/v1/customers', () => new Response(null, { headers: { 'content-range': '*/0' } }));
    answer('POST', '/rest/v1/customers', () => ({ id: CUSTOMER }));
    const { user, press } = openWizard(null);
    await screen.findByText('No customers yet');
    expect(screen.queryByRole('combobox', { name: 'Customer' })).toBeNull();
    await press('Create customer');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create customer' }));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Customer name' }), { target: { value: 'Northwind' } });
    await user.click(dialog.getByRole('button', { name: 'Create customer' }));
    await screen.findByText('Customer created');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Customer' }).textContent).toBe('Northwind'));
  });

  test.each([
    ['empty.csv', '', 'This file is empty.'],
    ['header.CSV', 'Name,Email\r\n', 'This file has no rows below its header.'],
  ])('the upload step rejects %s with the text %j', async (name, text, reason) => {
    const { press, chooseFile } = openWizard();
    chooseFile(text, name);
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toBe(`Nothing to import${reason}`);
  });
});

test('customers that could not be loaded are loaded when the select is opened', async () => {
  const customers = '/rest/v1/customers';
  answer('GET', customers, failWith(403, 'Not now'));
  const { user } = openWizard(null);
  const select = () => screen.getByRole('combobox', { name: 'Customer' });
  await waitFor(() => expect(select().textContent).toBe('Customers couldn’t be loaded'));
  expect(takeLogged()).toEqual(['Error fetching customers: Not now']);
  answer('GET', customers, () => [{ id: CUSTOMER, name: 'Northwind' }]);
  await user.click(select());
  await user.click(await screen.findByRole('option', { name: 'Northwind' }));
  await waitFor(() => expect(select().textContent).toBe('Northwind'));
});

test('the upload step is disabled while the file is opened', async () => {
  const released = Promise.withResolvers<void>();
  answer('POST', SAVED_MAPPING, () => released.promise.then(() => []));
  const { press, chooseFile } = openWizard();
  chooseFile(TEAM);
  await press('Continue');
  await waitFor(() => expect(requestsTo('POST', SAVED_MAPPING)).toHaveLength(1));
  expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('combobox', { name: /^Audience/ })).toHaveProperty('disabled', true);
  released.resolve();
  await screen.findByRole('heading', { name: 'Match your columns' });
});

describe('the mapping step', () => {
  const target = (header: string) => screen.getByRole('combobox', { name: `${header} maps to` });
  const choose = async (user: UserEvent, header: string, option: string) => {
    await user.click(target(header));
    await user.click(await screen.findByRole('option', { name: option }));
  };

  const preview = () => screen.getByRole('region', { name: 'Preview' }).textContent;

  test('the mapping step turns names that all have the last name first, and says so', async () => {
    const { press } = await openMapping('Name;Firma\nAlpha, Nora;Acme\nBeta, Omar;Acme');
    screen.getByText('“Alpha, Nora” is imported as “Nora Alpha”.');
    expect(target('Name').textContent).toBe('Last name, first name');
    expect(preview()).toBe('RowNameFirst nameLast nameCompany2Nora AlphaNoraAlphaAcme3Omar BetaOmarBetaAcme');
    await press('Import names as written');
    expect(target('Name').textContent).toBe('Name');
    await press('Import as “Nora Alpha”');
    await press('Import 2 rows');
    await screen.findByRole('heading', { name: 'Import complete' });
    expect(chunksSent().map(({ columnMapping }) => columnMapping)).toEqual([{ Name: 'lastFirst', Firma: 'company' }]);
  });

  test('the mapping step asks about names of which some have the last name first, and keeps them as written', async () => {
    const { press } = await openMapping('Name;Firma\nAlpha, Nora;Acme\nPia Gamma, MBA;Acme\n;x');
    screen.getByText('1 of 2 names looks like “Alpha, Nora”, with the last name first.');
    expect(preview()).toContain('Alpha, Nora');
    await press('Import as “Nora Alpha”');
    expect(preview()).toBe(
      'RowNameFirst nameLast nameCompany2Nora AlphaNoraAlphaAcme3Pia Gamma, MBA––Acme4Name is required',
    );
  });

  test('the mapping step takes Name beside Vorname for the last name, unless it has both', async () => {
    await openMapping('Name;Vorname\nMüller;Anna\nSchäfer;Jörg');
    expect(target('Name').textContent).toBe('Last name');
    expect(preview()).toContain('Anna Müller');
  });

  test.each<[string, BlobPart, garbled: string, option: string, right: string]>([
    [
      'in Windows-1250',
      Uint8Array.of(
        ...new TextEncoder().encode('Name,City\nPawe'),
        0xb3,
        ...new TextEncoder().encode(',Krak'),
        0xf3,
        0x77,
      ),
      'Pawe³',
      'Paweł (Central European, Windows-1250)',
      'RowNameLocation2PawełKraków',
    ],
    ['encoded twice', 'Name,City\nMÃ¼ller,KÃ¶ln', 'MÃ¼ller', 'Müller, Köln (repaired)', 'RowNameLocation2MüllerKöln'],
  ])(
    'the mapping step asks how to read a file %s before it is imported',
    async (_, content, garbled, option, right) => {
      const { user, press } = await openMapping(content);
      screen.getByText('Choose how to read this file');
      expect(preview()).toContain(garbled);
      const start = () => screen.getByRole('button', { name: 'Import 1 row' });
      expect(start()).toHaveProperty('disabled', true);
      await user.click(screen.getByRole('combobox', { name: 'Read as' }));
      await user.click(await screen.findByRole('option', { name: option }));
      await waitFor(() => expect(preview()).toBe(right));
      await waitFor(() => expect(start()).toHaveProperty('disabled', false));
      expect(screen.getByRole('combobox', { name: 'Read as' }).textContent).toBe(option);
      await press('Import 1 row');
      await screen.findByRole('heading', { name: 'Import complete' });
      expect(chunksSent().map(({ csvData }) => csvData)[0]).not.toContain(garbled);
    },
  );

  test('the mapping step maps the columns automatically, and shows their first values and the first five rows as they will be stored (S5.36, S9.3, S9.4)', async () => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map(
      (row) => `Lead ${row},Head of ${row},Acme,Berlin,Germany,lead${row}@acme.example,4${row}`,
    );
    const header = 'Full Name,Job Title,Employer,City,Country,Email Address,Shoe size';
    const { user } = await openMapping([header, ...rows].join('\n'));
    await screen.findByText('6 of 7 columns mapped. 7 rows to import for Northwind.');
    expect(header.split(',').map((column) => target(column).textContent)).toEqual([
      'Name',
      'Title',
      'Company',
      'Location',
      'Location',
      'Email',
      'Ignore',
    ]);
    const [columns] = screen.getAllByRole('table');
    within(columns as HTMLElement).getByText('Head of 1');
    expect(within(columns as HTMLElement).queryByText('Head of 2')).toBeNull();
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    const shown = () => preview.getAllByRole('row').map((row) => row.textContent);
    expect(shown()).toHaveLength(6);
    expect([shown()[0], shown()[1], shown()[5]]).toEqual([
      'RowNameEmailTitleCompanyLocation',
      '2Lead 1lead1@acme.exampleHead of 1AcmeBerlin, Germany',
      '6Lead 5lead5@acme.exampleHead of 5AcmeBerlin, Germany',
    ]);
    expect(chunksSent()).toEqual([]);

    await choose(user, 'Country', 'Ignore');
    screen.getByText('5 of 7 columns mapped. 7 rows to import for Northwind.');
    expect(shown()[1]).toBe('2Lead 1lead1@acme.exampleHead of 1AcmeBerlin');
  });

  test('the mapping step suggests a field for a header that may name it, with one press', async () => {
    const { user } = await openMapping('Name,Ort\nAda,Bonn');
    expect(target('Ort').textContent).toBe('Ignore');
    await user.click(screen.getByRole('button', { name: 'Map Ort to Location' }));
    expect(target('Ort').textContent).toBe('Location');
    expect(document.activeElement).toBe(target('Ort'));
    expect(screen.queryByRole('button', { name: 'Map Ort to Location' })).toBeNull();
  });

  test('the mapping step shows two more values of a column on focus, and how columns share a field', async () => {
    const { user } = await openMapping('Name,Title,Job,Remark\nAda,CEO,,hi\nBea,CTO,,\nCy,CFO,,\nDee,COO,,');
    const sample = screen.getByRole('button', { name: 'CEO' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    await user.tab({ shift: true });
    sample.focus();
    const shown = within(await screen.findByRole('tooltip')).getAllByRole('listitem');
    expect(shown.map(({ textContent }) => textContent)).toEqual(['CEO', 'CTO', 'CFO']);
    await choose(user, 'Remark', 'Notes');
    const help = (header: string) =>
      document.getElementById(target(header).getAttribute('aria-describedby') ?? '')?.textContent;
    expect(help('Remark')).toBe('Customers can read notes.');
    expect(help('Title')).toBeUndefined();
    await choose(user, 'Title', 'Title');
    await choose(user, 'Job', 'Title');
    expect([help('Title'), help('Job')]).toEqual(['Used first.', 'Used if Title is empty.']);
  });

  test('the mapping step shows the first value of a column that is not empty, and every mapped field of the preview', async () => {
    const rows = Array.from({ length: 8 }, (_, row) => `Lead ${row},${row === 7 ? '+49 30 1' : ' '},`);
    await openMapping(['Name,Phone,Title', ...rows].join('\n'));
    const [columns] = screen.getAllByRole('table');
    within(columns as HTMLElement).getByText('+49 30 1');
    expect(preview()).toContain('RowNamePhoneTitle2Lead 0––');
  });

  test('the mapping step notices a file of people among companies, and reads it as leads at once', async () => {
    const { press } = await openMapping(
      'First Name,Last Name,Company,Email\nAda,Byron,Acme,ada@acme.example',
      'companies',
    );
    screen.getByText('This file looks like people: it has First Name, Last Name, Email.');
    await press('Upload as leads');
    await waitFor(() => expect(target('First Name').textContent).toBe('First name'));
    screen.getByRole('dialog', { name: 'Upload leads' });
    expect(screen.queryByText(/looks like people/)).toBeNull();
    await press('Import 1 row');
    await screen.findByRole('heading', { name: 'Import complete' });
    expect(requestsTo('POST', SEND).map(({ body }) => (body as { importType: string }).importType)).toEqual(['leads']);
  });

  test('the mapping step takes a file of companies for companies, also with a contact’s phone', async () => {
    await openMapping('Company,Website,Phone\nAcme,acme.example,1', 'companies');
    expect(screen.queryByText(/looks like people/)).toBeNull();
  });

  test('the mapping step marks duplicates among the first rows, as the database finds them', async () => {
    answer('POST', DUPLICATES, () => [4]);
    await openMapping('Name,Email\nAda,ada@acme.example\nBea,bea@\nAda,ada@acme.example');
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    await preview.findByText('Duplicate');
    expect(preview.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'RowNameEmail',
      '2Adaada@acme.example',
      '3Email is not valid: bea@',
      '4DuplicateAdaada@acme.example',
    ]);
    const [request] = requestsTo('POST', DUPLICATES).map(
      ({ body }) => body as { rows: { row: number; name: string }[] },
    );
    expect(request).toMatchObject({ customer_id: CUSTOMER, import_type: 'leads' });
    expect(request?.rows.map(({ row, name }) => [row, name])).toEqual([
      [2, 'Ada'],
      [4, 'Ada'],
    ]);
  });

  test('the mapping step needs a column for the name (S5.29, S5.37)', async () => {
    const { user, press } = await openMapping('Who,Email\nAda,ada@acme.example');
    const start = () => screen.getByRole('button', { name: 'Import 1 row' });
    expect(screen.getByRole('alert').textContent).toBe('Map a column to Name, First name or Last name.');
    expect(start()).toHaveProperty('disabled', true);
    await choose(user, 'Who', 'First name');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(start()).toHaveProperty('disabled', false);
    await choose(user, 'Who', 'Name');
    await press('Import 1 row');
    await screen.findByRole('heading', { name: 'Import complete' });
    expect(chunksSent()).toMatchObject([{ columnMapping: { Who: 'name', Email: 'email' } }]);
    expect(chunksSent()[0]).not.toHaveProperty('audience');
  });

  test.each(corpus)(
    'the mapping step maps the columns of $file as expected.json says',
    async ({ file, autoMapping, totalRows }) => {
      const { press, chooseFile } = openWizard();
      chooseFile(readFileSync(`tests/fixtures/csv/${file}`), file);
      await press('Continue');
      await screen.findByRole('heading', { name: 'Match your columns' });
      const labels = Object.values(autoMapping).map((field) => LEAD_FIELDS[field] ?? 'Ignore');
      expect(screen.getAllByRole('combobox', { name: / maps to$/ }).map((select) => select.textContent)).toEqual(
        labels,
      );
      screen.getByRole('button', { name: `Import ${totalRows} rows` });
    },
  );

  test('the mapping step starts with the saved mapping and can switch to the automatic one and back', async () => {
    answer('POST', SAVED_MAPPING, () => [
      { mapping: { 'Full Name': 'name', City: 'notes' }, created_at: '2026-03-12T09:00:00Z' },
    ]);
    const { press } = await openMapping();
    const city = () => screen.getByRole('combobox', { name: 'City maps to' }).textContent;
    screen.getByText(/^Using the mapping saved on .*12.*\.$/);
    expect(city()).toBe('Notes');
    await press('Use automatic mapping');
    screen.getByText('Using the automatic mapping.');
    expect(city()).toBe('Location');
    await press('Use saved mapping');
    expect(city()).toBe('Notes');
    expect(requestsTo('POST', SAVED_MAPPING).map(({ body }) => body)).toMatchObject([
      { customer_id: CUSTOMER, import_type: 'leads' },
    ]);
  });

  test('the mapping step asks for confirmation before the mapping is lost', async () => {
    const { press, onClose, user } = await openMapping();
    expect(warnsOnUnload()).toBe(true);
    await user.keyboard('{Escape}');
    await press('Keep editing');
    expect(onClose).not.toHaveBeenCalled();
    await press('Close');
    expect(screen.getByRole('alertdialog').textContent).toContain('Your mapping will be lost.');
    await press('Discard');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('the mapping step goes back to the upload step with the draft as it was', async () => {
    const { press, chooseFile, user } = openWizard();
    chooseFile(TEAM);
    await user.type(screen.getByRole('combobox', { name: /^Audience/ }), 'Spring fair');
    await press('Continue');
    await screen.findByRole('heading', { name: 'Match your columns' });
    await press('Back');
    screen.getByText('team.csv');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Audience/ }).value).toBe('Spring fair');
    expect(screen.getByRole('combobox', { name: 'Customer' }).textContent).toBe('Northwind');
  });
});

describe('an import', () => {
  test('an import goes through upload, mapping, processing and results', async () => {
    const released = Promise.withResolvers<void>();
    answer('POST', SEND, ({ body }) => released.promise.then(() => chunkResult(body as Chunk)));
    const steps = () => within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    const current = () => steps().findIndex((step) => step.getAttribute('aria-current') === 'step');
    const { press, chooseFile, user } = openWizard();
    const names = ['Upload', 'Mapping', 'Processing', 'Results'];
    expect(steps().map((step) => names.find((name) => step.textContent?.includes(name)))).toEqual(names);
    expect(current()).toBe(0);
    chooseFile(TEAM);
    await user.type(screen.getByRole('combobox', { name: /^Audience/ }), '  Spring fair  ');
    await press('Continue');
    await screen.findByRole('heading', { name: 'Match your columns' });
    expect(current()).toBe(1);
    await press('Import 2 rows');
    await screen.findByRole('heading', { name: 'Importing team.csv' });
    expect(current()).toBe(2);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('0 of 2 rows');
    expect(warnsOnUnload()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }), { detail: 2 }); // of a double-click on 'Import'
    screen.getByRole('heading', { name: 'Importing team.csv' });
    await user.keyboard('{Escape}');
    screen.getByRole('alertdialog', { name: 'Stop the import?' });
    released.resolve();
    await waitFor(() => expect(current()).toBe(3));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(chunksSent()).toMatchObject([{ audience: 'Spring fair' }]);
    expect(warnsOnUnload()).toBe(false);
  });

  test('an import sends the file in chunks and shows the added results', async () => {
    const { press, onClose } = await openMapping(long(5_001));
    await press('Import 5,001 rows');
    await screen.findByRole('heading', { name: 'Import complete' });
    await screen.findByText('Import completed');
    screen.getByText('5,001 rows read from team.csv.');
    expect(chunksSent().map(({ firstRow, csvData }) => [firstRow, rowsIn(csvData)])).toEqual([
      [2, 5_000],
      [5_002, 1],
    ]);
    expect(chunksSent()[0]).toMatchObject({
      customerId: CUSTOMER,
      fileName: 'team.csv',
      columnMapping: { Name: 'name' },
    });
    expect(counts()).toEqual([
      ['Imported', '5,001'],
      ['Duplicates', '0'],
      ['Errors', '0'],
      ['Companies created', '2'],
    ]);
    expect(screen.getByRole('link', { name: 'View imported leads' }).getAttribute('href')).toBe(
      `/admin/leads?customer=${CUSTOMER}&import=${chunksSent()[0]?.importId}`,
    );
    await press('Done');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('an import offers the customer’s link, and an undo that says what it removed', async () => {
    const stored = {
      customer_id: CUSTOMER,
      file_name: 'team.csv',
      import_type: 'leads',
      created_by: null,
      successful_rows: 2,
      companies_created: 1,
      updating: null,
      updated_rows: 0,
      restored_rows: 0,
      unrestored_rows: 0,
      undone_at: null as string | null,
      undone_by: null,
      removed_leads: 0,
      removed_companies: 0,
      remaining_leads: null as number | null,
      remaining_companies: null as number | null,
    };
    answer('GET', '/rest/v1/imports', ({ query }) =>
      query.has('id') ? [{ ...stored, id: query.get('id')?.slice(3) }] : [],
    );
    answer('POST', '/rest/v1/rpc/undo_import', () =>
      Object.assign(
        stored,
        { undone_at: '2026-03-12T09:00:00Z', removed_leads: 2, removed_companies: 1 },
        {
          remaining_leads: 0,
          remaining_companies: 0,
        },
      ),
    );
    const { press, user } = await openMapping();
    await press('Import 2 rows');
    const ready = (await screen.findByRole('button', { name: 'Copy link' })).parentElement?.parentElement;
    await waitFor(() => expect(ready?.textContent).toContain('2 leads are ready for Northwind to review.'));
    await press('Copy link');
    await screen.findByText('Link copied');
    screen.getByText('Send it to Northwind so they can start reviewing.');
    const link = new URL('/leads?status=to-review', location.href).href;
    expect(await navigator.clipboard.readText()).toBe(link);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no permission'));
    await press('Copy link');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Review link' })).value).toBe(link);

    await user.click(await screen.findByRole('button', { name: 'Undo import' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Undo import' }));
    await screen.findByText('Import undone');
    screen.getByText('2 leads and 1 company removed.');
    expect(requestsTo('POST', '/rest/v1/rpc/undo_import').map(({ body }) => body)).toEqual([
      { import_id: chunksSent()[0]?.importId },
    ]);
    await screen.findByText('This import was undone');
    for (const name of ['Undo import', 'Copy link', 'Tell the customer'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'View imported leads' })).toBeNull();
  });

  test('an import lists at most ten errors and offers them as a file', async () => {
    const errors = Array.from({ length: 12 }, (_, index) => ({ row: index + 2, error: 'Name is required' }));
    answer('POST', SEND, ({ body }) => ({ ...chunkResult(body as Chunk), successfulRows: 0, errorRows: 12, errors }));
    const { press } = await openMapping(long(12));
    await press('Import 12 rows');
    const region = within(await screen.findByRole('region', { name: 'Errors' }));
    const items = region.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toHaveLength(11);
    expect([items[0], items[10]]).toEqual(['Row 2Lead 0Name is required', 'and 2 more']);
    screen.getByRole('button', { name: 'Download errors' });
  });

  test('an import numbers its errors as a spreadsheet does, and imports corrected rows in place', async () => {
    const text =
      'Notes:\n\nName,Email,Website\nAda,ada@acme.example,\n\nBea,bea@,\n,cy@acme.example,\nDee,dee@acme.example,,,x';
    const resultWithErrors = (errors: { row: number; error: string }[], successfulRows: number) => ({
      successfulRows,
      errorRows: errors.length,
      errors,
    });
    const shape = { row: 5, error: 'Row has 5 cells, the header has 3' };
    answer('POST', SEND, ({ body }) => ({
      ...chunkResult(body as Chunk),
      ...((body as Chunk).correctedRows
        ? resultWithErrors([], 1)
        : resultWithErrors(
            [{ row: 3, error: 'Email is not valid: bea@' }, { row: 4, error: 'Name is required' }, shape],
            1,
          )),
    }));
    const { press, user, onClose } = await openMapping(text);
    await press('Import 4 rows');
    const region = within(await screen.findByRole('region', { name: 'Errors' }));
    const items = () =>
      region.getAllByRole('listitem').map((item) => item.querySelector('div')?.parentElement?.textContent);
    expect(chunksSent()[0]?.sheetRows).toEqual([4, 6, 7, 8]);
    expect(items()).toEqual([
      'Row 6BeaEmail is not valid: bea@Email',
      'Row 7cy@acme.exampleName is requiredName',
      'Row 8DeeRow has 5 cells, the header has 3',
    ]);
    const send = () => region.getByRole('button', { name: /^Import (\d )?corrected rows?$/ });
    expect([send().textContent, send()]).toEqual([
      'Import corrected rows',
      expect.objectContaining({ disabled: true }),
    ]);

    const email = region.getByRole<HTMLInputElement>('textbox', { name: 'Email, row 6' });
    expect(email.value).toBe('bea@');
    fireEvent.change(email, { target: { value: 'bea@acme' } });
    region.getByText('Email is not valid: bea@acme');
    fireEvent.change(email, { target: { value: 'bea@acme.example' } });
    expect(region.queryByText(/^Email is not valid: bea@acme/)).toBeNull();
    expect(send().textContent).toBe('Import 1 corrected row');
    const rejection = 'These rows have been corrected already';
    answer('POST', SEND, () => Response.json({ error: rejection }, { status: 409 }));
    await user.click(send());
    await screen.findByText('Couldn’t import the corrected rows');
    screen.getByText(rejection);
    expect(email.value).toBe('bea@acme.example');

    answer('POST', SEND, ({ body }) => ({ ...chunkResult(body as Chunk), ...resultWithErrors([], 1) }));
    await user.click(send());
    await screen.findByText('Corrected rows imported');
    screen.getByText('1 imported');
    expect(chunksSent().at(-1)).toMatchObject({
      importId: chunksSent()[0]?.importId,
      firstRow: 6,
      csvData: 'Name,Email,Website\r\nBea,bea@acme.example,',
      sheetRows: [6],
      correctedRows: [3],
    });
    await waitFor(() => expect(items()).toHaveLength(2));
    expect(counts()).toEqual([
      ['Imported', '2'],
      ['Duplicates', '0'],
      ['Errors', '2'],
      ['Companies created', '2'],
    ]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Import complete' }));
    expect(warnsOnUnload()).toBe(false);
    fireEvent.change(region.getByRole('textbox', { name: 'Name, row 7' }), { target: { value: 'Cy' } });
    expect(warnsOnUnload()).toBe(true);
    for (const leave of [() => press('Done'), () => user.keyboard('{Escape}')]) {
      await leave();
      const question = screen.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
      expect(question.textContent).toContain('Your corrections haven’t been imported.');
      await press('Keep editing');
    }
    expect(onClose).not.toHaveBeenCalled();
    await press('Done');
    await press('Discard');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('an import returns to the upload step after a failed chunk, and resumes at that chunk', async () => {
    answer('POST', SEND, ({ body }) =>
      (body as Chunk).firstRow === 2
        ? chunkResult(body as Chunk)
        : Response.json({ error: 'Only administrators may import.' }, { status: 403 }),
    );
    const { press, user, onClose } = await openMapping(long(5_001));
    await press('Import 5,001 rows');
    await screen.findByText('Import failed');
    expect(screen.getByText('Import stopped').closest('[role=alert]')?.textContent).toBe(
      'Import stoppedOnly administrators may import.',
    );
    await screen.findByText('Imported 5,000 of 5,001 rows from team.csv for Northwind. 1 left.');

    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog', { name: 'Leave this import unfinished?' }).textContent).toContain(
      '1 row of team.csv left to import.',
    );
    await press('Stay');
    expect(onClose).not.toHaveBeenCalled();

    answer('POST', SEND, ({ body }) => chunkResult(body as Chunk));
    await press('Resume import');
    await screen.findByRole('heading', { name: 'Import complete' });
    expect(chunksSent().map(({ firstRow }) => firstRow)).toEqual([2, 5_002, 5_002]);
    expect(new Set(chunksSent().map(({ importId }) => importId)).size).toBe(1);
    expect(counts()[0]).toEqual(['Imported', '5,001']);
  });

  test('a proxy that rejects the size of a chunk is named with the setting that helps', async () => {
    answer('POST', SEND, () => new Response('<html>413 Request Entity Too Large</html>', { status: 413 }));
    const { press } = await openMapping(long(10));
    await press('Import 10 rows');
    await screen.findByText(/^A proxy in front of Leadlight rejects uploads of this size .*client_max_body_size 32m/);
  });

  test('an import finishes the current chunk when it is cancelled', async () => {
    const released = Promise.withResolvers<void>();
    answer('POST', SEND, async ({ body }) => {
      if ((body as Chunk).firstRow > 2) await released.promise;
      return chunkResult(body as Chunk);
    });
    const { press, user } = await openMapping(long(10_001));
    await press('Import 10,001 rows');
    await screen.findByRole('heading', { name: 'Importing team.csv' });
    await waitFor(() =>
      expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('5,000 of 10,001 rows'),
    );
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog', { name: 'Stop the import?' }).textContent).toContain(
      'The current batch will finish. Rows already imported will stay.',
    );
    await press('Keep importing');
    await press('Cancel');
    await screen.findByRole('heading', { name: 'Stopping after the current batch…' });
    released.resolve();
    expect(screen.getByRole('button', { name: 'Cancel' }).getAttribute('aria-busy')).toBe('true');
    await screen.findByRole('heading', { name: 'Import canceled' });
    screen.getByText('Stopped after 10,000 of 10,001 rows in team.csv. Rows already imported will stay.');
    expect(screen.queryByText('Import completed')).toBeNull();
    expect(counts()[0]).toEqual(['Imported', '10,000']);
    expect(chunksSent()).toHaveLength(2);
  });

  test('an import resumes after an interruption with the same file, id and audience', async () => {
    const importId = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const file = await openImportFile(new Blob([long(5_001)]), 'leads');
    const { value } = await splitIntoChunks(file.headers, file.rows()).next();
    if (value?.kind !== 'chunk') throw new Error('no chunk');
    const { csvData } = value.chunk;
    const content = { customerId: CUSTOMER, importType: 'leads', columnMapping: { Name: 'name' } } as const;
    answer('GET', '/rest/v1/imports', async ({ query }) =>
      query.has('id')
        ? []
        : [
            {
              id: importId,
              audience: 'Founders',
              created_at: '2026-03-12T09:00:00Z',
              import_chunks: [
                {
                  first_row: 2,
                  hash: await contentHash({ ...content, audience: 'Founders', csvData }),
                  answer: chunkResult({ importId, csvData } as Chunk),
                },
              ],
            },
          ],
    );
    const { press } = await openMapping(long(5_001));
    screen.getByText(/^The import on .*12.* stopped after 5,000 of 5,001 rows\. 1 left\.$/);
    await press('Resume import');
    await screen.findByRole('heading', { name: 'Import complete' });
    expect(chunksSent()).toMatchObject([{ importId, firstRow: 5_002, audience: 'Founders' }]);
    expect(counts()[0]).toEqual(['Imported', '5,001']);
  });

  test('an import starts with the automatic mapping if the saved one cannot be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    answer('POST', SAVED_MAPPING, failWith(500, 'The database rests'));
    await openMapping();
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    screen.getByText('2 of 3 columns mapped. 2 rows to import for Northwind.');
  });
});

test('duplicates update chosen fields after a preview of the whole file', async () => {
  const updated = {
    id: 'ada',
    rows: [2],
    name: 'Ada',
    given: { location: 'Paris' },
    former: { location: 'Rome' },
    updated: 1,
  };
  answer('POST', '/rest/v1/rpc/preview_updates', () => ({ matched: [updated], rejected: [], keys: [[1], [2]] }));
  answer('POST', SEND, ({ body }) => ({
    ...chunkResult(body as Chunk),
    successfulRows: 1,
    duplicateRows: 1,
    updatedRows: 1,
  }));
  const { user, press } = await openMapping();
  expect(screen.queryByRole('button', { name: 'Preview changes' })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Duplicates' }));
  await user.click(screen.getByRole('option', { name: 'Update chosen fields' }));
  const start = screen.getByRole('button', { name: 'Import 2 rows' }) as HTMLButtonElement;
  expect(start.disabled).toBe(true);
  screen.getByRole('group', { name: 'Fields to update Choose at least one.' });
  const [duplicates, columns] = [screen.getByRole('region', { name: 'Duplicates' }), screen.getAllByRole('table')[0]];
  expect(duplicates.compareDocumentPosition(columns as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const all = screen.getByRole('checkbox', { name: 'All fields' });
  const isAll = () => all.getAttribute('aria-checked');
  await user.click(all);
  expect([isAll(), start.disabled]).toEqual(['true', false]);
  await user.click(screen.getByRole('checkbox', { name: 'Name' }));
  expect(isAll()).toBe('mixed');
  expect(screen.getByRole('checkbox', { name: 'Location' }).getAttribute('aria-checked')).toBe('true');
  await press('Preview changes');
  expect(await screen.findByText('1 new row · 1 of 1 duplicate would update')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Examples' }).textContent).toContain('Location: Rome → Paris');
  const updating = { mode: 'update', fields: ['location'] };
  expect(requestsTo('POST', '/rest/v1/rpc/preview_updates').map(({ body }) => body)).toMatchObject([
    { customer_id: CUSTOMER, import_type: 'leads', updating },
  ]);
  await user.click(start);
  await screen.findByRole('heading', { name: 'Import complete' });
  expect(chunksSent()).toMatchObject([{ updating }]);
  expect(counts()).toContainEqual(['Duplicates (1 updated)', '1']);
  expect(screen.getByRole('link', { name: 'View updated leads' }).getAttribute('href')).toMatch(
    new RegExp(`^/admin/leads\\?customer=${CUSTOMER}&import=[0-9a-f-]{36}&updated=1$`),
  );
});

test('the note about unchanged fields names no field that can be chosen', async () => {
  const { user } = await openMapping('Name,Email\nAda,ada@acme.example');
  await user.click(screen.getByRole('combobox', { name: 'Duplicates' }));
  await user.click(screen.getByRole('option', { name: 'Update chosen fields' }));
  screen.getByRole('checkbox', { name: 'Email' });
  const never = screen.getByText(/^Never changed:/).textContent ?? '';
  expect(never.slice(0, never.indexOf('.'))).toBe('Never changed: the decision, its reason, comments and the audience');
});

test('rows on a do-not-contact list are counted apart from errors', async () => {
  answer('POST', SEND, ({ body }) => ({
    ...chunkResult(body as Chunk),
    successfulRows: 0,
    errorRows: 2,
    errors: [2, 3].map((row) => ({ row, error: 'On the do-not-contact list: acme.com' })),
  }));
  const { press } = await openMapping();
  await press('Import 2 rows');
  await screen.findByRole('heading', { name: 'Import complete' });
  expect(counts()).toContainEqual(['Errors', '0']);
  expect(counts()).toContainEqual(['On a do-not-contact list', '2']);
});

test.each([
  [
    ['test@test.com', 'cy@x.test; di@x.test'],
    '1 placeholder email, such as test@test.com, was left empty. 1 cell had several emails: only the first was kept.',
  ],
  [['email_not_unlocked@domain.com', 'none@none.com'], '2 placeholder emails, such as test@test.com, were left empty.'],
  [['ada@x.test, bob@x.test', 'cy@x.test; di@x.test'], '2 cells had several emails: only the first was kept.'],
  [['ada@x.test', ''], null],
])('the results of emails %j say %j', async ([first, second], note) => {
  const { press } = await openMapping(`Name,Email\nAda,"${first}"\nBea,"${second}"`);
  await press('Import 2 rows');
  await screen.findByRole('heading', { name: 'Import complete' });
  expect(screen.queryByText(/placeholder|only the first/)?.textContent ?? null).toBe(note);
});

test('the results say which cells Excel had changed', async () => {
  const { press } = await openMapping('Name,Phone\nAda,"4,92E+11"\nBea,030 1');
  await press('Import 2 rows');
  await screen.findByText('1 cell that Excel had changed, such as 4,92E+11, was left empty.');
});

test('a file without headers is noticed', async () => {
  await openMapping('Ada,ada@x.test\nBea,bea@x.test');
  screen.getByText(/^The first row looks like data/);
});

test('a preview of changes that fails says why, and can be repeated', async () => {
  answer('POST', '/rest/v1/rpc/preview_updates', failWith(503, 'Try later'));
  const { user, press } = await openMapping();
  await user.click(screen.getByRole('combobox', { name: 'Duplicates' }));
  await user.click(screen.getByRole('option', { name: 'Fill empty fields' }));
  await press('Preview changes');
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t preview the changes');
  expect(screen.getByRole('button', { name: 'Preview changes' })).toBeTruthy();
});
