// Does the jobs of the database (domain/jobs.ts), one at a time. Several servers share them.
import type { Logger } from 'pino';
import { type CallDatabase, Pace } from '#domain/job-work.ts';
import { runJob } from '#domain/jobs.ts';
import { functionCall } from './database/connections/function-call.ts';
import type { DatabasePool } from './database/connections/pool.ts';
import type { CallerRequest } from './database/connections/rows.ts';

type WorkerServices = {
  database: Pick<DatabasePool, 'request' | 'listen'>;
  /** No job is taken while the disk is almost full. */
  isDiskLow: () => boolean;
  log: Logger;
};

export type Worker = {
  /** Resolves when the job in progress has been released for another server. */
  stop(): Promise<void>;
};

/** Looks for jobs whose worker has ended, and for those to be tried again. */
const LOOK_MS = 5_000;

/** Processor time of a turn, after which the job that has waited longest is next: a large hand-off does not hold up others. */
const TURN_MS = 1_000;

/** Nobody waits for a statement of a job. Making 100,000 leads handed off takes 8 s and more on a busy machine, in which their decisions wait. */
const STATEMENT_MS = 30_000;

const SERVICE = { role: 'service_role', 'request.jwt.claims': '{"role":"service_role"}' } as const;

/** Calls functions of the API as the service, in turns with the requests of users. Those of the server have no limit of statement time. */
export function openServiceCalls(
  database: Pick<DatabasePool, 'request'>,
  caller: CallerRequest['caller'] = { kind: 'server' },
): CallDatabase {
  return async (name, values) => {
    const statement = functionCall(name, values);
    const { text } = await database.request({ caller, settings: SERVICE, statement, timeoutMs: STATEMENT_MS });
    return JSON.parse(text || 'null');
  };
}

export function startWorker({ database, isDiskLow, log }: WorkerServices): Worker {
  let isStopped = false;
  let isWoken = false;
  let running: Promise<void> | undefined;

  const call = openServiceCalls(database);
  const report = (error: unknown) => log.error({ err: error }, 'a job failed and is tried again');

  async function work(): Promise<void> {
    for (let isFound = true; (isFound || isWoken) && !isStopped && !isDiskLow(); ) {
      isWoken = false;
      isFound = await runJob(call, new Pace(TURN_MS, () => isStopped), report);
    }
  }
  function wake(): void {
    isWoken = true;
    running ??= work()
      .catch((error: Error) => log.warn({ msg: 'jobs wait for the database', reason: error.message }))
      .finally(() => {
        running = undefined;
      });
  }

  database.listen('jobs', wake);
  const looking = setInterval(wake, LOOK_MS).unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(looking);
      await running;
    },
  };
}
