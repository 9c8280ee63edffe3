import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderApp } from '#tests/component/render.tsx';
import type { HandOff } from '../data.ts';
import { HandOffResults } from './hand-off-results.tsx';
import { texts } from './texts.ts';

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const HAND_OFF = '0f8fad5b-d9cb-469f-a165-000000000002';
const UPLOADS = '/rest/v1/result_uploads';
const STORE = '/rest/v1/rpc/store_hand_off_results';
const handOff = {
  id: HAND_OFF,
  customer_id: CUSTOMER,
  created_at: '2026-01-20T10:00:00Z',
  plan: { tool: { name: 'HeyReach' } },
} as HandOff;

type Sent = { upload_id: string; dry_run: boolean; mapping: object; rows: object[] };
const sent = () => requestsTo('POST', STORE).map(({ body }) => body as Sent);
const upload = (id: string, more: object = {}) => ({
  id,
  customer_id: CUSTOMER,
  file_name: `${id}.csv`,
  contacted: 2,
  replied: 1,
  bounced: 0,
  unsubscribed: 0,
  created_at: '2026-11-20T10:00:00Z',
  undone_at: null,
  ...more,
});

let uploads: object[];
let saved: object[];

beforeEach(() => {
  signIn({ roles: ['admin'] });
  [uploads, saved] = [[], []];
  answer('GET', UPLOADS, ({ query }) => (query.has('tool') ? saved : uploads));
  answer('POST', STORE, () => ({
    matched: 2,
    unmatched: [{ place: 1, reason: 'not_handed_off' }],
    added: { contacted: 2, replied: 1, bounced: 0, unsubscribed: 1 },
  }));
});

