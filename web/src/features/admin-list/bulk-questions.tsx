import { useQuery } from '@tanstack/react-query';
import { describeSelection, type SelectionSummary } from '@/features/bulk/selection/summary.ts';
import type { BulkTable } from '@/features/bulk/table.ts';
import { counted } from '@/lib/format.ts';
import { useTally } from '@/lib/use-tally.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import type { Asking } from './use-managed-list.ts';

export type BulkQuestionsProps<Scope> = {
  asking: Asking;
  onClose: () => void;
  table: BulkTable<Scope>;
  scope: Scope;
  /** The filters in words; nothing where there are none. */
  narrowed: string;
  summary: SelectionSummary;
  onDelete: () => void;
  onApproveAll: () => void;
};

/** What is asked before a bulk action; every question names the number of rows. */
export function BulkQuestions<Scope>(props: BulkQuestionsProps<Scope>) {
  const { asking, onClose, table, summary } = props;
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const rows = counted(summary.count, table.noun);
  return (
    <>
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={onClose}
        title={`Delete ${rows}?`}
        description={`${summary.outside === 0 ? '' : `${describeSelection(summary)}. `}They are removed for the customer, too. This cannot be undone.`}
        confirmLabel={`Delete ${rows}`}
        danger
        onConfirm={then(props.onDelete)}
      />
      {asking === 'approve all' && (
        <ApproveAllQuestion
          table={table}
          scope={props.scope}
          narrowed={props.narrowed}
          onClose={onClose}
          onConfirm={then(props.onApproveAll)}
        />
      )}
    </>
  );
}

const WAS_REJECTED = { one: 'of them was rejected', many: 'of them were rejected' };

type ApproveAllQuestionProps<Scope> = Pick<BulkQuestionsProps<Scope>, 'table' | 'scope' | 'narrowed' | 'onClose'> & {
  onConfirm: () => void;
};

function ApproveAllQuestion<Scope>({ table, scope, narrowed, onClose, onConfirm }: ApproveAllQuestionProps<Scope>) {
  const { data: pending, isPlaceholderData } = useQuery(table.count(scope, false));
  const tally = useTally(table.tally, scope);
  if (pending === undefined || isPlaceholderData) return null;
  const { one, many } = table.noun;
  const all = narrowed ? `All that match ${narrowed}` : `All ${many} of all customers`;
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
  const rejected = tally && !tally.is_estimated ? tally.reviewed - tally.approved : 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Approve ${rows}?`}
      description={`${all} ${narrowed ? 'and' : 'that'} are still pending will be approved, whether scrolled into view or not.${
        rejected > 0 ? ` ${counted(rejected, WAS_REJECTED)} and will be approved, too.` : ''
      }`}
      confirmLabel={`Approve ${rows}`}
      onConfirm={onConfirm}
    />
  );
}
