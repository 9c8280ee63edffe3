import { bodyLimits, type QueryLimits } from '#server/limits.ts';
import type { Argument, Catalog } from '../catalog/catalog.ts';
import { requireBoundedQuery } from '../request/bounded-query.ts';
import type { ApiRequest } from '../request/read-request.ts';
import { planCall, splitCandidates } from './call.ts';
import { requireBoundedStatement } from './conditions.ts';
import { openContext, type PlanContext, requireRelation } from './context.ts';
import { type Format, type Plan, type ReadPlan, separators } from './plan.ts';
import { planReadNode } from './read.ts';
import { planWrite } from './write.ts';

/** Throws RestError for unknown names and exceeded limits. */
export function planRequest(raw: ApiRequest, catalog: Catalog, limits: QueryLimits): Plan {
  const context = openContext(catalog, limits);
  const { kind, name } = raw.resource;
  const request = kind === 'function' ? { ...raw, query: splitCandidates(raw.query, name, context) } : raw;
  const plan = planStatement(request, context); // before the limits, because an unknown name reloads the catalog
  const { hasRegex } = requireBoundedQuery(request.query, limits);
  requireBoundedStatement(plan, limits.statementConditions);
  return hasRegex ? { ...plan, timeout: limits.regexTimeout } : plan;
}

/**
 * Plans a request whose body is not read yet, as far as its names are known. Returns the bytes that its body may have: only required JSON arguments are large, and
 * an unknown function gets its error with the names of a few arguments. Throws as planRequest does.
 */
export function planBody(request: ApiRequest, catalog: Catalog, limits: QueryLimits): number {
  if (request.resource.kind === 'relation') {
    planRequest(
      { ...request, payload: { json: '[]', kind: 'array', keys: [], isUniform: true, length: 0 } },
      catalog,
      limits,
    );
    return bodyLimits.rows;
  }
  const overloads = catalog.routines.get(request.resource.name) ?? [];
  const isLarge = ({ type, isRequired }: Argument) => isRequired && (type === 'json' || type === 'jsonb');
  if (overloads.some((routine) => routine.arguments.some(isLarge))) return bodyLimits.jsonArguments;
  return overloads.length > 0 ? bodyLimits.arguments : bodyLimits.anonymousRows;
}

function planStatement(request: ApiRequest, context: PlanContext): Plan {
  const { kind, stripsNulls } = request.media;
  const separator = stripsNulls ? separators.stripped : separators.rows;
  const format: Format = { kind: request.method === 'HEAD' ? 'nothing' : kind, stripsNulls, separator };
  if (request.resource.kind === 'function') return planCall(request, context, format);
  if (request.method === 'GET' || request.method === 'HEAD') return planRead(request, context, format);
  return planWrite(request, context, format);
}

function planRead({ resource, query, preferences }: ApiRequest, context: PlanContext, format: Format): ReadPlan {
  const relation = requireRelation(context, resource.name);
  const { name } = relation;
  const root = planReadNode(query, { ...relation, source: { kind: 'relation', name } }, context);
  return { kind: 'read', relation: name, root, hasTotal: preferences.count !== undefined, format };
}
