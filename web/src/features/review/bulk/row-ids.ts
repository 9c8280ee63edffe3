import type { TableName } from '@/lib/list-keys.ts';
import type { Scope } from '../filters.ts';
import { pageReader, readScope } from '../list-data.ts';
import { isSelected, type Selection } from '../selection/selection.ts';

/** Reads the ids of the rows to change. */
export type ReadIds = (signal: AbortSignal) => Promise<string[]>;

/** The selected rows. If all are selected, reads those that match now. */
export function selectedIds(table: TableName, scope: Scope, selection: Selection): ReadIds {
  if (selection.kind === 'these') return async () => [...selection.ids];
  return matchingIds(table, scope, ({ id }) => isSelected(selection, id));
}

/** The rows of a scope that are not approved. */
export function pendingIds(table: TableName, scope: Scope): ReadIds {
  return matchingIds(table, scope, ({ is_approved }) => is_approved !== true);
}

type ReadRow = { id: string; is_approved: boolean | null };

function matchingIds(table: TableName, scope: Scope, matches: (row: ReadRow) => boolean): ReadIds {
  return async (signal) => {
    const ids: string[] = [];
    for await (const page of readScope(pageReader(table, 'id, created_at, is_approved'), scope, { signal })) {
      ids.push(...page.filter(matches).map(({ id }) => id));
    }
    return ids;
  };
}
