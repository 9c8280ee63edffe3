import { expect, test } from 'vitest';
import { readOrigins } from './view-columns.ts';

const entry = (number: number, name: string, table: number, column: number) =>
  `{TARGETENTRY :expr {VAR :varno 1 :location -1} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`;

const query = (list: string, rest = '<>') =>
  `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :subquery ${rest}}) :targetList (${list}) :override 0 :jointree {FROMEXPR}})`;

test('a column has its table and column number as origin', () => {
  expect(readOrigins(query(`${entry(1, 'id', 16_414, 3)} ${entry(2, 'full\\ name', 16_402, 2)}`))).toEqual(
    new Map([
      [1, { relation: 16_414, column: 3 }],
      [2, { relation: 16_402, column: 2 }],
    ]),
  );
});

test('a computed column has no origin', () => {
  expect(readOrigins(query(entry(1, 'total', 0, 0)))).toEqual(new Map());
});

test('target lists of subqueries and names with brackets are skipped', () => {
  const inner = `{QUERY :targetList (${entry(1, 'x', 999, 9)})}`;
  expect(readOrigins(query(`${entry(1, 'a\\)\\}', 16_400, 1)}`, inner))).toEqual(
    new Map([[1, { relation: 16_400, column: 1 }]]),
  );
});
