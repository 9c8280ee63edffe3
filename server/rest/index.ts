// In charge of the row API: the way of every request from its text to its answer, on one screen. Only here is the database asked.
import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { Database } from '../database/pool.ts';
import { type Caller, callerOf, type Keys } from '../jwt.ts';
import { bodyLimits, type QueryLimits, queryLimits } from '../limits.ts';
import { cacheCatalog } from './catalog/cache.ts';
import { introspection } from './catalog/introspection.ts';
import { buildCatalog } from './catalog/load.ts';
import { isTimeout } from './database-errors.ts';
import { isStaleable, regexTooSlow } from './errors.ts';
import { makePlan } from './plan/make-plan.ts';
import type { Plan } from './plan/plan.ts';
import type { Bounds } from './plan/scope.ts';
import { refuse } from './refuse.ts';
import { type ApiRequest, readRequest } from './request.ts';
import { needsReview, type Outcome, respond, reviewOutcome } from './respond.ts';
import { settingsOf } from './settings.ts';
import { buildStatement } from './sql/statement.ts';

export type RestServices = {
  database: Database;
  keys: Keys;
  log: Logger;
  /** Exposed schemas, the default one first. */
  schemas?: string[];
  /** The most rows that a read shows, as on a hosted project. */
  maxRows?: number;
  /** What differs from the limits of server/limits.ts. */
  limits?: Partial<QueryLimits>;
};

/** The row API, to be mounted at a path such as `/rest/v1`: parse, plan, sql, run, respond. */
export function restApi({
  database,
  keys,
  log,
  schemas = ['public'],
  maxRows = 1_000,
  limits: otherLimits,
}: RestServices): Hono {
  const limits = { ...queryLimits, ...otherLimits };
  const anonymousLimits = { ...limits, regexes: limits.anonymousRegexes };
  const room = { left: bodyLimits.rowsTogether };
  const catalog = cacheCatalog(async () => {
    const settings = { role: 'anon', search_path: 'pg_catalog' } as const;
    const statement = { text: introspection, values: [`{${schemas.map((schema) => `"${schema}"`).join(',')}}`] };
    const { rows } = await database.request({ settings, statement });
    return buildCatalog(JSON.parse(rows[0]?.catalog ?? '{}'), schemas);
  });
  database.listen('pgrst', catalog.forget);

  async function answer(c: Context, caller: Caller): Promise<Response> {
    const mount = routePath(c).replace(/\/\*$/, '');
    const isAnonymous = caller.role === 'anon';
    const bounds = { maxRows, limits: isAnonymous ? anonymousLimits : limits };
    const largestBody = isAnonymous ? bodyLimits.anonymousRows : bodyLimits.rows;
    const request = await readRequest(c.req.raw, { mount, schemas, largestBody, room, limits: bounds.limits });
    const plan = await plannedFor(request, bounds);
    const outcome = await run(plan, request, caller, c.req.raw.headers);
    reviewOutcome(request, plan, outcome);
    return respond(request, plan, outcome);
  }

  /** A name that is not in the catalogue may be newer than it: the catalogue is read again before the refusal stands. */
  async function plannedFor(request: ApiRequest, bounds: Bounds): Promise<Plan> {
    try {
      return makePlan(request, await catalog.current(), bounds);
    } catch (refusal) {
      const renewed = isStaleable(refusal) ? await catalog.renewed() : null;
      if (!renewed) throw refusal;
      return makePlan(request, renewed, bounds);
    }
  }

  async function run(plan: Plan, request: ApiRequest, caller: Caller, headers: Headers): Promise<Outcome> {
    const settings = settingsOf(caller, request, headers, plan);
    const review = needsReview(request, plan)
      ? ({ rows }: { rows: Outcome[] }) => reviewOutcome(request, plan, rows[0] ?? {})
      : undefined;
    const { rows } = await database.request({ settings, statement: buildStatement(plan), review }).catch((failure) => {
      throw plan.timeout !== undefined && isTimeout(failure) ? regexTooSlow(plan.timeout) : failure;
    });
    return rows[0] ?? {};
  }

  const api = new Hono();
  api.all('*', async (c) => {
    let isAnonymous = true;
    try {
      const caller = await callerOf(c.req.header('authorization'), keys);
      isAnonymous = caller.role === 'anon';
      return await answer(c, caller);
    } catch (failure) {
      const response = refuse(failure, { isAnonymous, isHead: c.req.raw.method === 'HEAD' });
      if (response.status >= 500) log.error({ err: failure, requestId: c.get('requestId') }, 'row request failed');
      return response;
    }
  });
  return api;
}
