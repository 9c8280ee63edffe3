// Rounds of all kinds of work at once, a kill at a random moment, a restart and a check of all work.
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { acceptances, refreshes, signUps } from './account-workload.ts';
import { enter } from './caller.ts';
import { approvals, audiences, deletions, imports } from './row-workload.ts';
import { admin, type Kind, openSubject } from './subject.ts';
import { type Ledger, perform, type Scene, type Work } from './work.ts';

// biome-ignore lint/suspicious/noExplicitAny: each kind of work has its own item type
const works: Work<any>[] = [imports, approvals, deletions, audiences, signUps, acceptances, refreshes];

/** Of one kind of work over all rounds. */
export type WorkResult = { acknowledged: number; cutShort: number; faults: string[] };

/** `starts`: how long each took, in milliseconds. */
export type Report = { kind: Kind; rounds: number; starts: number[]; results: Map<string, WorkResult> };

/** Kills and starts the server repeatedly, every other time with its PostgreSQL. */
export async function runRounds(kind: Kind, rounds: number): Promise<Report> {
  const subject = await openSubject(kind);
  const results = new Map(works.map(({ name }) => [name, { acknowledged: 0, cutShort: 0, faults: [] as string[] }]));
  const starts: number[] = [];
  try {
    let url = await subject.start();
    const session = await enter(url, 'token?grant_type=password', admin);
    for (let round = 0; round < rounds; round += 1) {
      const [customer] = await subject.sql<{ id: string }>(
        'insert into public.customers (name) values ($1) returning id',
        [`Round ${round}`],
      );
      const scene: Scene = { url, subject, admin: session, customerId: customer?.id ?? '' };
      const ledgers = await workUntilKilled(scene, round % 2 === 0);
      const start = performance.now();
      url = await subject.start();
      starts.push(Math.round(performance.now() - start));
      for (const [index, work] of works.entries()) {
        await look(work, ledgers[index] as Ledger<unknown>, { ...scene, url }, results.get(work.name) as WorkResult);
      }
      process.stdout.write('.');
    }
    process.stdout.write('\n');
  } finally {
    await subject.close();
  }
  return { kind, rounds, starts, results };
}

async function workUntilKilled(scene: Scene, whole: boolean): Promise<Ledger<unknown>[]> {
  const prepared: Iterable<unknown>[] = await Promise.all(works.map((work) => work.things(scene)));
  const working = works.map((work, index) => perform(work, prepared[index] ?? [], scene));
  await wait(randomInt(50, 1_500));
  await scene.subject.kill(whole);
  return Promise.all(working);
}

async function look(work: Work<unknown>, ledger: Ledger<unknown>, scene: Scene, result: WorkResult): Promise<void> {
  result.acknowledged += ledger.done.length;
  if (ledger.unknown !== undefined) result.cutShort += 1;
  result.faults.push(...ledger.rejections, ...(await work.check(ledger, scene)));
}
