// The context of planning: the catalog, the limits of the request, and new aliases; and the relations, columns and casts that a request names.
import type { QueryLimits } from '#server/limits.ts';
import { type Catalog, type CatalogColumn, type Relation, scalarColumn } from '../catalog/catalog.ts';
import { castUnavailable, unknownColumn, unknownRelation, unknownType } from '../errors.ts';
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
export function resolveField({ alias, label, columns }: Origin, { name, path }: Field): Operand {
  const column = columns.get(name);
  if (column) return { alias, column: name, type: column.baseType, path };
  if (name !== 'count' || columns.has(scalarColumn)) throw unknownColumn(label, name);
  return { alias, column: name, type: 'bigint', path, isRowCount: true };
}

/** Targets for any value. Others query the catalog (regclass), compile a pattern (jsonpath) or grow: nine characters give a numeric or jsonb of 131,072. */
const fromAnything = new Set([
  'boolean',
  'smallint',
  'integer',
  'bigint',
  'real',
  'double precision',
  'text',
  'character varying',
  'bpchar',
  'date',
  'time without time zone',
  'time with time zone',
  'timestamp without time zone',
  'timestamp with time zone',
  'interval',
  'uuid',
  'json',
]);

const numbers = new Set(['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric', 'jsonb']);

/** Returns the qualified name of a type. Throws RestError if it does not exist, or if its cast is not allowed: it must be cheap and give no longer text. */
export function requireCast({ catalog, limits }: PlanContext, operand: Operand, name: string): string {
  const to = catalog.types.get(name.toLowerCase());
  if (!to) throw unknownType(name);
  const from = operandType(operand);
  if (!limits.anyCast && !isAvailable(from, to)) throw castUnavailable(from, to);
  return to;
}

function isAvailable(from: string, to: string): boolean {
  if (from === to || fromAnything.has(to)) return true;
  if (to === 'numeric') return numbers.has(from);
  if (from.endsWith('[]') && to.endsWith('[]')) return isAvailable(from.slice(0, -2), to.slice(0, -2));
  return to.includes('.'); // a type of the exposed schema
}

function operandType({ type, path }: Operand): string {
  const last = path.at(-1);
  if (!last) return type;
  if (last.arrow === '->>') return 'text';
  return type === 'json' ? 'json' : 'jsonb';
}
