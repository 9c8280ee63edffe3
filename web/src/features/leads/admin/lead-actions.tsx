import { CheckCheck, CircleCheck, Download, History, Tag, Trash2, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';

export type LeadActionsProps = {
  anySelected: boolean;
  anyMatching: boolean;
  exporting: boolean;
  onAssign: () => void;
  onApproveSelected: () => void;
  onDeleteSelected: () => void;
  onApproveAll: () => void;
  onExport: () => void;
  onUpload: () => void;
};

const STRIP =
  'mb-3 flex justify-between gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap md:max-[85rem]:[&_button]:px-2';
const GROUP = 'flex gap-2 md:flex-wrap';

/** What an administrator may do with leads, in the order of the specification; a strip to scroll where the page is narrow. */
export function LeadActions(props: LeadActionsProps) {
  const { anySelected, anyMatching } = props;
  return (
    <div className={STRIP}>
      <div className={GROUP}>
        <Button icon={Tag} disabled={!anySelected} onClick={props.onAssign}>
          Assign to Audience
        </Button>
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
        <Button icon={Download} busy={props.exporting} onClick={props.onExport}>
          Export Approved
        </Button>
        <Link to={paths.adminImports} className={buttonClass()}>
          <History aria-hidden className="size-4" />
          Import history
        </Link>
        <Button icon={Upload} variant="primary" onClick={props.onUpload}>
          Upload Leads
        </Button>
      </div>
    </div>
  );
}
