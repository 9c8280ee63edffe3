// Plans an insert, update or delete, and which columns of the changed rows it returns.
import type { CatalogColumn, Relation } from '../catalog/catalog.ts';
import { invalidBody, unknownBodyColumn, unknownColumn } from '../errors.ts';
import type { Payload } from '../request/payload.ts';
import type { ParsedQuery } from '../request/query.ts';
import type { ApiRequest } from '../request/read-request.ts';
import { planCondition } from './conditions.ts';
import { type PlanContext, requireRelation } from './context.ts';
import type { Conflict, Format, PlannedCondition, ReadNode, TableChange, WritePlan } from './plan.ts';
import { planReadNode } from './read.ts';

export function planWrite(request: ApiRequest, context: PlanContext, format: Format): WritePlan {
  const relation = requireRelation(context, request.resource.name);
  const change = planChange(request, relation, context);
  const root = planReadNode(request.query, { ...relation, source: { kind: 'returned' }, isChanged: true }, context);
  const { returns } = request.preferences;
  if (returns === 'representation') {
    return { kind: 'write', relation, change, returning: neededColumns(root), root, format };
  }
  const location = returns === 'headers-only' && change.kind === 'insert' ? [...relation.primaryKey] : [];
  return { kind: 'write', relation, change, returning: location, location, format: { ...format, kind: 'nothing' } };
}

function planChange(request: ApiRequest, relation: Relation, context: PlanContext): TableChange {
  const { method, payload } = request;
  const alias = context.nextAlias();
  if (method === 'POST' && payload) return planInsert(request, payload, relation, alias);
  const conditions = rootConditions(request, relation, alias);
  if (method === 'DELETE' || !payload) return { kind: 'delete', alias, conditions };
  const columns = bodyColumns(request.query, payload, relation);
  if (payload.length > 1) throw invalidBody('An update takes one object');
  return { kind: 'update', alias, columns, conditions, json: asArray(payload) };
}

function planInsert(request: ApiRequest, payload: Payload, relation: Relation, alias: string): TableChange {
  const { query, preferences } = request;
  return {
    kind: 'insert',
    alias,
    columns: bodyColumns(query, payload, relation),
    fillsDefaults: preferences.missing === 'default',
    conflict: planConflict(preferences.resolution, query.onConflict, relation),
    json: asArray(payload),
  };
}

function bodyColumns(query: ParsedQuery, payload: Payload, relation: Relation): CatalogColumn[] {
  if (payload.kind === 'other') throw invalidBody('The body must be an object or an array of objects');
  if (!query.columns && !payload.isUniform) {
    throw invalidBody('All object keys must match', "Name the columns in the 'columns' query parameter.");
  }
  return [...new Set(query.columns ?? payload.keys)].map((name) => {
    const column = relation.columns.get(name);
    if (!column) throw unknownBodyColumn(relation.name, name);
    return column;
  });
}

const asArray = ({ kind, json }: Payload) => (kind === 'object' ? `[${json}]` : json);

/** An upsert uses `on_conflict` or the primary key; without either it is a plain insert. */
function planConflict(
  resolution: ApiRequest['preferences']['resolution'],
  named: readonly string[] | undefined,
  relation: Relation,
): Conflict | undefined {
  const columns = [...(named ?? relation.primaryKey)];
  if (!resolution || columns.length === 0) return undefined;
  const missing = columns.find((name) => !relation.columns.has(name));
  if (missing !== undefined) throw unknownColumn(relation.name, missing);
  return { columns, resolution: resolution === 'merge-duplicates' ? 'merge' : 'ignore' };
}

function rootConditions({ query }: ApiRequest, relation: Relation, alias: string): PlannedCondition[] {
  const origin = { name: relation.name, label: relation.name, alias, columns: relation.columns };
  return query.conditions
    .filter(({ path }) => path.length === 0)
    .map(({ condition }) => planCondition(condition, origin, new Map()));
}

/** Limits RETURNING to the columns that the tree needs, so that no privilege on others is required. */
function neededColumns(root: ReadNode): '*' | string[] {
  const names = new Set<string>();
  let isWhole = false;
  function collect(part: unknown): void {
    if (typeof part !== 'object' || part === null) return;
    if ('alias' in part && part.alias === root.alias) {
      if ('column' in part) names.add(String(part.column));
      if ('kind' in part && part.kind === 'all') isWhole = true;
    }
    Object.values(part).forEach(collect);
  }
  collect(root);
  return isWhole ? '*' : [...names];
}
