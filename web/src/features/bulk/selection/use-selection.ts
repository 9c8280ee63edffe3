import { useRef, useState } from 'react';
import {
  choose,
  EVERYTHING,
  isNothing,
  isSelected,
  NOTHING,
  rangeOf,
  type Selection,
  stretch,
  these,
} from './selection.ts';

/** A selection with the filters that it was made under, null where its rows are from under several; each has a number of its own. */
type Kept<Filters> = { selection: Selection; madeUnder: Filters | null; number: number };

let last = 0;

/** The selection of a list that is narrowed by filters. It outlives them: rows that were named stay chosen, and all that match stay those that match the filters of then. */
export function useSelection<Filters>(filters: Filters) {
  const [kept, setKept] = useState<Kept<Filters>>({ selection: NOTHING, madeUnder: filters, number: last });
  const anchor = useRef<string | null>(null);
  const isHere = isNothing(kept.selection) || JSON.stringify(kept.madeUnder) === JSON.stringify(filters);
  const isApart = !isHere && kept.selection.kind === 'all-except';
  const shown = isApart ? NOTHING : kept.selection;

  const keep = (selection: Selection, madeUnder: Filters | null) => {
    last += 1;
    setKept({ selection, madeUnder, number: last });
  };
  const put = (selection: Selection) => keep(selection, isHere || isNothing(shown) ? filters : null);

  return {
    selection: kept.selection,
    number: kept.number,
    madeUnder: isNothing(kept.selection) ? filters : kept.madeUnder,
    /** It was made under the filters of now alone. */
    isHere,
    /** All that match other filters are selected; the list shows nothing of it, and choosing a row begins anew. */
    isApart,
    chooseOne: (id: string, selected: boolean) => {
      anchor.current = id;
      put(choose(shown, [id], selected));
    },
    /** From the row chosen last to this one, in the order of the list. */
    chooseRange: (id: string, selected: boolean, order: readonly string[]) => {
      put(choose(shown, rangeOf(order, anchor.current, id), selected));
      anchor.current = id;
    },
    stretch: (from: string, to: string) => {
      put(stretch(shown, from, to));
      anchor.current = to;
    },
    has: (id: string) => isSelected(shown, id),
    chooseAll: (selected: boolean) => keep(selected ? EVERYTHING : NOTHING, filters),
    chooseThese: (ids: readonly string[], madeUnder: Filters | null) => keep(these(ids), madeUnder),
    clear: () => keep(NOTHING, filters),
  };
}
