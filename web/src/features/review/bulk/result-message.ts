import { counted, formatNumber, type Noun } from '@/lib/format.ts';
import type { BulkResult } from './batches.ts';

export type BulkAction = 'approve' | 'delete' | 'assign' | 'undo';
export type ResultMessage = { kind: 'success' | 'partial' | 'failure'; title: string; description?: string };

const NO_LONGER_THERE = 'no longer there';

const TEXTS = {
  approve: {
    done: 'approved',
    skipped: 'changed or deleted meanwhile',
    partial: 'Partial approval completed',
    failure: (noun: Noun) => `Failed to approve ${noun.many}`,
  },
  delete: {
    done: 'deleted',
    skipped: NO_LONGER_THERE,
    partial: 'Partial deletion completed',
    failure: (noun: Noun) => `Failed to delete ${noun.many}`,
  },
  assign: {
    done: 'assigned',
    skipped: NO_LONGER_THERE,
    partial: 'Partial Success',
    failure: () => 'Failed to assign audience. Please try again.',
  },
  undo: {
    done: 'restored',
    skipped: 'not restored because they have changed since',
    partial: 'Partial undo completed',
    failure: () => 'Failed to undo',
  },
};

/** The toast of a finished bulk action. Skipped rows count as neither done nor failed. */
export function resultMessage(
  action: BulkAction,
  noun: Noun,
  { done, skipped, failed, untried, reason }: BulkResult,
): ResultMessage {
  const texts = TEXTS[action];
  const doneText = `${counted(done, noun)} ${texts.done}`;
  const skippedText = skipped > 0 && `${formatNumber(skipped)} ${texts.skipped}`;
  if (failed.length + untried.length === 0) {
    return {
      kind: done > 0 ? 'success' : 'partial',
      title: doneText,
      ...(skippedText && { description: `${skippedText}.` }),
    };
  }
  const parts = [
    doneText,
    skippedText,
    failed.length > 0 && `${formatNumber(failed.length)} failed`,
    untried.length > 0 && `${formatNumber(untried.length)} not tried`,
  ];
  const description = parts.filter(Boolean).join(', ') + (reason ? `: ${reason}` : '.');
  if (done === 0 && failed.length > 0) return { kind: 'failure', title: texts.failure(noun), description };
  return { kind: 'partial', title: texts.partial, description };
}

/** The toast of a bulk action whose rows could not be read. */
export function notStartedMessage(action: BulkAction, noun: Noun, reason: string): ResultMessage {
  return { kind: 'failure', title: TEXTS[action].failure(noun), description: reason };
}

/** The toast after deleted rows were restored. */
export function restoredMessage(
  noun: Noun,
  { restored, skipped }: { restored: number; skipped: number },
): ResultMessage {
  if (restored + skipped === 0) return { kind: 'failure', title: `These ${noun.many} can no longer be restored` };
  return {
    kind: restored > 0 ? 'success' : 'partial',
    title: `${counted(restored, noun)} restored`,
    ...(skipped > 0 && { description: `${formatNumber(skipped)} skipped because they were added again meanwhile.` }),
  };
}
