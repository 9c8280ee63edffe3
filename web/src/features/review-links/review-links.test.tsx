import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { findToast, isFocused } from '#tests/component/queries.ts';
import { renderAppAt, renderPage } from '#tests/component/render.tsx';
import { fakeTable } from '#tests/component/review-table.ts';
import { formatDay, formatWeekday } from '@/lib/format.ts';
import { dayAhead, endOfDay, writtenDay } from './link-values.ts';
import { readPreview } from './preview-data.ts';
import { ReviewLinks } from './review-links.tsx';
import { ReviewLinksPage } from './review-links-page.tsx';

const CUSTOMER = { id: '00000000-0000-4000-8000-00000000000c', name: 'Northwind' };
const CREATE = '/rest/v1/rpc/create_review_link';
const EXTEND = '/rest/v1/rpc/extend_review_link';
const REVOKE = '/rest/v1/rpc/revoke_review_link';
const MAIL = '/functions/v1/review-link';
const DECLINE = '/rest/v1/rpc/decline_colleague_request';
const INVITATIONS = '/rest/v1/invitations';
const SEND_INVITATION = '/functions/v1/send-invitation';

const link = {
  id: 'link-1',
  email: 'ada@acme.example',
  audience: null as string | null,
  with_campaigns: false,
  role: 'reviewer',
  token: 'secret',
  created_by: USER_ID,
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2999-01-01T00:00:00Z',
  revoked_at: null as string | null,
  mailed_at: '2026-01-01T00:00:00Z' as string | null,
  last_used_at: null as string | null,
  decisions: 12,
  review_by: null as string | null,
};

const request = {
  id: 'request-1',
  email: 'bob@acme.example',
  note: 'He decides too' as string | null,
  created_at: '2026-01-01T00:00:00Z',
  link: {
    email: link.email,
    audience: 'Fintech' as string | null,
    with_campaigns: true,
    role: 'reviewer',
    expires_at: endOfDay(dayAhead(5)),
  },
};

let stored: (typeof link)[];
let asked: (typeof request)[];
let team: { invitations: object[]; memberships: object[] };

beforeEach(() => {
  signIn({ roles: ['admin'] });
  stored = [{ ...link }];
  asked = [];
  team = { invitations: [], memberships: [] };
  answer('GET', '/rest/v1/review_links', () => stored);
  answer('GET', '/rest/v1/colleague_requests', () => asked);
  answer('GET', INVITATIONS, () => team.invitations);
  answer('GET', '/rest/v1/customer_users', () => team.memberships);
  answer('POST', '/rest/v1/rpc/user_names', () => [{ id: USER_ID, name: 'Grace Hopper', is_admin: true }]);
  answer('POST', '/rest/v1/rpc/audience_names', () => [{ name: 'Fintech' }]);
  answer('POST', MAIL, () => ({ success: true }));
});

const render = () => renderPage(<ReviewLinks customer={CUSTOMER} />).user;
const dialog = (name: string) => screen.findByRole('dialog', { name });

