// Does a part of one job (domain/jobs.ts) on a hosted project, whose scheduler calls it every few seconds with the service key. Our own server has a worker of its own.
import { Pace } from '../../../domain/job-work.ts';
import { runJob } from '../../../domain/jobs.ts';
import { report, serviceApi } from '../project.ts';
import { worker } from '../worker.ts';

/** A project stops a function after two seconds of processor time, in which it also reads and writes JSON. */
const LIMIT_MS = 700;

Deno.serve(worker(serviceApi, async (call) => ({ worked: await runJob(call, new Pace(LIMIT_MS), report) }), report));
