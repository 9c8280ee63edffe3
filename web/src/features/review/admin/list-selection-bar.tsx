import { CircleCheck, Eye, type LucideIcon, Trash2 } from 'lucide-react';
import { describeSelection } from '@/features/lists/selection/summary.ts';
import { counted, formatCount } from '@/lib/format.ts';
import { Button, type ButtonProps } from '@/ui/button.tsx';
import { useHandOnFocus } from '@/ui/hand-on-focus.ts';
import { SelectionBar } from '@/ui/selection-bar.tsx';
import { useAdminSelection } from './admin-selection.tsx';
import type { ExtraAction } from './list-actions.tsx';
import { texts } from './texts.ts';

export type ListSelectionBarProps = { extraAction: ExtraAction | undefined };

/** While rows are selected: their number and, on pages too narrow for the buttons above the list, the bulk actions. Their accessible names include the number. */
export function ListSelectionBar({ extraAction }: ListSelectionBarProps) {
  const { list, summary, selection, selectAll, showSelected, approveSelected, setConfirmation } = useAdminSelection();
  const { table, listed, counts } = list;
  if (summary.count <= 0) return null;
  const rows = counted(summary.count, table.noun, summary);
  return (
    <SelectionBar summary={describeSelection(summary)} onClear={selection.clear}>
      {summary.outside !== 0 && (
        <VanishingButton icon={Eye} aria-label={texts.showSelected} onClick={showSelected}>
          <span className="max-md:hidden">{texts.show}</span>
        </VanishingButton>
      )}
      {counts && listed > 0 && selectAll !== true && (
        <VanishingButton className="max-md:hidden" onClick={() => selection.selectEverything(true)}>
          {texts.selectMatching(formatCount(listed, counts))}
        </VanishingButton>
      )}
      {extraAction && (
        <BarAction icon={extraAction.icon} word={extraAction.word} rows={rows} onClick={extraAction.onClick} />
      )}
      <BarAction icon={CircleCheck} word={texts.approve} rows={rows} onClick={approveSelected} />
      <BarAction icon={Trash2} word={texts.delete} rows={rows} onClick={() => setConfirmation('delete')} />
    </SelectionBar>
  );
}

type BarActionProps = { icon: LucideIcon; word: string; rows: string; onClick: () => void };

function BarAction({ icon, word, rows, onClick }: BarActionProps) {
  return (
    <Button icon={icon} aria-label={texts.actOn(word, rows)} className="lg:hidden" onClick={onClick}>
      <span className="max-md:hidden">{word}</span>
    </Button>
  );
}

/** A button that disappears when it is pressed and passes its focus on. */
function VanishingButton(props: ButtonProps) {
  useHandOnFocus();
  return <Button {...props} />;
}
