import { expect, test } from 'vitest';
import { deliveryEmail } from './outbox.ts';
import type { Reminder } from './reminder.ts';

const SITE = 'https://leads.example.test';
const OFF = `${SITE}/unsubscribe/reminder/${'a'.repeat(64)}`;

type Line = Reminder['lines'][number];
const line = (values: Partial<Line> = {}): Line => ({
  customer: 'Acme',
  review_by: '2026-12-04',
  is_today: false,
  link: null,
  audience: null,
  leads: 37,
  companies: 0,
  campaigns: 0,
  ...values,
});
const render = (...lines: Line[]) =>
  deliveryEmail({ kind: 'reminder', content: { email: 'ada@example.test', token: 'a'.repeat(64), lines } }, SITE);
const parts = (...lines: Line[]) => render(...lines).text.split('\n\n');

test.each<[values: Partial<Line>, group: string]>([
  [
    { audience: 'Fintech', campaigns: 1 },
    `Acme\n- 37 leads in Fintech\n- 1 campaign to sign off\nReview leads: ${SITE}/leads`,
  ],
  [
    { leads: 1, companies: 1000, campaigns: 2, is_today: true },
    `Acme\n- 1 lead\n- 1,000+ companies\n- 2 campaigns to sign off\nReview leads: ${SITE}/leads`,
  ],
  [
    { leads: 0, companies: 2, campaigns: 1 },
    `Acme\n- 2 companies\n- 1 campaign to sign off\nReview companies: ${SITE}/companies`,
  ],
  [{ leads: 0, campaigns: 1 }, `Acme\n- 1 campaign to sign off\nReview campaigns: ${SITE}/copy`],
  [
    { link: 'secret', audience: 'Fintech', leads: 2 },
    `Acme\n- 2 leads in Fintech\nOpen the review: ${SITE}/review/secret`,
  ],
])('a reminder with a line of %o says what waits and where', (values, group) => {
  expect(parts(line(values))[1]).toBe(group);
});

test.each<[lines: Line[], subject: string]>([
  [[line()], 'Please review by Friday 4 December'],
  [[line({ is_today: true }), line({ review_by: '2026-12-06' })], 'Please review today, Friday 4 December'],
])('the subject of a reminder names its first deadline', (lines, subject) => {
  expect(render(...lines).subject).toBe(subject);
});

test('a reminder names the deadline of a customer that has another one than the subject', () => {
  const titles = parts(line(), line({ customer: 'Globex', review_by: '2026-12-06' })).map(
    (part) => part.split('\n')[0],
  );
  expect(titles.slice(1, 3)).toEqual(['Acme', 'Globex: by Sunday 6 December']);
});

test('a reminder shows twenty customers and says that there are more', () => {
  const found = parts(...Array.from({ length: 21 }, (_, index) => line({ customer: `Customer ${index + 1}` })));
  expect(found.filter((part) => part.startsWith('Customer '))).toHaveLength(20);
  expect(found).toContain('Only the first 20 are listed.');
});

test('a reminder tells guests and members where they turn reminders on and off', () => {
  expect(parts(line({ link: 'secret' })).at(-2)).toContain('at the top of the review page');
  expect(parts(line(), line({ link: 'secret' })).at(-2)).toContain('in your account');
});

test('a reminder escapes names and has its token only in the link that turns reminders off', () => {
  const { html, text } = render(line({ customer: '<b>Acme</b>', audience: 'R&D' }));
  expect(html).toContain('&lt;b&gt;Acme&lt;/b&gt;</h2>');
  expect(html).toContain('37 leads in R&amp;D</li>');
  for (const source of [html, text]) expect(source.split('a'.repeat(64))).toHaveLength(2);
  expect(text).toContain(`Turn off reminders: ${OFF}\n`);
});
