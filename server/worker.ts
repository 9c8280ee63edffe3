// Does the jobs of the database (domain/jobs.ts), one at a time. Several servers share them.
import type { Logger } from 'pino';
import { type CallDatabase, Pace } from '#domain/job-work.ts';
import { runJob } from '#domain/jobs.ts';
import { functionCall } from './database/connections/function-call.ts';
import type { DatabasePool } from './database/connections/pool.ts';
import type { CallerRequest } from './database/connections/rows.ts';

export type WorkerServices = {
  database: Pick<DatabasePool, 'request' | 'listen'>;
  /** Nothing is begun while the disk is almost full, because its end could not be recorded. */
  isDiskLow: () => boolean;
  log: Logger;
};

export type Worker = {
  /** Resolves when the turn in progress has ended. */
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

type Turns = {
  /** The channel on which the database announces work. */
  channel: string;
  /** How often to look for work that was not announced. */
  lookMs: number;
  /** Does a part of the work, and resolves with whether there may be more. */
  takeTurn: (stopping: AbortSignal) => Promise<boolean>;
  /** The log's message about a turn that has failed because the database does not answer. */
  failure: string;
};

/** Takes turns, one after the other, whenever there may be work. */
export function startTurns({ database, isDiskLow, log }: WorkerServices, turns: Turns): Worker {
  const stopping = new AbortController();
  let isWoken = false;
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (let isMore = true; (isMore || isWoken) && !stopping.signal.aborted && !isDiskLow(); ) {
      isWoken = false;
      isMore = await turns.takeTurn(stopping.signal);
    }
  }
  function wake(): void {
    isWoken = true;
    running ??= work()
      .catch((error: Error) => log.warn({ msg: turns.failure, reason: error.message }))
      .finally(() => {
        running = undefined;
      });
  }

  database.listen(turns.channel, wake);
  const looking = setInterval(wake, turns.lookMs).unref();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(looking);
      await running;
    },
  };
}

export function startWorker(services: WorkerServices): Worker {
  const call = openServiceCalls(services.database);
  const report = (error: unknown) => services.log.error({ err: error }, 'a job failed and is tried again');
  return startTurns(services, {
    channel: 'jobs',
    lookMs: LOOK_MS,
    takeTurn: (stopping) => runJob(call, new Pace(TURN_MS, () => stopping.aborted), report),
    failure: 'jobs wait for the database',
  });
}
