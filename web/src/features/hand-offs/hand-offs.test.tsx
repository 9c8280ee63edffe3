import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Checksum } from '#domain/hand-off/checksum.ts';
import { planFile } from '#domain/hand-off/plan.ts';
import { tools } from '#domain/hand-off/tools.ts';
import { answer, failWith, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { findToast, isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { HandOffsPage } from './hand-offs-page.tsx';
import { texts } from './texts.ts';

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const CAMPAIGN = '0f8fad5b-d9cb-469f-a165-000000000001';
const LEAD = '3f8fad5b-d9cb-469f-a165-70867728950e';
const HAND_OFF = '0f8fad5b-d9cb-469f-a165-000000000002';
const STEPS = [
  { step_type: 'email' as const, delay_days: 0, subject: 'For {{company}}', message_content: 'Hi {{first_name}}' },
];
const lemlist = tools.find(({ id }) => id === 'lemlist') ?? expect.fail();
const rpc = (name: string) => `/rest/v1/rpc/${name}`;
const leadNamed = (name: string) => ({
  id: name,
  name,
  created_at: '2026-11-01T00:00:00Z',
  lead_values: { first_name: name, company: 'Acorn', email: `${name}@x.test` },
});

let handOff: Record<string, unknown> & { lead_count: number };
let needsSignOff: boolean;

beforeEach(() => {
  signIn({ roles: ['admin'] });
  needsSignOff = false;
  const known = new Map([
    ['first_name', ''],
    ['company', ''],
  ]);
  handOff = {
    id: HAND_OFF,
    customer_id: CUSTOMER,
    campaign_id: CAMPAIGN,
    campaign_name: 'Spring',
    steps: STEPS,
    version_number: 3,
    plan: planFile(lemlist, STEPS, [], known),
    audiences: null,
    is_only_new: true,
    state: 'preparing',
    work: null,
    failure: null,
    made: null,
    last_lead_id: null,
    checked_at: null,
    expected: 2,
    total: 0,
    lead_count: 0,
    left_out: {},
    warnings: {},
    files: [],
    created_by: USER_ID,
    created_at: '2026-11-20T10:00:00Z',
  };
  answer('GET', '/rest/v1/hand_offs', () => [handOff]);
  answer('POST', rpc('hand_off_progress'), () => handOff);
  answer('GET', '/rest/v1/hand_off_rows', () => []);
  answer('GET', '/rest/v1/result_uploads', () => []);
  answer('GET', '/rest/v1/sending_tools', () => []);
  answer('GET', '/rest/v1/profiles', () => [{ email: 'ada@example.test', full_name: 'Ada' }]);
  answer('GET', '/rest/v1/customers', ({ query }) =>
    query.has('id') ? { id: CUSTOMER, name: 'Northwind' } : [{ id: CUSTOMER, name: 'Northwind' }],
  );
  answer('GET', '/rest/v1/campaigns', () => [
    {
      id: CAMPAIGN,
      customer_id: CUSTOMER,
      name: 'Spring',
      status: 'draft',
      created_at: '2026-11-01T00:00:00Z',
      customers: { name: 'Northwind', needs_sign_off: needsSignOff },
    },
  ]);
  answer('GET', '/rest/v1/campaign_steps', () =>
    STEPS.map((step, index) => ({ id: `step ${index}`, step_number: index + 1, ...step })),
  );
  answer('GET', '/rest/v1/audience_summary', () => [
    { name: null, approved: 1 },
    { name: 'Founders', approved: 2 },
    { name: 'Idle', approved: 0 },
  ]);
  answer('POST', rpc('count_handed_off'), () => 1);
  answer('POST', rpc('preview_hand_off'), () => [
    { ...leadNamed('ada'), reason: null, warnings: [] },
    { ...leadNamed('bob'), reason: 'do_not_contact', warnings: [] },
    { ...leadNamed('cy'), lead_values: { first_name: 'cy' }, reason: null, warnings: [] },
  ]);
});

describe('a new hand-off', () => {
  const open = () => renderPage(<HandOffsPage />, { path: `/admin/hand-offs?new=${CAMPAIGN}` });
  const choose = async (user: ReturnType<typeof open>['user'], field: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };

  it('a new hand-off is started with the steps as they are shown, the chosen audiences, and the columns of the tool', async () => {
    answer('GET', '/rest/v1/custom_fields', () => [
      { id: 'f1', key: 'icebreaker', label: 'Icebreaker', isInternal: false, removed_at: null },
      { id: 'f2', key: 'score', label: 'Score', isInternal: true, removed_at: null },
    ]);
    answer('POST', rpc('start_hand_off'), () => Object.assign(handOff, { work: 'check' }));
    answer('POST', rpc('hand_off_progress'), () =>
      Object.assign(handOff, { work: null, checked_at: '2026-11-20T10:00:00Z' }),
    );
    const { user } = open();
    await screen.findByRole('heading', { name: 'Hand off Spring' });
    await screen.findByText('2 of 3 leads not handed off from this campaign yet.');
    await choose(user, 'Tool', 'lemlist');
    const rows = await within(screen.getByRole('region', { name: 'First five rows' })).findAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'emailfirstNamelastNamecompanyNamejobTitlecompanyDomainphonelinkedinUrlStep1SubjectStep1Message',
      'ada@x.testadaAcornFor AcornHi ada',
    ]);
    answer('POST', rpc('preview_hand_off'), () => []);
    await choose(user, 'Leads', 'Chosen audiences');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check 0 leads' }).disabled).toBe(true);
    await screen.findByText('Choose at least one audience.');
    await user.click(screen.getByRole('checkbox', { name: 'Founders (2)' }));
    await user.click(screen.getByRole('checkbox', { name: 'Unassigned (1)' }));
    expect(screen.queryByRole('checkbox', { name: /^Idle/ })).toBeNull();
    await user.click(await screen.findByRole('checkbox', { name: 'Score (internal)' }));
    const historyLength = history.length;
    await user.click(screen.getByRole('button', { name: 'Check 3 leads' }));
    await waitFor(() => expect(location.search).toBe(`?hand-off=${HAND_OFF}`));
    expect(history.length).toBe(historyLength); // Back leads to where it was begun
    const [started] = requestsTo('POST', rpc('start_hand_off')).map(({ body }) => body as Record<string, unknown>);
    expect(started).toMatchObject({ campaign_id: CAMPAIGN, steps: STEPS, audiences: ['Founders', ''], only_new: true });
    const plan = started?.plan as ReturnType<typeof planFile>;
    expect(plan.columns.slice(-3).map(({ header }) => header)).toEqual(['Step1Subject', 'Step1Message', 'Score']);
    await screen.findByText('0 leads checked');
    screen.getByText('This goes on if you leave the page.');
    await screen.findByText('No lead is left to hand off.', {}, { timeout: 5_000 });

    answer('GET', '/rest/v1/hand_offs', ({ query }) => [
      query.has('id') ? handOff : { ...handOff, tool: 'lemlist', customers: { name: 'Northwind' } },
    ]);
    screen.getByRole('main').tabIndex = -1; // as in the shell
    await user.click(await screen.findByRole('button', { name: 'All hand-offs' }));
    const link = await screen.findByRole('link', { name: 'Spring' });
    expect(isFocused(screen.getByRole('main'))).toBe(true);
    await user.click(link);
    await screen.findByText('No lead is left to hand off.');
    expect(requestsTo('POST', rpc('hand_off_progress'))).toHaveLength(1);
  });

  it('a new hand-off keeps its choices in the URL, and removes them from it when it is left', async () => {
    answer('GET', '/rest/v1/custom_fields', () => [
      { id: 'f1', key: 'icebreaker', label: 'Icebreaker', isInternal: false, removed_at: null },
    ]);
    const { user, unmount } = open();
    await choose(user, 'Tool', 'Woodpecker');
    await choose(user, 'Leads', 'Chosen audiences');
    await user.click(screen.getByRole('checkbox', { name: 'Founders (2)' }));
    await user.click(screen.getByRole('checkbox', { name: 'Unassigned (1)' }));
    await user.click(screen.getByRole('checkbox', { name: texts.setup.onlyNew }));
    await user.click(screen.getByRole('checkbox', { name: 'Icebreaker' }));
    await screen.findByRole('button', { name: 'Check 3 leads' });
    unmount();
    const again = renderPage(<HandOffsPage />, { path: `${location.pathname}${location.search}` });
    await screen.findByRole('button', { name: 'Check 3 leads' });
    expect(screen.getByRole('combobox', { name: 'Tool' }).textContent).toBe('Woodpecker');
    const checked = screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-checked'));
    expect(checked).toEqual(['true', 'true', 'false', 'true']);
    answer('GET', '/rest/v1/hand_offs', () => []);
    await again.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('No hand-offs yet');
    expect(location.search).toBe('');
  });

  it('a new hand-off of copy that needs sign-off says so before the choices, until its steps are approved', async () => {
    const review = { campaign_id: CAMPAIGN, customer_id: CUSTOMER, name: 'Spring', number: 1, requested_at: null };
    let decided = { status: 'approved', is_changed: true };
    needsSignOff = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    answer('GET', '/rest/v1/campaign_reviews', () => promise.then(() => [{ ...review, ...decided }]));
    const { unmount } = open();
    await waitFor(() => expect(requestsTo('GET', '/rest/v1/campaign_reviews')).toHaveLength(1));
    expect(screen.queryByRole('combobox', { name: 'Tool' })).toBeNull(); // nothing that would move
    resolve();
    const note = await screen.findByText(texts.setup.problems.signOff);
    expect(
      within(note.closest('[role=alert]') ?? expect.fail())
        .getByRole('link')
        .getAttribute('href'),
    ).toBe(`/admin/copy?campaign=${CAMPAIGN}`);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check 3 leads' }).disabled).toBe(true);
    unmount();
    decided = { status: 'approved', is_changed: false };
    const { user } = open();
    await choose(user, 'Tool', 'lemlist');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check 3 leads' }).disabled).toBe(false),
    );
    expect(screen.queryByText(texts.setup.problems.signOff)).toBeNull();
  });

  it('a new hand-off says what is not certain about a tool, and why a file cannot be made', async () => {
    const { user } = open();
    await screen.findByText('HeyReach sends none of this campaign’s steps.');
    screen.getByText('Try it with one lead first');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check 3 leads' }).disabled).toBe(true);
    expect(screen.queryByRole('region', { name: 'First five rows' })).toBeNull();
    await choose(user, 'Tool', 'Woodpecker');
    await waitFor(() => expect(screen.queryByText('HeyReach sends none of this campaign’s steps.')).toBeNull());
  });

  it.each([
    [[3], 'Mailer doesn’t send step 3, so the file leaves it out.'],
    [[1, 2, 4], 'Mailer doesn’t send steps 1, 2 and 4, so the file leaves them out.'],
  ])('a new hand-off names the steps %j that the tool does not send', (steps, text) => {
    expect(texts.setup.unsent('Mailer', steps)).toBe(text);
  });

  it.each([
    [['{{a}}'], '{{a}} isn’t a variable and would be sent as written. Edit the campaign first.'],
    [['{{a}}', '{{b}}'], '{{a}}, {{b}} aren’t variables and would be sent as written. Edit the campaign first.'],
  ])('a new hand-off names what is written like a variable: %j', (written, text) => {
    expect(texts.setup.problems.unknown(written)).toBe(text);
  });

  it('a new hand-off shows why it could not be started', async () => {
    answer('POST', rpc('start_hand_off'), failWith(409, 'The campaign has changed meanwhile'));
    const { user } = open();
    await choose(user, 'Tool', 'lemlist');
    await user.click(await screen.findByRole('button', { name: 'Check 3 leads' }));
    await findToast('Couldn’t start the hand-off');
    await screen.findByText('The campaign has changed meanwhile');
  });

  it('a new hand-off can use a tool that the agency describes', async () => {
    answer('POST', '/rest/v1/sending_tools', () => ({ id: 'own' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Describe your own tool' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save tool' }));
    dialog.getByText('Please enter a name');
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Mailer');
    await user.click(dialog.getByRole('button', { name: 'Add column' }));
    await user.click(dialog.getByRole('button', { name: 'Save tool' }));
    dialog.getByText('Please enter a header for column 5');
    await user.type(dialog.getByRole('textbox', { name: 'Header of column 5' }), 'EMAIL');
    dialog.getByText('Two columns are called “EMAIL”: please enter a different header for each');
    await user.click(dialog.getByRole('button', { name: 'Save tool' }));
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Header of column 5' }));
    await user.clear(dialog.getByRole('textbox', { name: 'Header of column 5' }));
    await user.type(dialog.getByRole('textbox', { name: 'Header of column 5' }), 'Full name');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Move column 1 up' }).disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Move column 5 up' }));
    await user.click(dialog.getByRole('button', { name: 'Remove column 1' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Column 1 is required' }));
    await user.type(dialog.getByRole('textbox', { name: 'Rows per file' }), '500');
    answer('GET', '/rest/v1/sending_tools', () => [
      {
        id: 'own',
        name: 'Mailer',
        definition: {
          columns: [{ header: 'Mail', field: 'email' }],
          braces: ['{', '}'],
          emailText: 'plain',
          rowsPerFile: 500,
        },
      },
    ]);
    await user.click(dialog.getByRole('button', { name: 'Save tool' }));
    await findToast('Tool saved');
    expect(requestsTo('POST', '/rest/v1/sending_tools').map(({ body }) => body)).toEqual([
      {
        name: 'Mailer',
        definition: {
          columns: [
            { header: 'FirstName', field: 'first_name', isRequired: true },
            { header: 'LastName', field: 'last_name' },
            { header: 'Full name', field: 'name' },
            { header: 'LinkedInUrl', field: 'linkedin_profile_url' },
          ],
          braces: ['{{', '}}'],
          emailText: 'html',
          rowsPerFile: 500,
        },
      },
    ]);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Tool' }).textContent).toBe('Mailer'));
    await user.click(screen.getByRole('button', { name: 'Edit this tool' }));
    answer('DELETE', '/rest/v1/sending_tools', () => []);
    await user.click(await screen.findByRole('button', { name: 'Delete tool' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Mailer?' }));
    expect(requestsTo('DELETE', '/rest/v1/sending_tools')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete tool' }));
    await findToast('Tool deleted');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('an unsaved tool is discarded after a confirmation only, and needs a column', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Describe your own tool' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Describe your own tool' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Mailer');
    for (const column of [4, 3, 2, 1])
      await user.click(screen.getByRole('button', { name: `Remove column ${column}` }));
    await user.click(screen.getByRole('button', { name: 'Save tool' }));
    screen.getByText('Please add at least one column');
    await user.keyboard('{Escape}');
    screen.getByText('The tool hasn’t been saved.');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Mailer');
  });
});

describe('a hand-off', () => {
  const open = () => renderPage(<HandOffsPage />, { path: `/admin/hand-offs?hand-off=${HAND_OFF}` });
  const checked = { checked_at: '2026-11-20T10:01:00Z', total: 2, lead_count: 2 };

  /** The server does its work, and then changes the hand-off. */
  const finishWith = (change: object) => {
    answer('POST', rpc('finish_hand_off'), () => Object.assign(handOff, { work: 'finish', failure: null }));
    answer('POST', rpc('hand_off_progress'), () => Object.assign(handOff, { work: null }, change));
  };

  it('a hand-off that has stopped continues after its stored leads when the administrator resumes it', async () => {
    Object.assign(handOff, { total: 1, failure: 'An error stopped it' });
    answer('POST', rpc('continue_hand_off'), () => Object.assign(handOff, { work: 'check', failure: null }));
    const answers = [{}, { ...checked, work: null }];
    answer('POST', rpc('hand_off_progress'), () => Object.assign(handOff, answers.shift()));
    const { user } = open();
    await screen.findByText('An error stopped it. 1 lead checked so far. Nothing has been handed off yet.');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const progress = await screen.findByRole('progressbar', { name: 'Checking leads' });
    expect(progress.getAttribute('aria-valuetext')).toBe('1 lead checked');
    await screen.findByRole('button', { name: 'Hand off 2 leads' }, { timeout: 5_000 });
    const [sent] = requestsTo('POST', rpc('continue_hand_off')).map(({ body }) => body);
    expect(sent).toEqual({ customer_id: CUSTOMER, hand_off_id: HAND_OFF });
  });

  it('a hand-off that is opened again while its files are made says how far they are, and cannot be finished twice', async () => {
    Object.assign(handOff, { ...checked, work: 'finish', made: { place: 1 } });
    open();
    await screen.findByText('Making the files: 1 of 2 leads');
    screen.getByText('This goes on if you leave the page.');
    expect(screen.getByRole('button', { name: 'Hand off 2 leads' }).getAttribute('aria-busy')).toBe('true');
  });

  it('a hand-off shows why the check has stopped while it is looked at', async () => {
    Object.assign(handOff, { work: 'check' });
    answer('POST', rpc('hand_off_progress'), () =>
      Object.assign(handOff, { work: null, failure: 'The user who started this is no longer an administrator' }),
    );
    open();
    await findToast('Couldn’t check the leads');
    await screen.findByText(/^The user who started this is no longer an administrator\. 0 leads checked so far/);
  });

  it('a hand-off lists who is left out and why, and what to check, and downloads the files once it is handed off', async () => {
    Object.assign(handOff, checked, { total: 5, left_out: { do_not_contact: 3 } });
    Object.assign(handOff, {
      warnings: { other_campaign: 1, odd_name: 1, duplicate: 2 },
      plan: { ...planFile(lemlist, STEPS, [], new Set(['first_name', 'company'])), placeholders: ['{Hi|Hello}'] },
    });
    const row = (place: number, name: string, cells: string[] | null, detail: string | null = null) => ({
      place,
      lead_id: name,
      name,
      detail,
      cells,
      erased_at: null,
    });
    answer('GET', '/rest/v1/hand_off_rows', ({ query }) =>
      query.get('reason') === 'eq.do_not_contact'
        ? [row(1, 'Dee', null), row(2, 'Eve', null)]
        : query.get('warnings') === 'cs.{duplicate}'
          ? [row(4, 'Ada', ['a']), row(5, 'Ada again', ['b'])]
          : query.has('warnings')
            ? [row(4, 'Ada', ['a'], '{{first_name}}: ADA')]
            : [row(4, 'Ada', ['a']), row(5, 'Bob', ['b'])].filter(
                ({ place }) => place > Number(query.get('place')?.slice(3)),
              ),
    );
    const text = '"email"\r\n"a"\r\n"b"\r\n';
    const checksum = new Checksum();
    checksum.add(text);
    finishWith({ state: 'ready', files: [{ rows: 2, sha256: checksum.end(), quotes: 'all' }] });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Do not contact 3 leads' }));
    const list = screen.getByRole('button', { name: 'Do not contact 3 leads' }).closest('li') as HTMLElement;
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['Dee', 'Eve', 'and 1 more']),
    );
    await user.click(
      screen.getByRole('button', { name: 'Handed off from another campaign in the last 90 days 1 lead' }),
    );
    await screen.findByRole('link', { name: 'Ada' });
    expect(screen.queryByText('{{first_name}}: ADA')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'A name that may look wrong in the text 1 lead' }));
    await screen.findByText('{{first_name}}: ADA');
    await user.click(
      screen.getByRole('button', { name: 'A duplicate of another lead that is approved for this hand-off 2 leads' }),
    );
    await screen.findByRole('link', { name: 'Ada again' });
    screen.getByText('{Hi|Hello} isn’t a variable and will be sent exactly as typed.');
    screen.getByRole('main').tabIndex = -1; // as in the shell
    await user.click(screen.getByRole('button', { name: 'Hand off 2 leads' }));
    await findToast('Leads handed off');
    expect(isFocused(screen.getByRole('main'))).toBe(true);
    const [finished] = requestsTo('POST', rpc('finish_hand_off')).map(({ body }) => body);
    expect(finished).toEqual({ customer_id: CUSTOMER, hand_off_id: HAND_OFF });

    const saved: { name: string; text: Promise<string> }[] = [];
    let blob = new Blob();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((created) => {
      blob = created as Blob;
      return 'blob:file';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, text: blob.text() });
    });
    const file = '/functions/v1/hand-off-file';
    answer('POST', file, () => new Response(text));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text).toBe(text);
    expect(screen.queryByText('This file differs from the one that was handed off')).toBeNull();
    answer('POST', file, () => new Response(`\ufeff${text}`));
    await user.click(screen.getByRole('button', { name: 'For a spreadsheet' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]?.name).toMatch(/ - For a spreadsheet\.csv$/);
    const asked = { customerId: CUSTOMER, handOffId: HAND_OFF, file: 0 };
    expect(requestsTo('POST', file).map(({ body }) => body)).toEqual([
      { ...asked, isForSpreadsheet: false },
      { ...asked, isForSpreadsheet: true },
    ]);
    answer('POST', file, () => new Response('"email"\r\n"a"\r\n""\r\n'));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await findToast('This file differs from the one that was handed off');
    await screen.findByText('Personal data was erased since, so this file differs from the one that was handed off');
    answer('POST', file, () => Response.json({ error: 'There is no such file' }, { status: 404 }));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await findToast('Couldn’t make the file');
    await screen.findByText('There is no such file');
  });

  it('a hand-off stays preparing if leads changed meanwhile', async () => {
    Object.assign(handOff, checked);
    finishWith({ lead_count: 1, left_out: { changed: 1 } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Hand off 2 leads' }));
    await findToast('1 lead changed meanwhile and is left out now');
    await screen.findByText('Look at the numbers again, then hand off.');
    await screen.findByRole('button', { name: 'Hand off 1 lead' });
    screen.getByRole('button', { name: 'Changed meanwhile, or no longer approved 1 lead' });
  });

  it.each([
    ['is handed off', { state: 'ready' }, /^Handed off$/],
    ['has other leads', { lead_count: 1 }, 'Hand off 1 lead'],
    ['is still the same', {}, 'Hand off 2 leads'],
    ['is cancelled', { state: 'cancelled' }, 'Canceled'],
  ])(
    'a hand-off that %s after a failure, by another window for example, is shown as it is',
    async (_, change, shown) => {
      Object.assign(handOff, checked);
      answer('POST', rpc('finish_hand_off'), () => {
        Object.assign(handOff, change);
        return failWith(409, 'This hand-off is not the same any more')();
      });
      const { user } = open();
      await user.click(await screen.findByRole('button', { name: 'Hand off 2 leads' }));
      await findToast('Couldn’t finish the hand-off');
      await screen.findByText(shown);
    },
  );

  it('a hand-off is not ended by the second click on the button that was in that place', async () => {
    Object.assign(handOff, checked);
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel hand-off' }), { detail: 2 });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel hand-off' }), { detail: 1 });
    await screen.findByRole('alertdialog');
  });

  it.each([
    ['preparing', 'Cancel hand-off', 'Cancel hand-off', 'cancel_hand_off', 'Hand-off canceled', 'Canceled'],
    ['ready', 'Not handed off after all', 'Mark as void', 'void_hand_off', 'Hand-off marked as void', 'Void'],
  ])('a hand-off that is %s is ended after a confirmation', async (state, action, confirm, name, toast, badge) => {
    Object.assign(handOff, checked, { state });
    answer('POST', rpc(name), () => Object.assign(handOff, { state: name === 'void_hand_off' ? 'void' : 'cancelled' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: action }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: confirm }));
    await findToast(toast);
    await screen.findByText(badge);
    expect(screen.queryByRole('button', { name: action })).toBeNull();
  });

  it('a hand-off with results lists who replied, and is not offered to become void', async () => {
    Object.assign(handOff, checked, { state: 'ready' });
    const upload = {
      id: 'u',
      file_name: 'week.csv',
      contacted: 2,
      replied: 1,
      bounced: 0,
      unsubscribed: 0,
      undone_at: null,
    };
    answer('GET', '/rest/v1/result_uploads', () => [{ ...upload, created_at: '2026-11-20T10:00:00Z' }]);
    answer('GET', '/rest/v1/hand_off_results', () => [{ lead_id: LEAD }]);
    answer('GET', '/rest/v1/handed_off_leads', () => [{ lead_id: LEAD, name: 'Ada Byron' }]);
    open();
    const replied = within(await screen.findByRole('region', { name: 'Who replied' }));
    expect((await replied.findByRole('link', { name: 'Ada Byron' })).getAttribute('href')).toBe(
      `/admin/leads?lead=${LEAD}`,
    );
    expect(screen.queryByRole('button', { name: 'Not handed off after all' })).toBeNull();
  });

  it('a hand-off offers to become void as its last action', async () => {
    Object.assign(handOff, checked, { state: 'ready' });
    open();
    const end = await screen.findByRole('button', { name: 'Not handed off after all' });
    expect(screen.getAllByRole('button').at(-1)).toBe(end);
  });

  it('a hand-off shows its sequence sheet', async () => {
    Object.assign(handOff, checked, { state: 'ready' });
    open();
    const sheet = within(await screen.findByRole('region', { name: 'Sequence sheet' }));
    const fields = sheet.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value);
    expect(fields).toEqual(['{{Step1Subject}}', '{{Step1Message}}']);
    sheet.getByText('Day 0, immediately');
    screen.getByText(/version 3/);
  });

  it('a hand-off that does not exist leads back to the list', async () => {
    answer('GET', '/rest/v1/hand_offs', () => []);
    const { user } = open();
    await screen.findByText('Hand-off not found');
    await user.click(screen.getByRole('button', { name: 'All hand-offs' }));
    await screen.findByText('No hand-offs yet');
    expect(location.search).toBe('');
  });
});

