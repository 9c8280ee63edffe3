// The context of planning: schema, relations, types, limits and new aliases.
import type { QueryLimits } from '#server/limits.ts';
import { type Catalog, type Column, type Relation, type SchemaCatalog, scalarColumn } from '../catalog/catalog.ts';
import { unknownColumn, unknownRelation, unknownSchema } from '../errors.ts';
import type { Field } from '../request/names.ts';
import type { Operand } from './plan.ts';

/** Maximum rows of a read, and limits of a request. */
export type Bounds = { maxRows: number; limits: QueryLimits };

export type Scope = Bounds & {
  schema: string;
  catalog: SchemaCatalog;
  types: Catalog['types'];
  nextAlias(): string;
};

/** The relation of a node: its name in relationships, its alias in PostgREST's messages, and its alias in the statement. */
export type Origin = { name: string; label: string; alias: string; columns: ReadonlyMap<string, Column> };

export function openScope(catalog: Catalog, schema: string, { maxRows, limits }: Bounds): Scope {
  const exposed = catalog.schemas.get(schema);
  if (!exposed) throw unknownSchema(schema, [...catalog.schemas.keys()]);
  let aliases = 0;
  return {
    schema,
    catalog: exposed,
    types: catalog.types,
    maxRows,
    limits,
    nextAlias: () => `r${aliases++}`,
  };
}

export function requireRelation({ catalog, schema }: Scope, name: string): Relation {
  const relation = catalog.relations.get(name);
  if (!relation) throw unknownRelation(schema, name);
  return relation;
}

/** Without a column of that name, `count` counts the rows: PostgreSQL reads `relation.count` as `count(relation)`. */
export function operandOf({ alias, label, columns }: Origin, { name, path }: Field): Operand {
  const column = columns.get(name);
  if (column) return { alias, column: name, type: column.baseType, path };
  if (name !== 'count' || columns.has(scalarColumn)) throw unknownColumn(label, name);
  return { alias, column: name, type: 'bigint', path, isRowCount: true };
}
