import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderAppAt, renderPage } from '#tests/component/render.tsx';
import { fakeTable } from '#tests/component/review-table.ts';
import { formatDay } from '@/lib/format.ts';
import { dayAhead, endOfDay, writtenDay } from './link-values.ts';
import { ReviewLinks } from './review-links.tsx';

const CUSTOMER = { id: '00000000-0000-4000-8000-00000000000c', name: 'Northwind' };
const CREATE = '/rest/v1/rpc/create_review_link';
const EXTEND = '/rest/v1/rpc/extend_review_link';
const REVOKE = '/rest/v1/rpc/revoke_review_link';
const MAIL = '/functions/v1/review-link';

const link = {
  id: 'link-1',
  email: 'ada@acme.example',
  audience: null as string | null,
  with_campaigns: false,
  token: 'secret',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2999-01-01T00:00:00Z',
  revoked_at: null as string | null,
  mailed_at: '2026-01-01T00:00:00Z' as string | null,
  last_used_at: null as string | null,
  decisions: 12,
};

let stored: (typeof link)[];

beforeEach(() => {
  signIn({ roles: ['admin'] });
  stored = [{ ...link }];
  answer('GET', '/rest/v1/review_links', () => stored);
  answer('POST', '/rest/v1/rpc/audience_names', () => [{ name: 'Fintech' }]);
  answer('POST', MAIL, () => ({ success: true }));
});

const render = () => renderPage(<ReviewLinks customer={CUSTOMER} />).user;
const dialog = (name: string) => screen.findByRole('dialog', { name });

