import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Link } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, type SentRequest, signIn, USER_ID } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable } from '#tests/component/review-table.ts';
import { AdminCompaniesPage } from '@/features/companies/admin-companies-page.tsx';
import { AdminLeadsPage } from '@/features/leads/admin-leads-page.tsx';
import { LeadsPage } from '@/features/leads/leads-page.tsx';
import { START_REVIEW } from '@/features/lists/filters.ts';
import { signOut } from '@/features/session/actions.ts';
import { clearDrafts } from '@/lib/drafts.ts';
import { formatDay } from '@/lib/format.ts';

const ID = (number: number) => `00000000-0000-4000-8000-00000000010${number}`;
const REASON = '00000000-0000-4000-8000-0000000000e1';
const COLLEAGUE = '00000000-0000-4000-8000-000000000002';

const decision = {
  id: '00000000-0000-4000-8000-0000000000f1',
  is_approved: false,
  rejection_reason_id: REASON,
  rejection_note: 'Left in May',
  previous_is_approved: null,
  decided_by: COLLEAGUE,
  decided_at: '2026-01-02T00:00:00Z',
};

const record = (number: number) => ({
  id: ID(number),
  customer_id: CUSTOMER,
  name: `Row 00${number}`,
  is_approved: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  customers: { name: 'Northwind' },
  import_id: ID(9),
  imports: { file_name: 'team.csv' },
  import_matches: [] as object[],
  first_name: 'Ada',
  last_name: null,
  email: `ada${number}@example.test`,
  phone: null,
  title: 'Engineer',
  company: 'Acorn',
  linkedin_profile_url: 'https://www.linkedin.com/in/ada',
  notes: 'Met in Lisbon',
  decisions: number === 1 ? [decision] : [],
});

afterEach(clearDrafts);
afterEach(() => void vi.unstubAllEnvs());

