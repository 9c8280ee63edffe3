import type { KeyboardEvent } from 'react';
import { Checkbox } from '@/ui/checkbox.tsx';

export type RowSelection = {
  selected: boolean;
  onSelect: (id: string, selected: boolean) => void;
  /** The same for all rows from the one chosen last. */
  onSelectRange: (id: string, selected: boolean) => void;
  /** Goes on to the row beneath (1) or above (-1) and selects both. */
  onStretch: (id: string, by: number) => void;
};

/** The box by which a row is selected; the arrow keys go to the next one, with Shift selecting on the way. */
export function SelectCell({ row, selection }: { row: { id: string; name: string }; selection: RowSelection }) {
  const go = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = by === 0 ? null : boxBeside(event.currentTarget, by);
    if (!next) return;
    event.preventDefault();
    if (event.shiftKey) selection.onStretch(row.id, by);
    next.focus();
  };
  return (
    <td className="flex items-center">
      <Checkbox
        label={`Select ${row.name}`}
        checked={selection.selected}
        onChange={(selected) => selection.onSelect(row.id, selected)}
        onShiftChange={(selected) => selection.onSelectRange(row.id, selected)}
        onKeyDown={go}
        className="scroll-mt-28 scroll-mb-24"
      />
    </td>
  );
}

function boxBeside(box: HTMLElement, by: number): HTMLElement | null {
  const row = box.closest('tr');
  const beside = row?.parentElement?.querySelector(`:scope > [data-index="${Number(row.dataset.index) + by}"]`);
  return beside?.querySelector<HTMLElement>('[role=checkbox]') ?? null;
}
