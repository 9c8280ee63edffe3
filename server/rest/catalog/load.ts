import type { Catalog, Relation, Routine } from './catalog.ts';
import type { Introspection, RelationRow, TypeRow } from './introspection.ts';
import { baseColumn, type DescribedRelation, describe, relationshipsOf } from './relationships.ts';
import { compareOverloads, isCallable, routineOf } from './routines.ts';

export function buildCatalog(rows: Introspection): Catalog {
  const relationRows = (rows.relations ?? []).map(describe);
  const relations = relationRows.map((row) => relationOf(row, relationRows));
  const byId = new Map(relationRows.map((row, place) => [row.id, relations[place]]));
  const routines = (rows.routines ?? [])
    .map((row) => routineOf(row, (id) => byId.get(id)))
    .filter(isCallable)
    .sort(compareOverloads);
  return {
    relations: new Map(relations.map((relation) => [relation.name, relation])),
    relationships: relationshipsOf(relationRows, rows.foreignKeys ?? []),
    routines: Map.groupBy(routines, ({ name }) => name) as Map<string, Routine[]>,
    types: new Map((rows.types ?? []).flatMap(spellings)),
  };
}

function relationOf(row: DescribedRelation, rows: DescribedRelation[]): Relation {
  return {
    name: row.name,
    isView: row.tree !== null,
    columns: new Map(row.columns.map(({ number: _, ...column }) => [column.name, column])),
    primaryKey: row.tree === null ? primaryKeyOf(row) : shownPrimaryKey(row, rows),
  };
}

const primaryKeyOf = (row: RelationRow) => row.keys?.find(({ isPrimary }) => isPrimary)?.columns ?? [];

/** A view has the primary key of the first table whose whole key it contains. */
function shownPrimaryKey(view: DescribedRelation, rows: DescribedRelation[]): string[] {
  const shown = view.columns.map((column) => ({ name: column.name, base: baseColumn(view, column.number, rows) }));
  for (const table of new Set(shown.map(({ base }) => base?.relation))) {
    if (!table) continue;
    const names = primaryKeyOf(table).map(
      (key) => shown.find(({ base }) => base?.relation === table && base.name === key)?.name,
    );
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
