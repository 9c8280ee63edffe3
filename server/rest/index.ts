// In charge of the row API: the way of every request from its text to its answer, on one screen. Only here is the database asked.
import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { TextResult } from '../database/caller-query.ts';
import type { Database } from '../database/pool.ts';
import type { Settings } from '../database/rows.ts';
import { Overloaded } from '../database/scheduler.ts';
import { type Caller, callerOf, type Keys } from '../jwt.ts';
import { type QueryLimits, queryLimits } from '../limits.ts';
import { type AdmissionOptions, type Admitted, openAdmission } from './admission.ts';
import { cacheCatalog } from './catalog/cache.ts';
import { introspection } from './catalog/introspection.ts';
import { buildCatalog } from './catalog/load.ts';
import { isTimeout } from './database-errors.ts';
import { errorResponse } from './error-response.ts';
import { isStaleable, regexTooSlow } from './errors.ts';
import type { Plan } from './plan/plan.ts';
import { planRequest } from './plan/plan-request.ts';
import type { Bounds } from './plan/scope.ts';
import { type ApiRequest, readRequest } from './request/read-request.ts';
import { needsReview, type Outcome, outcomeOf, respond, reviewOutcome } from './respond.ts';
import { settingsOf } from './session-settings.ts';
import { buildStatement } from './sql/statement.ts';

export type RestServices = AdmissionOptions & {
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
  ...options
}: RestServices): Hono {
  const admit = openAdmission(options);
  const limits = { ...queryLimits, ...otherLimits };
  const anonymousLimits = { ...limits, regexes: limits.anonymousRegexes };
  const catalog = cacheCatalog(async () => {
    const settings = { role: 'anon', search_path: 'pg_catalog' } as const;
    const statement = { text: introspection, values: [`{${schemas.map((schema) => `"${schema}"`).join(',')}}`] };
    const { rows } = await database.request({ caller: { kind: 'server' }, settings, statement });
    return buildCatalog(JSON.parse(rows[0]?.[0] ?? '{}'), schemas);
  });
  database.listen('pgrst', catalog.forget);

  async function answer(c: Context, caller: Caller): Promise<Response> {
    const mount = routePath(c).replace(/\/\*$/, '');
    const admitted = await admit(c, caller);
    try {
      const bounds = { maxRows, limits: caller.role === 'anon' ? anonymousLimits : limits };
      const request = await readRequest(c.req.raw, { mount, schemas, body: admitted.body, limits: bounds.limits });
      const plan = await plannedFor(request, bounds);
      const settings = settingsOf(caller, request, c.req.raw.headers, plan);
      const outcome = await run(plan, request, settings, admitted);
      reviewOutcome(request, plan, outcome);
      const response = respond(request, plan, outcome);
      admitted.send();
      return response;
    } finally {
      admitted.end();
    }
  }

  /** A name that is not in the catalogue may be newer than it: the catalogue is read again before the refusal stands. */
  async function plannedFor(request: ApiRequest, bounds: Bounds): Promise<Plan> {
    try {
      return planRequest(request, await catalog.current(), bounds);
    } catch (refusal) {
      const renewed = isStaleable(refusal) ? await catalog.renewed() : null;
      if (!renewed) throw refusal;
      return planRequest(request, renewed, bounds);
    }
  }

  async function run(plan: Plan, request: ApiRequest, settings: Settings, { counted }: Admitted): Promise<Outcome> {
    const review = needsReview(request, plan)
      ? (result: TextResult) => reviewOutcome(request, plan, outcomeOf(result))
      : undefined;
    const asked = { ...counted, settings, statement: buildStatement(plan), review };
    const result = await database.request(asked).catch((failure) => {
      throw plan.timeout !== undefined && isTimeout(failure) ? regexTooSlow(plan.timeout) : failure;
    });
    return outcomeOf(result);
  }

  const api = new Hono();
  api.all('*', async (c) => {
    let isAnonymous = true;
    try {
      const caller = await callerOf(c.req.header('authorization'), keys);
      isAnonymous = caller.role === 'anon';
      return await answer(c, caller);
    } catch (failure) {
      const response = errorResponse(failure, { isAnonymous, isHead: c.req.raw.method === 'HEAD' });
      if (response.status >= 500 && !(failure instanceof Overloaded))
        log.error({ err: failure, requestId: c.get('requestId') }, 'row request failed');
      return response;
    }
  });
  return api;
}
