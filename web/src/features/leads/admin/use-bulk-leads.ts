import { useQueryClient } from '@tanstack/react-query';
import { batchSizes } from '../../../../../domain/limits.ts';
import { toast } from '../../../ui/toast.ts';
import type { Selection } from '../../bulk/selection.ts';
import { type BulkWork, useBulkRun } from '../../bulk/use-bulk-run.ts';
import { judge, judgeUnstarted, type Verdict } from '../../bulk/verdict.ts';
import { type LeadScope, refreshLeads } from '../data.ts';
import { LEAD } from '../noun.ts';
import { approveLeads, assignAudience, deleteLeads, pendingIds, selectedIds } from './bulk-data.ts';

const VARIANTS = { success: 'success', partial: 'default', failure: 'destructive' } as const;

const tell = ({ kind, title, description }: Verdict) => toast({ title, description, variant: VARIANTS[kind] });

/** The bulk actions upon the leads of a scope. `onRemaining` hears which rows are left to do, none where all was done. */
export function useBulkLeads(scope: LeadScope, onRemaining: (ids: string[]) => void) {
  const client = useQueryClient();
  const { progress, start, cancel } = useBulkRun();
  const { customers } = scope;

  /** Runs one action to its end, tells what it came to, and answers whether anything was done. */
  async function perform(work: BulkWork): Promise<boolean> {
    if (progress) return false; // one at a time: a press while another is under way does nothing
    try {
      const outcome = await start(work);
      tell(judge(work.action, LEAD, outcome));
      onRemaining([...outcome.failed, ...outcome.untried]);
      return outcome.done > 0;
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return false;
      const reason = failure instanceof Error ? failure.message : String(failure);
      tell(judgeUnstarted(work.action, LEAD, reason));
      return false;
    } finally {
      await refreshLeads(client);
    }
  }

  const selected = (selection: Selection) => (signal: AbortSignal) => selectedIds(selection, scope, signal);

  return {
    progress,
    cancel,
    approveSelected: (selection: Selection) =>
      perform({
        action: 'approve',
        ids: selected(selection),
        size: batchSizes.approve,
        run: (ids) => approveLeads(ids, customers),
      }),
    approveAll: () =>
      perform({
        action: 'approve',
        ids: (signal) => pendingIds(scope, signal),
        size: batchSizes.approve,
        run: (ids) => approveLeads(ids, customers),
      }),
    deleteSelected: (selection: Selection) =>
      perform({
        action: 'delete',
        ids: selected(selection),
        size: batchSizes.delete,
        run: (ids) => deleteLeads(ids, customers),
      }),
    assign: (selection: Selection, audience: string) =>
      perform({
        action: 'assign',
        ids: selected(selection),
        size: batchSizes.audience,
        run: (ids) => assignAudience(ids, audience, customers),
      }),
  };
}
