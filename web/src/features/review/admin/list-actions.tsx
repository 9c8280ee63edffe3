import { clsx } from 'clsx';
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

/** The bulk actions on the selected rows, in the order of the specification. The first is one that only one of the tables has. */
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
  /** Shown before the upload. */
  children: ReactNode;
};

const STRIP =
  'mb-3 flex gap-2 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:[scrollbar-width:none] max-lg:px-4 max-lg:py-1 md:max-lg:-mx-6 md:max-lg:px-6 lg:flex-wrap lg:justify-between md:max-[85rem]:[&_:is(a,button)]:px-2';
const GROUP = 'flex gap-2 lg:flex-wrap';

/** The bulk actions. On narrow pages a horizontally scrolling strip without the upload, which the page header has there. Those on a selection are in its bar; on a phone, where that shows no words, here too. */
export function ListActions({ extraAction, upload, children }: ListActionsProps) {
  const { list, summary, setConfirmation } = useAdminSelection();
  const actions = useSelectionActions(extraAction);
  const isAnySelected = summary.count > 0;
  const isAnyMatching = list.listed > 0;
  return (
    <div className={STRIP}>
      <div className={clsx(GROUP, 'md:max-lg:hidden', !isAnySelected && 'max-md:hidden')}>
        {actions.map(({ icon, label, onClick }) => (
          <Button key={label} icon={icon} disabled={!isAnySelected} onClick={onClick}>
            {label}
          </Button>
        ))}
      </div>
      <div className={GROUP}>
        <Button icon={CheckCheck} disabled={!isAnyMatching} onClick={() => setConfirmation('approve all')}>
          {texts.approveAllFiltered}
        </Button>
        {children}
        <Link to={paths.adminImports} className={buttonClass()}>
          <History aria-hidden className="size-4" />
          {commonTexts.pages.imports}
        </Link>
        {upload}
      </div>
    </div>
  );
}
