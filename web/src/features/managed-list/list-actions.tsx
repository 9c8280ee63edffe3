import { CheckCheck, CircleCheck, History, type LucideIcon, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';

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
  uploadLabel: string;
  onUpload: () => void;
  /** Stands before the upload. */
  children: ReactNode;
};

const STRIP =
  'mb-3 flex justify-between gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap md:max-[85rem]:[&_button]:px-2';
const GROUP = 'flex gap-2 md:flex-wrap';

/** What an administrator may do with many rows, in the order of the specification; a strip to scroll where the page is narrow. */
export function ListActions(props: ListActionsProps) {
  const { anySelected, anyMatching, first } = props;
  return (
    <div className={STRIP}>
      <div className={GROUP}>
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
        <Button icon={Upload} variant="primary" onClick={props.onUpload}>
          {props.uploadLabel}
        </Button>
      </div>
    </div>
  );
}
