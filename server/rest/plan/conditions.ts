// Plans filters on columns, and null checks on embedded resources.
import { embedFilter, tooMany } from '../errors.ts';
import type { Filter } from '../request/filter.ts';
import type { Condition } from '../request/logic.ts';
import { type Origin, resolveField } from './context.ts';
import type { Plan, PlannedCondition, ReadNode } from './plan.ts';

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
  return { kind: 'test', isNegated, operand: resolveField(origin, field), test };
}

/** Limits the conditions of a statement: a null check on an embedded resource repeats its conditions, on each level. */
export function requireBoundedStatement(plan: Plan, maxConditions: number): void {
  const count = countConditions(plan);
  if (count > maxConditions) throw tooMany('conditions, repeated for embedded resources', count, maxConditions);
}

function countConditions(plan: Plan): number {
  const known = new Map<ReadNode, number>();

  /** Conditions in the WHERE clause of a node. */
  function ofFilter(node: ReadNode): number {
    const count = known.get(node) ?? sum(node.conditions, ofCondition);
    known.set(node, count);
    return count;
  }

  function ofCondition(condition: PlannedCondition): number {
    if (condition.kind === 'presence') return 1 + ofFilter(condition.node);
    return condition.kind === 'test' ? 1 : sum(condition.conditions, ofCondition);
  }

  function ofNode(node: ReadNode): number {
    const embedded = node.outputs.flatMap((output) => ('node' in output ? [output.node] : []));
    const ordered = node.order.flatMap(({ through }) => (through ? [through] : []));
    return ofFilter(node) + sum(embedded, ofNode) + sum(ordered, ofFilter);
  }

  const isCounted = 'hasTotal' in plan && plan.hasTotal;
  const changed = plan.kind === 'write' && plan.change.kind !== 'insert' ? sum(plan.change.conditions, ofCondition) : 0;
  return changed + (plan.root ? ofNode(plan.root) + (isCounted ? ofFilter(plan.root) : 0) : 0);
}

const sum = <Item>(items: readonly Item[], sizeOf: (item: Item) => number) =>
  items.reduce((total, item) => total + sizeOf(item), 0);
