import { useQuery } from '@tanstack/react-query';
import { counted } from '@/lib/format.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { countsQuery } from '../list-data.ts';
import { describeSelection } from '../selection/summary.ts';
import { countOf, type Status } from '../status.ts';
import { texts } from '../texts.ts';
import type { AdminList } from './use-admin-list.ts';

/** The confirmations of bulk actions. Each names the number of rows. */
export function BulkConfirmations({ list }: { list: AdminList }) {
  const { table, summary, confirmation } = list;
  const close = () => list.setConfirmation(null);
  const rows = counted(summary.count, table.noun);
  return (
    <>
      <ConfirmDialog
        open={confirmation === 'delete'}
        onOpenChange={close}
        title={`Delete ${rows}?`}
        description={`${summary.outside === 0 ? '' : `${describeSelection(summary)}. `}The customer loses them too. You can undo this for 30 minutes.`}
        confirmLabel={`Delete ${rows}`}
        danger
        onConfirm={() => {
          close();
          list.deleteSelected();
        }}
      />
      {confirmation === 'approve all' && <ApproveAllConfirmation list={list} onClose={close} />}
    </>
  );
}

const WERE_REJECTED = { one: 'of them was rejected', many: 'of them were rejected' };

function ApproveAllConfirmation({ list, onClose }: { list: AdminList; onClose: () => void }) {
  const { table, scope, filtersInWords } = list;
  const { data: counts, isPlaceholderData } = useQuery(countsQuery(table.name, scope));
  if (counts === undefined || isPlaceholderData) return null;
  const countIfListed = (status: Status) =>
    scope.status === null || scope.status === status ? countOf(counts, status) : 0;
  const rejected = countIfListed('rejected');
  const undecided = countIfListed('to_review');
  const pending = undecided + rejected;
  const { one, many } = table.noun;
  const all = filtersInWords ? `All that match ${filtersInWords}` : `All ${many} of all customers`;
  if (pending === 0) {
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={`Every ${one} is approved already`}
        description={`${all} are approved. There is nothing left to do.`}
        confirmLabel="OK"
        onConfirm={onClose}
      />
    );
  }
  const rows = counted(pending, table.noun);
  const alsoRejected = rejected > 0 ? ` ${counted(rejected, WERE_REJECTED)} and will be approved, too.` : '';
  const approve = (status: Status | null) => () => {
    onClose();
    list.approveAll(status);
  };
  const isChoice = rejected > 0 && undecided > 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Approve ${rows}?`}
      description={`${all} ${filtersInWords ? 'and' : 'that'} are still pending will be approved, whether scrolled into view or not.${alsoRejected}`}
      confirmLabel={isChoice ? texts.approveAll(pending) : `Approve ${rows}`}
      onConfirm={approve(null)}
      alternative={isChoice ? { label: texts.approveUndecided(undecided), onConfirm: approve('to_review') } : undefined}
    />
  );
}
