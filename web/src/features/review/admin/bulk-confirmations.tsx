import { useQuery } from '@tanstack/react-query';
import { counted } from '@/lib/format.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { countsQuery } from '../list-data.ts';
import { describeSelection } from '../selection/summary.ts';
import { countOf, type Status } from '../status.ts';
import { texts } from './texts.ts';
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
        title={texts.deletion.title(rows)}
        description={`${summary.outside === 0 ? '' : `${describeSelection(summary)}. `}${texts.deletion.warning}`}
        confirmLabel={texts.deletion.confirm(rows)}
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

function ApproveAllConfirmation({ list, onClose }: { list: AdminList; onClose: () => void }) {
  const { table, scope, filtersInWords } = list;
  const { data: counts, isPlaceholderData } = useQuery(countsQuery(table.name, scope));
  if (counts === undefined || isPlaceholderData) return null;
  const countIfListed = (status: Status) =>
    scope.status === null || scope.status === status ? countOf(counts, status) : 0;
  const rejected = countIfListed('rejected');
  const undecided = countIfListed('to_review');
  const pending = undecided + rejected;
  if (pending === 0) {
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={texts.approveAll.none}
        description={texts.approveAll.noneHint(table.noun, filtersInWords)}
        confirmLabel={texts.approveAll.ok}
        onConfirm={onClose}
      />
    );
  }
  const rows = counted(pending, table.noun);
  const approve = (status: Status | null) => () => {
    onClose();
    list.approveAll(status);
  };
  const isChoice = rejected > 0 && undecided > 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.approveAll.title(rows)}
      description={texts.approveAll.description(table.noun, filtersInWords, rejected)}
      confirmLabel={isChoice ? texts.approveAll.all(pending) : texts.approveAll.confirm(rows)}
      onConfirm={approve(null)}
      alternative={
        isChoice ? { label: texts.approveAll.onlyUndecided(undecided), onConfirm: approve('to_review') } : undefined
      }
    />
  );
}
