// A small catalog for tests, and the statement of a request with it.
import { type QueryLimits, queryLimits } from '#server/limits.ts';
import type { Catalog } from '#server/rest/catalog/catalog.ts';
import type { Introspection, RoutineRow } from '#server/rest/catalog/introspection.ts';
import { buildCatalog } from '#server/rest/catalog/load.ts';
import { tooManyBodies } from '#server/rest/errors.ts';
import { planRequest } from '#server/rest/plan/plan-request.ts';
import { readPayload, readRequest, takesPayload } from '#server/rest/request/read-request.ts';
import { buildStatement } from '#server/rest/sql/statement.ts';

const columns = (...definitions: [name: string, type: string, fallback?: string][]) =>
  definitions.map(([name, type, fallback = null], index) => ({
    number: index + 1,
    name,
    type,
    baseType: type,
    fallback,
  }));

const table = (id: number, name: string, list: ReturnType<typeof columns>, ...key: string[]) => ({
  id,
  name,
  kind: 'r',
  columns: list,
  keys: [{ isPrimary: true, columns: key }],
  tree: null,
});

const reference = (name: string, relation: number, column: string, target: number) => ({
  name,
  relation,
  columns: [column],
  target,
  targetColumns: ['id'],
});

const routine = (name: string, more: Partial<RoutineRow>): RoutineRow => ({
  name,
  volatility: 's',
  returnsSet: false,
  typeKind: 'b',
  typeName: 'int4',
  returnType: 'integer',
  relation: 0,
  argumentNames: null,
  argumentModes: null,
  argumentTypes: [],
  defaults: 0,
  ...more,
});

const builtIn = (name: string) => ({ name, spelling: name, type: name });

export const introspected: Introspection = {
  relations: [
    table(1, 'customers', columns(['id', 'uuid', 'gen_random_uuid()'], ['name', 'text'], ['data', 'jsonb']), 'id'),
    table(
      2,
      'leads',
      columns(['id', 'uuid', 'gen_random_uuid()'], ['customer_id', 'uuid'], ['name', 'text'], ['tags', 'text[]']),
      'id',
    ),
    table(3, 'members', columns(['customer_id', 'uuid'], ['profile_id', 'uuid']), 'customer_id', 'profile_id'),
    table(4, 'profiles', columns(['id', 'uuid'], ['email', 'text']), 'id'),
    table(5, 'places', columns(['id', 'integer'], ['parent_id', 'integer']), 'id'),
  ],
  foreignKeys: [
    reference('leads_customer_id_fkey', 2, 'customer_id', 1),
    reference('members_customer_id_fkey', 3, 'customer_id', 1),
    reference('members_profile_id_fkey', 3, 'profile_id', 4),
    reference('places_parent_id_fkey', 5, 'parent_id', 5),
  ],
  routines: [
    routine('add', { argumentNames: ['a', 'b'], argumentTypes: ['integer', 'integer'], defaults: 1 }),
    routine('list_leads', {
      typeKind: 'c',
      typeName: 'leads',
      returnsSet: true,
      relation: 2,
      argumentNames: ['term'],
      argumentTypes: ['text'],
    }),
    routine('find', { argumentNames: ['term', 'filter'], argumentTypes: ['text', 'jsonb'], defaults: 1 }),
    routine('forget', { typeName: 'void', volatility: 'v' }),
    routine('echo', { typeName: 'json', argumentTypes: ['json'], argumentNames: [''] }),
  ],
  types: [
    { name: 'int4', spelling: 'integer', type: 'integer' },
    ...['text', 'json', 'jsonb', 'numeric', 'uuid', 'jsonpath', 'regclass', 'xml', 'tsvector'].map(builtIn),
    { name: 'mood', spelling: 'public.mood', type: 'public.mood' },
  ],
};

export const catalog: Catalog = buildCatalog(introspected);

/** Builds the statement of a request. Rejects with the error of any stage. */
export async function statement(
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body?: unknown,
  otherLimits: Partial<QueryLimits> = {},
) {
  const limits = { ...queryLimits, ...otherLimits };
  const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
  const init = { method, headers: typed, body: JSON.stringify(body) };
  const request = new Request(`http://host/rest/v1${target}`, init);
  const head = readRequest(request, { mount: '/rest/v1', limits });
  const bodyLimits = { largest: 1_000_000, reserve: () => true, overBudget: tooManyBodies };
  const reading = { body: bodyLimits, limits, parse: <T>(work: () => T) => work() };
  const payload = takesPayload(head.method) ? await readPayload(request, head.resource.kind, reading) : undefined;
  return buildStatement(planRequest({ ...head, payload }, catalog, limits));
}
