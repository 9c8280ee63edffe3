import { CheckCheck, CircleCheck, History, type LucideIcon, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { texts as reviewTexts } from '../texts.ts';
import { useAdminSelection } from './admin-selection.tsx';
import { texts } from './texts.ts';

/** A bulk action on the selected rows. `word` is its short label. */
export type SelectionAction = { icon: LucideIcon; label: string; word: string; onClick: () => void };

/** The bulk actions on the selected rows, in the order of the specification. `extra`, which only one of the tables has, comes first. */
export function useSelectionActions(extra: SelectionAction | undefined): SelectionAction[] {
  const { approveSelected, setConfirmation } = useAdminSelection();
  return [
    ...(extra ? [extra] : []),
    { icon: CircleCheck, label: texts.approveSelected, word: reviewTexts.approve, onClick: approveSelected },
    { icon: Trash2, label: texts.deleteSelected, word: texts.delete, onClick: () => setConfirmation('delete') },
  ];
}

type ListActionsProps = {
  extraAction: SelectionAction | undefined;
  upload: ReactNode;
  /** Shown before and after the upload. */
  beforeUpload: ReactNode;
  afterUpload: ReactNode;
};

/** The bulk actions, with the labels and in the order of the specification at every width. Buttons that do not fit go into the next line, links come last. */
export function ListActions({ extraAction, upload, beforeUpload, afterUpload }: ListActionsProps) {
  const { list, summary, setConfirmation } = useAdminSelection();
  const actions = useSelectionActions(extraAction);
  return (
    <div className="mb-3 flex flex-wrap gap-2 max-md:[&_button]:px-2 md:max-[94rem]:[&_:is(a,button)]:px-2">
      {actions.map(({ icon, label, onClick }) => (
        <Button key={label} icon={icon} disabled={summary.count <= 0} onClick={onClick}>
          {label}
        </Button>
      ))}
      <Button icon={CheckCheck} disabled={list.listed <= 0} onClick={() => setConfirmation('approve all')}>
        {texts.approveAllFiltered}
      </Button>
      {beforeUpload}
      {upload}
      {afterUpload}
      <Link to={paths.adminImports} className={buttonClass('secondary', 'md', 'max-md:hidden')}>
        <History aria-hidden className="size-4" />
        {commonTexts.pages.imports}
      </Link>
    </div>
  );
}
