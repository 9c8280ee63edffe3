// Work that outlives a request, in steps that any worker can call: that of our server, or a function of a hosted project.
import { checkHandOff, finishHandOff } from './hand-off/prepare.ts';

/** Calls a function of the database as the service. Rejects with an error that has the SQLSTATE in `code`. */
export type CallDatabase = <Result>(name: string, values: Record<string, unknown>) => Promise<Result>;

/** Resolves with whether the job is done; false: it goes on in another call. */
export type JobWork = (call: CallDatabase, jobId: string, pace: Pace) => Promise<boolean>;

const work = {
  check_hand_off: checkHandOff,
  finish_hand_off: finishHandOff,
} satisfies Record<string, JobWork>;

type Job = { id: string; kind: keyof typeof work; attempts: number };

const MAX_ATTEMPTS = 5;

/** Work of the process that blocks it for longer lets other work run. */
const SLICE_MS = 20;

/** The processor time of a worker, without that of the database. */
export class Pace {
  private spent = 0;
  private start = performance.now();
  private readonly limitMs: number;
  private readonly isStopped: () => boolean;

  constructor(limitMs: number, isStopped: () => boolean = () => false) {
    this.limitMs = limitMs;
    this.isStopped = isStopped;
  }

  /** Waits for something else, whose time does not count. */
  async wait<Result>(other: Promise<Result>): Promise<Result> {
    this.spent += performance.now() - this.start;
    try {
      return await other;
    } finally {
      this.start = performance.now();
    }
  }

  /** Called between short parts of the work. */
  async rest(): Promise<void> {
    if (performance.now() - this.start >= SLICE_MS) await this.wait(new Promise((resolve) => setTimeout(resolve)));
  }

  isOver(): boolean {
    return this.spent >= this.limitMs || this.isStopped();
  }
}

/**
 * Takes a job and works on it until it is done or the pace is over. Resolves with whether there was one. An error that is meant for users ends the
 * job with its message; after any other, which is reported, it is tried again later. Rejects only if the database cannot be asked.
 */
export async function runJob(call: CallDatabase, pace: Pace, report: (error: unknown) => void): Promise<boolean> {
  const job = await call<Job | null>('take_job', {});
  if (!job) return false;
  try {
    const isDone = await work[job.kind](call, job.id, pace);
    if (!isDone) await call('release_job', { job_id: job.id });
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    const isForUsers = code.startsWith('PT') || code === '23514';
    if (!isForUsers) report(error);
    if (isForUsers) await call('fail_job', { job_id: job.id, reason: message });
    else if (job.attempts >= MAX_ATTEMPTS) await call('fail_job', { job_id: job.id, reason: 'An error stopped it' });
    else await call('release_job', { job_id: job.id, seconds: 2 ** job.attempts });
  }
  return true;
}
