import { createContext, type KeyboardEvent, useContext } from 'react';
import { Checkbox } from '@/ui/checkbox.tsx';
import { texts } from '../texts.ts';
import type { useSelection } from './selection.ts';

type ListSelection = Pick<ReturnType<typeof useSelection>, 'has' | 'selectOne' | 'selectRange' | 'extend'>;

type SelectableRow = { id: string; name: string };

/** The selection of the list around a row. */
export const SelectionContext = createContext<ListSelection | null>(null);

/** The rows of the list around a row, in order. */
export const RowsContext = createContext<readonly SelectableRow[]>([]);

/** The checkbox of a row. Arrow keys move to the next checkbox; with Shift they extend the selection. */
export function SelectCell({ row }: { row: SelectableRow }) {
  const selection = useContext(SelectionContext);
  const rows = useContext(RowsContext);
  if (!selection) return null;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = by === 0 ? null : findNeighbour(event.currentTarget, by);
    if (!next) return;
    event.preventDefault();
    const to = rows[rows.indexOf(row) + by];
    if (event.shiftKey && to) selection.extend(row.id, to.id);
    next.focus();
  };
  const selectRange = (selected: boolean) => {
    const order = rows.map(({ id }) => id);
    selection.selectRange(row.id, selected, order);
  };
  return (
    <Checkbox
      label={texts.selection.select(row.name)}
      checked={selection.has(row.id)}
      onChange={(selected) => selection.selectOne(row.id, selected)}
      onShiftChange={selectRange}
      onKeyDown={move}
      className="scroll-mt-28 scroll-mb-24"
    />
  );
}

function findNeighbour(checkbox: HTMLElement, by: number): HTMLElement | null {
  const row = checkbox.closest('tr');
  const neighbour = row?.parentElement?.querySelector(`:scope > [data-index="${Number(row.dataset.index) + by}"]`);
  return neighbour?.querySelector<HTMLElement>('[role=checkbox]') ?? null;
}
