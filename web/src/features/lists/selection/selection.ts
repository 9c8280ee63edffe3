import { useRef, useState } from 'react';
import { formatCount } from '@/lib/format.ts';
import { texts } from '../texts.ts';

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
export function idRange(order: readonly string[], from: string | null, to: string): string[] {
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

/** A selection with the filters under which it was made, null if its rows were selected under several. Each has a number, for cache keys. */
type SelectionState<Filters> = { selection: Selection; madeUnder: Filters | null; number: number };

let lastNumber = 0;

/** The selection of a filtered list. It stays when the filters change: listed rows stay selected, and 'all' means all that matched the filters at the time. */
export function useSelection<Filters>(filters: Filters) {
  const [state, setState] = useState<SelectionState<Filters>>({
    selection: NOTHING,
    madeUnder: filters,
    number: lastNumber,
  });
  const anchor = useRef<string | null>(null);
  const isCurrent = isEmpty(state.selection) || JSON.stringify(state.madeUnder) === JSON.stringify(filters);
  const isElsewhere = !isCurrent && state.selection.kind === 'all-except';
  const shown = isElsewhere ? NOTHING : state.selection;

  const set = (selection: Selection, madeUnder: Filters | null) => {
    lastNumber += 1;
    setState({ selection, madeUnder, number: lastNumber });
  };
  const change = (selection: Selection) => set(selection, isCurrent || isEmpty(shown) ? filters : null);

  return {
    selection: state.selection,
    number: state.number,
    madeUnder: isEmpty(state.selection) ? filters : state.madeUnder,
    /** It was made under the current filters only. */
    isCurrent,
    /** All rows that match other filters are selected. The list shows none of them as selected, and selecting a row starts a new selection. */
    isElsewhere,
    selectOne: (id: string, selected: boolean) => {
      anchor.current = id;
      change(select(shown, [id], selected));
    },
    /** Selects or deselects all rows from the one changed last to this one, in the list's order. */
    selectRange: (id: string, selected: boolean, order: readonly string[]) => {
      change(select(shown, idRange(order, anchor.current, id), selected));
      anchor.current = id;
    },
    /** Extends the selection from a row to its neighbour, or reduces it when moving back. */
    extend: (from: string, to: string) => {
      change(extend(shown, from, to));
      anchor.current = to;
    },
    has: (id: string) => isSelected(shown, id),
    selectEverything: (selected: boolean) => set(selected ? EVERYTHING : NOTHING, filters),
    selectThese: (ids: readonly string[], madeUnder: Filters | null) => set(these(ids), madeUnder),
    clear: () => set(NOTHING, filters),
  };
}

export type SelectionSummary = {
  count: number;
  is_estimated: boolean;
  /** All rows that match the selection's filters are selected. */
  isAll: boolean;
  /** How many of them the current filters exclude; null until it is counted. */
  outside: number | null;
  /** The selection's filters in words, if all that match them are selected and the current filters differ. */
  madeUnder: string | null;
};

export function describeSelection({ count, is_estimated, isAll, outside, madeUnder }: SelectionSummary): string {
  const number = formatCount(count, { is_estimated });
  if (madeUnder !== null) return texts.selection.madeUnder(isAll ? texts.selection.all(number) : number, madeUnder);
  if (isAll) return texts.selection.allMatching(number);
  if (!outside) return texts.selection.selected(number);
  if (outside >= count) return texts.selection.outside(number);
  return texts.selection.partlyOutside(number, outside);
}
