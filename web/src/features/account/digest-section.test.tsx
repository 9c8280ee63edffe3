import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, failWith, newSession, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { DigestSection } from './digest-section.tsx';

const PREFERENCES = '/rest/v1/mail_preferences';
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

let stored: { digest: string; time_zone: string } | null;
beforeEach(() => {
  signIn({});
  stored = null;
  answer('GET', PREFERENCES, () => (stored ? [stored] : []));
  answer('PATCH', PREFERENCES, ({ body }) => {
    if (!stored) return [];
    stored = { ...stored, ...(body as object) };
    return [{ user_id: USER_ID }];
  });
  answer('POST', PREFERENCES, ({ body }) => {
    stored = body as typeof stored;
    return new Response(null, { status: 201 });
  });
});

async function open() {
  const { user } = renderPage(<DigestSection user={newSession().user as never} />);
  const section = within(await screen.findByRole('region', { name: 'Email digest' }));
  const choose = async (name: string) => {
    await user.click(await section.findByRole('combobox', { name: 'Email digest' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  return { user, section, choose };
}

test('a digest that is switched on comes in the time zone of the browser, and is saved at once', async () => {
  const { section, choose } = await open();
  await section.findByText('Get what’s new by email, once a day or once a week.');
  await choose('Daily');
  await section.findByText(`Every day at 08:00, ${timeZone.replaceAll('_', ' ')} time, if there’s something new.`);
  expect(requestsTo('POST', PREFERENCES).map(({ body }) => body)).toEqual([{ digest: 'daily', time_zone: timeZone }]);
});

test('a weekly digest says when it comes, and is turned off without a change of its time zone', async () => {
  stored = { digest: 'weekly', time_zone: 'America/New_York' };
  const { section, choose } = await open();
  await section.findByText('On Mondays at 08:00, America/New York time, if there’s something new.');
  await choose('Off');
  await section.findByText('Get what’s new by email, once a day or once a week.');
  const [sent] = requestsTo('PATCH', PREFERENCES);
  expect([sent?.body, sent?.query.get('user_id')]).toEqual([{ digest: 'off' }, `eq.${USER_ID}`]);
  expect(requestsTo('POST', PREFERENCES)).toEqual([]);
});

test('the section of the digest offers no choice before the setting is loaded, shows an error and retries', async () => {
  const loaded = Promise.withResolvers<void>();
  answer('GET', PREFERENCES, () => loaded.promise.then(failWith(500, 'The database is away')));
  const { user, section } = await open();
  expect(section.queryByRole('combobox')).toBeNull();
  loaded.resolve();
  expect((await section.findByRole('alert')).textContent).toBe(
    'Your email digest couldn’t be loaded: The database is awayRetry',
  );
  answer('GET', PREFERENCES, () => []);
  await user.click(section.getByRole('button', { name: 'Retry' }));
  await section.findByRole('combobox');
});

test('a choice of a digest that could not be saved is shown as it was', async () => {
  stored = { digest: 'daily', time_zone: 'UTC' };
  const { section, choose } = await open();
  answer('PATCH', PREFERENCES, failWith(500, 'The database is away'));
  await choose('Weekly');
  await findToast('Couldn’t change your email digest');
  await waitFor(() => expect(section.getByRole('combobox').textContent).toBe('Daily'));
});