it('a hand-off starts from the list with a campaign', async () => {
  answer('GET', '/rest/v1/hand_offs', () => []);
  const { user } = renderPage(<HandOffsPage />, { path: '/admin/hand-offs' });
  await user.click(await screen.findByRole('button', { name: 'New hand-off' }));
  await user.click(await screen.findByRole('link', { name: 'Spring' }));
  await screen.findByRole('heading', { name: 'Hand off Spring' });
});

it('the list of leads to stop names each lead once, with every tool that has it', async () => {
  const flag = (lead: string, tool: string, why: string) => ({
    lead_id: lead,
    name: lead,
    flag: why,
    flagged_at: '2026-11-20T10:00:00Z',
    hand_offs: { campaign_name: 'Spring', tool },
  });
  answer('GET', '/rest/v1/handed_off_leads', () => [
    flag('ada', 'Smartlead', 'rejected'),
    flag('ada', 'Instantly', 'rejected'),
    flag('bob', 'lemlist', 'in_review'),
  ]);
  answer('GET', '/rest/v1/hand_offs', () => []);
  renderPage(<HandOffsPage />, { path: `/admin/hand-offs?customer=${CUSTOMER}` });
  const region = within(await screen.findByRole('region', { name: 'Stop these leads in the tool (2)' }));
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^adaRejectedSmartlead · Spring, Instantly · Spring/),
    expect.stringMatching(/^bobBack in reviewlemlist · Spring/),
  ]);
});
