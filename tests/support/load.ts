// Load with little work on the client's side, so that measurements show the server's time.
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { measureProcessorTime } from './processes.ts';

export type Call = { method: string; path: string; headers?: Record<string, string>; body?: string };

/** A call of a signed-in user, or without a token. */
export function apiCall(token: string | null, method: string, path: string, body?: unknown, prefer?: string): Call {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(prefer && { prefer }),
  };
  return { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

export type Response = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

const MAX_MS = 60_000;

/** Rejects only without a response. */
const send = (agent: Agent, base: string, { method, path, headers, body }: Call) =>
  new Promise<Response>((resolve, reject) => {
    const sent = request(base + path, { agent, method, headers, timeout: MAX_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${MAX_MS} ms`)));
    sent.end(body);
  });

/** `check` returns what is wrong with a successful response; `accepts` is true for a response that may fail. After it, the worker pauses. */
export type CheckedCall = {
  name: string;
  call: Call;
  check?: (response: Response) => string | undefined;
  accepts?: (response: Response) => boolean;
  pauseMs?: number;
};

/** The quantile at `share`: 0.5 is the median. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The median of a field. */
export const fieldMedian = <Field extends string>(items: readonly Record<Field, number>[], field: Field): number =>
  quantile(
    items.map((item) => item[field]),
    0.5,
  );

/** Returns a function that is true once this time has passed. */
export function timer(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
}

export class LoadResult {
  seconds = 0;
  /** Durations in milliseconds. */
  readonly durations: number[] = [];
  readonly statuses = new Map<number, number>();
  readonly errors: string[] = [];

  get perSecond(): number {
    return this.durations.length / this.seconds;
  }

  quantile(share: number): number {
    return quantile(this.durations, share);
  }

  /** Different errors, at most this many. */
  examples(max: number): string[] {
    return [...new Set(this.errors)].slice(0, max).map((error) => error.replaceAll(/\s+/g, ' ').slice(0, 300));
  }

  /** One line: throughput, latency, statuses, and up to three different errors. */
  summary(): string {
    const [median, p99] = [this.quantile(0.5), this.quantile(0.99)];
    const statuses = [...this.statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status || 'no response'}: ${count}`);
    const examples = this.examples(3).map((error) => `\n    ${error.slice(0, 120)}`);
    return `${Math.round(this.perSecond)}/s, median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${statuses.join(', ')}; errors: ${this.errors.length}${examples.join('')}`;
  }
}

type Load<Worker> = {
  /** The addresses of the servers. Each request goes to any of them, and the list may change meanwhile. */
  bases: readonly string[];
  workers: readonly Worker[];
  /** The next request of a worker; `number` counts all requests. */
  next(worker: Worker, number: number): CheckedCall;
  /** Whether a status counts as an error; by default one that is no success. */
  isError?(status: number): boolean;
  agent?: Agent;
};

/** Errors of users who may be limited: only those of the server. */
export const isServerError = (status: number) => status === 0 || status >= 500;

const isSuccess = (status: number) => status >= 200 && status < 300;

export type RunningLoad = { stop(): Promise<LoadResult> };

/** Each worker sends its next request after the response, until the load is stopped. A missing response has the status 0. */
export function startLoad<Worker>({
  bases,
  workers,
  next,
  isError = (status) => !isSuccess(status),
  agent = new Agent({ keepAlive: true, maxSockets: workers.length }),
}: Load<Worker>): RunningLoad {
  const result = new LoadResult();
  const start = performance.now();
  let isOver = false;
  let sent = 0;
  const work = async (worker: Worker) => {
    while (!isOver) {
      const { name, call, check, accepts, pauseMs = 0 } = next(worker, sent++);
      const base = bases[Math.floor(Math.random() * bases.length)] ?? '';
      const began = performance.now();
      const response = await send(agent, base, call).catch((error: Error) => ({
        status: 0,
        headers: {},
        text: error.message,
      }));
      const { status, text } = response;
      result.durations.push(performance.now() - began);
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
      const isFailure = !isSuccess(status) && isError(status) && !accepts?.(response);
      const error = isSuccess(status) ? check?.(response) : isFailure && `${status} ${text}`;
      if (error) result.errors.push(`${name}: ${error}`);
      if (pauseMs > 0) await wait(pauseMs);
    }
  };
  const working = Promise.all(workers.map(work));
  return {
    stop: async () => {
      isOver = true;
      await working;
      result.seconds = (performance.now() - start) / 1_000;
      agent.destroy();
      return result;
    },
  };
}

export async function runLoad<Worker>(load: Load<Worker>, seconds: number): Promise<LoadResult> {
  const running = startLoad(load);
  await wait(seconds * 1_000);
  return running.stop();
}

/** The milliseconds of processor time that each group of processes uses per request. Throws on an error. */
export async function measureLoad<Worker, Group extends string>(
  load: Load<Worker>,
  seconds: number,
  processes: Record<Group, number[]>,
): Promise<{ result: LoadResult; perRequest: Record<Group, number> }> {
  let result = new LoadResult();
  const used = await measureProcessorTime(processes, async () => {
    result = await runLoad(load, seconds);
  });
  if (result.errors.length > 0) throw new Error(result.examples(1)[0]);
  const shares = Object.entries<number>(used).map(([group, time]) => [group, time / result.durations.length]);
  return { result, perRequest: Object.fromEntries(shares) };
}

/** The user of each connection. Connections share the users if these are fewer. */
export const makeWorkers = <User>(users: readonly User[], connections: number): User[] =>
  Array.from({ length: connections }, (_, number) => users[number % users.length] as User);
