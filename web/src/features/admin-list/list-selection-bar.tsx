import { CircleCheck, Eye, type LucideIcon, Trash2 } from 'lucide-react';
import { describeSelection, type SelectionSummary } from '@/features/bulk/selection/summary.ts';
import { counted, formatNumber, type Noun } from '@/lib/format.ts';
import { Button, type ButtonProps } from '@/ui/button.tsx';
import { useHandOnFocus } from '@/ui/hand-on-focus.ts';
import { SelectionBar } from '@/ui/selection-bar.tsx';
import type { SelectedAction } from './list-actions.tsx';

export type ListSelectionBarProps = {
  noun: Noun;
  summary: SelectionSummary;
  /** How many rows match the filters of now, where that is known and more than are selected. */
  allMatching: number | null;
  onChooseAll: () => void;
  /** Shows what is selected out of sight; undefined where all of it is in sight. */
  onShow: (() => void) | undefined;
  first: SelectedAction | undefined;
  onApprove: () => void;
  onDelete: () => void;
  onClear: () => void;
};

/** The bulk actions within reach however far the list is scrolled; their names say upon how many rows. */
export function ListSelectionBar(props: ListSelectionBarProps) {
  const { noun, summary, allMatching, first, onShow } = props;
  const rows = counted(summary.count, noun);
  return (
    <SelectionBar summary={describeSelection(summary)} onClear={props.onClear}>
      {onShow && (
        <PassingButton icon={Eye} aria-label="Show what is selected" onClick={onShow}>
          <span className="max-md:hidden">Show</span>
        </PassingButton>
      )}
      {allMatching !== null && (
        <PassingButton aria-label={`Select all ${formatNumber(allMatching)} matching`} onClick={props.onChooseAll}>
          <span className="md:hidden">All {formatNumber(allMatching)}</span>
          <span className="max-md:hidden">Select all {formatNumber(allMatching)} matching</span>
        </PassingButton>
      )}
      {first && <BarAction icon={first.icon} word={first.word} rows={rows} onClick={first.onClick} />}
      <BarAction icon={CircleCheck} word="Approve" rows={rows} onClick={props.onApprove} />
      <BarAction icon={Trash2} word="Delete" rows={rows} onClick={props.onDelete} />
    </SelectionBar>
  );
}

type BarActionProps = { icon: LucideIcon; word: string; rows: string; onClick: () => void };

function BarAction({ icon, word, rows, onClick }: BarActionProps) {
  return (
    <Button icon={icon} aria-label={`${word} ${rows}`} onClick={onClick}>
      <span className="max-md:hidden">{word}</span>
    </Button>
  );
}

/** A button that is gone once it has done its work. */
function PassingButton(props: ButtonProps) {
  useHandOnFocus();
  return <Button {...props} />;
}
