import { useQuery } from '@tanstack/react-query';
import { texts as contactTexts } from '@/features/do-not-contact/texts.ts';
import { pendingCustomersQuery } from '@/features/lists/bulk/data.ts';
import { countsQuery } from '@/features/lists/list-data.ts';
import { describeSelection } from '@/features/lists/selection/selection.ts';
import { countRows, type Status } from '@/features/lists/status.ts';
import { counted, formatCount } from '@/lib/format.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { useAdminSelection } from './admin-selection.tsx';
import { texts } from './texts.ts';

/** The confirmations of bulk actions. Each names the number of rows. */
export function BulkConfirmations() {
  const { list, summary, confirmation, setConfirmation, deleteSelected, approveSelectedAnyway } = useAdminSelection();
  if (confirmation === null) return null;
  const close = () => setConfirmation(null);
  const rows = counted(summary.count, list.table.noun, summary);
  const approve = (isWithout: boolean) => () => {
    close();
    approveSelectedAnyway(isWithout);
  };
  if (confirmation === 'approve all') return <ApproveAllConfirmation onClose={close} />;
  if (confirmation === 'delete') {
    return (
      <ConfirmDialog
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
    );
  }
  return (
    <ConfirmDialog
      onOpenChange={close}
      title={contactTexts.bulk.title(rows)}
      description={contactTexts.bulk.among(confirmation.suppressed)}
      confirmLabel={contactTexts.bulk.without(confirmation.suppressed)}
      onConfirm={approve(true)}
      alternative={{ label: contactTexts.bulk.all(rows), onConfirm: approve(false) }}
    />
  );
}

function ApproveAllConfirmation({ onClose }: { onClose: () => void }) {
  const { list, approveAll } = useAdminSelection();
  const { table, scope, filtersInWords, otherFilters } = list;
  const { data: counts, isPlaceholderData } = useQuery(countsQuery(table.name, scope));
  const { data: customers, isError } = useQuery(pendingCustomersQuery(table.name, scope));
  const among = useQuery({
    ...countsQuery(table.name, { ...scope, suppressed: true }),
    enabled: table.name === 'leads' && !scope.missing,
    placeholderData: undefined,
  });
  if (among.isLoading || counts === undefined || isPlaceholderData || (customers === undefined && !isError))
    return null;
  const countIfListed = (status: Status, of = counts) =>
    scope.status === null || scope.status === status ? countRows(of, status) : 0;
  const rejected = countIfListed('rejected');
  const undecided = countIfListed('to_review');
  const pending = undecided + rejected;
  if (pending === 0 && !counts.is_estimated) {
    return (
      <ConfirmDialog
        onOpenChange={onClose}
        title={texts.approveAll.none}
        description={texts.approveAll.noneHint(table.noun, filtersInWords)}
        confirmLabel={texts.approveAll.ok}
        onConfirm={onClose}
      />
    );
  }
  const rows = pending === 0 ? texts.approveAll.pending(table.noun) : counted(pending, table.noun, counts);
  const approve =
    (status: Status | null, isWithout = false) =>
    () => {
      onClose();
      approveAll(status, isWithout);
    };
  /** An estimate of none may be of a few. */
  const mayBeRejected = rejected > 0 || (counts.is_estimated && scope.status === null);
  const isChoice = undecided > 0 && mayBeRejected;
  const across = customers ?? null;
  const suppressedIn = (status: Status) => (among.data ? countIfListed(status, among.data) : 0);
  const suppressed = suppressedIn('to_review') + (isChoice ? 0 : suppressedIn('rejected'));
  const description =
    scope.status === 'rejected'
      ? texts.approveAll.allRejected(table.noun, rejected, formatCount(rejected, counts), otherFilters, across)
      : texts.approveAll.description(table.noun, {
          filters: filtersInWords,
          customers: across,
          rejected: rejected > 0 ? texts.approveAll.wereRejected(rejected, counts) : null,
        });
  const all = { label: texts.approveAll.all(formatCount(pending, counts)), onConfirm: approve(null) };
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={texts.approveAll.title(rows)}
      description={suppressed > 0 ? `${description} ${contactTexts.bulk.among(suppressed, among.data)}` : description}
      {...(suppressed > 0
        ? {
            confirmLabel: contactTexts.bulk[isChoice ? 'undecidedWithout' : 'without'](suppressed),
            onConfirm: approve(isChoice ? 'to_review' : null, true),
            alternative: all,
          }
        : isChoice
          ? {
              confirmLabel: texts.approveAll.onlyUndecided(formatCount(undecided, counts)),
              onConfirm: approve('to_review'),
              alternative: all,
            }
          : { confirmLabel: texts.approveAll.confirm(rows), onConfirm: approve(null) })}
    />
  );
}
