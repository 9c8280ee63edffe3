/** Which rows are chosen: those named, or all that match the filter except those named. */
export type Selection = { kind: 'these'; ids: ReadonlySet<string> } | { kind: 'all-except'; ids: ReadonlySet<string> };

export const NOTHING: Selection = { kind: 'these', ids: new Set() };
export const EVERYTHING: Selection = { kind: 'all-except', ids: new Set() };

export const these = (ids: Iterable<string>): Selection => ({ kind: 'these', ids: new Set(ids) });

export const isNothing = ({ kind, ids }: Selection) => kind === 'these' && ids.size === 0;

export function isSelected(selection: Selection, id: string): boolean {
  return selection.ids.has(id) === (selection.kind === 'these');
}

/** Selects or deselects rows; what is chosen already stays as it is. */
export function choose(selection: Selection, ids: Iterable<string>, selected: boolean): Selection {
  const named = new Set(selection.ids);
  const naming = selected === (selection.kind === 'these');
  for (const id of ids) naming ? named.add(id) : named.delete(id);
  return { kind: selection.kind, ids: named };
}

/** How many rows are chosen, of `matching` that match the filter of the selection. */
export function countSelected({ kind, ids }: Selection, matching: number): number {
  return kind === 'these' ? ids.size : Math.max(0, matching - ids.size);
}

/** The state of the select-all checkbox: none, some or all of the matching rows are chosen; `matching` is undefined until it is known. */
export function coverage(count: number, matching: number | undefined): boolean | 'indeterminate' {
  if (count <= 0 || matching === 0) return false;
  return matching !== undefined && count >= matching ? true : 'indeterminate';
}

/** The ids from one row to another in the order of the list, both included; only the second where the first is gone. */
export function rangeOf(order: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Goes on from one row to its neighbour, choosing both; back over what is chosen, it lets go of the row that it leaves. */
export function stretch(selection: Selection, from: string, to: string): Selection {
  return isSelected(selection, from) && isSelected(selection, to)
    ? choose(selection, [from], false)
    : choose(selection, [from, to], true);
}
