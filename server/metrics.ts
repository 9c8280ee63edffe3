// Metrics for Prometheus. Labels contain no user, customer, address or query.
import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabasePool } from './database/connections/pool.ts';
import type { ClassLoad } from './database/connections/scheduler.ts';
import { readBearerToken } from './jwt.ts';

const APIS = [
  ['/rest/v1/', 'rest'],
  ['/auth/v1/', 'auth'],
  ['/functions/v1/', 'functions'],
] as const;

const apiByPath = (path: string) => APIS.find(([start]) => path.startsWith(start))?.[1] ?? 'web';

/** Metrics of this instance only: `measure` is for every request, `endpoint` is `GET /metrics` with the token, without which the path does not exist. */
export function openMetrics(database: Pick<DatabasePool, 'load'>, token: string) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'leadlight_http_request_duration_seconds',
    help: 'Duration of requests by API, method and status',
    labelNames: ['api', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'leadlight_database_connections',
    help: 'Database connections by pool: open, idle, and requests waiting for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      const { rows, accounts } = database.load();
      for (const [pool, states] of Object.entries({ rows, accounts })) {
        for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count);
      }
    },
  });
  const byClass = (Metric: typeof Gauge | typeof Counter, name: string, key: keyof ClassLoad, help: string) =>
    new Metric({
      name: `leadlight_rows_${name}`,
      help: `${help}, by class of caller: users with a role, guests, the service key, the server itself`,
      labelNames: ['class'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [kind, load] of Object.entries(database.load().classes)) this.inc({ class: kind }, load[key]);
      },
    });
  byClass(Gauge, 'running', 'running', 'Row requests that use a connection');
  byClass(Gauge, 'waiting', 'waiting', 'Row requests that wait for a connection');
  byClass(Counter, 'statement_seconds_total', 'statementSeconds', 'Statement time of row requests');
  byClass(Counter, 'rejected_total', 'rejected', 'Row requests rejected without a connection');

  const endpoint = new Hono();
  endpoint.get('/metrics', async (c, next) => {
    if (!isToken(readBearerToken(c.req.header('Authorization')), token)) return next();
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
  });
  const measure: MiddlewareHandler = async (c, next) => {
    const end = durations.startTimer({ api: apiByPath(c.req.path), method: c.req.method });
    await next();
    end({ status: c.res.status });
  };
  return { measure, endpoint };
}

function isToken(sentToken: string | undefined, token: string): boolean {
  const [one, other] = [Buffer.from(sentToken ?? ''), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
