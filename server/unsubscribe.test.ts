import pino from 'pino';
import { expect, test } from 'vitest';
import { unsubscribePage } from './unsubscribe.ts';

const PATH = `/unsubscribe/${'a'.repeat(64)}`;

function open(answer: () => string, rate = 10) {
  const asked: unknown[] = [];
  const database = {
    request: async ({ statement }: { statement: { values: unknown[] } }) => {
      asked.push(statement.values);
      return { text: answer() };
    },
  };
  const page = unsubscribePage({
    config: { TRUST_PROXY: 1, ROWS_RATE_ANONYMOUS: rate },
    database: database as never,
    brand: { read: async () => undefined },
    log: pino({ level: 'silent' }),
  });
  const post = (address: string) => page.request(PATH, { method: 'POST', headers: { 'X-Forwarded-For': address } });
  return { page, asked, post };
}

test('requests of an address are limited before the database is asked, those of others are not', async () => {
  const { asked, post } = open(() => '1', 2);
  const answers = [await post('192.0.2.1'), await post('192.0.2.1'), await post('192.0.2.1'), await post('192.0.2.2')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(asked).toHaveLength(3);
});

test('a database that is away is an answer to try again', async () => {
  const { post } = open(() => {
    throw new Error('the database is away');
  });
  const answer = await post('192.0.2.1');
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toContain('the database is away');
});

test('a link of a kind turns off that kind', async () => {
  const { page, asked } = open(() => '1');
  const kinds = ['digest', 'reminder', 'comments', 'news'];
  const answers = await Promise.all(
    kinds.map(async (kind) => page.request(PATH.replace('/unsubscribe', `/unsubscribe/${kind}`), { method: 'POST' })),
  );
  expect(asked.map((values) => JSON.stringify(values).match(/digest|reminder|comments|news/)?.[0])).toEqual(kinds);
  expect(await Promise.all(answers.map(async (answer) => (await answer.text()).match(/<h1>(.*)<\/h1>/)?.[1]))).toEqual([
    'The email digest is off',
    'Reminders are off',
    'Emails about comments are off',
    'Emails about new leads are off',
  ]);
  const unknown = await page.request(PATH.replace('/unsubscribe', '/unsubscribe/invitation'), { method: 'POST' });
  expect(unknown.status).toBe(404);
});

test('a GET asks the database for nothing', async () => {
  const { page, asked } = open(() => '1');
  expect((await page.request(PATH)).status).toBe(200);
  expect(asked).toEqual([]);
});
