// Plans filters on columns, and null checks on embedded resources.
import { embedFilter } from '../errors.ts';
import type { Filter } from '../request/filter.ts';
import type { Condition } from '../request/logic.ts';
import { type Origin, operandOf } from './context.ts';
import type { PlannedCondition, ReadNode } from './plan.ts';

/** `embedded` are the embedded nodes by their names in the request. */
export function planCondition(
  condition: Condition,
  origin: Origin,
  embedded: ReadonlyMap<string, ReadNode>,
): PlannedCondition {
  if (condition.kind === 'filter') return planFilter(condition, origin, embedded);
  const { kind, isNegated, operator, conditions } = condition;
  return { kind, isNegated, operator, conditions: conditions.map((part) => planCondition(part, origin, embedded)) };
}

function planFilter(filter: Filter, origin: Origin, embedded: ReadonlyMap<string, ReadNode>): PlannedCondition {
  const { field, isNegated, test } = filter;
  const node = field.path.length === 0 ? embedded.get(field.name) : undefined;
  if (node && test.kind === 'state' && (test.state === 'null' || test.state === 'not_null')) {
    return { kind: 'presence', isNegated: (test.state === 'null') !== isNegated, node };
  }
  if (node && !origin.columns.has(field.name)) throw embedFilter(field.name);
  return { kind: 'test', isNegated, operand: operandOf(origin, field), test };
}
