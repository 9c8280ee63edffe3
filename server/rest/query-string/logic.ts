// In charge of `or` and `and` trees: `or=(a.eq.1,not.and(b.gt.2,c.is.null))`. Refuses trees that are too deep.
import { queryLimits } from '../../limits.ts';
import { Cursor } from './cursor.ts';
import { type Filter, readFilter, readTreeOperand } from './filter.ts';
import { readField } from './names.ts';

export type Tree = { kind: 'tree'; isNegated: boolean; operator: 'and' | 'or'; conditions: Condition[] };
export type Condition = Filter | Tree;

/** Splits a parameter's name such as `customers.not.or` into the way to an embedded resource and the tree's head; null if it is no tree. */
export function parseTreeName(name: string): { path: string[]; isNegated: boolean; operator: 'and' | 'or' } | null {
  const words = name.split('.');
  const operator = words.at(-1);
  if (operator !== 'and' && operator !== 'or') return null;
  const isNegated = words.at(-2) === 'not';
  return { path: words.slice(0, isNegated ? -2 : -1), isNegated, operator };
}

export function parseTree(head: { isNegated: boolean; operator: 'and' | 'or' }, value: string): Tree {
  const cursor = new Cursor('logic tree', value);
  const { isNegated, operator } = head;
  const tree: Tree = { kind: 'tree', isNegated, operator, conditions: readConditions(cursor, 1) };
  cursor.expectEnd();
  return tree;
}

function readConditions(cursor: Cursor, depth: number): Condition[] {
  if (depth > queryLimits.conditionDepth)
    throw cursor.refusal(`conditions are nested deeper than ${queryLimits.conditionDepth} levels`);
  cursor.skipSpaces();
  cursor.expect('(');
  const conditions: Condition[] = [];
  do {
    cursor.skipSpaces();
    conditions.push(readCondition(cursor, depth));
    cursor.skipSpaces();
  } while (cursor.take(','));
  cursor.expect(')');
  cursor.skipSpaces();
  return conditions;
}

function readCondition(cursor: Cursor, depth: number): Condition {
  const head = cursor.match(/(not\.)?(and|or)\s*(?=\()/y);
  if (head) {
    const operator = head[2] === 'and' ? 'and' : 'or';
    return { kind: 'tree', isNegated: head[1] !== undefined, operator, conditions: readConditions(cursor, depth + 1) };
  }
  const isNegated = cursor.take('not.');
  const field = readField(cursor);
  if (!cursor.take('.')) cursor.fail('letter, digit, "-", "->>", "->" or delimiter (.)');
  const filter = readFilter(cursor, field, () => readTreeOperand(cursor));
  return { ...filter, isNegated: isNegated !== filter.isNegated };
}
