// Concurrent callers of each API that continue after errors. Each response is checked.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Reply, type RequestOptions, send } from '../../tests/support/client.ts';

type Kind = {
  request(): RequestOptions & { path: string };
  /** Whether this is the API's error body while the database is unavailable. */
  isUnavailableError(body: Record<string, unknown>): boolean;
};

export type BackgroundLoad = {
  /** Waits until each kind of request has succeeded again. Resolves with false after this many milliseconds. */
  waitForSuccess(limit: number): Promise<boolean>;
  end(): Promise<{
    requests: number;
    succeeded: number;
    unavailable: number;
    longestMs: number;
    /** Names of the leads that were acknowledged. */
    acknowledged: string[];
    faults: string[];
  }>;
};

const CALLERS_PER_KIND = 3;
const PAUSE_MS = 15;

/** No response may take longer: twice the sum of the statement timeout of 2 s, its grace period and the wait for a connection. */
const MAX_RESPONSE_MS = 20_000;

export function startLoad(url: string, { token, customerId }: { token: string; customerId: string }): BackgroundLoad {
  const kinds = kindsOf(token, customerId);
  const counts = { requests: 0, succeeded: 0, unavailable: 0, longestMs: 0 };
  const acknowledged: string[] = [];
  const faults = new Set<string>();
  const lastSuccess = new Map<string, number>();
  let isStopped = false;

  async function call(name: string, kind: Kind): Promise<void> {
    const { path, ...options } = kind.request();
    const start = performance.now();
    const reply = await send(url + path, { token, ...options }).catch((error: Error) => error);
    counts.requests += 1;
    counts.longestMs = Math.max(counts.longestMs, Math.round(performance.now() - start));
    if (reply instanceof Error) faults.add(`${name}: no response (${reply.message})`);
    else if (reply.status < 300) recordSuccess(name, options, start);
    else if (reply.status === 503 && kind.isUnavailableError(reply.body as Record<string, unknown>))
      counts.unavailable += 1;
    else faults.add(`${name}: ${summarize(reply)}`);
  }

  function recordSuccess(name: string, { body }: RequestOptions, start: number): void {
    counts.succeeded += 1;
    lastSuccess.set(name, start);
    const written = (body as { name?: string } | undefined)?.name;
    if (written) acknowledged.push(written);
  }

  const calling = Object.entries(kinds).flatMap(([name, kind]) =>
    Array.from({ length: CALLERS_PER_KIND }, async () => {
      while (!isStopped) {
        await call(name, kind);
        await wait(PAUSE_MS);
      }
    }),
  );
  return {
    waitForSuccess: async (limit) => {
      const since = performance.now();
      const allSucceeded = () => Object.keys(kinds).every((name) => (lastSuccess.get(name) ?? 0) > since);
      while (!allSucceeded() && performance.now() - since < limit) await wait(10);
      return allSucceeded();
    },
    end: async () => {
      isStopped = true;
      await Promise.all(calling);
      if (counts.longestMs > MAX_RESPONSE_MS) faults.add(`a response took ${counts.longestMs} ms`);
      return { ...counts, acknowledged, faults: [...faults] };
    },
  };
}

const summarize = ({ status, body }: Reply) => `${status} ${JSON.stringify(body).slice(0, 200)}`;

function kindsOf(token: string, customerId: string): Record<string, Kind> {
  const rowApi = (body: Record<string, unknown>) => Object.keys(body).sort().join() === 'code,details,hint,message';
  const csvData = () => `Name\n${randomUUID()}\n`;
  const importRequest = { customerId, fileName: 'a.csv', importType: 'leads', columnMapping: { Name: 'name' } };
  return {
    reading: { request: () => ({ path: '/rest/v1/leads?select=id&limit=5', token }), isUnavailableError: rowApi },
    writing: {
      request: () => ({ path: '/rest/v1/leads', body: { customer_id: customerId, name: randomUUID() } }),
      isUnavailableError: rowApi,
    },
    accounts: {
      request: () => ({ path: '/auth/v1/user' }),
      isUnavailableError: ({ msg }) => /try again/.test(String(msg)),
    },
    imports: {
      request: () => ({ path: '/functions/v1/import-csv-data', body: { ...importRequest, csvData: csvData() } }),
      isUnavailableError: ({ error }) => /try again/.test(String(error)),
    },
  };
}
