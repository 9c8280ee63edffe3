import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { customerDetails } from '@/features/customers/data.ts';
import { formatWeekday } from '@/lib/format.ts';
import { dayAhead } from './link-values.ts';
import { ReviewDeadline } from './review-deadline.tsx';

const CUSTOMERS = '/rest/v1/customers';
const ID = '00000000-0000-4000-8000-00000000000c';
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const DAY = dayAhead(3);

let stored: Record<string, unknown>;
beforeEach(() => {
  signIn({ roles: ['admin'] });
  stored = { id: ID, name: 'Northwind', review_by: null, time_zone: 'UTC', reminds_on_weekends: false };
  answer('GET', CUSTOMERS, () => [stored]);
  answer('PATCH', CUSTOMERS, ({ body }) => {
    stored = { ...stored, ...(body as object) };
    return new Response(null, { status: 204 });
  });
});

function Page() {
  const { data } = useQuery(customerDetails(ID));
  return data && <ReviewDeadline customer={data} />;
}

async function open(action: string) {
  const { user } = renderPage(<Page />);
  await user.click(await screen.findByRole('button', { name: action }));
  const form = within(await screen.findByRole('dialog', { name: 'Review deadline' }));
  const setDay = (value: string) => fireEvent.change(form.getByLabelText(/^Please review by/), { target: { value } });
  const save = () => user.click(form.getByRole('button', { name: 'Save deadline' }));
  return { user, form, setDay, save, zone: form.getByLabelText<HTMLInputElement>('Time zone') };
}
const sent = () => requestsTo('PATCH', CUSTOMERS).map(({ body }) => body);

test('a first deadline is set in the time zone of the browser, and shown with its reminders', async () => {
  const { user, form, setDay, save, zone } = await open('Set a deadline');
  expect(zone.value).toBe(timeZone);
  setDay(dayAhead(-1));
  await save();
  form.getByText('Choose a later date');
  setDay(DAY);
  await user.click(form.getByRole('checkbox', { name: 'Also remind on weekends' }));
  await save();
  await findToast('Review deadline set');
  expect(sent()).toEqual([{ review_by: DAY, time_zone: timeZone, reminds_on_weekends: true }]);
  await screen.findByText(`Please review by ${formatWeekday(DAY)}.`);
  screen.getByText(/from 09:00 on, .* time, also on weekends\.$/);
});

test('another time zone is chosen from the list, and an unknown one is rejected', async () => {
  Object.assign(stored, { review_by: DAY, time_zone: 'Asia/Tokyo' });
  const { user, form, save, zone } = await open('Change deadline');
  expect(zone.value).toBe('Asia/Tokyo');
  await user.clear(zone);
  await user.type(zone, 'Atlantis');
  await save();
  form.getByText('Choose a time zone from the list');
  await user.clear(zone);
  await user.type(zone, 'new york');
  await user.click(await screen.findByRole('option', { name: 'America/New_York' }));
  await save();
  await screen.findByText(/America\/New York time, not on weekends\.$/);
  expect(sent()).toEqual([{ review_by: DAY, time_zone: 'America/New_York', reminds_on_weekends: false }]);
});

test('a deadline is removed by emptying its day, and one that has passed says so', async () => {
  Object.assign(stored, { review_by: dayAhead(-1), time_zone: 'Asia/Tokyo' });
  const { setDay, save } = await open('Change deadline');
  screen.getByText('The day has passed, so nobody is reminded any more.');
  setDay('');
  await save();
  await findToast('Review deadline removed');
  expect(sent()).toEqual([{ review_by: null, time_zone: 'Asia/Tokyo', reminds_on_weekends: false }]);
  await screen.findByText(/^No deadline\./);
});

test('a deadline that could not be saved leaves the dialog open', async () => {
  answer('PATCH', CUSTOMERS, failWith(500, 'The database is away'));
  const { form, setDay, save } = await open('Set a deadline');
  setDay(DAY);
  await save();
  expect(await findToast('Couldn’t change the review deadline')).toContain('The database is away');
  form.getByRole('button', { name: 'Save deadline' });
});
