import { useCallback, useRef, useState } from 'react';
import { choose, EVERYTHING, isSelected, NOTHING, rangeOf, type Selection, these } from './selection.ts';

/** The selection of one list. `scope` names what the list is narrowed to: another scope is another list, so nothing of it is selected. */
export function useSelection(scope: string) {
  const [held, setHeld] = useState<{ scope: string; selection: Selection }>({ scope, selection: NOTHING });
  const anchor = useRef<string | null>(null);
  const selection = held.scope === scope ? held.selection : NOTHING;

  const put = useCallback((next: Selection) => setHeld({ scope, selection: next }), [scope]);

  const chooseOne = (id: string, selected: boolean) => {
    anchor.current = id;
    put(choose(selection, [id], selected));
  };
  /** From the row chosen last to this one, in the order of the list. */
  const chooseRange = (id: string, selected: boolean, order: readonly string[]) => {
    put(choose(selection, rangeOf(order, anchor.current, id), selected));
    anchor.current = id;
  };

  return {
    selection,
    has: (id: string) => isSelected(selection, id),
    chooseOne,
    chooseRange,
    chooseAll: (selected: boolean) => put(selected ? EVERYTHING : NOTHING),
    chooseThese: (ids: readonly string[]) => put(these(ids)),
    clear: () => put(NOTHING),
  };
}
