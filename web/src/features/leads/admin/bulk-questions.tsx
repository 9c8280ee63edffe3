import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { counted } from '../../bulk/verdict.ts';
import { type LeadScope, leadCount } from '../data.ts';
import { LEAD } from '../noun.ts';
import { AssignAudienceDialog } from './assign-audience-dialog.tsx';

/** Which bulk action is waiting for the person's word. */
export type Asking = 'assign' | 'delete' | 'approve all' | null;

export type BulkQuestionsProps = {
  asking: Asking;
  onClose: () => void;
  scope: LeadScope;
  /** The filters in words, null where there are none. */
  filters: string | null;
  /** How many leads are selected. */
  count: number;
  onAssign: (audience: string) => void;
  onDelete: () => void;
  onApproveAll: () => void;
};

/** What is asked before a bulk action; every question names the number of leads. */
export function BulkQuestions({ asking, onClose, scope, filters, count, ...actions }: BulkQuestionsProps) {
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const leads = counted(count, LEAD);
  return (
    <>
      {asking === 'assign' && (
        <AssignAudienceDialog
          count={count}
          customers={scope.customers}
          onClose={onClose}
          onAssign={(audience) => then(() => actions.onAssign(audience))()}
        />
      )}
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={onClose}
        title={`Delete ${leads}?`}
        description="They are removed for the customer, too. This cannot be undone."
        confirmLabel={`Delete ${leads}`}
        danger
        onConfirm={then(actions.onDelete)}
      />
      {asking === 'approve all' && (
        <ApproveAllQuestion scope={scope} filters={filters} onClose={onClose} onConfirm={then(actions.onApproveAll)} />
      )}
    </>
  );
}

type ApproveAllQuestionProps = { scope: LeadScope; filters: string | null; onClose: () => void; onConfirm: () => void };

function ApproveAllQuestion({ scope, filters, onClose, onConfirm }: ApproveAllQuestionProps) {
  const { data: pending, isPlaceholderData } = useQuery(leadCount(scope, false));
  if (pending === undefined || isPlaceholderData) return null;
  const leads = counted(pending, LEAD);
  const which = filters ? `All that match ${filters}` : 'All leads of all customers';
  if (pending === 0) {
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title="Every lead is approved already"
        description={`${which} are approved. There is nothing left to do.`}
        confirmLabel="OK"
        onConfirm={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Approve ${leads}?`}
      description={`${which} and are still pending will be approved, whether scrolled into view or not.`}
      confirmLabel={`Approve ${leads}`}
      onConfirm={onConfirm}
    />
  );
}