function open() {
  const { user } = renderApp(<HandOffResults handOff={handOff} />);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const chooseFile = (text: string, name = 'week.csv') =>
    fireEvent.change(document.querySelector('input[type=file]') ?? expect.fail(), {
      target: { files: [new File([text], name)] },
    });
  const target = (header: string) => screen.findByRole('combobox', { name: `${header} maps to` });
  const choose = async (field: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { user, press, chooseFile, target, choose };
}

const numbers = (region: HTMLElement) =>
  within(region)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

const FILE =
  'Email,Status,Status date\nada@x.test,Replied,03/04/2026\nstranger@x.test,Contacted,\ncy@x.test,Opened,05/04/2026';

it.each([
  [1, 2, '1 of 2 rows matches a lead of this hand-off.'],
  [1200, 1300, '1,200 of 1,300 rows match a lead of this hand-off.'],
])('the dialog says that %i of %i rows match', (matched, total, text) => {
  expect(texts.dialog.matched(matched, total)).toBe(text);
  expect(texts.counts([['contacted', matched]])).toBe(matched === 1 ? '1 contacted' : '1,200 contacted');
});

describe('the upload of results', () => {
  it('the upload recognizes the columns, shows what the file reports, and stores it', async () => {
    const { press, chooseFile, target, choose } = open();
    await press('Upload results');
    chooseFile(FILE.replace('Opened', 'Cold'));
    expect((await target('Email')).textContent).toBe('Email');
    expect((await target('Status date')).textContent).toBe('Date of the status');
    expect(screen.getByRole('combobox', { name: 'Cold means' }).textContent).toBe('Choose');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check results' }).disabled).toBe(true);
    await choose('Cold means', 'Unsubscribed');
    await choose('Dates like 03/04/2026', '3 April: day first');
    await press('Check results');
    await screen.findByText('2 of 3 rows match a lead of this hand-off.');
    expect(numbers(screen.getByRole('region', { name: 'New results' }))).toEqual(['2', '1', '0', '1']);
    expect(within(screen.getByRole('region', { name: 'Not matched, and why' })).getByRole('listitem').textContent).toBe(
      'Not in this hand-off1 row',
    );
    screen.getByText(/^1 lead who unsubscribed will be on the do-not-contact list/);
    uploads = [upload('week', { unsubscribed: 1 })];
    fireEvent.click(screen.getByRole('button', { name: 'Store 4 results' }), { detail: 2 });
    expect(sent()).toHaveLength(1);
    await press('Store 4 results');
    expect(await findToast('Results stored')).toContain('2 contacted, 1 replied, 1 unsubscribed');
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByText('week.csv', { exact: false });

    expect(sent()).toHaveLength(2);
    const [dry, stored] = sent();
    expect(stored).toEqual({ ...dry, dry_run: false });
    expect(dry).toEqual({
      customer_id: CUSTOMER,
      hand_off_id: HAND_OFF,
      upload_id: stored?.upload_id,
      file_name: 'week.csv',
      mapping: {
        tool: 'HeyReach',
        columns: { Email: 'email', Status: 'status', 'Status date': 'status_at' },
        answers: { Status: { cold: 'unsubscribed' } },
        isDayFirst: true,
      },
      rows: [
        { email: 'ada@x.test', linkedin: null, results: { contacted: null, replied: '2026-04-03' } },
        { email: 'stranger@x.test', linkedin: null, results: { contacted: null } },
        { email: 'cy@x.test', linkedin: null, results: { contacted: null, unsubscribed: '2026-04-05' } },
      ],
      dry_run: true,
    });
  });

  it('the upload uses the mapping of the last file from the tool', async () => {
    saved = [
      { mapping: { columns: { Mail: 'email', State: 'status' }, values: { hot: 'replied' }, isDayFirst: false } },
    ];
    const { press, chooseFile, target } = open();
    await press('Upload results');
    chooseFile('Mail,State\nada@x.test,Hot');
    expect((await target('Mail')).textContent).toBe('Email');
    expect((await target('State')).textContent).toBe('Status');
    expect(screen.getByRole('combobox', { name: 'Hot means' }).textContent).toBe('Replied');
    expect(requestsTo('GET', UPLOADS).map(({ query }) => query.get('tool'))).toContain('eq.HeyReach');
  });

  it('the upload asks about each value that is not known, and keeps the answers', async () => {
    const { press, chooseFile, choose } = open();
    await press('Upload results');
    chooseFile('Email,Status,Replied\nada@x.test,ACTIVE,x\nbo@x.test,active,\ncy@x.test,Bounced,WAHR');
    const asked = await screen.findByRole('region', { name: 'What do these values mean?' });
    const check = screen.getByRole<HTMLButtonElement>('button', { name: 'Check results' });
    within(asked).getByText(/^2 values in 3 cells aren’t known\./);
    expect(within(asked).getByRole('group', { name: 'Values of Status that aren’t known' }).textContent).toContain(
      '2 rows',
    );
    expect(screen.getByRole('combobox', { name: 'WAHR means' }).textContent).toBe('Replied');
    expect(screen.getByRole('combobox', { name: 'Bounced means' }).textContent).toBe('Bounced');
    await choose('ACTIVE means', 'Contacted');
    within(asked).getByText(/^1 value in 1 cell isn’t known\./);
    expect(check.disabled).toBe(true);
    await choose('x means', 'Nothing');
    within(asked).getByText('Every value has a meaning. Your answers are saved for the next file.');
    await press('Check results');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.mapping).toMatchObject({
      answers: { Status: { active: 'contacted' }, Replied: { x: 'ignore' } },
    });
    expect(sent()[0]?.rows).toEqual([
      { email: 'ada@x.test', linkedin: null, results: { contacted: null } },
      { email: 'bo@x.test', linkedin: null, results: { contacted: null } },
      { email: 'cy@x.test', linkedin: null, results: { bounced: null, contacted: null, replied: null } },
    ]);
  });

  it('the upload ignores values without an answer only if somebody says so, and lists their rows', async () => {
    const { user, press, chooseFile, choose } = open();
    await press('Upload results');
    chooseFile('Email,Contacted,Unsubscribed\nada@x.test,yes,perhaps\nbo@x.test,yes,\ncy@x.test,,maybe');
    const ignore = await screen.findByRole('checkbox', {
      name: 'Ignore values without a meaning in 2 cells',
    });
    await user.click(ignore);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check results' }).disabled).toBe(false);
    await choose('Contacted maps to', 'Replied');
    expect(ignore.getAttribute('aria-checked')).toBe('false');
    await user.click(ignore);
    await press('Check results');
    expect(
      within(await screen.findByRole('region', { name: 'Not matched, and why' })).getByText(/^Values/).textContent,
    ).toBe('Values without a meaning, such as “perhaps” in Unsubscribed');
    expect(sent().map(({ rows }) => rows)).toEqual([
      [
        { email: 'ada@x.test', linkedin: null, results: { contacted: null, replied: null } },
        { email: 'bo@x.test', linkedin: null, results: { contacted: null, replied: null } },
      ],
    ]);
  });

  it('a value that may be a removal request is not ignored with the others', async () => {
    const { user, press, chooseFile, choose } = open();
    await press('Upload results');
    chooseFile('Email,Status\nada@x.test,Bad fit - DNC\nbo@x.test,Cold');
    const ignore = await screen.findByRole('checkbox', { name: 'Ignore values without a meaning in 2 cells' });
    screen.getByText('1 value may be a removal request: choose what it means, even if you ignore others.');
    await user.click(ignore);
    const check = screen.getByRole<HTMLButtonElement>('button', { name: 'Check results' });
    expect(check.disabled).toBe(true);
    await choose('Bad fit - DNC means', 'Unsubscribed');
    await user.click(ignore);
    expect(check.disabled).toBe(false);
  });

  it('the upload takes the order of day and month in which no date is to come', async () => {
    const { press, chooseFile } = open();
    await press('Upload results');
    vi.setSystemTime('2026-06-15');
    chooseFile('Email,Contacted\nada@x.test,08/03/2026\nbo@x.test,05/02/2026');
    const order = await screen.findByRole('combobox', { name: 'Dates like 03/04/2026' });
    vi.useRealTimers();
    expect(order.textContent).toBe('3 April: day first');
  });

  it('the upload names dates before the hand-off', async () => {
    const { press, chooseFile } = open();
    await press('Upload results');
    chooseFile('Email,Contacted\nada@x.test,2024-03-01\nbo@x.test,2024-03-02\ncy@x.test,2026-11-12');
    await press('Check results');
    await screen.findByText(/^1 row has a date before this hand-off, such as 2024-03-01\./);
  });

  it('the values of a column with many of them are answered together', async () => {
    const { press, chooseFile, choose } = open();
    await press('Upload results');
    chooseFile(`Email,Replied\n${Array.from({ length: 60 }, (_, at) => `a${at}@x.test,text ${at}`).join('\n')}`);
    await screen.findByText('All others, such as “text 50”');
    await choose('All other values of Replied mean', 'Replied');
    await press('Check results');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.rows).toHaveLength(60);
  });

  it('the upload takes a column of addresses for no result', async () => {
    const { press, chooseFile, target } = open();
    await press('Upload results');
    chooseFile('Email,Contacted,Unsubscribe\nada@x.test,2026-11-20,https://mail.example/u/1');
    expect((await target('Unsubscribe')).textContent).toBe('Ignore');
    expect(screen.queryByRole('region', { name: 'What do these values mean?' })).toBeNull();
  });

  it('the upload warns of removal requests in a column that is ignored', async () => {
    const { press, chooseFile, choose } = open();
    await press('Upload results');
    chooseFile('Email,Contacted,Tags\nada@x.test,yes,DNC\nbo@x.test,yes,VIP');
    await screen.findByText('Tags: 1 row, such as “DNC”');
    await choose('Tags maps to', 'Status');
    expect(screen.queryByText('Possible removal requests in ignored columns')).toBeNull();
    expect(screen.getByRole('combobox', { name: 'DNC means' }).textContent).toBe('Unsubscribed');
  });

  it('the upload needs a key and a result', async () => {
    const { press, chooseFile, choose } = open();
    await press('Upload results');
    chooseFile('One,Two\nlinkedin.com/in/ada,12 Nov 2026');
    await screen.findByText('Map a column to Email or LinkedIn profile.');
    screen.getByText('Map a column to a result or to Status.');
    const check = screen.getByRole<HTMLButtonElement>('button', { name: 'Check results' });
    expect(check.disabled).toBe(true);
    await choose('One maps to', 'LinkedIn profile');
    await choose('Two maps to', 'Contacted');
    expect(check.disabled).toBe(false);
  });

  it.each([
    ['team.pdf', 'Email\na', 'Choose a file that ends in .csv.'],
    ['team.xlsx', 'Email\na', 'Save team.xlsx as CSV first: in Excel, File, Save as, CSV UTF-8.'],
    ['team.csv', 'PK\x03\x04', 'team.csv is a spreadsheet. Save it as CSV first: in Excel, File, Save as, CSV UTF-8.'],
    ['team.csv', 'Email\n', 'This file has no rows below its header.'],
  ])('the upload rejects %s', async (name, text, problem) => {
    const { press, chooseFile } = open();
    await press('Upload results');
    chooseFile(text, name);
    await screen.findByText(problem);
  });

  it('the upload saves the rows that match no lead, with the reason', async () => {
    const saveUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { press, chooseFile } = open();
    await press('Upload results');
    chooseFile(FILE);
    await press('Check results');
    await press('Download unmatched rows');
    await waitFor(() => expect(saveUrl).toHaveBeenCalledTimes(1));
    const [[file] = []] = saveUrl.mock.calls;
    expect(await (file instanceof Blob ? file : new Blob()).text()).toBe(
      '\ufeff"Email","Status","Status date","Error"\r\n"stranger@x.test","Contacted","","Not in this hand-off"\r\n',
    );
    saveUrl.mockRestore();
  });

  it('the upload names dates that are not read before it begins, and sends the other rows', async () => {
    answer('POST', STORE, ({ body }) => ({
      matched: (body as Sent).rows.length,
      unmatched: [],
      added: { contacted: 1, replied: 0, bounced: 0, unsubscribed: 0 },
    }));
    const saveUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { press, chooseFile } = open();
    await press('Upload results');
    chooseFile('Email,Contacted\nada@x.test,31/31/2026\nbo@x.test,2026-11-12\ncy@x.test,2026-02-30');
    await screen.findByText('Contacted: 2 rows, such as “31/31/2026”');
    await press('Check results');
    await screen.findByText('1 of 3 rows matches a lead of this hand-off.');
    expect(within(screen.getByRole('region', { name: 'Not matched, and why' })).getByRole('listitem').textContent).toBe(
      'Dates that are not read, such as “31/31/2026” in Contacted2 rows',
    );
    expect(sent().map(({ rows }) => rows)).toEqual([
      [{ email: 'bo@x.test', linkedin: null, results: { contacted: '2026-11-12' } }],
    ]);
    await press('Download unmatched rows');
    await waitFor(() => expect(saveUrl).toHaveBeenCalledTimes(1));
    const [[file] = []] = saveUrl.mock.calls;
    expect(await (file instanceof Blob ? file : new Blob()).text()).toBe(
      '\ufeff"Email","Contacted","Error"\r\n' +
        '"ada@x.test","31/31/2026","Contacted: “31/31/2026” is not read: correct the date, or the order of day and month"\r\n' +
        '"cy@x.test","2026-02-30","Contacted: “2026-02-30” is not read: correct the date, or the order of day and month"\r\n',
    );
    saveUrl.mockRestore();
  });

  it('the upload requires confirmation before it is closed, and keeps the file when storing fails', async () => {
    const { press, chooseFile } = open();
    await press('Upload results');
    chooseFile(FILE);
    await press('Check results');
    await screen.findByText('2 of 3 rows match a lead of this hand-off.');
    answer('POST', STORE, failWith(409, 'There is a later upload of results of this hand-off'));
    await press('Store 4 results');
    expect(await findToast('Couldn’t store the results')).toContain(
      'There is a later upload of results of this hand-off',
    );
    await press('Close');
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Nothing has been stored yet.');
    await press('Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  describe('an upload with people who opted out and have no entry', () => {
    const ADD = '/rest/v1/rpc/add_removal_requests';
    const REMOVE = '/rest/v1/rpc/remove_do_not_contact';
    const OPTED_OUT = `Email,Profile URL,Status
ada@x.test,,Contacted
out@y.test,https://www.linkedin.com/in/out,Unsubscribed
out@y.test,https://www.linkedin.com/in/out,Unsubscribed
,https://www.linkedin.com/sales/lead/AC1,Unsubscribed
,https://www.linkedin.com/sales/lead/AC2,Unsubscribed`;
    let added: number;

    beforeEach(() => {
      added = 1;
      answer('POST', STORE, () => ({
        matched: 2,
        unmatched: [1, 2, 4].map((place) => ({ place, reason: 'not_handed_off' })),
        added: { contacted: added, replied: 0, bounced: 0, unsubscribed: 0 },
        requests: [1, 2],
        refused: [
          { place: 3, kind: 'linkedin', is_added: true },
          { place: 4, kind: 'linkedin', is_added: false },
        ],
      }));
      answer('POST', ADD, () => ({ ids: [CUSTOMER, HAND_OFF] }));
    });

    async function check() {
      const calls = open();
      await calls.press('Upload results');
      calls.chooseFile(OPTED_OUT);
      await calls.press('Check results');
      const region = await screen.findByRole('region', { name: 'Opted out, but not on the do-not-contact list' });
      return { ...calls, region };
    }
    const listItems = (region: HTMLElement) =>
      within(region)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    const requests = () => requestsTo('POST', ADD).map(({ body }) => body);

    it('people who opted out are listed once and added by a press, which can be undone, and refused addresses are named', async () => {
      const { press, region } = await check();
      expect(listItems(region)).toEqual(['out@y.test · https://www.linkedin.com/in/out']);
      expect(
        listItems(screen.getByRole('region', { name: 'Addresses that a do-not-contact list doesn’t take' })),
      ).toEqual([
        'https://www.linkedin.com/sales/lead/AC1: not a public LinkedIn profile. It goes on the list all the same, for leads with exactly this address.',
        'https://www.linkedin.com/sales/lead/AC2: not a public LinkedIn profile, so it can’t be added.',
      ]);
      expect(requests()).toEqual([]);
      await press('Add 1 person to the list');
      await findToast('1 person added to the do-not-contact list');
      expect(requests()).toEqual([
        {
          customer_id: CUSTOMER,
          hand_off_id: HAND_OFF,
          rows: [{ email: 'out@y.test', linkedin: 'https://www.linkedin.com/in/out' }],
        },
      ]);
      expect(screen.queryByRole('region', { name: /^Opted out/ })).toBeNull();
      answer('POST', REMOVE, () => 2);
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
      await screen.findByRole('button', { name: 'Add 1 person to the list' });
      expect(requestsTo('POST', REMOVE).map(({ body }) => body)).toEqual([
        { customer_id: CUSTOMER, ids: [CUSTOMER, HAND_OFF], restore: false },
      ]);
      await press('Add 1 person to the list');
      await waitFor(() => expect(requests()).toHaveLength(2));
      await press('Store 1 result');
      await findToast('Results stored');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });

    it('people who opted out are still offered once the results are stored, and closing without them needs a confirmation', async () => {
      const { press } = await check();
      await press('Close');
      expect((await screen.findByRole('alertdialog')).textContent).toContain(
        'Nothing has been stored yet. 1 person who opted out isn’t on the do-not-contact list.',
      );
      await press('Keep editing');
      await press('Store 1 result');
      await findToast('Results stored');
      expect(screen.queryByRole('button', { name: /^Store/ })).toBeNull();
      await press('Done');
      const question = await screen.findByRole('alertdialog');
      expect(question.textContent).toContain('1 person who opted out isn’t on the do-not-contact list.');
      expect(question.textContent).not.toContain('Nothing has been stored');
      await press('Keep editing');
      await press('Add 1 person to the list');
      await findToast('1 person added to the do-not-contact list');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });

    it('people who opted out are offered where the file has nothing else', async () => {
      added = 0;
      const { press } = await check();
      screen.getByText('This file has nothing new.');
      await press('Add 1 person to the list');
      await findToast('1 person added to the do-not-contact list');
    });

    it('people who opted out are still offered when adding them fails', async () => {
      const { press, region } = await check();
      answer('POST', ADD, failWith(500, 'no answer'));
      await press('Add 1 person to the list');
      expect(await findToast('Couldn’t add to the do-not-contact list')).toContain('no answer');
      expect(listItems(region)).toHaveLength(1);
    });
  });

  it('the upload stores nothing where the file has nothing new', async () => {
    answer('POST', STORE, () => ({
      matched: 3,
      unmatched: [],
      added: { contacted: 0, replied: 0, bounced: 0, unsubscribed: 0 },
    }));
    const { press, chooseFile } = open();
    await press('Upload results');
    chooseFile(FILE);
    await press('Check results');
    await screen.findByText('This file has nothing new.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Store 0 results' }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Download unmatched rows' })).toBeNull();
  });
});

