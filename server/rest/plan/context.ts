// The context of planning: the catalog, the limits of the request, and new aliases.
import type { QueryLimits } from '#server/limits.ts';
import { type Catalog, type CatalogColumn, type Relation, scalarColumn } from '../catalog/catalog.ts';
import { unknownColumn, unknownRelation } from '../errors.ts';
import type { Field } from '../request/names.ts';
import type { Operand } from './plan.ts';

export type PlanContext = { catalog: Catalog; limits: QueryLimits; nextAlias(): string };

/** The relation of a node: its name in relationships, its alias in PostgREST's messages, and its alias in the statement. */
export type Origin = { name: string; label: string; alias: string; columns: ReadonlyMap<string, CatalogColumn> };

export function openContext(catalog: Catalog, limits: QueryLimits): PlanContext {
  let aliases = 0;
  return { catalog, limits, nextAlias: () => `r${aliases++}` };
}

export function requireRelation({ catalog }: PlanContext, name: string): Relation {
  const relation = catalog.relations.get(name);
  if (!relation) throw unknownRelation(name);
  return relation;
}

/** Without a column of that name, `count` counts the rows: PostgreSQL reads `relation.count` as `count(relation)`. */
export function operandOf({ alias, label, columns }: Origin, { name, path }: Field): Operand {
  const column = columns.get(name);
  if (column) return { alias, column: name, type: column.baseType, path };
  if (name !== 'count' || columns.has(scalarColumn)) throw unknownColumn(label, name);
  return { alias, column: name, type: 'bigint', path, isRowCount: true };
}
