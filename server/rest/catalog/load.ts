// Builds the catalog from the rows of the introspection.
import { type Catalog, type CatalogColumn, type Relation, type Routine, scalarColumn } from './catalog.ts';
import type { Introspection, RelationRow, RoutineRow, TypeRow } from './introspection.ts';
import { baseColumn, type DescribedRelation, describe, findRelationships } from './relationships.ts';

export function buildCatalog(rows: Introspection): Catalog {
  const relationRows = (rows.relations ?? []).map(describe);
  const relations = relationRows.map((row) => buildRelation(row, relationRows));
  const byId = new Map(relationRows.map((row, index) => [row.id, relations[index]]));
  const routines = (rows.routines ?? [])
    .map((row) => buildRoutine(row, (id) => byId.get(id)))
    .filter(isCallable)
    .sort(compareOverloads);
  return {
    relations: new Map(relations.map((relation) => [relation.name, relation])),
    relationships: findRelationships(relationRows, rows.foreignKeys ?? []),
    routines: Map.groupBy(routines, ({ name }) => name) as Map<string, Routine[]>,
    types: new Map((rows.types ?? []).flatMap(spellings)),
  };
}

function buildRelation(row: DescribedRelation, rows: DescribedRelation[]): Relation {
  return {
    name: row.name,
    isView: row.tree !== null,
    columns: new Map(row.columns.map(({ number: _, ...column }) => [column.name, column])),
    primaryKey: row.tree === null ? primaryKeyColumns(row) : shownPrimaryKey(row, rows),
  };
}

const primaryKeyColumns = (row: RelationRow) => row.keys?.find(({ isPrimary }) => isPrimary)?.columns ?? [];

/** A view has the primary key of the first table whose whole key it contains. */
function shownPrimaryKey(view: DescribedRelation, rows: DescribedRelation[]): string[] {
  const shown = view.columns.map((column) => ({ name: column.name, base: baseColumn(view, column.number, rows) }));
  for (const table of new Set(shown.map(({ base }) => base?.relation))) {
    if (!table) continue;
    const shownName = (key: string) => shown.find(({ base }) => base?.relation === table && base.name === key)?.name;
    const names = primaryKeyColumns(table).map(shownName);
    if (names.length > 0 && names.every((name) => name !== undefined)) return names;
  }
  return [];
}

/** SQL names that the system catalogs lack. */
const synonyms: Record<string, string[]> = {
  int4: ['int'],
  float8: ['float'],
  numeric: ['decimal', 'dec'],
  bpchar: ['char', 'character'],
  varbit: ['bit varying'],
};

function spellings({ name, spelling, type }: TypeRow): [string, string][] {
  const names = [name, spelling, ...(synonyms[name] ?? [])].filter((candidate) => !candidate.startsWith('_'));
  return names.flatMap((candidate) => [
    [candidate, type],
    [`${candidate}[]`, `${type}[]`],
  ]);
}

/** `relationById` returns the relation of a row type. */
function buildRoutine(row: RoutineRow, relationById: (id: number) => Relation | undefined): Routine {
  return {
    name: row.name,
    arguments: readArguments(row),
    isVolatile: row.volatility === 'v',
    returnsSet: row.returnsSet,
    returns: readReturnType(row, relationById),
  };
}

/** The types of a single unnamed argument that PostgREST accepts. */
const bodyTypes = ['json', 'jsonb', 'text', 'xml', 'bytea'];

/** Whether a function can be called with named arguments, or with the body as its only one. */
function isCallable({ arguments: taken }: Routine): boolean {
  const [first] = taken;
  return taken.every(({ name }) => name !== '') || (taken.length === 1 && bodyTypes.includes(first?.type ?? ''));
}

/** PostgREST's order of overloads: by the number of arguments, then by their names and types. */
function compareOverloads(one: Routine, other: Routine): number {
  const sortKey = ({ arguments: taken }: Routine) => taken.map(({ name, type }) => `${name}\0${type}`).join('\0\0');
  const [key, otherKey] = [sortKey(one), sortKey(other)];
  return one.arguments.length - other.arguments.length || (key < otherKey ? -1 : Number(key > otherKey));
}

/** pg_proc has no modes if all arguments are IN. */
const argumentMode = (row: RoutineRow, index: number) => row.argumentModes?.[index] ?? 'i';

function readArguments(row: RoutineRow): Routine['arguments'] {
  const taken = row.argumentTypes
    .map((type, index) => ({ type, name: row.argumentNames?.[index] ?? '', mode: argumentMode(row, index) }))
    .filter(({ mode }) => 'ibv'.includes(mode));
  return taken.map(({ type, name, mode }, index) => ({
    name,
    type,
    isRequired: index < taken.length - row.defaults,
    isVariadic: mode === 'v',
  }));
}

function readReturnType(row: RoutineRow, relationById: (id: number) => Relation | undefined): Routine['returns'] {
  if (row.typeName === 'void') return { kind: 'void' };
  const own = ownColumns(row);
  if (own.size > 0 || row.typeName === 'record') return { kind: 'row', columns: own };
  if (row.typeKind !== 'c') {
    const column = { name: scalarColumn, type: row.returnType, baseType: row.returnType, fallback: null };
    return { kind: 'scalar', columns: new Map([[scalarColumn, column]]) };
  }
  const relation = relationById(row.relation);
  return { kind: 'row', relation: relation?.name, columns: relation?.columns ?? new Map() };
}

/** The columns defined by OUT, INOUT and TABLE arguments. */
function ownColumns(row: RoutineRow): Map<string, CatalogColumn> {
  const columns = new Map<string, CatalogColumn>();
  for (const [index, type] of row.argumentTypes.entries()) {
    const name = row.argumentNames?.[index] || `column${columns.size + 1}`;
    if ('obt'.includes(argumentMode(row, index))) columns.set(name, { name, type, baseType: type, fallback: null });
  }
  return columns;
}
