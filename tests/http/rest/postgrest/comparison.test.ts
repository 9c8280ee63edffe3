// Compares the row API with the real PostgREST: the same requests over the same rows. Every difference has an explanation.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgrest, type Postgrest, startPostgrest } from '#tests/support/postgrest.ts';
import { type Answer, openWorld, requestAt, type World } from '../world.ts';
import { anyQuery } from './any-query.ts';
import { comparable, explanations } from './explanations.ts';
import { type Request, requests } from './requests.ts';

const TABLES = [
  'zoo_keepers',
  'zoo_licences',
  'zoo_animals',
  'zoo_visitors',
  'zoo_visits',
  'zoo_messages',
  'zoo_tickets',
  'zoo_secrets',
];

const KEEP = `create schema saved; ${TABLES.map((table) => `create table saved.${table} as table public.${table};`).join('\n')}
  create table saved.leads as table public.leads;`;

const RESTORE = `truncate ${TABLES.map((table) => `public.${table}`).join(', ')} restart identity;
  ${TABLES.map((table) => `insert into public.${table} select * from saved.${table};`).join('\n')}
  update public.leads set is_approved = known.is_approved from saved.leads known where known.id = leads.id;`;

/** Whether both are the same JSON apart from whitespace. */
function isSameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return true; // CSV, which has one layout
  }
}

const writes = ({ method, target }: Request) =>
  !['GET', 'HEAD'].includes(method) && !/^\/rpc\/(?!zoo_sell)/.test(target);

describe.skipIf(!hasPostgrest())('responses beside PostgREST 12.0.2', () => {
  let world: World;
  let postgrest: Postgrest;
  beforeAll(async () => {
    world = await openWorld();
    await world.sql(KEEP);
    const jwks = await (await fetch(`${world.server.url}/auth/v1/.well-known/jwks.json`)).text();
    postgrest = await startPostgrest({ databaseUrl: world.server.databaseUrl, jwks, poolSize: 4 });
  });
  afterAll(async () => {
    await postgrest?.stop();
    await world?.stop();
  });

  async function requestBoth(request: Request): Promise<{ ours: Answer; theirs: Answer }> {
    const { method, target, ...options } = request;
    const sent = { token: world.admin, ...options };
    if (writes(request)) await world.sql(RESTORE);
    const ours = await world.request(method, target, sent);
    if (writes(request)) await world.sql(RESTORE);
    return { ours, theirs: await requestAt(postgrest.url, method, target, sent) };
  }

  test(`${requests.length} requests get the same responses, apart from explained differences`, {
    timeout: 120_000,
  }, async () => {
    const unexplained: unknown[] = [];
    const used = new Map<string, number>();
    for (const request of requests) {
      const { ours, theirs } = await requestBoth(request);
      const [mine, other] = [comparable(ours), comparable(theirs)];
      if (JSON.stringify(mine) === JSON.stringify(other)) continue;
      const explanation = explanations.find(({ explains }) => explains(request, mine, other));
      if (explanation) used.set(explanation.because, (used.get(explanation.because) ?? 0) + 1);
      else unexplained.push({ request: `${request.method} ${request.target}`, ours: mine, theirs: other });
    }
    expect(unexplained).toEqual([]);
    expect(explanations.map(({ because }) => because).filter((because) => !used.has(because))).toEqual([]);
  });

  test('equal responses are equal byte for byte', { timeout: 120_000 }, async () => {
    await world.sql(RESTORE);
    const compared: string[] = [];
    const isPlain = (request: Request) => !writes(request) && !/select=[^&]*\(/.test(request.target); // embedded objects it lays out as jsonb does
    for (const request of requests.filter(isPlain)) {
      const [ours, theirs] = await Promise.all([
        textAt(`${world.server.url}/rest/v1`, request),
        textAt(postgrest.url, request),
      ]);
      if (ours === undefined || theirs === undefined || !isSameJson(ours, theirs)) continue;
      expect(ours, request.target).toBe(theirs);
      compared.push(request.target);
    }
    expect(compared.length).toBeGreaterThan(100);
    expect(compared).toEqual(expect.arrayContaining(['/rpc/zoo_names', '/rpc/zoo_lists', '/rpc/zoo_values']));
  });

  /** The text of a response; undefined for an error. */
  async function textAt(base: string, { method, target, headers, body }: Request): Promise<string | undefined> {
    const json = body !== undefined && { 'Content-Type': 'application/json' };
    const response = await fetch(base + target, {
      method,
      headers: { Authorization: `Bearer ${world.admin}`, ...json, ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return response.ok ? text : undefined;
  }

  const runs = fc.readConfigureGlobal()?.numRuns ?? 160;

  test('random queries are rejected by both or return the same rows', {
    timeout: 120_000 + runs * 30,
  }, async () => {
    await world.sql(RESTORE);
    const answered = { alike: 0, rejected: 0 };
    const property = fc.asyncProperty(anyQuery, async (query) => {
      const { ours, theirs } = await requestBoth({ method: 'GET', target: `/zoo_animals?${query}` });
      expect(ours.status, query).toBeLessThan(500);
      expect(ours.status < 300, `${query}: ${JSON.stringify([ours, theirs])}`).toBe(theirs.status < 300);
      if (ours.status < 300) expect(ours.body, query).toEqual(theirs.body);
      answered[ours.status < 300 ? 'alike' : 'rejected'] += 1;
    });
    await fc.assert(property, { numRuns: runs });
    expect(Math.min(answered.alike, answered.rejected), JSON.stringify(answered)).toBeGreaterThan(runs / 8);
  });
});
