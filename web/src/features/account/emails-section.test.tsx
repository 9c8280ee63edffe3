import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { EmailsSection } from './emails-section.tsx';

const READ = '/rest/v1/rpc/my_emails';
const CHOOSE = '/rest/v1/rpc/choose_emails';

let stored: Record<string, boolean>;
beforeEach(() => {
  signIn({});
  stored = { reminders: true, comments: true, news: false };
  answer('POST', READ, () => [stored]);
  answer('POST', CHOOSE, ({ body }) => {
    Object.assign(stored, body);
    return new Response(null, { status: 204 });
  });
});

async function open() {
  const { user } = renderPage(<EmailsSection />);
  const section = within(await screen.findByRole('region', { name: 'Emails' }));
  const box = (name: RegExp) => section.findByRole('checkbox', { name });
  return { user, section, box };
}
const checked = (element: HTMLElement) => element.getAttribute('aria-checked');

test('each kind of email is shown as it was chosen, and a choice is saved at once', async () => {
  const { user, section, box } = await open();
  const states = async () => Promise.all([/^Reminders/, /^Comments and suggestions/, /^New leads/].map(box));
  expect((await states()).map(checked)).toEqual(['true', 'true', 'false']);
  await user.click(section.getByText('Reminders'));
  expect((await states()).map(checked)).toEqual(['false', 'true', 'false']);
  await waitFor(() => expect(requestsTo('POST', READ)).toHaveLength(2));
  expect(requestsTo('POST', CHOOSE).map(({ body }) => body)).toEqual([{ reminders: false }]);
  expect((await states()).map(checked)).toEqual(['false', 'true', 'false']);
});

test('a choice of emails that could not be saved is shown as it was', async () => {
  const { user, box } = await open();
  answer('POST', CHOOSE, failWith(500, 'The database is away'));
  await user.click(await box(/^New leads/));
  expect(await findToast('Couldn’t change your emails')).toContain('The database is away');
  expect(checked(await box(/^New leads/))).toBe('false');
});

test('an address that is not confirmed has nothing to choose', async () => {
  answer('POST', READ, () => []);
  const { section } = await open();
  await section.findByText('You’ll get emails once your email address is confirmed.');
  expect(section.queryByRole('checkbox')).toBeNull();
});

test('the emails of an account offer no choice before they are loaded; an error is shown with Retry', async () => {
  const loaded = Promise.withResolvers<void>();
  answer('POST', READ, () => loaded.promise.then(failWith(500, 'The database is away')));
  const { user, section, box } = await open();
  expect(section.queryByRole('checkbox')).toBeNull();
  loaded.resolve();
  expect((await section.findByRole('alert')).textContent).toBe(
    'Your emails couldn’t be loaded: The database is awayRetry',
  );
  answer('POST', READ, () => [stored]);
  await user.click(section.getByRole('button', { name: 'Retry' }));
  await box(/^Reminders/);
});
