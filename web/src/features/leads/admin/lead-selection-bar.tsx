import { CircleCheck, type LucideIcon, Tag, Trash2 } from 'lucide-react';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectionBar } from '../../../ui/selection-bar.tsx';
import { counted } from '../../bulk/verdict.ts';
import { LEAD } from '../noun.ts';

export type LeadSelectionBarProps = {
  count: number;
  /** True where everything that matches is selected. */
  isAll: boolean;
  onAssign: () => void;
  onApprove: () => void;
  onDelete: () => void;
  onClear: () => void;
};

/** The bulk actions within reach however far the list is scrolled; their names say upon how many leads. */
export function LeadSelectionBar({ count, isAll, onAssign, onApprove, onDelete, onClear }: LeadSelectionBarProps) {
  const leads = counted(count, LEAD);
  return (
    <SelectionBar
      summary={isAll ? `All ${formatNumber(count)} matching` : `${formatNumber(count)} selected`}
      onClear={onClear}
    >
      <BarAction icon={Tag} word="Assign" name={`Assign ${leads}`} onClick={onAssign} />
      <BarAction icon={CircleCheck} word="Approve" name={`Approve ${leads}`} onClick={onApprove} />
      <BarAction icon={Trash2} word="Delete" name={`Delete ${leads}`} onClick={onDelete} />
    </SelectionBar>
  );
}

type BarActionProps = { icon: LucideIcon; word: string; name: string; onClick: () => void };

function BarAction({ icon, word, name, onClick }: BarActionProps) {
  return (
    <Button icon={icon} aria-label={name} onClick={onClick}>
      <span className="max-md:hidden">{word}</span>
    </Button>
  );
}
