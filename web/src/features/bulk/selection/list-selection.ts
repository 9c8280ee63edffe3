import type { ReactNode } from 'react';
import type { RowSelection } from './select-cell.tsx';

/** How the rows of a list are selected. */
export type ListSelection = {
  has: (id: string) => boolean;
  chooseOne: (id: string, selected: boolean) => void;
  chooseRange: (id: string, selected: boolean, order: readonly string[]) => void;
  stretch: (from: string, to: string) => void;
  /** The checkbox for all rows. */
  selectAll: ReactNode;
};

/** How one row of a list in that order is selected. */
export function selectionOf(id: string, selection: ListSelection, rows: readonly { id: string }[]): RowSelection {
  const order = () => rows.map((row) => row.id);
  return {
    selected: selection.has(id),
    onSelect: selection.chooseOne,
    onSelectRange: (to, selected) => selection.chooseRange(to, selected, order()),
    onStretch: (from, by) => {
      const ids = order();
      const to = ids[ids.indexOf(from) + by];
      if (to !== undefined) selection.stretch(from, to);
    },
  };
}
