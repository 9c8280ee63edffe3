// Checks that no fault loses or half-completes work: kills the server at random moments on each database, then breaks PostgreSQL in several ways under a running server.
//   npm run trial -- faults [--rounds 50] [--database embedded,native,outages]
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN, openSession } from '../tests/support/client.ts';
import { quantile } from '../tests/support/load.ts';
import { readOptions } from '../tools/read-options.ts';
import { acceptances, refreshes, signUps } from './faults/account-workloads.ts';
import { runOutages } from './faults/outages.ts';
import { approvals, audiences, deletions, imports } from './faults/row-workloads.ts';
import { type DatabaseKind, openTarget } from './faults/target.ts';
import { type Progress, type Round, runWorkload, type Workload } from './faults/workload.ts';

// biome-ignore lint/suspicious/noExplicitAny: each workload has its own type of item
const workloads: Workload<any>[] = [imports, approvals, deletions, audiences, signUps, acceptances, refreshes];

/** Totals of one workload over all rounds. */
type Totals = { acknowledged: number; interrupted: number; faults: string[] };

/** In each round all workloads run at once, the server is killed at a random moment and restarted, and every workload is checked. Every other round also kills PostgreSQL. Prints the totals and returns the faults. */
async function runRounds(kind: DatabaseKind, rounds: number): Promise<string[]> {
  const target = await openTarget(kind);
  const results = workloads.map((): Totals => ({ acknowledged: 0, interrupted: 0, faults: [] }));
  /** Durations of the starts in milliseconds. */
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
        const result = results[index] as Totals;
        await check(workload, progress[index] as Progress<unknown>, { ...round, url }, result);
      }
      process.stdout.write('.');
    }
  } finally {
    await target.close();
  }
  console.log(
    `\n\n${kind}: ${rounds} kills, every other one with PostgreSQL; median start ${quantile(starts, 0.5)} ms, maximum ${Math.max(...starts)} ms`,
  );
  const named = workloads.map(({ name }, index) => [name, results[index] as Totals] as const);
  console.table(
    Object.fromEntries(named.map(([name, { faults, ...totals }]) => [name, { ...totals, faults: faults.length }])),
  );
  return named.flatMap(([name, { faults }]) => faults.map((fault) => `${kind}, ${name}: ${fault}`));
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
  result: Totals,
): Promise<void> {
  result.acknowledged += progress.acknowledged.length;
  if (progress.inFlight !== undefined) result.interrupted += 1;
  result.faults.push(...progress.errors, ...(await workload.check(progress, round)));
}

const values = readOptions({ rounds: '50', database: 'embedded,native,outages' });
const parts = values.database.split(',');
const faults: string[] = [];
for (const kind of ['embedded', 'native'] as const)
  if (parts.includes(kind)) faults.push(...(await runRounds(kind, Number(values.rounds))));
if (parts.includes('outages')) faults.push(...(await runOutages()));

for (const fault of faults) console.log(`✗ ${fault}`);
console.log(faults.length === 0 ? 'No acknowledged work was lost and none was half done.' : `${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
