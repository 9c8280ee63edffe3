// Limits the conditions of a statement: a null check on an embedded resource repeats its conditions, on each level.
import { tooMany } from '../errors.ts';
import type { Plan, PlannedCondition, ReadNode } from './plan.ts';

export function requireBoundedStatement(plan: Plan, most: number): void {
  const count = conditionsOf(plan);
  if (count > most) throw tooMany('conditions, repeated for embedded resources', count, most);
}

function conditionsOf(plan: Plan): number {
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
