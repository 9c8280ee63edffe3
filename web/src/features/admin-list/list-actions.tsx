import { clsx } from 'clsx';
import { CheckCheck, CircleCheck, History, type LucideIcon, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';

/** Something more that can be done with what is selected. */
export type SelectedAction = { icon: LucideIcon; label: string; word: string; onClick: () => void };

export type ListActionsProps = {
  anySelected: boolean;
  anyMatching: boolean;
  /** Stands before the others upon what is selected. */
  first: SelectedAction | undefined;
  onApproveSelected: () => void;
  onDeleteSelected: () => void;
  onApproveAll: () => void;
  upload: ReactNode;
  /** Stands before the upload. */
  children: ReactNode;
};

const STRIP =
  'mb-3 flex gap-2 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:[scrollbar-width:none] max-lg:px-4 max-lg:py-1 md:max-lg:-mx-6 md:max-lg:px-6 lg:flex-wrap lg:justify-between md:max-[85rem]:[&_:is(a,button)]:px-2';
const GROUP = 'flex gap-2 lg:flex-wrap';

/**
 * What an administrator may do with many rows, in the order of the specification. Where the page is narrow it is a strip to scroll, without what waits for a
 * selection and without the upload, which the page's header has there.
 */
export function ListActions(props: ListActionsProps) {
  const { anySelected, anyMatching, first } = props;
  return (
    <div className={STRIP}>
      <div className={clsx(GROUP, !anySelected && 'max-lg:hidden')}>
        {first && (
          <Button icon={first.icon} disabled={!anySelected} onClick={first.onClick}>
            {first.label}
          </Button>
        )}
        <Button icon={CircleCheck} disabled={!anySelected} onClick={props.onApproveSelected}>
          Approve Selected
        </Button>
        <Button icon={Trash2} disabled={!anySelected} onClick={props.onDeleteSelected}>
          Delete Selected
        </Button>
      </div>
      <div className={GROUP}>
        <Button icon={CheckCheck} disabled={!anyMatching} onClick={props.onApproveAll}>
          Approve All (Filtered)
        </Button>
        {props.children}
        <Link to={paths.adminImports} className={buttonClass()}>
          <History aria-hidden className="size-4" />
          Import history
        </Link>
        {props.upload}
      </div>
    </div>
  );
}
