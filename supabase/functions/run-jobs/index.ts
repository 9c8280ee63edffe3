// Does a part of one job (domain/jobs.ts) on a hosted project, whose scheduler calls it every few seconds with the service key. Our own server has a worker of its own.
import { Pace } from '../../../domain/job-work.ts';
import { runJob } from '../../../domain/jobs.ts';
import { worker } from '../worker.ts';

const url = Deno.env.get('SUPABASE_URL') ?? '';
const serviceKey = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';

/** A project stops a function after two seconds of processor time, in which it also reads and writes JSON. */
const LIMIT_MS = 700;

// biome-ignore lint/suspicious/noConsole: a hosted project keeps what a function writes to its console as the function's log
const report = console.error;
const work = worker({ url, serviceKey, report }, async (call) => ({
  worked: await runJob(call, new Pace(LIMIT_MS), report),
}));
Deno.serve(work);