async function choose(user: ReturnType<typeof render>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for ada@acme.example' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

it('the list shows what each link includes, its state, its end, its last use and its decisions', async () => {
  stored.push({
    ...link,
    id: 'link-2',
    email: 'bob@acme.example',
    audience: 'Fintech',
    with_campaigns: true,
    revoked_at: link.created_at,
  });
  render();
  const row = within((await screen.findByText('ada@acme.example')).closest('tr') as HTMLElement);
  for (const text of ['Everything', 'Live', formatDay(new Date(link.expires_at), new Date()), 'Never used', '12'])
    row.getAllByText(text);
  const revoked = within(screen.getByText('bob@acme.example').closest('tr') as HTMLElement);
  for (const text of ['Fintech, campaigns', 'Revoked']) revoked.getAllByText(text);
  expect(revoked.queryByRole('button')).toBeNull();
});

it('a new link is stored with its values and mailed', async () => {
  stored = [];
  answer('POST', CREATE, () => link);
  const user = render();
  await user.click(await screen.findByRole('button', { name: 'Send a review link' }));
  const form = within(await dialog('Send a review link'));
  await user.click(form.getByRole('button', { name: 'Send link' }));
  form.getByText('Enter an email');
  expect(requestsTo('POST', CREATE)).toEqual([]);
  await user.type(form.getByLabelText('Email'), 'ada@acme.example');
  await user.type(form.getByLabelText(/^Message/), 'Please look at these.');
  fireEvent.change(form.getByLabelText('Works until'), { target: { value: dayAhead(30) } });
  await user.click(form.getByRole('button', { name: 'Send link' }));
  await findToast('Review link sent');
  expect(requestsTo('POST', CREATE).map(({ body }) => body)).toEqual([
    {
      customer_id: CUSTOMER.id,
      email: 'ada@acme.example',
      with_campaigns: false,
      role: 'reviewer',
      message: 'Please look at these.',
      expires_at: endOfDay(dayAhead(30)),
    },
  ]);
  expect(requestsTo('POST', MAIL).map(({ body }) => body)).toEqual([{ action: 'mail', link: 'link-1' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a link whose email could not be sent is shown to copy', async () => {
  answer('POST', CREATE, () => link);
  answer('POST', MAIL, () => Response.json({ error: 'The mail server rests' }, { status: 502 }));
  const user = render();
  await user.click(await screen.findByRole('button', { name: 'Send a review link' }));
  const form = within(await dialog('Send a review link'));
  await user.type(form.getByLabelText('Email'), 'ada@acme.example');
  await user.click(form.getByRole('button', { name: 'Send link' }));
  const shown = within(await dialog('Review link'));
  shown.getByText('The mail server rests');
  expect(shown.getByLabelText<HTMLTextAreaElement>('Review link').value).toBe(`${location.origin}/review/secret`);
});

it('a link that could not be stored leaves the dialog open', async () => {
  answer('POST', CREATE, failWith(409, 'There are already 200 review links: revoke one first'));
  const user = render();
  await user.click(await screen.findByRole('button', { name: 'Send a review link' }));
  const form = within(await dialog('Send a review link'));
  await user.type(form.getByLabelText('Email'), 'ada@acme.example');
  await user.click(form.getByRole('button', { name: 'Send link' }));
  expect(await findToast('Couldn’t send the review link')).toContain(
    'There are already 200 review links: revoke one first',
  );
  expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@acme.example');
});

it('a live link is copied, mailed again and extended', async () => {
  answer('POST', EXTEND, () => link.expires_at);
  const user = render();
  await choose(user, 'Copy link');
  within(await dialog('Review link')).getByLabelText('Review link');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await choose(user, 'Send again');
  expect(await findToast('Review link sent')).toContain('We sent the link to ada@acme.example again.');
  await choose(user, 'Change end date');
  const form = within(await dialog('Change end date'));
  fireEvent.change(form.getByLabelText('Works until'), { target: { value: dayAhead(90) } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  form.getByText(`Choose ${writtenDay(dayAhead(89))} or an earlier date`);
  fireEvent.change(form.getByLabelText('Works until'), { target: { value: dayAhead(20) } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await findToast('End date changed');
  expect(requestsTo('POST', EXTEND).map(({ body }) => body)).toEqual([
    { link: 'link-1', expires_at: endOfDay(dayAhead(20)) },
  ]);
});

it('a link that has ended meanwhile is not mailed again, and not offered to copy', async () => {
  answer('POST', MAIL, () => Response.json({ error: 'This link has ended' }, { status: 410 }));
  const user = render();
  await choose(user, 'Send again');
  expect(await findToast('Couldn’t send the review link')).toContain('This link has ended');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a link is revoked after a confirmation', async () => {
  answer('POST', REVOKE, () => {
    stored = [{ ...link, revoked_at: link.created_at }];
    return true;
  });
  const user = render();
  await choose(user, 'Revoke');
  expect(requestsTo('POST', REVOKE)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Revoke link' }));
  await findToast('Review link revoked');
  await screen.findAllByText('Revoked');
  expect(requestsTo('POST', REVOKE).map(({ body }) => body)).toEqual([{ link: 'link-1' }]);
});

it('the page of the guest is previewed in another tab before anything is made, and nothing can be decided there', async () => {
  stored = [];
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const leads = fakeTable('leads', 3);
  fakeTable('companies', 0);
  Object.assign(leads.rows[0] ?? {}, { is_approved: true });
  const user = render();
  await user.click(await screen.findByRole('button', { name: 'Send a review link' }));
  const form = within(await dialog('Send a review link'));
  await user.type(form.getByLabelText('Email'), 'ada@acme.example');
  await user.type(form.getByLabelText(/^Message/), 'Please look at these.');
  await user.click(form.getByRole('button', { name: 'Preview as the guest' }));
  expect(open.mock.calls).toEqual([['/review-preview']]);
  expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@acme.example');
  expect(requestsTo('POST', CREATE)).toEqual([]);
  cleanup();

  renderAppAt('/review-preview');
  await screen.findByText('1 of 3 reviewed');
  screen.getByText(/ asked you to review leads and companies\. You can do so until /);
  screen.getByText('Please look at these.');
  const row = await screen.findByText('Row 002');
  expect(row.closest('[inert]')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Not you?' })).toBeNull();
  await user.keyboard('a');
  expect(requestsTo('PATCH', '/rest/v1/leads')).toEqual([]);
});
