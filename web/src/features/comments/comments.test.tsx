import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, failWith, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable } from '#tests/component/review-table.ts';
import { LeadsPage } from '@/features/leads/leads-page.tsx';
import { storeImpersonation } from '@/features/session/impersonation/impersonation.ts';
import { Comments } from './comments.tsx';
import type { Commented } from './data.ts';

const PATH = '/rest/v1/comments';
const GRACE = '00000000-0000-4000-8000-000000000002';
const OF = { kind: 'lead', id: 'lead-1', customerId: CUSTOMER } as const;

type Stored = {
  id: string;
  author_id: string;
  body: string;
  is_internal: boolean;
  created_at: string;
  deleted_at: string | null;
  comment_reads: { comment_id: string }[];
};

const comment = (id: string, rest: Partial<Stored> = {}): Stored => ({
  id,
  author_id: GRACE,
  body: `Text of ${id}`,
  is_internal: false,
  created_at: '2026-01-01T00:00:00Z',
  deleted_at: null,
  comment_reads: [{ comment_id: id }],
  ...rest,
});

describe('the comments on a lead', () => {
  let stored: Stored[];
  beforeEach(() => {
    stored = [comment('one'), comment('mine', { author_id: USER_ID }), comment('secret', { is_internal: true })];
    answer('GET', PATH, ({ query }) =>
      stored.filter(({ is_internal }) => query.get('is_internal') !== 'is.false' || !is_internal),
    );
    answer('POST', PATH, ({ body }) => {
      stored.push(comment(`new ${stored.length}`, { author_id: USER_ID, ...(body as object) }));
      return null;
    });
    answer('PATCH', PATH, ({ query }) => {
      const found = stored.find(({ id }) => query.get('id') === `eq.${id}`);
      if (found) Object.assign(found, { body: '', deleted_at: '2026-01-02T00:00:00Z' });
      return { id: found?.id };
    });
    answer('POST', '/rest/v1/rpc/user_names', () => [{ id: GRACE, name: 'Grace Hopper', is_admin: false }]);
    answer('POST', '/rest/v1/rpc/mark_comments_read', () => 1);
    signIn({ customerIds: [CUSTOMER] });
  });
  const open = async (of: Commented = { ...OF, id: crypto.randomUUID() }) => {
    const { user } = renderPage(<Comments of={of} />);
    await screen.findByText('Text of one');
    return user;
  };
  const texts = () =>
    within(screen.getByRole('list', { name: 'Comments' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New comment' });
  const asAdmin = () => signIn({ roles: ['admin'] });

  it('comments are listed with their authors, to members without internal ones', async () => {
    await open();
    await screen.findByText('Grace Hopper');
    expect(texts()).toEqual([expect.stringContaining('Text of one'), expect.stringMatching(/^AA?You|You/)]);
    expect(requestsTo('GET', PATH)[0]?.query.get('is_internal')).toBe('is.false');
    expect(requestsTo('POST', '/rest/v1/rpc/user_names')[0]?.body).toMatchObject({ as_member: false });
    expect(screen.queryByRole('checkbox', { name: 'Only admins see this' })).toBeNull();
  });

  it('comments of an administrator have a badge, whatever the name of a member is', async () => {
    const named = (user: object) =>
      answer('POST', '/rest/v1/rpc/user_names', () => [{ id: GRACE, name: 'Agency', is_admin: false, ...user }]);
    named({});
    await open();
    await screen.findByText('Agency');
    expect(screen.queryByText('Admin')).toBeNull();
    cleanup();
    named({ is_admin: true });
    await open();
    await screen.findByText('Admin');
    expect(texts()[0]).toMatch(/^AAgencyAdmin/);
    expect(screen.getAllByText('Admin')).toHaveLength(1);
  });

  it('a comment is posted by the button or by Ctrl and Enter', async () => {
    const user = await open(OF);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(true);
    await user.type(field(), ' Good fit ');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    await screen.findByText('Good fit');
    expect(field().value).toBe('');
    await user.type(field(), 'Second{Control>}{Enter}{/Control}');
    await screen.findByText('Second');
    expect(requestsTo('POST', PATH).map(({ body }) => body)).toEqual(
      ['Good fit', 'Second'].map((body) => ({
        lead_id: 'lead-1',
        customer_id: CUSTOMER,
        body,
        is_internal: false,
      })),
    );
  });

  it('the field of a comment counts the characters that are left, and takes at most 2,000', async () => {
    const user = await open();
    await user.click(field());
    await user.paste('x'.repeat(1999));
    screen.getByText('1 character left');
    await user.paste('yz');
    screen.getByText('1 character too many');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(true);
  });

  it('a comment stays in the field if it cannot be posted', async () => {
    answer('POST', PATH, failWith(500, 'out of order'));
    const user = await open();
    await user.type(field(), 'Good fit{Control>}{Enter}{/Control}');
    await findToast('Couldn’t post the comment');
    expect(field().value).toBe('Good fit');
  });

  it('a comment is deleted by its author after a confirmation, and leaves a mark', async () => {
    const user = await open();
    const [button, ...others] = screen.getAllByRole('button', { name: 'Delete comment' });
    expect(others).toEqual([]);
    await user.click(button as HTMLElement);
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Delete this comment?' })).getByRole('button', {
        name: 'Delete comment',
      }),
    );
    await screen.findByText(/^Comment deleted/);
    expect(screen.queryByText('Text of mine')).toBeNull();
  });

  it('unread comments are marked as new, and read by being shown', async () => {
    stored.push(comment('fresh', { comment_reads: [] }));
    await open();
    await screen.findByText('New');
    await waitFor(() =>
      expect(requestsTo('POST', '/rest/v1/rpc/mark_comments_read').map(({ body }) => body)).toEqual([
        { ids: ['fresh'] },
      ]),
    );
  });

  it('comments of administrators may be internal', async () => {
    asAdmin();
    const user = await open();
    screen.getByText('Text of secret');
    screen.getByText('Admins only');
    await user.click(screen.getByRole('checkbox', { name: 'Only admins see this' }));
    await user.type(field(), 'Between us{Control>}{Enter}{/Control}');
    await screen.findByText('Between us');
    expect(requestsTo('POST', PATH)[0]?.body).toMatchObject({ is_internal: true });
  });

  it('a draft stays internal, and is not shown in an impersonation', async () => {
    asAdmin();
    const of = { ...OF, id: crypto.randomUUID() };
    const user = await open(of);
    await user.click(screen.getByRole('checkbox', { name: 'Only admins see this' }));
    await user.type(field(), 'Between us');
    cleanup();
    await open(of);
    expect(field().value).toBe('Between us');
    expect(screen.getByRole('checkbox', { name: 'Only admins see this' }).getAttribute('aria-checked')).toBe('true');
    cleanup();
    const customer = { id: CUSTOMER, name: 'Northwind' };
    storeImpersonation({ id: 'imp', adminId: USER_ID, customer, expiresAt: Date.now() + 60_000 });
    await open(of);
    expect(field().value).toBe('');
  });

  describe('the comments during an impersonation', () => {
    beforeEach(() => {
      asAdmin();
      const customer = { id: CUSTOMER, name: 'Northwind' };
      storeImpersonation({ id: 'imp', adminId: USER_ID, customer, expiresAt: Date.now() + 60_000 });
    });

    it('the comments during an impersonation are those that members see, and cannot be internal', async () => {
      await open();
      expect(screen.queryByText('Text of secret')).toBeNull();
      expect(requestsTo('GET', PATH)[0]?.query.get('is_internal')).toBe('is.false');
      expect(screen.queryByRole('checkbox', { name: 'Only admins see this' })).toBeNull();
      await waitFor(() =>
        expect(requestsTo('POST', '/rest/v1/rpc/user_names')[0]?.body).toMatchObject({ as_member: true }),
      );
    });

    it('the list counts comments without internal ones during an impersonation', async () => {
      fakeTable('leads', 2);
      answer('POST', '/rest/v1/rpc/comment_counts', () => [{ row_id: 'id-001', total: 3, unread: 2 }]);
      renderPage(<LeadsPage />, { path: '/leads' });
      await screen.findByText('2 unread comments');
      expect(requestsTo('POST', '/rest/v1/rpc/comment_counts').map(({ body }) => body)).toEqual([
        { row_ids: ['id-001', 'id-002'], as_member: true },
      ]);
    });
  });
});
