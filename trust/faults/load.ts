// Callers of each API that continue after errors; every response is checked.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, ask, type CallOptions } from './caller.ts';

type Kind = {
  request(): CallOptions & { path: string };
  /** Whether a body is this API's error during an outage. */
  saysAway(body: Record<string, unknown>): boolean;
};

export type Load = {
  /** Whether each kind has succeeded since, within a number of milliseconds. */
  untilAllWork(limit: number): Promise<boolean>;
  end(): Promise<{
    requests: number;
    answered: number;
    told503: number;
    longestMs: number;
    /** Names of the leads that were acknowledged. */
    acknowledged: string[];
    faults: string[];
  }>;
};

const CALLERS_OF_EACH = 3;
const PAUSE_MS = 15;

/** The longest allowed response: statement timeout, grace period and wait for a connection, doubled. */
const LONGEST_MS = 20_000;

export function openLoad(url: string, { token, customerId }: { token: string; customerId: string }): Load {
  const kinds = kindsOf(token, customerId);
  const seen = { requests: 0, answered: 0, told503: 0, longestMs: 0 };
  const acknowledged: string[] = [];
  const faults = new Set<string>();
  const lastGood = new Map<string, number>();
  let isOver = false;

  async function call(name: string, kind: Kind): Promise<void> {
    const { path, ...options } = kind.request();
    const start = performance.now();
    const answer = await ask(url, path, { token, ...options }).catch((error: Error) => error);
    seen.requests += 1;
    seen.longestMs = Math.max(seen.longestMs, Math.round(performance.now() - start));
    if (answer instanceof Error) faults.add(`${name}: no answer (${answer.message})`);
    else if (answer.status < 300) note(name, options, start);
    else if (answer.status === 503 && kind.saysAway(answer.body as Record<string, unknown>)) seen.told503 += 1;
    else faults.add(`${name}: ${describeAnswer(answer)}`);
  }

  function note(name: string, { body }: CallOptions, start: number): void {
    seen.answered += 1;
    lastGood.set(name, start);
    const written = (body as { name?: string } | undefined)?.name;
    if (written) acknowledged.push(written);
  }

  const calling = Object.entries(kinds).flatMap(([name, kind]) =>
    Array.from({ length: CALLERS_OF_EACH }, async () => {
      while (!isOver) {
        await call(name, kind);
        await wait(PAUSE_MS);
      }
    }),
  );
  return {
    untilAllWork: async (limit) => {
      const since = performance.now();
      const work = () => Object.keys(kinds).every((name) => (lastGood.get(name) ?? 0) > since);
      while (!work() && performance.now() - since < limit) await wait(10);
      return work();
    },
    end: async () => {
      isOver = true;
      await Promise.all(calling);
      if (seen.longestMs > LONGEST_MS) faults.add(`an answer took ${seen.longestMs} ms`);
      return { ...seen, acknowledged, faults: [...faults] };
    },
  };
}

const describeAnswer = ({ status, body }: Answer) => `${status} ${JSON.stringify(body).slice(0, 200)}`;

function kindsOf(token: string, customerId: string): Record<string, Kind> {
  const rowApi = (body: Record<string, unknown>) => Object.keys(body).sort().join() === 'code,details,hint,message';
  const csvData = () => `Name\n${randomUUID()}\n`;
  const call = { customerId, fileName: 'a.csv', importType: 'leads', columnMapping: { Name: 'name' } };
  return {
    reading: { request: () => ({ path: '/rest/v1/leads?select=id&limit=5', token }), saysAway: rowApi },
    writing: {
      request: () => ({ path: '/rest/v1/leads', body: { customer_id: customerId, name: randomUUID() } }),
      saysAway: rowApi,
    },
    accounts: { request: () => ({ path: '/auth/v1/user' }), saysAway: ({ msg }) => /try again/.test(String(msg)) },
    imports: {
      request: () => ({ path: '/functions/v1/import-csv-data', body: { ...call, csvData: csvData() } }),
      saysAway: ({ error }) => /try again/.test(String(error)),
    },
  };
}
