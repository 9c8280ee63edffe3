// In each round all workloads run at once, the server is killed at a random moment and restarted, and every workload is checked.
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN, openSession } from '../../tests/support/client.ts';
import { acceptances, refreshes, signUps } from './account-workloads.ts';
import { approvals, audiences, deletions, imports } from './row-workloads.ts';
import { type DatabaseKind, openTarget } from './target.ts';
import { type Progress, type Round, runWorkload, type Workload } from './workload.ts';

// biome-ignore lint/suspicious/noExplicitAny: each workload has its own type of item
const workloads: Workload<any>[] = [imports, approvals, deletions, audiences, signUps, acceptances, refreshes];

/** Totals of one workload over all rounds. */
export type WorkloadTotals = { acknowledged: number; interrupted: number; faults: string[] };

/** `starts`: the duration of each start in milliseconds. */
export type RoundsReport = {
  kind: DatabaseKind;
  rounds: number;
  starts: number[];
  results: Map<string, WorkloadTotals>;
};

/** Every other round also kills PostgreSQL. */
export async function runRounds(kind: DatabaseKind, rounds: number): Promise<RoundsReport> {
  const target = await openTarget(kind);
  const results = new Map(
    workloads.map(({ name }) => [name, { acknowledged: 0, interrupted: 0, faults: [] as string[] }]),
  );
  const starts: number[] = [];
  try {
    let url = await target.start();
    const session = await openSession(url, 'token?grant_type=password', ADMIN);
    for (let number = 0; number < rounds; number += 1) {
      const [customer] = await target.sql<{ id: string }>(
        'insert into public.customers (name) values ($1) returning id',
        [`Round ${number}`],
      );
      const round: Round = { url, target, admin: session, customerId: customer?.id ?? '' };
      const progress = await workUntilKilled(round, number % 2 === 0);
      const start = performance.now();
      url = await target.start();
      starts.push(Math.round(performance.now() - start));
      for (const [index, workload] of workloads.entries()) {
        const result = results.get(workload.name) as WorkloadTotals;
        await check(workload, progress[index] as Progress<unknown>, { ...round, url }, result);
      }
      process.stdout.write('.');
    }
    process.stdout.write('\n');
  } finally {
    await target.close();
  }
  return { kind, rounds, starts, results };
}

async function workUntilKilled(round: Round, withDatabase: boolean): Promise<Progress<unknown>[]> {
  const prepared: Iterable<unknown>[] = await Promise.all(workloads.map((workload) => workload.items(round)));
  const running = workloads.map((workload, index) => runWorkload(workload, prepared[index] ?? [], round));
  await wait(randomInt(50, 1_500));
  await round.target.kill(withDatabase);
  return Promise.all(running);
}

async function check(
  workload: Workload<unknown>,
  progress: Progress<unknown>,
  round: Round,
  result: WorkloadTotals,
): Promise<void> {
  result.acknowledged += progress.acknowledged.length;
  if (progress.inFlight !== undefined) result.interrupted += 1;
  result.faults.push(...progress.errors, ...(await workload.check(progress, round)));
}
