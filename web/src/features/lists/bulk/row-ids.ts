import type { TableName } from '@/lib/list-keys.ts';
import type { Scope } from '../filters.ts';
import { pageReader, readScope } from '../list-data.ts';
import { isSelected, type Selection } from '../selection/selection.ts';

/** Reads the ids of the rows to change. */
export type ReadIds = (signal: AbortSignal) => Promise<string[]>;

/** The selected rows. If all are selected, reads those that match now. */
export function selectedIds(table: TableName, scope: Scope, selection: Selection): ReadIds {
  if (selection.kind === 'these') return async () => [...selection.ids];
  return async (signal) => (await matchingIds(table, scope, signal)).filter((id) => isSelected(selection, id));
}

/** The rows of a scope that are not approved: those to review and rejected ones. */
export function pendingIds(table: TableName, scope: Scope): ReadIds {
  const pending = PENDING.filter((status) => scope.status === null || scope.status === status);
  return async (signal) => {
    const ids: string[] = [];
    for (const status of pending) ids.push(...(await matchingIds(table, { ...scope, status }, signal)));
    return ids;
  };
}

/** The statuses of rows that are not approved. */
export const PENDING = ['to_review', 'rejected'] as const;

async function matchingIds(table: TableName, scope: Scope, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of readScope(pageReader(table, 'id, created_at'), scope, signal)) {
    ids.push(...page.map(({ id }) => id));
  }
  return ids;
}
