import { useRef, useState } from 'react';
import {
  EVERYTHING,
  extend,
  isEmpty,
  isSelected,
  NOTHING,
  rangeOf,
  type Selection,
  select,
  these,
} from './selection.ts';

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
    selectRange: (id: string, selected: boolean, order: readonly string[]) => {
      change(select(shown, rangeOf(order, anchor.current, id), selected));
      anchor.current = id;
    },
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
