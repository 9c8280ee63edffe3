// Work that outlives a request, in steps that any worker can call: that of our server, or a function of a hosted project.
import { checkHandOff, finishHandOff } from './hand-off/prepare.ts';
import type { CallDatabase, JobWork, Pace } from './job-work.ts';

const work = {
  check_hand_off: checkHandOff,
  finish_hand_off: finishHandOff,
} satisfies Record<string, JobWork>;

type Job = { id: string; kind: keyof typeof work; attempts: number };

const MAX_ATTEMPTS = 5;

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