describe('the panel of a lead', () => {
  let table: ReturnType<typeof fakeTable>;
  let readOne: (request: SentRequest) => unknown;
  const recordsRead = () =>
    requestsTo('GET', '/rest/v1/leads').flatMap(({ query }) => query.get('id')?.replace('eq.', '') ?? []);

  beforeEach(() => {
    table = fakeTable('leads', 3);
    for (const [index, row] of table.rows.entries()) row.id = ID(index + 1);
    readOne = ({ query }) => [1, 2, 3].map(record).find(({ id }) => query.get('id') === `eq.${id}`) ?? null;
    const list = () =>
      table.rows.map((row) => ({ ...record(1), ...row, decisions: [], customers: { name: 'Northwind' } }));
    answer('GET', '/rest/v1/leads', (request) => (request.query.has('id') ? readOne(request) : list()));
    answer('POST', '/rest/v1/rpc/lead_company', () => ({
      id: ID(8),
      name: 'Acorn',
      industry: 'Robotics',
      size: '11-50',
      employee_count: null,
      location: null,
      is_approved: false,
    }));
    answer('GET', '/rest/v1/comments', () => []);
    answer('POST', '/rest/v1/rpc/user_names', () => [{ id: COLLEAGUE, name: 'Grace Hopper', is_admin: true }]);
    answer('GET', '/rest/v1/rejection_reasons', () => [
      { id: REASON, subject: 'leads', name: 'Wrong role', position: 1, retired_at: null },
    ]);
  });

  async function openList(path = '/leads') {
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(<LeadsPage />, { path });
    await screen.findByRole('button', { name: 'Row 003' });
    return user;
  }
  const row = (name: string) => screen.getByRole('button', { name }).closest('tr') as HTMLElement;
  const panel = async (name: string) =>
    within(await screen.findByRole('complementary', { name: `Details of ${name}` }));
  const fieldText = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

  it('the panel says whose lead it is if another organization is chosen, and offers to switch', async () => {
    const OTHER = '00000000-0000-4000-8000-0000000000b2';
    sessionStorage.setItem('leadlight-customer', OTHER);
    signIn({ customerIds: [CUSTOMER, OTHER] });
    readOne = () => null;
    answer('GET', '/rest/v1/customers', ({ query }) =>
      query.get('leads.id') === `eq.${ID(1)}` ? { id: CUSTOMER } : null,
    );
    const { user } = renderPage(<LeadsPage />, { path: `/leads?lead=${ID(1)}` });
    await screen.findByText(`This lead belongs to Customer ${CUSTOMER}`);
    expect(screen.queryByText('Met in Lisbon')).toBeNull();
    await user.click(screen.getByRole('button', { name: `Switch to Customer ${CUSTOMER}` }));
    expect(sessionStorage.getItem('leadlight-customer')).toBe(CUSTOMER);
  });

  it('the panel opens by a click on the row, and shows its fields, its company and its decisions', async () => {
    const user = await openList();
    await user.click(row('Row 001'));
    const shown = await panel('Row 001');
    await shown.findByRole('link', { name: 'ada1@example.test' });
    expect(fieldText('First name')).toBe('Ada');
    expect(fieldText('Empty')).toMatch(/^Last name, Phone, /);
    expect(screen.queryByText('Last name')).toBeNull();
    expect(fieldText('Notes')).toBe('Met in Lisbon');
    expect(shown.getByRole('link', { name: 'linkedin.com/in/ada' }).getAttribute('href')).toBe(
      'https://www.linkedin.com/in/ada',
    );
    const company = await shown.findByRole('link', { name: /^A?\s*Acorn/ });
    expect(company.getAttribute('href')).toBe(`/companies?company=${ID(8)}`);
    expect(company.textContent).toContain('Robotics · 11-50');
    const maker = await shown.findByText(/by Grace Hopper/);
    expect(maker.textContent).toMatch(/^Rejected by Grace Hopper Admin · Wrong role$/);
    await shown.findByText('· Wrong role', { exact: false });
    shown.getByText('“Left in May”');
    expect(shown.queryByText('Import')).toBeNull();
    await waitFor(() => expect(location.search).toBe(`?lead=${ID(1)}`));
  });

  it('the panel of the first lead opens with a link that starts the review, with the keys named below the decision', async () => {
    table.rows[0] && Object.assign(table.rows[0], { is_approved: true });
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(
      <>
        <Link to="/leads?status=to-review" state={START_REVIEW}>
          Start reviewing
        </Link>
        <LeadsPage />
      </>,
      { path: '/leads' },
    );
    await screen.findByRole('button', { name: 'Row 003' });
    expect(screen.queryByRole('complementary', { name: /^Details of/ })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Start reviewing' }));
    const shown = await panel('Row 002');
    await waitFor(() => expect(location.search).toBe(`?status=to-review&lead=${ID(2)}`));
    const group = await shown.findByRole('group', { name: 'Approval of Row 002' });
    expect(group.nextElementSibling?.textContent).toBe('JKmoveAapproveRrejectUundo?all keys');
    expect(history.state.usr ?? null).toBeNull();
  });

  it('the panel shows custom values that are addresses as links', async () => {
    const custom = { blog: 'https://ada.example/blog', other: 'ada@example.test', text: 'see ada@example.test' };
    answer('GET', '/rest/v1/custom_fields', () =>
      Object.keys(custom).map((key) => ({ id: key, key, label: key, isInternal: false, removed_at: null })),
    );
    readOne = () => ({ ...record(1), custom });
    const user = await openList();
    await user.click(row('Row 001'));
    const shown = await panel('Row 001');
    const link = await shown.findByRole('link', { name: 'ada.example/blog' });
    expect(link.getAttribute('href')).toBe('https://ada.example/blog');
    expect(shown.getByRole('link', { name: 'ada@example.test' }).getAttribute('href')).toBe('mailto:ada@example.test');
    expect(fieldText('text')).toBe('see ada@example.test');
  });

  it.each(['UTC', 'America/New_York', 'Pacific/Auckland'])(
    'the panel shows what the tools that send have reported, one line per hand-off, a day as that day in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone);
      const result = { reported_at: '2026-01-20T00:00:00Z', tool: 'HeyReach' };
      answer('GET', '/rest/v1/hand_off_results', () => [
        { ...result, hand_off_id: ID(5), kind: 'replied', at: '2025-11-14T12:00:00Z' },
        { ...result, hand_off_id: ID(5), kind: 'contacted', at: '2025-11-12T12:00:00Z' },
        { ...result, hand_off_id: ID(6), kind: 'bounced', at: null, tool: 'lemlist' },
        {
          ...result,
          hand_off_id: ID(7),
          kind: 'contacted',
          at: '2025-11-12T00:00:00+00:00',
          is_day: true,
          tool: 'Own',
        },
      ]);
      const user = await openList();
      await user.click(row('Row 001'));
      const results = within(await (await panel('Row 001')).findByRole('region', { name: 'Results' }));
      const days = ['2025-11-12', '2025-11-14'].map((day) => formatDay(new Date(`${day}T12:00:00Z`), new Date()));
      expect(results.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        `Contacted ${days[0]}, replied ${days[1]} via HeyReach`,
        'Bounced via lemlist',
        `Contacted ${formatDay(new Date(2025, 10, 12), new Date())} via Own`,
      ]);
      const [request] = requestsTo('GET', '/rest/v1/hand_off_results');
      expect([request?.query.get('lead_id'), request?.query.get('customer_id')]).toEqual([
        `eq.${ID(1)}`,
        `eq.${CUSTOMER}`,
      ]);
    },
  );

  it.each([
    ['comments', 'GET', '/rest/v1/comments', []],
    ['companies', 'POST', '/rest/v1/rpc/lead_company', null],
    ['results', 'GET', '/rest/v1/hand_off_results', []],
    ['hand-offs', 'POST', '/rest/v1/rpc/lead_hand_offs', []],
  ])(
    'the panel shows its sections together, so that nothing moves when %s arrive late',
    async (_, method, path, response) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer(method, path, async () => {
        await promise;
        return response;
      });
      signIn({ roles: ['admin'] });
      renderPage(<AdminLeadsPage />, { path: `/admin/leads?lead=${ID(1)}` });
      const shown = await panel('Row 001');
      await shown.findByRole('link', { name: 'ada1@example.test' });
      await waitFor(() => expect(requestsTo(method, path)).not.toEqual([]));
      for (const title of ['Decisions', 'Comments']) expect(shown.queryByRole('heading', { name: title })).toBeNull();
      const activity = shown.getByText('Activity');
      expect(activity.closest('[hidden]')).not.toBeNull();
      resolve();
      await shown.findByRole('heading', { name: 'Comments' });
      shown.getByRole('heading', { name: 'Decisions' });
      shown.getByRole('textbox', { name: 'New comment' });
      expect(activity.closest('[hidden]')).toBeNull();
    },
  );

  it('the panel of a lead outside the list is shown once its do-not-contact entries are loaded, and approving needs a confirmation', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer('POST', '/rest/v1/rpc/suppressed_leads', async ({ body }) => {
      await promise;
      const { ids } = body as { ids: string[] };
      return ids.includes(ID(1)) ? [{ lead_id: ID(1), kind: 'domain', value: 'rival.example', reason: 'Sued us' }] : [];
    });
    table.rows.shift();
    signIn({ customerIds: [CUSTOMER] });
    const { user } = renderPage(<LeadsPage />, { path: `/leads?lead=${ID(1)}` });
    const shown = await panel('Row 001');
    await waitFor(() => expect(requestsTo('GET', '/rest/v1/comments')).toHaveLength(1));
    expect(shown.queryByRole('heading', { name: 'Details' })).toBeNull();
    resolve();
    await shown.findByRole('heading', { name: 'Details' });
    shown.getByText(/rival\.example/);
    await user.click(shown.getByRole('button', { name: 'Approve' }));
    await screen.findByRole('alertdialog');
    expect(requestsTo('PATCH', '/rest/v1/leads')).toEqual([]);
  });

  it('the panel is shown once its custom fields are loaded, so that they move nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer('GET', '/rest/v1/custom_fields', async () => {
      await promise;
      return [{ id: 'f1', key: 'icebreaker', label: 'Icebreaker', isInternal: false, removed_at: null }];
    });
    signIn({ roles: ['admin'] });
    renderPage(<AdminLeadsPage />, { path: `/admin/leads?lead=${ID(1)}` });
    const shown = await panel('Row 001');
    await waitFor(() => expect(requestsTo('GET', '/rest/v1/comments')).toHaveLength(1));
    shown.getByRole('status', { name: 'Loading lead' });
    expect(shown.queryByRole('heading', { name: 'Details' })).toBeNull();
    resolve();
    await shown.findByRole('heading', { name: 'Details' });
    shown.getByText(/, Icebreaker$/);
    expect(shown.queryByRole('status', { name: 'Loading lead' })).toBeNull();
  });

  it('the panel links an email without further parts', async () => {
    readOne = () => ({ ...record(1), email: 'ada@acorn.test?bcc=eve@oak.test&body=#' });
    await openList(`/leads?lead=${ID(1)}`);
    const link = await screen.findByRole('link', { name: 'ada@acorn.test?bcc=eve@oak.test&body=#' });
    expect(link.getAttribute('href')).toBe('mailto:ada@acorn.test%3Fbcc=eve@oak.test%26body=%23');
  });

  it('the panel does not open by a click on the toggle or the link of a row', async () => {
    const user = await openList();
    await user.click(within(row('Row 002')).getByRole('button', { name: 'Approve' }));
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('the panel opens by Enter, follows J and K, and returns the focus to the row on Escape', async () => {
    const user = await openList();
    await user.keyboard('j');
    await user.keyboard('{Enter}');
    const shown = await panel('Row 001');
    await shown.findByText('ada1@example.test');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('complementary')));
    await user.keyboard('j');
    await (await panel('Row 002')).findByText('ada2@example.test');
    await waitFor(() => expect(location.search).toBe(`?lead=${ID(2)}`));
    await user.keyboard('k');
    await panel('Row 001');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(row('Row 001').contains(document.activeElement)).toBe(true);
    await waitFor(() => expect(location.search).toBe(''));
  });

  it('the panel reads the neighbours ahead, so that the next row shows at once', async () => {
    const user = await openList(`/leads?lead=${ID(2)}`);
    await (await panel('Row 002')).findByText('ada2@example.test');
    await waitFor(() => expect(new Set(recordsRead())).toEqual(new Set([ID(1), ID(2), ID(3)])));
    readOne = failWith(500, 'read again');
    await user.click(screen.getByRole('button', { name: 'Next lead' }));
    (await panel('Row 003')).getByText('ada3@example.test');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next lead' }).disabled).toBe(true);
  });

  it('the key A approves the lead in the panel and goes to the next row', async () => {
    const user = await openList(`/leads?lead=${ID(1)}`);
    await panel('Row 001');
    await user.keyboard('a');
    await waitFor(() => expect(table.rows[0]?.is_approved).toBe(true));
    await panel('Row 002');
  });

  it('the panel says what each decision changed', async () => {
    const changes = [
      { id: 4, is_approved: true, previous_is_approved: null, rejection_reason_id: null },
      { id: 3, is_approved: null, previous_is_approved: false, rejection_reason_id: null },
      { id: 2, is_approved: false, previous_is_approved: false, decided_by: USER_ID },
      { id: 1 },
    ];
    const without = { rejection_note: null };
    readOne = () => ({ ...record(1), decisions: changes.map((change) => ({ ...decision, ...without, ...change })) });
    const user = await openList();
    await user.click(row('Row 001'));
    const shown = await panel('Row 001');
    await shown.findByText('Reason or note changed');
    const entries = within(shown.getByRole('region', { name: 'Decisions' })).getAllByRole('listitem');
    expect(entries.map((entry) => entry.querySelector('p')?.textContent)).toEqual([
      'Approved by Grace Hopper Admin',
      'Moved back to review by Grace Hopper Admin',
      'Reason or note changed by you · Wrong role',
      'Rejected by Grace Hopper Admin · Wrong role',
    ]);
  });

  it('the panel says a rejection, its reason and its note once, and another reason apart', async () => {
    const later = { previous_is_approved: false };
    const changes = [
      { id: 4, rejection_note: 'Left in June', ...later },
      { id: 3, rejection_note: 'Left in May', ...later },
      { id: 2, rejection_note: null, ...later },
      { id: 1, rejection_note: null, rejection_reason_id: null, decided_at: '2026-01-01T00:00:00Z' },
    ];
    readOne = () => ({ ...record(1), decisions: changes.map((change) => ({ ...decision, ...change })) });
    const user = await openList();
    await user.click(row('Row 001'));
    const shown = await panel('Row 001');
    await shown.findByText('Reason or note changed');
    const entries = within(shown.getByRole('region', { name: 'Decisions' })).getAllByRole('listitem');
    expect(
      entries.map((entry) => [...entry.querySelectorAll('p')].map(({ textContent }) => textContent).slice(0, 2)),
    ).toEqual([
      ['Reason or note changed by Grace Hopper Admin · Wrong role', '“Left in June”'],
      ['Rejected by Grace Hopper Admin · Wrong role', '“Left in May”'],
    ]);
    expect(entries[1]?.querySelector('time')?.dateTime).toBe('2026-01-01T00:00:00Z');
  });

  it('the panel names the user’s own decisions as theirs', async () => {
    readOne = () => ({ ...record(1), decisions: [{ ...decision, decided_by: USER_ID }] });
    await openList(`/leads?lead=${ID(1)}`);
    await screen.findByText(/by you/);
  });

  it('the panel says so if the lead was deleted or belongs to another customer', async () => {
    const user = await openList(`/leads?lead=${ID(7)}`);
    await screen.findByText('This lead isn’t available');
    await user.click(screen.getByRole('button', { name: 'Back to leads' }));
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  });

  it('the panel shows an error with Retry instead of the company', async () => {
    answer('POST', '/rest/v1/rpc/lead_company', failWith(500, 'out of order'));
    const { user } = renderPage(<LeadsPage />, { path: `/leads?lead=${ID(1)}` });
    const alert = (await screen.findByText('The company couldn’t be loaded')).closest('[role=alert]') as HTMLElement;
    answer('POST', '/rest/v1/rpc/lead_company', () => null);
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('The company couldn’t be loaded')).toBeNull());
  });

  it('the panel shows an error with Retry', async () => {
    const read = readOne;
    readOne = failWith(500, 'out of order');
    const user = await openList(`/leads?lead=${ID(1)}`);
    await screen.findByText('The lead couldn’t be loaded');
    readOne = read;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('ada1@example.test');
  });

  describe('the form of an administrator', () => {
    const UPDATED = '2026-01-01T00:00:00Z';
    let stored: Record<string, unknown>;
    beforeEach(() => {
      signIn({ roles: ['admin'] });
      stored = { ...record(1), updated_at: UPDATED };
      readOne = ({ query }) => (query.get('id') === `eq.${ID(1)}` ? stored : null);
      answer('PATCH', '/rest/v1/leads', ({ query, body }) => {
        if (query.get('updated_at') !== `eq.${stored.updated_at}`) return [];
        stored = { ...stored, ...(body as object), updated_at: `${stored.updated_at}x` };
        return [{ id: ID(1) }];
      });
    });
    async function edit() {
      const { user } = renderPage(<AdminLeadsPage />, { path: `/admin/leads?lead=${ID(1)}` });
      await user.click(await screen.findByRole('button', { name: 'Edit' }));
      return user;
    }
    const field = (label: string) => within(screen.getByRole('complementary')).getByLabelText<HTMLInputElement>(label);
    const save = () => screen.getByRole('button', { name: 'Save' });
    const sent = () => requestsTo('PATCH', '/rest/v1/leads').map(({ body }) => body);

    it('the form is checked as an import checks it, and saved with the changed fields only', async () => {
      const user = await edit();
      await user.clear(field('Email'));
      await user.type(field('Email'), 'ada');
      screen.getByText('Email is not valid: ada');
      await user.click(save());
      expect(sent()).toEqual([]);
      expect(document.activeElement).toBe(field('Email'));
      await user.type(field('Email'), '@acorn.example ');
      await user.clear(field('Notes'));
      await user.click(save());
      await screen.findByRole('link', { name: 'ada@acorn.example' });
      expect(sent()).toEqual([{ email: 'ada@acorn.example', notes: null }]);
    });

    it('the form has the focus on its first field, and closing it returns the focus to its button', async () => {
      const user = await edit();
      expect(document.activeElement).toBe(field('Name'));
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
    });

    it('the form keeps an unsaved audience, too', async () => {
      const user = await edit();
      await user.clear(field('Audience'));
      await user.type(field('Audience'), 'Buyers');
      await user.click(screen.getByRole('button', { name: 'Close' }));
      await answerQuestion(user, 'Keep editing');
      expect(field('Audience').value).toBe('Buyers');
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
    });

    /** Answers the question whether the unsaved changes are discarded. */
    const answerQuestion = async (user: UserEvent, choice: 'Keep editing' | 'Discard') => {
      const question = within(await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' }));
      question.getByText('Your changes to Row 001 haven’t been saved.');
      await user.click(question.getByRole('button', { name: choice }));
    };

    it.each(['Close', 'Next lead'])(
      'the form requires confirmation before %s discards it, and when the tab is closed',
      async (button) => {
        const warnsOnUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
        const user = await edit();
        expect(warnsOnUnload()).toBe(false);
        await user.type(field('Title'), 's');
        expect(warnsOnUnload()).toBe(true);
        await user.click(screen.getByRole('button', { name: button }));
        await answerQuestion(user, 'Keep editing');
        expect(field('Title').value).toBe('Engineers');
        expect(warnsOnUnload()).toBe(true);
        await user.click(screen.getByRole('button', { name: button }));
        await answerQuestion(user, 'Discard');
        await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
        expect(screen.queryByRole('complementary', { name: 'Details of Row 001' })).toBeNull();
        expect(warnsOnUnload()).toBe(false);
      },
    );

    it('the form requires confirmation before Escape, J, K or another row discards it', async () => {
      const user = await edit();
      await user.type(field('Title'), 's');
      await user.keyboard('{Escape}'); // leaves the field
      for (const key of ['{Escape}', 'j', 'a']) {
        await user.keyboard(key);
        await answerQuestion(user, 'Keep editing');
        screen.getByRole('complementary').focus();
      }
      await user.click(field('Title'));
      await user.click(screen.getByRole('button', { name: 'Row 003' }));
      await answerQuestion(user, 'Keep editing');
      await waitFor(() => expect(document.activeElement).toBe(field('Title')));
      await user.click(screen.getByRole('button', { name: 'Row 003' }));
      await answerQuestion(user, 'Discard');
      await panel('Row 003');
    });

    it('the form is not shown to the next user of the tab', async () => {
      const user = await edit();
      await user.type(field('Title'), 's');
      cleanup();
      signIn({ roles: ['admin'], userId: COLLEAGUE });
      renderPage(<AdminLeadsPage />, { path: `/admin/leads?lead=${ID(1)}` });
      await screen.findByRole('button', { name: 'Edit' });
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    });

    it('the form is discarded by signing out', async () => {
      answer('POST', '/auth/v1/logout', () => null);
      const user = await edit();
      await user.type(field('Title'), 's');
      await signOut();
      cleanup();
      signIn({ roles: ['admin'] });
      renderPage(<AdminLeadsPage />, { path: `/admin/leads?lead=${ID(1)}` });
      await screen.findByRole('button', { name: 'Edit' });
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    });

    it('the form moves the lead to an audience of its customer or a new one', async () => {
      answer('POST', '/rest/v1/rpc/audience_names', () => ['Buyers', 'Founders']);
      const user = await edit();
      await user.click(field('Audience'));
      await user.keyboard('{Control>}a{/Control}buy{ArrowDown}{Enter}');
      expect(field('Audience').value).toBe('Buyers');
      expect(requestsTo('POST', '/rest/v1/rpc/audience_names').at(-1)?.body).toMatchObject({ customers: [CUSTOMER] });
      await user.click(save());
      await waitFor(() => expect(sent()).toEqual([{ audience: 'Buyers' }]));
      await user.click(await screen.findByRole('button', { name: 'Edit' }));
      await user.clear(field('Audience'));
      await user.click(save());
      await waitFor(() => expect(sent()).toEqual([{ audience: 'Buyers' }, { audience: null }]));
    });

    it('the form shows the audience that another user has assigned meanwhile', async () => {
      const user = await edit();
      await user.clear(field('Audience'));
      await user.type(field('Audience'), 'Buyers');
      stored = { ...stored, audience: 'Partners', updated_at: '2026-01-03T00:00:00Z' };
      await user.click(save());
      await screen.findByText('Theirs: Partners');
      screen.getByText('Yours: Buyers');
      await user.click(screen.getByRole('button', { name: 'Use theirs' }));
      expect(stored.audience).toBe('Partners');
    });

    it('the form does not overwrite the same field of another user, and shows both versions', async () => {
      const user = await edit();
      await user.clear(field('Title'));
      await user.type(field('Title'), 'Director');
      stored = { ...stored, title: 'Head of Engines', updated_at: '2026-01-03T00:00:00Z' };
      await user.click(save());
      await screen.findByText('Another user changed this while you were editing.');
      screen.getByText('Theirs: Head of Engines');
      screen.getByText('Yours: Director');
      expect(document.activeElement?.textContent).toContain('Yours: Director');
      expect(stored.title).toBe('Head of Engines');
      await user.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
      await waitFor(() => expect(stored.title).toBe('Director'));
    });

    it('the form takes another user’s version of a field, and keeps the edits of the others', async () => {
      const user = await edit();
      await user.clear(field('Title'));
      await user.type(field('Title'), 'Director');
      await user.clear(field('Location'));
      await user.type(field('Location'), 'Rome');
      stored = { ...stored, title: 'Head of Engines', updated_at: '2026-01-03T00:00:00Z' };
      await user.click(save());
      await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
      expect([field('Title').value, field('Location').value]).toEqual(['Head of Engines', 'Rome']);
      expect(document.activeElement).toBe(save());
      await user.click(save());
      await waitFor(() => expect(stored).toMatchObject({ title: 'Head of Engines', location: 'Rome' }));
    });

    it('the same change by another user is no conflict', async () => {
      const user = await edit();
      await user.clear(field('Title'));
      await user.type(field('Title'), 'Director');
      stored = { ...stored, title: 'Director', updated_at: '2026-01-03T00:00:00Z' };
      await user.click(save());
      await screen.findByRole('button', { name: 'Edit' });
    });

    it('the form stays open if the present row cannot be read', async () => {
      const user = await edit();
      await user.clear(field('Title'));
      await user.type(field('Title'), 'Director');
      stored = { ...stored, title: 'Head of Engines', updated_at: '2026-01-03T00:00:00Z' };
      readOne = failWith(500, 'out of order');
      await user.click(save());
      await findToast('Couldn’t save the changes');
      expect(field('Title').value).toBe('Director');
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
    });

    it('the form keeps a change of another field by another user', async () => {
      const user = await edit();
      await user.clear(field('Title'));
      await user.type(field('Title'), 'Director');
      stored = { ...stored, location: 'Turin', updated_at: '2026-01-03T00:00:00Z' };
      await user.click(save());
      await waitFor(() => expect(stored).toMatchObject({ title: 'Director', location: 'Turin' }));
    });
  });

  it('the panel shows administrators customer, import and activity, and reviews by keys while it is open', async () => {
    signIn({ roles: ['admin'] });
    answer('POST', '/rest/v1/rpc/lead_history', () => []);
    const { user } = renderPage(<AdminLeadsPage />, { path: '/admin/leads' });
    await user.click(await screen.findByRole('button', { name: 'Row 001' }));
    const shown = await panel('Row 001');
    expect((await shown.findByRole('link', { name: 'team.csv' })).getAttribute('href')).toBe(
      `/admin/imports?import=${ID(9)}`,
    );
    expect(shown.getByRole('link', { name: 'Northwind' }).getAttribute('href')).toBe(`/admin/customers/${CUSTOMER}`);
    await user.click(shown.getByText('Activity'));
    await shown.findByText('No changes to this lead yet.');
    await user.keyboard('a');
    await waitFor(() => expect(table.rows[0]?.is_approved).toBe(true));
    await panel('Row 002');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Row 002' })));
    await user.keyboard('a');
    expect(table.rows[1]?.is_approved).toBe(null);
  });

  describe('the panel of a duplicate', () => {
    beforeEach(() => {
      const marked = { duplicate_of: ID(2), duplicate_keys: ['linkedin_key', 'email_key'], is_separate: false };
      Object.assign(table.rows[0] ?? {}, marked);
      readOne = ({ query }) => {
        const found = [1, 2, 3].map(record).find(({ id }) => query.get('id') === `eq.${id}`);
        return found?.id === ID(1) ? { ...found, ...table.rows[0] } : (found ?? null);
      };
      answer('PATCH', '/rest/v1/leads', ({ body }) => [Object.assign(table.rows[0] ?? {}, body)]);
    });
    const title = 'Duplicate: the same LinkedIn page and email';
    async function openAsAdmin() {
      signIn({ roles: ['admin'] });
      const { user } = renderPage(<AdminLeadsPage />, { path: `/admin/leads?lead=${ID(1)}` });
      const shown = await panel('Row 001');
      await shown.findByText(title);
      return { user, shown };
    }

    it('a duplicate has a mark and a note with the older lead for administrators, until both are kept', async () => {
      const { user, shown } = await openAsAdmin();
      const original = await shown.findByRole('link', { name: /Row 002.*Added/ });
      expect(original.getAttribute('href')).toBe(`/admin/leads?lead=${ID(2)}`);
      expect(await screen.findAllByRole('img', { name: 'Duplicate' })).toHaveLength(1);
      await user.click(shown.getByRole('button', { name: 'Keep both' }));
      await findToast('Both are kept');
      const [request] = requestsTo('PATCH', '/rest/v1/leads');
      expect(request?.body).toEqual({ is_separate: true });
      expect([request?.query.get('id'), request?.query.get('customer_id')]).toEqual([`eq.${ID(1)}`, `eq.${CUSTOMER}`]);
      await waitFor(() => expect(screen.queryByText(title)).toBeNull());
      await waitFor(() => expect(screen.queryByRole('img', { name: 'Duplicate' })).toBeNull());
    });

    it('the panel of a duplicate says so if the lead was changed meanwhile, and keeps the note', async () => {
      const { user, shown } = await openAsAdmin();
      answer('PATCH', '/rest/v1/leads', () => []);
      await user.click(shown.getByRole('button', { name: 'Keep both' }));
      expect(await findToast('Couldn’t keep both')).toContain('It has changed meanwhile. Look at it again.');
      shown.getByText(title);
    });

    it('the panel of a duplicate keeps the note if both leads cannot be kept', async () => {
      const { user, shown } = await openAsAdmin();
      answer('PATCH', '/rest/v1/leads', failWith(500, 'out of order'));
      await user.click(shown.getByRole('button', { name: 'Keep both' }));
      await findToast('Couldn’t keep both');
      shown.getByText(title);
    });

    it('a duplicate has neither mark nor note for members', async () => {
      const user = await openList();
      await user.click(row('Row 001'));
      await (await panel('Row 001')).findByRole('link', { name: 'ada1@example.test' });
      expect(screen.queryByText(title)).toBeNull();
      expect(screen.queryByRole('img', { name: 'Duplicate' })).toBeNull();
    });
  });
});

it('the panel of a company shows administrators its activity', async () => {
  const { rows } = fakeTable('companies', 1);
  const { linkedin_profile_url: _, ...fields } = record(1);
  const company = { ...fields, ...rows[0], id: ID(1), decisions: [] };
  answer('GET', '/rest/v1/companies', ({ query }) => (query.has('id') ? company : [company]));
  answer('GET', '/rest/v1/comments', () => []);
  answer('POST', '/rest/v1/rpc/company_leads', () => []);
  answer('POST', '/rest/v1/rpc/company_history', () => []);
  signIn({ roles: ['admin'] });
  const { user } = renderPage(<AdminCompaniesPage />, { path: `/admin/companies?company=${ID(1)}` });
  await user.click(await screen.findByText('Activity'));
  await screen.findByText('No changes to this company yet.');
  expect(requestsTo('POST', '/rest/v1/rpc/company_history').map(({ body }) => body)).toEqual([{ company: ID(1) }]);
});
