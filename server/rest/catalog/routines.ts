import { type Argument, type CatalogColumn, type Relation, type Routine, scalarColumn } from './catalog.ts';
import type { RoutineRow } from './introspection.ts';

/** `relationById` returns the relation of a row type. */
export function routineOf(row: RoutineRow, relationById: (id: number) => Relation | undefined): Routine {
  return {
    name: row.name,
    arguments: argumentsOf(row),
    isVolatile: row.volatility === 'v',
    returnsSet: row.returnsSet,
    returns: returnsOf(row, relationById),
  };
}

/** The types of a single unnamed argument that PostgREST accepts. */
const bodyTypes = ['json', 'jsonb', 'text', 'xml', 'bytea'];

/** Whether a function can be called with named arguments, or with the body as its only one. */
export function isCallable({ arguments: taken }: Routine): boolean {
  const [first] = taken;
  return taken.every(({ name }) => name !== '') || (taken.length === 1 && bodyTypes.includes(first?.type ?? ''));
}

/** PostgREST's order of overloads: by the number of arguments, then by their names and types. */
export function compareOverloads(one: Routine, other: Routine): number {
  const keyOf = ({ arguments: taken }: Routine) => taken.map(({ name, type }) => `${name}\0${type}`).join('\0\0');
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  return one.arguments.length - other.arguments.length || (key < otherKey ? -1 : Number(key > otherKey));
}

/** pg_proc has no modes if all arguments are IN. */
const modeOf = (row: RoutineRow, place: number) => row.argumentModes?.[place] ?? 'i';

function argumentsOf(row: RoutineRow): Argument[] {
  const taken = row.argumentTypes
    .map((type, place) => ({ type, name: row.argumentNames?.[place] ?? '', mode: modeOf(row, place) }))
    .filter(({ mode }) => 'ibv'.includes(mode));
  return taken.map(({ type, name, mode }, place) => ({
    name,
    type,
    isRequired: place < taken.length - row.defaults,
    isVariadic: mode === 'v',
  }));
}

function returnsOf(row: RoutineRow, relationById: (id: number) => Relation | undefined): Routine['returns'] {
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
  for (const [place, type] of row.argumentTypes.entries()) {
    const name = row.argumentNames?.[place] || `column${columns.size + 1}`;
    if ('obt'.includes(modeOf(row, place))) columns.set(name, { name, type, baseType: type, fallback: null });
  }
  return columns;
}
