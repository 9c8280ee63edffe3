// Does a part of one job (domain/jobs.ts) on a hosted project, whose scheduler calls it every few seconds with the service key. Our own server has a worker of its own.
import { type CallDatabase, Pace } from '../../../domain/job-work.ts';
import { runJob } from '../../../domain/jobs.ts';
import { endpoint, FunctionError } from '../endpoint.ts';

const url = `${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc`;
const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';

/** A project stops a function after two seconds of processor time, in which it also reads and writes JSON. */
const LIMIT_MS = 700;

const call: CallDatabase = async (name, values) => {
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/${name}`, { method: 'POST', headers, body: JSON.stringify(values) });
  if (response.ok) return response.status === 204 ? null : response.json();
  const { code, message } = await response.json();
  throw Object.assign(new Error(message), { code });
};

// biome-ignore lint/suspicious/noConsole: a hosted project keeps what a function writes to its console as the function's log
const report = console.error;
const work = async (request: Request) => {
  if (request.headers.get('authorization') !== `Bearer ${key}`) throw new FunctionError(403, 'Needs the service key');
  return { worked: await runJob(call, new Pace(LIMIT_MS), report) };
};
Deno.serve(endpoint(work, report));
