import { describe, expect, test } from 'vitest';
import type { Introspection, RelationRow } from './introspection.ts';
import { buildCatalog } from './load.ts';

const relation = (
  id: number,
  name: string,
  columns: string[],
  keys: RelationRow['keys'],
  tree: string | null = null,
): RelationRow => ({
  id,
  name,
  kind: tree === null ? 'r' : 'v',
  columns: columns.map((column, index) => ({
    number: index + 1,
    name: column,
    type: 'text',
    baseType: 'text',
    fallback: null,
  })),
  keys,
  tree,
});

const primary = (...columns: string[]) => [{ isPrimary: true, columns }];

/** The part of a view's parse tree with the origins of its columns: [table, column] in the view's order. */
const tree = (...origins: [table: number, column: number][]) =>
  `({QUERY :targetList (${origins
    .map(
      ([table, column], index) =>
        `{TARGETENTRY :expr <> :resno ${index + 1} :resname c :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`,
    )
    .join(' ')}) :override 0})`;

const rows: Introspection = {
  relations: [
    relation(1, 'keepers', ['id'], primary('id')),
    relation(2, 'licences', ['keeper_id', 'code'], primary('keeper_id')),
    relation(3, 'animals', ['id', 'keeper_id'], primary('id')),
    relation(4, 'feedings', ['keeper_id', 'animal_id'], primary('keeper_id', 'animal_id')),
    relation(5, 'shown_animals', ['animal', 'keeper'], null, tree([3, 1], [3, 2])),
    relation(6, 'shown_again', ['keeper'], null, tree([5, 2])),
  ],
  foreignKeys: [
    { name: 'licence_fkey', relation: 2, columns: ['keeper_id'], target: 1, targetColumns: ['id'] },
    { name: 'keeper_fkey', relation: 3, columns: ['keeper_id'], target: 1, targetColumns: ['id'] },
    { name: 'fed_by_fkey', relation: 4, columns: ['keeper_id'], target: 1, targetColumns: ['id'] },
    { name: 'fed_fkey', relation: 4, columns: ['animal_id'], target: 3, targetColumns: ['id'] },
  ],
  routines: null,
  types: [
    { name: 'int4', spelling: 'integer', type: 'integer' },
    { name: 'bpchar', spelling: 'character', type: 'bpchar' },
  ],
};

const catalog = buildCatalog(rows);
const ways = (origin: string) =>
  (catalog.relationships.get(origin) ?? []).map(
    ({ target, cardinality, columns, junction }) => `${cardinality} ${target} ${junction?.relation ?? columns.join()}`,
  );

describe('the relationships of a relation', () => {
  test.each([
    ['licences', ['one-to-one keepers keeper_id,id']],
    [
      'animals',
      ['many-to-one keepers keeper_id,id', 'one-to-many feedings id,animal_id', 'many-to-many keepers feedings'],
    ],
    [
      'keepers',
      [
        'one-to-one licences id,keeper_id',
        'one-to-many animals id,keeper_id',
        'one-to-many shown_animals id,keeper',
        'one-to-many shown_again id,keeper',
        'one-to-many feedings id,keeper_id',
        'many-to-many animals feedings',
        'many-to-many shown_animals feedings',
      ],
    ],
    ['shown_again', ['many-to-one keepers keeper,id']],
  ])('the catalog has the relationships of %s', (origin, expected) => {
    expect(ways(origin)).toEqual(expected);
  });
});

test('a view has the primary key of a table whose key it contains', () => {
  const { relations } = catalog;
  expect(relations.get('shown_animals')?.primaryKey).toEqual(['animal']);
  expect(relations.get('shown_again')?.primaryKey).toEqual([]);
});

test('a cast may name a type in any spelling', () => {
  expect(['int4', 'int', 'integer', 'int[]', 'character'].map((name) => catalog.types.get(name))).toEqual([
    'integer',
    'integer',
    'integer',
    'integer[]',
    'bpchar',
  ]);
});
