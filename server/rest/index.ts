// The row API: read the request, plan it, build the SQL, run it, respond.
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { JoinedRows } from '../database/connections/joined-rows.ts';
import type { DatabasePool } from '../database/connections/pool.ts';
import type { Settings } from '../database/connections/rows.ts';
import { readHeaders } from '../http/client.ts';
import { type Keys, readCaller, type TokenIdentity } from '../jwt.ts';
import { type QueryLimits, queryLimits } from '../limits.ts';
import { type AdmissionOptions, type Admitted, openAdmission } from './admission.ts';
import { cacheCatalog } from './catalog/cache.ts';
import type { Catalog } from './catalog/catalog.ts';
import { introspection } from './catalog/introspection.ts';
import { buildCatalog } from './catalog/load.ts';
import { isDeadlock, isTimeout } from './database-errors.ts';
import { errorResponse } from './error-response.ts';
import { deadlocked, diskAlmostFull, isOverload, isStaleable, regexTooSlow, SCHEMA } from './errors.ts';
import { goesOnWithoutSpace } from './plan/disk-space.ts';
import type { Plan } from './plan/plan.ts';
import { planBody, planRequest } from './plan/plan-request.ts';
import { requireAllowedInDemo } from './plan/public-demo.ts';
import { type ApiRequest, readPayload, readRequest, takesPayload } from './request/read-request.ts';
import { needsReview, type Outcome, readOutcome, respond, reviewOutcome } from './respond.ts';
import { sessionSettings } from './session-settings.ts';
import { buildStatement } from './sql/statement.ts';

export type RestServices = AdmissionOptions & {
  database: DatabasePool;
  keys: Keys;
  log: Logger;
  /** Whether only what `goesOnWithoutSpace` may be written. */
  isDiskLow?: () => boolean;
  /** Overrides of `queryLimits`. */
  limits?: Partial<QueryLimits>;
  /** Set in a public demo, whose accounts are shared and whose administrators only read. */
  publicDemo?: { isAdministrator: AdmissionOptions['hasRole'] };
};

/** Handles a request of the client of `c`, whose path begins with `mount`. Never rejects. */
export type RestHandler = (c: Context, request: Request, mount: string) => Promise<Response>;

export function openRowApi({
  database,
  keys,
  log,
  isDiskLow,
  limits: otherLimits,
  publicDemo,
  ...options
}: RestServices): RestHandler {
  const admit = openAdmission({ ...options, isShared: publicDemo !== undefined });
  const userLimits = { ...queryLimits, ...otherLimits };
  const anonymousLimits = { ...userLimits, regexes: userLimits.anonymousRegexes };
  const catalog = cacheCatalog(async () => {
    const settings = { role: 'anon', search_path: 'pg_catalog' } as const;
    const statement = { text: introspection, values: [SCHEMA] };
    const { text } = await database.request({ caller: { kind: 'server' }, settings, statement });
    return buildCatalog(JSON.parse(text || '{}'));
  });
  database.listen('pgrst', catalog.invalidate);

  async function respondTo(c: Context, raw: Request, mount: string, caller: TokenIdentity): Promise<Response> {
    const admitted = await admit(c, raw, caller);
    try {
      const limits = caller.role === 'anon' ? anonymousLimits : userLimits;
      const head = readRequest(raw, { mount, limits });
      const request = takesPayload(head.method) ? await withPayload(head, raw, limits, admitted) : head;
      const headers = raw === c.req.raw ? readHeaders(c) : Object.fromEntries(raw.headers); // a function sends a request of its own
      const plan = await withCatalog((current) => planRequest(request, current, limits));
      if (isDiskLow?.() && !goesOnWithoutSpace(plan)) throw diskAlmostFull();
      if (publicDemo && caller.role === 'authenticated')
        requireAllowedInDemo(plan, await publicDemo.isAdministrator(caller.claims.sub ?? ''));
      const settings = sessionSettings(caller, request, headers, plan);
      const outcome = await run(plan, request, settings, admitted);
      reviewOutcome(request, plan, outcome);
      const response = respond(request, plan, outcome);
      if (raw === c.req.raw) admitted.send(); // a function reads the response at once
      return response;
    } finally {
      admitted.end();
    }
  }

  /** Reads the body after its names and its caller's budget are checked. Parsing blocks the process, so its time counts. */
  async function withPayload(
    head: ApiRequest,
    raw: Request,
    limits: QueryLimits,
    { body, counted }: Admitted,
  ): Promise<ApiRequest> {
    const parse = <T>(work: () => T) => database.charge(counted.caller, work);
    const largest = await withCatalog((current) => parse(() => planBody(head, current, limits)));
    const bodyLimits = { ...body, largest: Math.min(body.largest, largest) };
    return { ...head, payload: await readPayload(raw, head.resource.kind, { body: bodyLimits, limits, parse }) };
  }

  /** An unknown name may be newer than the cached catalog, so the catalog is reloaded once before the error is returned. */
  async function withCatalog<T>(plan: (current: Catalog) => T): Promise<T> {
    try {
      return plan(await catalog.current());
    } catch (error) {
      const reloaded = isStaleable(error) ? await catalog.reload() : null;
      if (!reloaded) throw error;
      return plan(reloaded);
    }
  }

  async function run(plan: Plan, request: ApiRequest, settings: Settings, { counted }: Admitted): Promise<Outcome> {
    const review = needsReview(request, plan)
      ? (result: JoinedRows) => reviewOutcome(request, plan, readOutcome(result))
      : undefined;
    const statement = buildStatement(plan);
    const separator = plan.format.kind === 'csv' ? '\n' : plan.format.separator;
    const result = await database.request({ ...counted, settings, statement, separator, review }).catch((failure) => {
      if (plan.timeout !== undefined && isTimeout(failure)) throw regexTooSlow(plan.timeout);
      throw isDeadlock(failure) ? deadlocked() : failure;
    });
    return readOutcome(result);
  }

  return async (c, request, mount) => {
    let isAnonymous = true;
    try {
      const caller = await readCaller(request.headers.get('authorization') ?? undefined, keys);
      isAnonymous = caller.role === 'anon';
      return await respondTo(c, request, mount, caller);
    } catch (failure) {
      const response = errorResponse(failure, { isAnonymous, isHead: request.method === 'HEAD' });
      if (response.status >= 500 && !isOverload(failure)) {
        const cause = response.status === 503 ? { reason: (failure as Error).message } : { err: failure }; // a 503 may concern every request
        log.error({ ...cause, requestId: c.get('requestId') }, 'row request failed');
      }
      return response;
    }
  };
}
