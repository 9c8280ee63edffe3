// The context of planning: schema, relations, types, limits and new aliases.
import type { QueryLimits } from '#server/limits.ts';
import type { Catalog, Column, Relation, SchemaCatalog } from '../catalog/catalog.ts';
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

/** The relation of a node, by its name in messages and relationships. */
export type Origin = { name: string; alias: string; columns: ReadonlyMap<string, Column> };

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

export function operandOf(origin: Origin, field: Field): Operand {
  const column = origin.columns.get(field.name);
  if (!column) throw unknownColumn(origin.name, field.name);
  return { alias: origin.alias, column: column.name, type: column.baseType, path: field.path };
}
