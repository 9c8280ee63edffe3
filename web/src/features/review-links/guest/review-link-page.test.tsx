import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answer,
  answerGrants,
  failWith,
  newSession,
  requestsTo,
  type SentRequest,
  signIn,
} from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { CUSTOMER, fakeTable } from '#tests/component/review-table.ts';
import { formatDay, formatWeekday } from '@/lib/format.ts';
import { Toaster } from '@/ui/toaster.tsx';
import { ReviewLinkPage } from './review-link-page.tsx';

const TOKEN = 'a'.repeat(64);
const FUNCTION = '/functions/v1/review-link';
const APPROVE_REST = '/rest/v1/rpc/approve_rest';

const opened = { sender: 'Grace Hopper', email: 'a•••@acme.example', isLive: true };
const link = {
  id: 'link-1',
  customer_id: CUSTOMER,
  customer_name: 'Northwind',
  sender_name: 'Grace Hopper',
  email: 'ada@acme.example',
  audience: null as string | null,
  with_campaigns: false,
  role: 'reviewer',
  message: 'Please look at these.' as string | null,
  expires_at: '2999-01-01T00:00:00Z',
  review_by: null as string | null,
  reminders: true,
};

const END = formatDay(new Date(link.expires_at), new Date());

/** Renders the page as review-app does, without the app around it. */
function renderReview(path = '') {
  history.replaceState(null, '', `/review/${TOKEN}${path}`);
  render(
    <>
      <ReviewLinkPage token={TOKEN} />
      <Toaster />
    </>,
  );
  return { user: userEvent.setup() };
}

/** Answers the actions of the function; a response as it is. */
function answerFunction(answers: Partial<Record<'open' | 'send_code' | 'redeem', () => unknown>>) {
  const all = { open: () => opened, send_code: () => ({ sent: true }), redeem: () => newSession(), ...answers };
  answer('POST', FUNCTION, ({ body }) => all[(body as { action: keyof typeof all }).action]());
}

const refused =
  (status: number, error: string, headers = {}) =>
  () =>
    Response.json({ error }, { status, headers });
const sentTo = (action: string) =>
  requestsTo('POST', FUNCTION)
    .map(({ body }) => body as { action: string })
    .filter((body) => body.action === action);
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  answerGrants({ roles: [] });
  answer('GET', '/auth/v1/user', () => newSession().user);
  answerFunction({});
});

describe('a link that nobody has proven yet', () => {
  async function askForCode() {
    const { user } = renderReview();
    await heading('Grace Hopper asked for your review');
    await user.click(button('Send me a code'));
    await heading('Check your email');
    return { user, code: screen.getByLabelText<HTMLInputElement>('Code') };
  }

  it('a link names its sender and the masked address, and mails nothing before it is asked to', async () => {
    renderReview();
    await heading('Grace Hopper asked for your review');
    screen.getByText('a•••@acme.example');
    screen.getByText('Not your email address? Grace Hopper can send you a link of your own.');
    expect(requestsTo('POST', FUNCTION).map(({ body }) => body)).toEqual([{ action: 'open', token: TOKEN }]);
  });

  it('a code that is pasted with a space opens the review', async () => {
    fakeTable('leads', 2);
    fakeTable('companies', 0);
    answer('POST', '/rest/v1/rpc/my_review_link', () => link);
    const { user, code } = await askForCode();
    expect([code.inputMode, code.autocomplete, document.activeElement === code]).toEqual([
      'numeric',
      'one-time-code',
      true,
    ]);
    await user.paste('123 456');
    await screen.findByText('0 of 2 reviewed');
    expect(sentTo('redeem')).toEqual([{ action: 'redeem', token: TOKEN, code: '123456' }]);
  });

  it('a wrong code is announced, and the next one can be typed', async () => {
    answerFunction({ redeem: refused(400, 'The code is wrong or has expired') });
    const { user, code } = await askForCode();
    await user.type(code, '111111');
    expect((await screen.findByText('The code is wrong or has expired')).closest('[role=alert]')).not.toBeNull();
    expect(code.getAttribute('aria-invalid')).toBe('true');
    await user.clear(code);
    await user.type(code, '222222');
    await waitFor(() => expect(sentTo('redeem')).toHaveLength(2));
  });

  it('a page that is loaded again while a code is out asks for the code', async () => {
    await askForCode();
    cleanup();
    renderReview();
    await heading('Check your email');
    expect(button('Send another code').disabled).toBe(false);
    expect(sentTo('send_code')).toHaveLength(1);
  });

  it('another code can be sent after a pause', async () => {
    await askForCode();
    expect(button('Send another code in 30 s').disabled).toBe(true);
  });

  it('a refused code says why, and can be asked for after the time that the server names', async () => {
    answerFunction({ send_code: refused(429, 'Too many codes: try again later', { 'Retry-After': '120' }) });
    const { user } = renderReview();
    await heading('Grace Hopper asked for your review');
    await user.click(button('Send me a code'));
    await screen.findByText('Too many codes: try again later');
    expect(button('Send me a code in 120 s').disabled).toBe(true);
  });

  it('a link that ends before the code is sent says so', async () => {
    const { user } = renderReview();
    await heading('Grace Hopper asked for your review');
    answerFunction({
      send_code: refused(410, 'This link has ended'),
      open: () => ({ ...opened, email: '', isLive: false }),
    });
    await user.click(button('Send me a code'));
    await heading('This review link has ended');
    screen.getByText('Grace Hopper can send you a new one if there’s something you’d like to change.');
  });

  it('an unknown link says what to do', async () => {
    answerFunction({ open: refused(404, 'This link doesn’t work') });
    renderReview();
    await heading('This link doesn’t work');
  });

  it('a link that cannot be read is read again on request', async () => {
    answerFunction({ open: refused(500, 'It rests') });
    const { user } = renderReview();
    await heading('The review couldn’t be opened');
    answerFunction({});
    await user.click(button('Retry'));
    await heading('Grace Hopper asked for your review');
  });
});

