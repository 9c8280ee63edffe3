import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPublicDemo } from './public-demo.ts';

const EVERY_MS = 10_000;

let resets: PromiseWithResolvers<void>[];
let failures: string[];
let app: Hono;
let answers: PromiseWithResolvers<void>[];

beforeEach(() => {
  vi.useFakeTimers({ now: 4_000, toFake: ['setTimeout', 'Date'] });
  [resets, failures, answers, app] = [[], [], [], new Hono()];
  const reset = () => {
    resets.push(Promise.withResolvers());
    return resets.at(-1)?.promise ?? Promise.resolve();
  };
  const log = { info: () => {}, error: ({ err }: { err: Error }) => failures.push(err.message) };
  app.use(openPublicDemo({ reset, log: log as never, everyMs: EVERY_MS }).waitForReset);
  app.get('/', async (c) => {
    answers.push(Promise.withResolvers());
    await answers.at(-1)?.promise;
    return c.text('');
  });
});
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const settle = () => delay(5); // real time, for what promises do

test('a public demo is reset at each multiple of its interval, and not before', async () => {
  await pass(5_999);
  expect(resets).toHaveLength(0);
  await pass(1);
  expect(resets).toHaveLength(1);
  resets[0]?.resolve();
  await settle();
  await pass(EVERY_MS);
  expect(resets).toHaveLength(2);
});

test('a reset waits for the requests in progress, and later requests wait for the reset', async () => {
  app.request('/');
  await settle();
  expect(answers).toHaveLength(1);
  await pass(6_000);
  expect(resets).toHaveLength(0);
  app.request('/');
  await settle();
  expect(answers).toHaveLength(1);
  answers[0]?.resolve();
  await settle();
  expect([resets.length, answers.length]).toEqual([1, 1]);
  resets[0]?.resolve();
  await settle();
  expect(answers).toHaveLength(2);
});

test('a reset that fails serves requests again and is repeated after a minute', async () => {
  await pass(6_000);
  app.request('/');
  resets[0]?.reject(new Error('no space'));
  await settle();
  expect([failures, answers.length]).toEqual([['no space'], 1]);
  answers[0]?.resolve();
  await settle();
  await pass(59_999);
  expect(resets).toHaveLength(1);
  await pass(1);
  expect(resets).toHaveLength(2);
});
