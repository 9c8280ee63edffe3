// Concurrent callers of each API that continue after errors. Each response is checked.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { apiCall, type Call, type LoadResult, type Response, startLoad } from '../../tests/support/load.ts';

type RequestKind = {
  name: string;
  call(written: string): Call;
  /** Whether this is the API's error body while the database is unavailable. */
  isUnavailableError(body: Record<string, unknown>): boolean;
};

export type BackgroundLoad = {
  /** Waits until each kind of request has succeeded again. Resolves with false after this many milliseconds. */
  waitForSuccess(limit: number): Promise<boolean>;
  /** Ends the load and returns its figures with the names of the leads that were acknowledged. */
  end(): Promise<Figures & { acknowledged: string[] }>;
};

export type Figures = {
  requests: number;
  succeeded: number;
  unavailable: number;
  longestMs: number;
  faults: string[];
};

const CALLERS_PER_KIND = 3;
const PAUSE_MS = 15;

/** No response may take longer: twice the sum of the statement timeout of 2 s, its grace period and the wait for a connection. */
const MAX_RESPONSE_MS = 20_000;

export function startCallers(url: string, user: { token: string; customerId: string }): BackgroundLoad {
  const kinds = kindsOf(user.token, user.customerId);
  const acknowledged: string[] = [];
  const lastSuccess = new Map<string, number>();

  const next = ({ name, call, isUnavailableError }: RequestKind) => {
    const [written, start] = [randomUUID(), performance.now()];
    const check = () => {
      lastSuccess.set(name, start);
      if (name === 'writing') acknowledged.push(written);
      return undefined;
    };
    const accepts = ({ status, text }: Response) => status === 503 && isUnavailableError(JSON.parse(text));
    return { name, call: call(written), check, accepts, pauseMs: PAUSE_MS };
  };
  const workers = Array.from({ length: CALLERS_PER_KIND }, () => kinds).flat();
  const load = startLoad({ bases: [url], workers, next });
  return {
    waitForSuccess: async (limit) => {
      const since = performance.now();
      const allSucceeded = () => kinds.every(({ name }) => (lastSuccess.get(name) ?? 0) > since);
      while (!allSucceeded() && performance.now() - since < limit) await wait(10);
      return allSucceeded();
    },
    end: async () => {
      return { ...figuresOf(await load.stop()), acknowledged };
    },
  };
}

function figuresOf(result: LoadResult): Figures {
  const longestMs = Math.round(result.quantile(1));
  const faults = result.examples(Number.POSITIVE_INFINITY);
  if (longestMs > MAX_RESPONSE_MS) faults.push(`a response took ${longestMs} ms`);
  const countOf = (isCounted: (status: number) => boolean) =>
    [...result.statuses].reduce((sum, [status, count]) => (isCounted(status) ? sum + count : sum), 0);
  return {
    requests: result.durations.length,
    succeeded: countOf((status) => status >= 200 && status < 300),
    unavailable: countOf((status) => status === 503),
    longestMs,
    faults,
  };
}

function kindsOf(token: string, customer: string): RequestKind[] {
  const isRowError = (body: Record<string, unknown>) => Object.keys(body).sort().join() === 'code,details,hint,message';
  const post = (path: string, body: object) => apiCall(token, 'POST', path, body);
  const file = { customerId: customer, fileName: 'a.csv', importType: 'leads', columnMapping: { Name: 'name' } };
  return [
    {
      name: 'reading',
      call: () => apiCall(token, 'GET', '/rest/v1/leads?select=id&limit=5'),
      isUnavailableError: isRowError,
    },
    {
      name: 'writing',
      call: (name) => post('/rest/v1/leads', { customer_id: customer, name }),
      isUnavailableError: isRowError,
    },
    {
      name: 'accounts',
      call: () => apiCall(token, 'GET', '/auth/v1/user'),
      isUnavailableError: ({ msg }) => /try again/i.test(String(msg)),
    },
    {
      name: 'imports',
      call: (name) => post('/functions/v1/import-csv-data', { ...file, csvData: `Name\n${name}\n` }),
      isUnavailableError: ({ error }) => /try again/i.test(String(error)),
    },
  ];
}
