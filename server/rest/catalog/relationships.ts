// Relationships: foreign keys in both directions, through junction tables, and of views that contain the columns of the key.
import type { ColumnPair, Relationship } from './catalog.ts';
import type { ForeignKeyRow, RelationRow } from './introspection.ts';
import { type Origins, readOrigins } from './view-columns.ts';

/** `origins` are the parsed origins of a view's columns; null for a table. */
export type DescribedRelation = RelationRow & { origins: Origins | null };

export const describe = (row: RelationRow): DescribedRelation => ({
  ...row,
  origins: row.tree === null ? null : readOrigins(row.tree),
});

type ForeignKey = { name: string; origin: DescribedRelation; target: DescribedRelation; columns: ColumnPair[] };

/** Returns the relationships by the name of the origin. */
export function findRelationships(relations: DescribedRelation[], rows: ForeignKeyRow[]): Map<string, Relationship[]> {
  const keys = rows.flatMap((row) => shownKeys(row, relations));
  const all = [...keys.flatMap(bothDirections), ...throughJunctions(keys)];
  return Map.groupBy(all, ({ origin }) => origin) as Map<string, Relationship[]>;
}

/** A foreign key between tables, and between views that contain all of its columns. */
function shownKeys(row: ForeignKeyRow, relations: DescribedRelation[]): ForeignKey[] {
  const origins = relations.flatMap((relation) => showing(relation, row.relation, row.columns, relations));
  const targets = relations.flatMap((relation) => showing(relation, row.target, row.targetColumns, relations));
  return origins.flatMap((origin) =>
    targets.map((target) => ({
      name: row.name,
      origin: origin.relation,
      target: target.relation,
      columns: origin.names.map((name, index) => [name, target.names[index] ?? ''] as const),
    })),
  );
}

/** The names of a table's columns in a relation; empty if it lacks one. */
function showing(relation: DescribedRelation, table: number, columns: string[], relations: DescribedRelation[]) {
  if (relation.id === table) return [{ relation, names: columns }];
  if (!relation.origins) return [];
  const names = columns.map((column) => shownName(relation, table, column, relations));
  return names.every((name) => name !== undefined) ? [{ relation, names }] : [];
}

/** The name of a table's column in a view, directly or through other views. */
function shownName(
  view: DescribedRelation,
  table: number,
  column: string,
  relations: DescribedRelation[],
): string | undefined {
  return view.columns.find(({ number }) => {
    const base = baseColumn(view, number, relations);
    return base?.relation.id === table && base.name === column;
  })?.name;
}

export function baseColumn(
  relation: DescribedRelation,
  number: number,
  relations: DescribedRelation[],
): { relation: RelationRow; name: string } | undefined {
  if (!relation.origins) {
    const column = relation.columns.find((candidate) => candidate.number === number);
    return column && { relation, name: column.name };
  }
  const origin = relation.origins.get(number);
  const next = relations.find(({ id }) => id === origin?.relation);
  return origin && next && baseColumn(next, origin.column, relations);
}

function bothDirections({ name, origin, target, columns }: ForeignKey): Relationship[] {
  const isUnique = isKey(
    origin,
    Array.from(columns, ([near]) => near),
  );
  const forth = { constraint: name, origin: origin.name, target: target.name, columns };
  const back = { ...forth, origin: target.name, target: origin.name, columns: columns.map(reversed) };
  return [
    { ...forth, cardinality: isUnique ? 'one-to-one' : 'many-to-one' },
    { ...back, cardinality: isUnique ? 'one-to-one' : 'one-to-many' },
  ];
}

const reversed = ([near, far]: ColumnPair): ColumnPair => [far, near];

function isKey(relation: DescribedRelation, columns: string[]): boolean {
  return (relation.keys ?? []).some((key) => sameNames(key.columns, columns));
}

const sameNames = (one: string[], other: string[]) =>
  one.length === other.length && one.every((name) => other.includes(name));

/** A table whose primary key contains two foreign keys is a junction. */
function throughJunctions(keys: ForeignKey[]): Relationship[] {
  const byTable = Map.groupBy(keys, ({ origin }) => origin);
  return [...byTable].flatMap(([junction, own]) => {
    const primary = junction.keys?.find(({ isPrimary }) => isPrimary)?.columns ?? [];
    const inside = own.filter(({ columns }) => columns.every(([near]) => primary.includes(near)));
    return inside.flatMap((one) =>
      inside.filter((other) => other.name !== one.name).map((other) => throughJunction(junction, one, other)),
    );
  });
}

function throughJunction(junction: DescribedRelation, one: ForeignKey, other: ForeignKey): Relationship {
  return {
    cardinality: 'many-to-many',
    constraint: '',
    origin: one.target.name,
    target: other.target.name,
    columns: [],
    junction: {
      relation: junction.name,
      constraints: [one.name, other.name],
      toOrigin: one.columns,
      toTarget: other.columns,
    },
  };
}
