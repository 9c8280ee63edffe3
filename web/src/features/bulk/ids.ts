import { isSelected, type Selection } from './selection/selection.ts';
import type { BulkTable, Walked } from './table.ts';

/** Names the rows to work upon, at the time when it is asked. */
export type Ids = (signal: AbortSignal) => Promise<string[]>;

/** What is selected; of a selection of all, the rows that match then are read. */
export function selectedIds<Scope>(table: BulkTable<Scope>, scope: Scope, selection: Selection): Ids {
  if (selection.kind === 'these') return async () => [...selection.ids];
  return matchingIds(table, scope, ({ id }) => isSelected(selection, id));
}

/** The rows of a scope that are not approved yet. */
export function pendingIds<Scope>(table: BulkTable<Scope>, scope: Scope): Ids {
  return matchingIds(table, scope, (row) => row.is_approved !== true);
}

function matchingIds<Scope>(table: BulkTable<Scope>, scope: Scope, wanted: (row: Walked) => boolean): Ids {
  return async (signal) => {
    const ids: string[] = [];
    for await (const page of table.walk(scope, signal)) {
      for (const row of page) if (wanted(row)) ids.push(row.id);
    }
    return ids;
  };
}
