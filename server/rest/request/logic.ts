// Parses logical operators: `or=(a.eq.1,not.and(b.gt.2,c.is.null))`.
import { type QueryLimits, queryLimits } from '#server/limits.ts';
import { type Filter, readFilter, readTreeOperand } from './filter.ts';
import { readField } from './names.ts';
import { Scanner } from './scanner.ts';

export type Tree = { kind: 'tree'; isNegated: boolean; operator: 'and' | 'or'; conditions: Condition[] };
export type Condition = Filter | Tree;

/** Splits a parameter name such as `customers.not.or` into the path of the embedded resource and the operator; null for any other name. */
export function parseTreeName(name: string): { path: string[]; isNegated: boolean; operator: 'and' | 'or' } | null {
  const words = name.split('.');
  const operator = words.at(-1);
  if (operator !== 'and' && operator !== 'or') return null;
  const isNegated = words.at(-2) === 'not';
  return { path: words.slice(0, isNegated ? -2 : -1), isNegated, operator };
}

/** Throws RestError, also for too many levels. */
export function parseTree(
  { isNegated, operator }: { isNegated: boolean; operator: 'and' | 'or' },
  value: string,
  { conditionDepth }: Pick<QueryLimits, 'conditionDepth'> = queryLimits,
): Tree {
  const scanner = new Scanner('logic tree', value);

  function readConditions(depth: number): Condition[] {
    if (depth > conditionDepth) throw scanner.error(`conditions are nested deeper than ${conditionDepth} levels`);
    scanner.skipSpaces();
    scanner.expect('(');
    const conditions = scanner.readList(() => readCondition(depth));
    scanner.expect(')');
    scanner.skipSpaces();
    return conditions;
  }

  function readCondition(depth: number): Condition {
    const head = scanner.match(/(not\.)?(and|or)\s*(?=\()/y);
    if (head) {
      const kind = head[2] === 'and' ? 'and' : 'or';
      return { kind: 'tree', isNegated: head[1] !== undefined, operator: kind, conditions: readConditions(depth + 1) };
    }
    const isNot = scanner.take('not.');
    const field = readField(scanner);
    if (!scanner.take('.')) scanner.fail('letter, digit, "-", "->>", "->" or delimiter (.)');
    const filter = readFilter(scanner, field, () => readTreeOperand(scanner));
    return { ...filter, isNegated: isNot !== filter.isNegated };
  }

  const conditions = readConditions(1);
  scanner.expectEnd();
  return { kind: 'tree', isNegated, operator, conditions };
}