describe('the results of a hand-off', () => {
  it('the results of a hand-off are the sums of its files, of which the last one can be undone', async () => {
    uploads = [upload('c', { undone_at: '2026-11-21T10:00:00Z' }), upload('b'), upload('a', { replied: 0 })];
    answer('POST', '/rest/v1/rpc/undo_hand_off_results', () => [{ id: 'b' }]);
    const { press } = open();
    await screen.findByRole('list', { name: 'Uploaded files' });
    expect(numbers(screen.getByRole('region', { name: 'Results' }))).toEqual(['4', '1', '0', '0']);
    expect(screen.getAllByRole('button', { name: /^Undo / })).toHaveLength(1);
    await press('Undo b.csv');
    uploads = [upload('a', { replied: 0 })];
    await press('Undo upload');
    await findToast('Upload undone');
    expect(requestsTo('POST', '/rest/v1/rpc/undo_hand_off_results').map(({ body }) => body)).toEqual([
      { customer_id: CUSTOMER, upload_id: 'b' },
    ]);
    await screen.findByRole('button', { name: 'Undo a.csv' });
  });

  it('the results of a hand-off are loaded again after a failure', async () => {
    answer('GET', UPLOADS, failWith(500, 'no answer'));
    const { press } = open();
    await screen.findByText('no answer');
    answer('GET', UPLOADS, () => []);
    await press('Retry');
    await screen.findByText(/^No results yet/);
  });
});
