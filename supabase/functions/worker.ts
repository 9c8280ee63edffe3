// Work that the scheduler of a hosted project calls with the service key, a part of it each time.
import type { CallDatabase } from '../../domain/job-work.ts';
import { endpoint, FunctionError } from './endpoint.ts';
import { postAsService, type ServiceApi } from './service-api.ts';

/** An endpoint for the service only, which hands the calls of the database to its work. Their errors have the SQLSTATE. */
export function worker(
  api: ServiceApi,
  work: (call: CallDatabase) => Promise<unknown>,
  report: (error: unknown) => void,
) {
  const call: CallDatabase = async (name, values) => {
    const response = await postAsService(api, `/rest/v1/rpc/${name}`, values);
    if (response.ok) return response.status === 204 ? null : response.json();
    const { code, message } = await response.json();
    throw Object.assign(new Error(message), { code });
  };
  return endpoint(async ({ headers }) => {
    const key = await api.key();
    if (!key || headers.get('authorization') !== `Bearer ${key}`) throw new FunctionError(403, 'Needs the service key');
    return work(call);
  }, report);
}
