// Work that the scheduler of a hosted project calls with the service key, a part of it each time.
import type { CallDatabase } from '../../domain/job-work.ts';
import { endpoint, FunctionError } from './endpoint.ts';

type Project = { url: string; serviceKey: string; report: (error: unknown) => void };

/** An endpoint for the service only, which hands the calls of the database to its work. */
export function worker({ url, serviceKey, report }: Project, work: (call: CallDatabase) => Promise<unknown>) {
  const call: CallDatabase = async (name, values) => {
    const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify(values);
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body });
    if (response.ok) return response.status === 204 ? null : response.json();
    const { code, message } = await response.json();
    throw Object.assign(new Error(message), { code });
  };
  return endpoint(async ({ headers }) => {
    if (!serviceKey || headers.get('authorization') !== `Bearer ${serviceKey}`)
      throw new FunctionError(403, 'Needs the service key');
    return work(call);
  }, report);
}
