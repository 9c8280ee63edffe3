/** The selected rows: those listed, or all that match the filters except those listed. */
export type Selection = { kind: 'these'; ids: ReadonlySet<string> } | { kind: 'all-except'; ids: ReadonlySet<string> };

export const NOTHING: Selection = { kind: 'these', ids: new Set() };
export const EVERYTHING: Selection = { kind: 'all-except', ids: new Set() };

export const these = (ids: Iterable<string>): Selection => ({ kind: 'these', ids: new Set(ids) });

export const isEmpty = ({ kind, ids }: Selection) => kind === 'these' && ids.size === 0;

export function isSelected(selection: Selection, id: string): boolean {
  return selection.ids.has(id) === (selection.kind === 'these');
}

/** Selects or deselects rows and leaves the others as they are. */
export function select(selection: Selection, ids: Iterable<string>, selected: boolean): Selection {
  const listed = new Set(selection.ids);
  const isListing = selected === (selection.kind === 'these');
  for (const id of ids) isListing ? listed.add(id) : listed.delete(id);
  return { kind: selection.kind, ids: listed };
}

/** The number of selected rows. `matching` is how many rows match the selection's filters. */
export function countSelected({ kind, ids }: Selection, matching: number): number {
  return kind === 'these' ? ids.size : Math.max(0, matching - ids.size);
}

/** The state of the select-all checkbox. `matching` is undefined until it is counted. */
export function coverage(count: number, matching: number | undefined): boolean | 'indeterminate' {
  if (count <= 0 || matching === 0) return false;
  return matching !== undefined && count >= matching ? true : 'indeterminate';
}

/** The ids between two rows in the list's order, both included. Only the second if the first is not in the list. */
export function rangeOf(order: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Selects a row and its neighbour. If both are selected already, deselects the first: the user moves back. */
export function extend(selection: Selection, from: string, to: string): Selection {
  return isSelected(selection, from) && isSelected(selection, to)
    ? select(selection, [from], false)
    : select(selection, [from, to], true);
}
