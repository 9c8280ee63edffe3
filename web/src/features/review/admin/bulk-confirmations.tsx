import { useQuery } from '@tanstack/react-query';
import { pendingCustomersQuery } from '@/features/lists/bulk/data.ts';
import { countsQuery } from '@/features/lists/list-data.ts';
import { describeSelection } from '@/features/lists/selection/summary.ts';
import { countOf, type Status } from '@/features/lists/status.ts';
import { counted, formatCount } from '@/lib/format.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { useAdminSelection } from './admin-selection.tsx';
import { texts } from './texts.ts';

/** The confirmations of bulk actions. Each names the number of rows. */
export function BulkConfirmations() {
  const { list, summary, confirmation, setConfirmation, deleteSelected } = useAdminSelection();
  const close = () => setConfirmation(null);
  const rows = counted(summary.count, list.table.noun, summary);
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
          deleteSelected();
        }}
      />
      {confirmation === 'approve all' && <ApproveAllConfirmation onClose={close} />}
    </>
  );
}

function ApproveAllConfirmation({ onClose }: { onClose: () => void }) {
  const { list, approveAll } = useAdminSelection();
  const { table, scope, filtersInWords, otherFilters } = list;
  const { data: counts, isPlaceholderData } = useQuery(countsQuery(table.name, scope));
  const { data: customers, isError } = useQuery(pendingCustomersQuery(table.name, scope));
  if (counts === undefined || isPlaceholderData || (customers === undefined && !isError)) return null;
  const countIfListed = (status: Status) =>
    scope.status === null || scope.status === status ? countOf(counts, status) : 0;
  const rejected = countIfListed('rejected');
  const undecided = countIfListed('to_review');
  const pending = undecided + rejected;
  if (pending === 0 && !counts.is_estimated) {
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
  const rows = pending === 0 ? texts.approveAll.pending(table.noun) : counted(pending, table.noun, counts);
  const approve = (status: Status | null) => () => {
    onClose();
    approveAll(status);
  };
  /** An estimate of none may be of a few. */
  const mayBeRejected = rejected > 0 || (counts.is_estimated && scope.status === null);
  const isChoice = undecided > 0 && mayBeRejected;
  const across = customers ?? null;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.approveAll.title(rows)}
      description={
        scope.status === 'rejected'
          ? texts.approveAll.allRejected(table.noun, rejected, formatCount(rejected, counts), otherFilters, across)
          : texts.approveAll.description(table.noun, {
              filters: filtersInWords,
              customers: across,
              rejected: rejected > 0 ? texts.approveAll.wereRejected(rejected, counts) : null,
            })
      }
      {...(isChoice
        ? {
            confirmLabel: texts.approveAll.onlyUndecided(formatCount(undecided, counts)),
            onConfirm: approve('to_review'),
            alternative: { label: texts.approveAll.all(formatCount(pending, counts)), onConfirm: approve(null) },
          }
        : { confirmLabel: texts.approveAll.confirm(rows), onConfirm: approve(null) })}
    />
  );
}
