// In charge of choosing the plan for a request: read, write or call, and the form in which its rows are shown.
import type { Catalog } from '../catalog/catalog.ts';
import type { ApiRequest } from '../request.ts';
import { planCall } from './call.ts';
import { type Format, type Plan, type ReadPlan, separators } from './plan.ts';
import { planReadNode } from './read.ts';
import { openScope, requireRelation, type Scope } from './scope.ts';
import { planWrite } from './write.ts';

export function makePlan(request: ApiRequest, catalog: Catalog, maxRows: number): Plan {
  const scope = openScope(catalog, request.schema, maxRows);
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
