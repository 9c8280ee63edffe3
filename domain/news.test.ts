import { expect, test } from 'vitest';
import { type News, newsText } from './news.ts';
import { deliveryEmail } from './outbox.ts';

const SITE = 'https://leads.example.test';
const OFF = `${SITE}/unsubscribe/news/${'a'.repeat(64)}`;
const news: News = {
  email: 'ada@example.test',
  token: 'a'.repeat(64),
  sender: 'Grace Hopper',
  customer: 'Acme',
  leads: 37,
  companies: 12,
  message: 'The list from the fair.',
  reply_to: null,
  review_token: null,
};
const render = (change: Partial<News> = {}) => deliveryEmail({ kind: 'news', content: { ...news, ...change } }, SITE);

test.each([
  [37, 12, '37 new leads and 12 companies to review'],
  [1, 0, '1 new lead to review'],
  [0, 1, '1 new company to review'],
  [1000, 0, '1,000+ new leads to review'],
])('%i leads and %i companies are told as %s', (leads, companies, subject) => {
  expect(newsText({ ...news, leads, companies }).subject).toBe(subject);
});

test('the email about an import has the words that its sender saw before, and the message', () => {
  const { subject, text } = render();
  expect(subject).toBe(newsText(news).subject);
  expect(text).toContain(
    'Grace Hopper added 37 new leads and 12 companies for Acme to review.\n\nThe list from the fair.',
  );
  expect(text).toContain(`Turn off emails about new leads: ${OFF}`);
});

test.each([
  [{}, '/leads'],
  [{ leads: 0 }, '/companies'],
  [{ review_token: 'b'.repeat(64) }, `/review/${'b'.repeat(64)}`],
])('the button of news with %j leads to %s', (change, path) => {
  expect(render(change).text).toContain(`Start reviewing: ${SITE}${path}\n`);
});
