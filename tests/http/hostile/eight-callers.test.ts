// The short form of `npm run trial -- load`: eight hostile callers, attackers on raw sockets and 32 ordinary users.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { runAttackers } from './attackers.ts';
import { openCrowd } from './crowd.ts';
import {
  describeAttacks,
  describeWaits,
  failedRequests,
  HOSTILE_CALLERS,
  type Member,
  work,
} from './hostile-callers.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const SECONDS = 4;

let hostile: Member[];
let ordinary: Member[];
const crowd = setUp(() => openCrowd({ TRUST_PROXY: '1', CONNECTIONS_PER_ADDRESS: '500' }));
beforeAll(async () => {
  hostile = await crowd.members(HOSTILE_CALLERS + 1, 2_000);
  ordinary = await crowd.members(32, 60);
});

test('every request of 32 ordinary users succeeds despite eight hostile callers and six attackers on raw sockets', async () => {
  const end = performance.now() + SECONDS * 1_000;
  const isOver = () => performance.now() > end;
  const { url, pid } = crowd.server;
  await crowd.metric('nodejs_eventloop_lag_max_seconds'); // the maximum is since the previous request
  const [attacks, requests] = await Promise.all([
    runAttackers({ url, members: hostile, atOnce: 8, seconds: SECONDS }),
    work(url, ordinary, isOver),
  ]);
  const pause = await crowd.metric('nodejs_eventloop_lag_max_seconds');
  process.stdout.write(
    `${[...describeAttacks(attacks), ...describeWaits(requests), `longest pause ${pause} s`].join('\n')}\n`,
  );
  expect(failedRequests(requests)).toEqual([]);
  expect(new Set(requests.map(({ name }) => name))).toEqual(new Set(['sign in', 'approve', 'count', 'page']));
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(pause).toBeLessThan(2); // 0.5 on an idle machine, by the long form
  if (process.platform === 'linux') expect(peakMegabytes(pid)).toBeLessThan(1_024);
});

const peakMegabytes = (pid: number) =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
