import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { texts } from './texts.ts';

/** The numbers of approved leads: those that match the filters, and all of the chosen customer or of every customer. */
export type ExportChoice = { matching: number; every: number };

export type ExportDialogProps = {
  /** In words. */
  filters: string;
  isSearchOnly: boolean;
  choice: ExportChoice;
  onExport: (choice: keyof ExportChoice) => void;
  onClose: () => void;
};

/** The choice of approved leads to export while the list is filtered. */
export function ExportDialog({ filters, isSearchOnly, choice, onExport, onClose }: ExportDialogProps) {
  const select = (chosen: keyof ExportChoice) => () => {
    onClose();
    onExport(chosen);
  };
  const every = { label: texts.export.every(choice.every), onConfirm: select('every') };
  const matching = { label: texts.export.matching(choice.matching, isSearchOnly), onConfirm: select('matching') };
  const [first, second] = choice.matching > 0 ? [matching, every] : [every, undefined];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.export.question}
      description={second ? texts.export.questionHint(filters) : texts.export.noneMatch(filters)}
      confirmLabel={first.label}
      onConfirm={first.onConfirm}
      alternative={second}
    />
  );
}
