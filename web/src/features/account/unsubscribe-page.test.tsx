import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, requestsTo } from '#tests/component/backend.ts';
import { renderAppAt } from '#tests/component/render.tsx';

const TOKEN = 'a'.repeat(64);
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

it('the page of a link turns off the emails of its kind by a press, and not before', async () => {
  const path = `/functions/v1/unsubscribe/reminder/${TOKEN}`;
  answer('POST', path, () => ({ success: true }));
  const { user } = renderAppAt(`/unsubscribe/reminder/${TOKEN}`);
  await heading('Turn off reminders?');
  expect(requestsTo('POST', path)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  await heading('Reminders are off');
  expect(requestsTo('POST', path)).toHaveLength(1);
  expect(document.title).toMatch(/^Reminders are off/);
  expect(screen.getByText(/at the top of the review page/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it('the page of an unknown link says why no emails are turned off', async () => {
  const error = 'This link doesn’t work. If you have an account, turn the emails off there instead.';
  answer('POST', `/functions/v1/unsubscribe/digest/${TOKEN}`, () => Response.json({ error }, { status: 404 }));
  const { user } = renderAppAt(`/unsubscribe/${TOKEN}`);
  await heading('Turn off the email digest?');
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect((await screen.findByRole('alert')).textContent).toBe(error);
  expect(screen.getByRole('button', { name: 'Turn off' })).toBeDefined();
});

it('a link with an unknown kind of emails is not found', async () => {
  renderAppAt(`/unsubscribe/invitation/${TOKEN}`);
  await heading('404: page not found');
});
