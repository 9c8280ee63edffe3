import { describeFilters, type ListFilters, NO_FILTERS } from '@/features/review/filters.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { texts } from './texts.ts';

/** The numbers of approved leads: those that match the filters, and all of the chosen customer or of every customer. */
export type ExportChoice = { matching: number; every: number };

export type ExportDialogProps = {
  filters: ListFilters;
  choice: ExportChoice;
  onExport: (choice: keyof ExportChoice) => void;
  onClose: () => void;
};

/** The choice of approved leads to export while the list is filtered. */
export function ExportDialog({ filters, choice, onExport, onClose }: ExportDialogProps) {
  const { term, audience } = filters;
  const described = describeFilters({ ...NO_FILTERS, term, audience });
  const select = (chosen: keyof ExportChoice) => () => {
    onClose();
    onExport(chosen);
  };
  const every = { label: texts.export.every(choice.every), onConfirm: select('every') };
  const matching = { label: texts.export.matching(choice.matching, audience === null), onConfirm: select('matching') };
  const [first, second] = choice.matching > 0 ? [matching, every] : [every, undefined];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.export.question}
      description={second ? texts.export.questionHint(described) : texts.export.noneMatch(described)}
      confirmLabel={first.label}
      onConfirm={first.onConfirm}
      alternative={second}
    />
  );
}
