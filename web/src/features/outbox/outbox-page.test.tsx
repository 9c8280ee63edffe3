import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { OutboxPage } from './outbox-page.tsx';

const LIST = '/rest/v1/rpc/list_deliveries';
const AGAIN = '/rest/v1/rpc/send_again';

const delivery = (number: number, content: object = {}) => ({
  id: `0f8fad5b-d9cb-469f-a165-${String(number).padStart(12, '0')}`,
  kind: 'digest',
  user_id: '00000000-0000-4000-8000-000000000001',
  email: `user${number}@example.test`,
  state: 'sent',
  created_at: new Date(Date.now() - number * 60_000).toISOString(),
  due_at: new Date().toISOString(),
  attempts: 1,
  attempted_at: new Date().toISOString(),
  last_error: null as string | null,
  ended_at: new Date().toISOString() as string | null,
  ...content,
});

let stored: ReturnType<typeof delivery>[];
beforeEach(() => {
  signIn({ roles: ['admin'] });
  stored = [];
  answer('POST', LIST, ({ body }) => {
    const { wanted, before_id } = body as { wanted?: string; before_id?: string };
    const rows = stored.filter(({ state }) => !wanted || state === wanted);
    const start = rows.findIndex(({ id }) => id === before_id) + 1;
    return rows.slice(start, start + 50);
  });
});

const open = (path = '/admin/outbox') => renderPage(<OutboxPage />, { path });
const rowOf = async (email: string) => within((await screen.findByText(email)).closest('tr') as HTMLElement);

test('the outbox says what waits, what was sent or skipped, and what failed and why', async () => {
  stored = [
    delivery(1, { state: 'dead', last_error: '550 no such user', attempts: 3 }),
    delivery(2, {
      state: 'waiting',
      last_error: 'connect ECONNREFUSED',
      due_at: new Date(Date.now() + 300_000),
      ended_at: null,
    }),
    delivery(3),
    delivery(4, { state: 'skipped' }),
  ];
  open();
  const failed = await rowOf('user1@example.test');
  expect(failed.getAllByText('550 no such user · 3 attempts')).not.toEqual([]);
  failed.getByText('Failed');
  const waiting = await rowOf('user2@example.test');
  waiting.getByText('Waiting');
  expect(waiting.getAllByText(/Next attempt/)[0]?.textContent).toBe('Next attempt in 5 minutes · connect ECONNREFUSED');
  expect(waiting.queryByRole('button')).toBeNull();
  (await rowOf('user3@example.test')).getByText('Sent');
  const skipped = await rowOf('user4@example.test');
  skipped.getByText('Skipped');
  expect(skipped.getAllByText('There was nothing to say, or these emails were turned off')).not.toEqual([]);
});

test('a failed email is sent again', async () => {
  stored = [delivery(1, { state: 'dead', last_error: '550 no such user' })];
  answer('POST', AGAIN, () => {
    stored = [delivery(1, { state: 'waiting', ended_at: null })];
    return true;
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Send the email to user1@example.test again' }));
  await findToast('The email will be sent in a moment');
  expect(requestsTo('POST', AGAIN).map(({ body }) => body)).toEqual([{ delivery: delivery(1).id }]);
  (await rowOf('user1@example.test')).getByText('Waiting');
});

test('the outbox is filtered by status, in the URL, and loads page by page', async () => {
  vi.stubGlobal('innerHeight', 5_000); // all rows are visible
  stored = Array.from({ length: 52 }, (_, index) => delivery(index + 1, { state: 'dead' }));
  open('/admin/outbox?state=dead');
  await screen.findByText('user1@example.test');
  await screen.findByText('user52@example.test');
  const [first, second] = requestsTo('POST', LIST).map(({ body }) => body);
  expect(first).toEqual({ wanted: 'dead' });
  expect(second).toEqual({ wanted: 'dead', before_created_at: stored[49]?.created_at, before_id: stored[49]?.id });
});

test('the outbox says that it is loading, that it is empty, that nothing matches, and that it could not be loaded', async () => {
  const loaded = Promise.withResolvers<void>();
  answer('POST', LIST, () => loaded.promise.then(() => []));
  const { user } = open('/admin/outbox?state=sent');
  await screen.findByRole('status', { name: 'Loading emails' });
  loaded.resolve();
  await screen.findByText('No results for status Sent.');
  answer('POST', LIST, failWith(500, 'The database is away'));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('The emails couldn’t be loaded');
  answer('POST', LIST, () => []);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No emails yet');
  await waitFor(() => expect(location.search).toBe(''));
});
