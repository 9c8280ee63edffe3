// Operands and comparisons as SQL. Columns are not wrapped in expressions, so that indexes can be used.
import { arrayLiteral, type Operand } from '../plan/plan.ts';
import type { Comparison, Search, Test } from '../request/filter.ts';
import { type Parameters, quoteColumn } from './parameters.ts';

const operators: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const searches: Record<Search, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

export function operandSql({ alias, column, type, path }: Operand, parameters: Parameters): string {
  const bare = quoteColumn(alias, column);
  if (path.length === 0) return bare;
  const json = type === 'json' || type === 'jsonb' ? bare : `to_jsonb(${bare})`;
  const step = (key: string | number) => (typeof key === 'number' ? `(${key})` : `${parameters.add(key)}::text`);
  return path.reduce((sql, { arrow, key }) => `(${sql} ${arrow} ${step(key)})`, json);
}

export function testSql(operand: Operand, test: Test, parameters: Parameters): string {
  const side = operandSql(operand, parameters);
  switch (test.kind) {
    case 'state':
      return `${side} is ${test.state.replace('_', ' ')}`;
    case 'membership':
      return membershipSql(side, test.values, parameters);
    case 'search':
      return searchSql(side, operand, test, parameters);
    case 'comparison':
      return comparisonSql(side, test, parameters);
  }
}

/** A single value is compared with `=`, so that an index that starts with the column returns rows in the order of its other columns. */
function membershipSql(side: string, values: readonly string[], parameters: Parameters): string {
  const [only] = values;
  if (only !== undefined && values.length === 1) return `${side} = ${parameters.add(only)}`;
  return `${side} = any (${parameters.add(arrayLiteral(values))})`;
}

function comparisonSql(side: string, test: Extract<Test, { kind: 'comparison' }>, parameters: Parameters): string {
  const isPattern = test.operator === 'like' || test.operator === 'ilike';
  const value = parameters.add(isPattern ? test.value.replaceAll('*', '%') : test.value);
  const compared = test.quantifier ? `${test.quantifier} (${value})` : value;
  return `${side} ${operators[test.operator]} ${compared}`;
}

function searchSql(
  side: string,
  operand: Operand,
  { operator, language, value }: Extract<Test, { kind: 'search' }>,
  parameters: Parameters,
): string {
  const configuration = language === undefined ? '' : `${parameters.add(language)}::regconfig, `;
  const isVector = operand.type === 'tsvector' && operand.path.length === 0;
  const vector = isVector ? side : `to_tsvector(${configuration}${side})`;
  return `${vector} @@ ${searches[operator]}(${configuration}${parameters.add(value)})`;
}
