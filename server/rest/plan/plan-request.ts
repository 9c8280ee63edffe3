// In charge of choosing the plan for a request: read, write or call, and the form in which its rows are shown.
import type { Catalog } from '../catalog/catalog.ts';
import { requireBoundedQuery } from '../request/bounded-query.ts';
import type { ApiRequest } from '../request/read-request.ts';
import { planCall, splitCandidates } from './call.ts';
import { type Format, type Plan, type ReadPlan, separators } from './plan.ts';
import { planReadNode } from './read.ts';
import { type Bounds, openScope, requireRelation, type Scope } from './scope.ts';
import { requireBoundedStatement } from './statement-size.ts';
import { planWrite } from './write.ts';

/** Throws RestError for names that the catalog lacks, and for more than the limits allow. */
export function planRequest(asked: ApiRequest, catalog: Catalog, bounds: Bounds): Plan {
  const scope = openScope(catalog, asked.schema, bounds);
  const { kind, name } = asked.resource;
  const request = kind === 'function' ? { ...asked, query: splitCandidates(asked.query, name, scope) } : asked;
  const plan = planOf(request, scope); // first, because a name that the catalog lacks has it read again
  const { hasRegex } = requireBoundedQuery(request.query, scope.limits);
  requireBoundedStatement(plan, scope.limits.statementConditions);
  return hasRegex ? { ...plan, timeout: scope.limits.regexTimeout } : plan;
}

function planOf(request: ApiRequest, scope: Scope): Plan {
  const { kind, stripsNulls } = request.media;
  const separator = stripsNulls ? separators.stripped : separators.rows;
  const format: Format = { kind: request.method === 'HEAD' ? 'nothing' : kind, stripsNulls, separator };
  if (request.resource.kind === 'function') return planCall(request, scope, format);
  if (request.method === 'GET' || request.method === 'HEAD') return planRead(request, scope, format);
  return planWrite(request, scope, format);
}

function planRead({ resource, query, preferences }: ApiRequest, scope: Scope, format: Format): ReadPlan {
  const relation = requireRelation(scope, resource.name);
  const { schema, name } = relation;
  const root = planReadNode(query, { ...relation, source: { kind: 'relation', schema, name } }, scope);
  return { kind: 'read', relation: name, root, hasTotal: preferences.count !== undefined, format };
}