describe('the review of a guest', () => {
  let leads: ReturnType<typeof fakeTable>;
  let companies: ReturnType<typeof fakeTable>;
  let own: typeof link | null;

  beforeEach(() => {
    signIn({ roles: [] });
    leads = fakeTable('leads', 3);
    companies = fakeTable('companies', 2);
    own = link;
    answer('POST', '/rest/v1/rpc/my_review_link', () => own);
    answer('POST', APPROVE_REST, approveRest);
  });

  /** Approves two rows per request. */
  function approveRest({ body }: SentRequest) {
    const table = (body as { subject: string }).subject === 'leads' ? leads : companies;
    const ids = table.rows.filter(({ is_approved }) => is_approved === null).map(({ id }) => id);
    const query = new URLSearchParams({ id: `in.(${ids.slice(0, 2)})` });
    return table.patch({ query, body: { is_approved: true } } as SentRequest).map(({ id }) => ({ id }));
  }

  const open = async (progress: string) => {
    const { user } = renderReview();
    await screen.findByText(progress);
    return user;
  };
  const decideAll = (table: typeof leads, is_approved: boolean) => {
    for (const row of table.rows) Object.assign(row, { is_approved });
  };

  it('the page names sender, end and progress over all lists, and opens the leads to review', async () => {
    Object.assign(companies.rows[0] ?? {}, { is_approved: false });
    await open('1 of 5 reviewed');
    await heading('Leads 3');
    screen.getByText(
      new RegExp(`^Grace Hopper asked you to review leads and companies\\. You can do so until ${END}\\.`),
    );
    screen.getByText('Please look at these.');
    const sections = within(screen.getByRole('navigation', { name: 'What to review' }));
    expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Leads3 to review',
      'Companies1 to review',
    ]);
    expect(location.pathname + location.search).toBe(`/review/${TOKEN}/leads?status=to-review`);
  });

  it('a deadline is named, and the guest chooses emails: reminders, and others without a deadline too', async () => {
    own = { ...link, review_by: '2999-01-04' };
    const chosen = { reminders: true, comments: false, news: true };
    answer('POST', '/rest/v1/rpc/my_emails', () => [chosen]);
    answer('POST', '/rest/v1/rpc/choose_emails', ({ body }) => {
      Object.assign(chosen, body);
      Object.assign(own ?? {}, { reminders: chosen.reminders });
      return new Response(null, { status: 204 });
    });
    const user = await open('0 of 5 reviewed');
    screen.getByText(`Please review by ${formatWeekday('2999-01-04')}.`);
    const intro = screen.getByText(/We’ll remind you by email\./);
    await user.click(button('Choose your emails'));
    const emails = within(await screen.findByRole('dialog', { name: 'Your emails' }));
    await user.click(await emails.findByRole('checkbox', { name: /^Reminders/ }));
    await user.click(emails.getByRole('checkbox', { name: /^Comments/ }));
    await waitFor(() =>
      expect(requestsTo('POST', '/rest/v1/rpc/choose_emails').map(({ body }) => body)).toEqual([
        { reminders: false },
        { comments: true },
      ]),
    );
    await user.click(emails.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(intro.textContent).toContain('You won’t get any reminders.'));
    await waitFor(() => expect(document.activeElement).toBe(button('Choose your emails')));
  });

  it('a guest has the search, but neither menus nor an export', async () => {
    await open('0 of 5 reviewed');
    await heading('Leads 3');
    screen.getByRole('searchbox');
    const buttons = screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(buttons.filter((name) => !/^(Approve|Reject|Row )/.test(name ?? ''))).toEqual([
      'Keyboard shortcuts',
      'Add a colleague',
      'Not you?',
      'Choose your emails',
    ]);
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('the page opens the companies if all leads are reviewed', async () => {
    decideAll(leads, true);
    await open('3 of 5 reviewed');
    await heading('Companies 2');
  });

  it('a link of an audience has no companies', async () => {
    own = { ...link, audience: 'Fintech' };
    await open('0 of 3 reviewed');
    await heading('Leads 3');
    screen.getByText(/^Grace Hopper asked you to review leads\./);
    expect(screen.queryByRole('navigation', { name: 'What to review' })).toBeNull();
  });

  it('the rest is approved in portions after a confirmation, and moved back to review by Undo', async () => {
    Object.assign(leads.rows[0] ?? {}, { is_approved: false });
    const user = await open('1 of 5 reviewed');
    await user.click(await screen.findByRole('button', { name: 'Approve the rest (2)' }));
    expect(requestsTo('POST', APPROVE_REST)).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Approve 2 leads' }));
    await findToast('2 leads approved');
    await screen.findByText('3 of 5 reviewed');
    expect(leads.rows.map(({ is_approved }) => is_approved)).toEqual([false, true, true]);
    expect(requestsTo('POST', APPROVE_REST)).toHaveLength(2);
    await user.click(button('Undo'));
    await findToast('2 leads moved back to review');
    await screen.findByText('1 of 5 reviewed');
    expect(leads.rows.map(({ is_approved }) => is_approved)).toEqual([false, null, null]);
  });

  it('the question why a lead was rejected ends when the rest is approved', async () => {
    answer('GET', '/rest/v1/rejection_reasons', () => [
      { id: 'r', name: 'Too small', subject: 'leads', retired_at: null },
    ]);
    const user = await open('0 of 5 reviewed');
    await user.click(within(await screen.findByRole('group', { name: 'Approval of Row 001' })).getByText('Reject'));
    await screen.findByRole('region', { name: 'Why reject Row 001?' });
    await user.click(await screen.findByRole('button', { name: 'Approve the rest (2)' }));
    await user.click(await screen.findByRole('button', { name: 'Approve 2 leads' }));
    await screen.findByText('All leads are reviewed');
    expect(screen.queryByRole('region', { name: 'Why reject Row 001?' })).toBeNull();
  });

  it('leads that are not approved at once are left, and nothing is there to undo', async () => {
    answer('POST', APPROVE_REST, () => []);
    const user = await open('0 of 5 reviewed');
    await user.click(await screen.findByRole('button', { name: 'Approve the rest (3)' }));
    await user.click(await screen.findByRole('button', { name: 'Approve 3 leads' }));
    expect(await findToast('Nothing was approved')).toContain('Leads on a do-not-contact list stay as they are.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('the end of a list leads to the next one', async () => {
    decideAll(leads, true);
    renderReview('/leads?status=to-review');
    await screen.findByText('All leads are reviewed');
    const next = screen.getByRole('link', { name: 'Review 2 companies' });
    expect(next.getAttribute('href')).toBe(`/review/${TOKEN}/companies?status=to-review`);
  });

  it('a finished review says what was decided, and offers to change it until the link ends', async () => {
    decideAll(leads, true);
    decideAll(companies, false);
    await open('5 of 5 reviewed');
    await screen.findByText('All done');
    screen.getByText(
      `Leads: 3 approved, 0 rejected. Companies: 0 approved, 2 rejected. You can change your decisions until ${END}.`,
    );
    const all = screen.getByRole('link', { name: 'Show all leads' });
    expect(all.getAttribute('href')).toBe(`/review/${TOKEN}/leads`);
  });

  it('a link that ends meanwhile signs the guest out, and says so', async () => {
    await open('0 of 5 reviewed');
    own = null;
    answerFunction({ open: () => ({ ...opened, email: '', isLive: false }) });
    answer('POST', '/auth/v1/logout', () => new Response(null, { status: 204 }));
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await heading('This review link has ended');
    expect(localStorage.getItem('supabase.auth.token')).toBeNull();
  });

  describe('adding a colleague', () => {
    const ASK = '/rest/v1/rpc/ask_for_colleague';
    const OWN = '/rest/v1/rpc/my_colleague_requests';
    const asked = (email: string, status: string) => ({ email, status, created_at: '2026-01-01T00:00:00Z' });

    const openDialog = async () => {
      const user = await open('0 of 5 reviewed');
      await user.click(button('Add a colleague'));
      return { user, dialog: within(await screen.findByRole('dialog', { name: 'Add a colleague' })) };
    };

    it('a guest asks the sender to add a colleague, and sees what became of each request', async () => {
      let own = [asked('cleo@acme.example', 'declined'), asked('dan@acme.example', 'added')];
      answer('POST', OWN, () => own);
      answer('POST', ASK, ({ body }) => {
        own = [asked((body as { email: string }).email, 'asked'), ...own];
        return 'request-1';
      });
      const { user, dialog } = await openDialog();
      dialog.getByText(/^Grace Hopper decides whether they get a review link of their own\./);
      await user.click(dialog.getByRole('button', { name: 'Ask to add' }));
      dialog.getByText('Enter an email');
      await user.type(dialog.getByLabelText('Their email'), 'bob');
      dialog.getByText('Enter a valid email address');
      await user.type(dialog.getByLabelText('Their email'), '@acme.example');
      await user.type(dialog.getByLabelText(/^Note/), ' He decides too ');
      await user.click(dialog.getByRole('button', { name: 'Ask to add' }));
      expect(await findToast('Request sent')).toContain('Grace Hopper can now add bob@acme.example.');
      expect(requestsTo('POST', ASK).map(({ body }) => body)).toEqual([
        { email: 'bob@acme.example', note: 'He decides too' },
      ]);
      await waitFor(() => expect(document.activeElement).toBe(button('Add a colleague')));
      await user.click(button('Add a colleague'));
      const list = within(await screen.findByRole('region', { name: 'Your requests' }));
      await list.findByText('bob@acme.example');
      expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'bob@acme.exampleAsked',
        'cleo@acme.exampleDeclined',
        'dan@acme.exampleAdded',
      ]);
    });

    it('a refused request for a colleague says why, and the dialog stays open with what was typed', async () => {
      answer('POST', OWN, () => []);
      answer('POST', ASK, failWith(409, 'You have already asked to add this colleague'));
      const { user, dialog } = await openDialog();
      await user.type(dialog.getByLabelText('Their email'), 'bob@acme.example');
      await user.click(dialog.getByRole('button', { name: 'Ask to add' }));
      expect(await findToast('Couldn’t send the request')).toContain('You have already asked to add this colleague');
      expect(dialog.getByLabelText<HTMLInputElement>('Their email').value).toBe('bob@acme.example');
      expect(dialog.queryByRole('region', { name: 'Your requests' })).toBeNull();
    });
  });

  it('somebody else signs the device out', async () => {
    answer('POST', '/auth/v1/logout', () => new Response(null, { status: 204 }));
    const user = await open('0 of 5 reviewed');
    await user.click(button('Not you?'));
    await screen.findByText('Not ada@acme.example?');
    await user.click(button('Sign Out'));
    await heading('Grace Hopper asked for your review');
  });
});
