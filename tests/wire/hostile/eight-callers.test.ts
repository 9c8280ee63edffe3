// The short form of `npm run trust -- load`: eight hostile callers and 32 ordinary users.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Crowd, openCrowd } from './crowd.ts';
import { attack, attacksOf, failedRequests, HOSTILE_CALLERS, type Member, waitsOf, work } from './hostile-callers.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const SECONDS = 10;

let crowd: Crowd;
let hostile: Member[];
let ordinary: Member[];
beforeAll(async () => {
  crowd = await openCrowd({ TRUST_PROXY: '1' });
  hostile = await crowd.members(HOSTILE_CALLERS, 2_000);
  ordinary = await crowd.members(32, 60);
});
afterAll(() => crowd?.stop());

test('every request of 32 ordinary users succeeds despite eight hostile callers', async () => {
  const end = performance.now() + SECONDS * 1_000;
  const isOver = () => performance.now() > end;
  const { url } = crowd.server;
  const [attacks, requests] = await Promise.all([attack(url, hostile, 8, isOver), work(url, ordinary, isOver)]);
  process.stdout.write(`${[...attacksOf(attacks), ...waitsOf(requests)].join('\n')}\n`);
  expect(failedRequests(requests)).toEqual([]);
  expect(new Set(requests.map(({ name }) => name))).toEqual(new Set(['sign in', 'approve', 'count', 'page']));
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