async function choose(user: ReturnType<typeof render>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for ada@acme.example' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

it('the list shows who sent each link, what it includes, its state, its end, its last use and its decisions', async () => {
  stored.push({
    ...link,
    id: 'link-2',
    email: 'bob@acme.example',
    audience: 'Fintech',
    with_campaigns: true,
    revoked_at: link.created_at,
    review_by: dayAhead(3),
  });
  render();
  const row = within((await screen.findByText('ada@acme.example')).closest('tr') as HTMLElement);
  await row.findByText('Grace Hopper');
  for (const text of ['Everything', 'Live', formatDay(new Date(link.expires_at), new Date()), 'Never used', '12'])
    row.getAllByText(text);
  const revoked = within(screen.getByText('bob@acme.example').closest('tr') as HTMLElement);
  for (const text of ['Fintech, campaigns', 'Revoked', `review by ${writtenDay(dayAhead(3))}`])
    revoked.getAllByText(text);
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
  const deadline = form.getByLabelText(/^Please review by/);
  fireEvent.change(deadline, { target: { value: dayAhead(31) } });
  await user.click(form.getByRole('button', { name: 'Send link' }));
  form.getByText(`Choose ${writtenDay(dayAhead(30))} or an earlier date`);
  fireEvent.change(deadline, { target: { value: dayAhead(7) } });
  await user.click(form.getByRole('button', { name: 'Send link' }));
  await findToast('Review link sent');
  expect(isFocused(screen.getByRole('button', { name: 'Send a review link' }))).toBe(true);
  expect(requestsTo('POST', CREATE).map(({ body }) => body)).toEqual([
    {
      customer_id: CUSTOMER.id,
      email: 'ada@acme.example',
      with_campaigns: false,
      role: 'reviewer',
      message: 'Please look at these.',
      expires_at: endOfDay(dayAhead(30)),
      review_by: dayAhead(7),
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
  stored = [{ ...link, review_by: dayAhead(3) }];
  answer('POST', EXTEND, () => link.expires_at);
  const user = render();
  await choose(user, 'Copy link');
  within(await dialog('Review link')).getByLabelText('Review link');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await choose(user, 'Send again');
  expect(await findToast('Review link sent')).toContain('We sent the link to ada@acme.example again.');
  await choose(user, 'Change dates');
  const form = within(await dialog('Change dates'));
  fireEvent.change(form.getByLabelText('Works until'), { target: { value: dayAhead(90) } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  form.getByText(`Choose ${writtenDay(dayAhead(89))} or an earlier date`);
  fireEvent.change(form.getByLabelText('Works until'), { target: { value: dayAhead(20) } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await findToast('Dates changed');
  expect(requestsTo('POST', EXTEND).map(({ body }) => body)).toEqual([
    { link: 'link-1', expires_at: endOfDay(dayAhead(20)), review_by: dayAhead(3) },
  ]);
});

it.each([
  ['a live link keeps its end', dayAhead(60), dayAhead(60)],
  ['a link that has ended gets the usual end', dayAhead(-2), dayAhead(14)],
])('%s when only the day to review by is changed', async (_, end, saved) => {
  stored = [{ ...link, expires_at: endOfDay(end) }];
  answer('POST', EXTEND, () => link.expires_at);
  const user = render();
  await choose(user, 'Change dates');
  const form = within(await dialog('Change dates'));
  fireEvent.change(form.getByLabelText(/^Please review by/), { target: { value: dayAhead(4) } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await findToast('Dates changed');
  expect(requestsTo('POST', EXTEND).map(({ body }) => body)).toEqual([
    { link: 'link-1', expires_at: endOfDay(saved), review_by: dayAhead(4) },
  ]);
});

it.each([
  ['an administrator is the agency', 'admin', 'Your agency'],
  ['a member is the team', 'customer', 'Your team'],
] as const)('in the preview, %s without a name', async (_, role, sender) => {
  signIn({ roles: [role] });
  vi.spyOn(window, 'open').mockReturnValue(null);
  const user = render();
  await user.click(await screen.findByRole('button', { name: 'Send a review link' }));
  const form = within(await dialog('Send a review link'));
  await user.click(form.getByRole('button', { name: 'Preview as the guest' }));
  expect(readPreview()?.sender_name).toBe(sender);
});

it('a link that has ended meanwhile is not mailed again, and not offered to copy', async () => {
  answer('POST', MAIL, () => Response.json({ error: 'This link has ended' }, { status: 410 }));
  const user = render();
  await choose(user, 'Send again');
  expect(await findToast('Couldn’t send the review link')).toContain('This link has ended');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a link is revoked after a confirmation, and the focus goes to the button that sends another', async () => {
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
  expect(isFocused(screen.getByRole('button', { name: 'Send a review link' }))).toBe(true);
  expect(requestsTo('POST', REVOKE).map(({ body }) => body)).toEqual([{ link: 'link-1' }]);
});

it('a revocation that is cancelled leaves the focus on the menu of the link', async () => {
  const user = render();
  await choose(user, 'Revoke');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(isFocused(screen.getByRole('button', { name: 'Actions for ada@acme.example' }))).toBe(true);
});

describe('inviting the address of a link to the team', () => {
  const openInvitation = { id: 'i', email: 'Ada@acme.example', token: 'secret', role: 'reviewer' };
  const actions = async (user: ReturnType<typeof render>) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for ada@acme.example' }));
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };

  beforeEach(() => {
    answer('POST', INVITATIONS, () => {
      team.invitations = [{ ...openInvitation, expires_at: '2999-01-01T00:00:00Z' }];
      return { token: 'secret', expires_at: '2999-01-01T00:00:00Z' };
    });
    answer('POST', SEND_INVITATION, () => ({ success: true }));
  });

  it('an administrator invites in one press, in the role of the link, and the link says so', async () => {
    const user = render();
    await choose(user, 'Invite to the team');
    expect(await findToast('Invitation sent')).toEqual(['Invitation sent', 'ada@acme.example can now join Northwind.']);
    expect(requestsTo('POST', INVITATIONS).map(({ body }) => body)).toEqual([
      { customer_id: CUSTOMER.id, email: 'ada@acme.example', invited_by: USER_ID, role: 'reviewer' },
    ]);
    expect(requestsTo('POST', SEND_INVITATION)).toHaveLength(1);
    screen.getByText('Invited');
    expect(await actions(user)).not.toContain('Invite to the team');
  });

  it('an address is not offered to invite again while its invitation is on its way', async () => {
    let send = (_: object) => {};
    answer('POST', SEND_INVITATION, () => new Promise((resolve) => (send = resolve)));
    const user = render();
    await choose(user, 'Invite to the team');
    expect(await actions(user)).not.toContain('Invite to the team');
    await user.keyboard('{Escape}');
    send({ success: true });
    await screen.findByText('Invited');
    expect(requestsTo('POST', INVITATIONS)).toHaveLength(1);
  });

  it('an invitation whose email could not be sent is shown to copy', async () => {
    answer('POST', SEND_INVITATION, () => Response.json({ error: 'The mail server rests' }, { status: 502 }));
    const user = render();
    await choose(user, 'Invite to the team');
    const shown = within(await dialog('Invite user'));
    shown.getByText('The mail server rests');
    shown.getByLabelText('Invitation link');
  });

  it.each([
    ['Invited', { invitations: [{ ...openInvitation, expires_at: '2999-01-01T00:00:00Z' }] }],
    ['Member', { memberships: [{ id: 'm', is_active: true, profiles: { email: 'ada@acme.example' } }] }],
  ])('an address with the badge %s is not offered to invite', async (badge, known) => {
    Object.assign(team, known);
    const user = render();
    await screen.findByText(badge);
    expect(await actions(user)).toEqual(['Copy link', 'Send again', 'Change dates', 'Revoke']);
  });

  it('an address whose invitation has expired can be invited again', async () => {
    team.invitations = [{ ...openInvitation, expires_at: '2020-01-01T00:00:00Z' }];
    const user = render();
    await screen.findByText('ada@acme.example');
    await waitFor(() => expect(requestsTo('GET', INVITATIONS)).toHaveLength(1));
    expect(await actions(user)).toContain('Invite to the team');
    expect(screen.queryByText('Invited')).toBeNull();
  });
});

describe('colleagues whom guests ask for', () => {
  beforeEach(() => {
    asked = [request];
  });

  it('a request for a colleague says who asks for whom and why, and sends nothing before it is confirmed', async () => {
    answer('POST', CREATE, () => {
      asked = [];
      return { ...link, email: request.email };
    });
    const user = render();
    const list = within(await screen.findByRole('list', { name: 'Requests for colleagues' }));
    expect(list.getByRole('listitem').textContent).toMatch(
      /^ada@acme.example asks to add bob@acme.exampleHe decides too/,
    );
    await user.click(list.getByRole('button', { name: 'Confirm bob@acme.example' }));
    const form = within(await dialog('Send a review link'));
    form.getByText(
      'ada@acme.example asked to add this colleague. Unless you change it, the new link includes the same as theirs.',
    );
    expect(requestsTo('POST', CREATE)).toEqual([]);
    const email = form.getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['bob@acme.example', true]);
    await user.click(form.getByRole('button', { name: 'Send link' }));
    await findToast('Review link sent');
    expect(requestsTo('POST', CREATE).map(({ body }) => body)).toEqual([
      {
        customer_id: CUSTOMER.id,
        email: 'bob@acme.example',
        audience: 'Fintech',
        with_campaigns: true,
        role: 'reviewer',
        expires_at: request.link.expires_at,
        request: request.id,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Requests for colleagues' })).toBeNull());
    expect(isFocused(screen.getByRole('button', { name: 'Send a review link' }))).toBe(true);
  });

  it('a request for a colleague is declined, and opened again by Undo', async () => {
    answer('POST', DECLINE, ({ body }) => {
      asked = (body as { declined: boolean }).declined ? [] : [request];
      return true;
    });
    const user = render();
    await user.click(await screen.findByRole('button', { name: 'Decline bob@acme.example' }));
    expect(await findToast('Request declined')).toContain('bob@acme.example');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Requests for colleagues' })).toBeNull());
    expect(isFocused(screen.getByRole('button', { name: 'Send a review link' }))).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('list', { name: 'Requests for colleagues' });
    expect(requestsTo('POST', DECLINE).map(({ body }) => body)).toEqual([
      { request: 'request-1', declined: true },
      { request: 'request-1', declined: false },
    ]);
  });

  it('requests for colleagues that could not be read are read again by Retry', async () => {
    answer('GET', '/rest/v1/colleague_requests', failWith(500, 'It rests'));
    const user = render();
    await screen.findByText('Couldn’t load the requests for colleagues');
    answer('GET', '/rest/v1/colleague_requests', () => asked);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('He decides too');
  });
});

describe('the page of a member', () => {
  const CUSTOMERS = [CUSTOMER.id, '00000000-0000-4000-8000-00000000000d'];

  it('an approver of two customers sends links of the chosen one, and invites nobody', async () => {
    signIn({ customerIds: CUSTOMERS });
    const { user } = renderPage(<ReviewLinksPage />);
    await screen.findByRole('heading', { name: 'Review links', level: 1 });
    await user.click(await screen.findByRole('button', { name: 'Actions for ada@acme.example' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Copy link', 'Send again', 'Change dates', 'Revoke']);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    await user.click(await screen.findByRole('option', { name: `Customer ${CUSTOMERS[1]}` }));
    await waitFor(() =>
      expect(requestsTo('GET', '/rest/v1/review_links').map(({ query }) => query.get('customer_id'))).toEqual(
        CUSTOMERS.map((id) => `eq.${id}`),
      ),
    );
    expect(requestsTo('GET', INVITATIONS)).toEqual([]);
  });

  it('a reviewer is told that only approvers send links', async () => {
    signIn({ customerIds: CUSTOMERS, memberRole: 'reviewer' });
    renderPage(<ReviewLinksPage />);
    await screen.findByText('Only approvers send review links');
    expect(screen.queryByRole('button', { name: 'Send a review link' })).toBeNull();
  });
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
  fireEvent.change(form.getByLabelText(/^Please review by/), { target: { value: dayAhead(7) } });
  await user.click(form.getByRole('button', { name: 'Preview as the guest' }));
  expect(open.mock.calls).toEqual([['/review-preview']]);
  expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@acme.example');
  expect(requestsTo('POST', CREATE)).toEqual([]);
  cleanup();

  renderAppAt('/review-preview');
  await screen.findByText('1 of 3 reviewed');
  screen.getByText(/ asked you to review leads and companies\. You can do so until /);
  screen.getByText(`Please review by ${formatWeekday(dayAhead(7))}.`);
  screen.getByText('Please look at these.');
  const row = await screen.findByText('Row 002');
  expect(row.closest('[inert]')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Not you?' })).toBeNull();
  await user.keyboard('a');
  expect(requestsTo('PATCH', '/rest/v1/leads')).toEqual([]);
});
