import { counted, formatNumber, type Noun } from '@/lib/format.ts';
import type { Outcome } from './batches.ts';

export type BulkAction = 'approve' | 'delete' | 'assign' | 'undo';
export type Verdict = { kind: 'success' | 'partial' | 'failure'; title: string; description?: string };

const NO_LONGER_THERE = 'no longer there';

const WORDS = {
  approve: {
    done: 'approved',
    gone: NO_LONGER_THERE,
    partial: 'Partial approval completed',
    failure: (noun: Noun) => `Failed to approve ${noun.many}`,
  },
  delete: {
    done: 'deleted',
    gone: NO_LONGER_THERE,
    partial: 'Partial deletion completed',
    failure: (noun: Noun) => `Failed to delete ${noun.many}`,
  },
  assign: {
    done: 'assigned',
    gone: NO_LONGER_THERE,
    partial: 'Partial Success',
    failure: () => 'Failed to assign audience. Please try again.',
  },
  undo: {
    done: 'set back',
    gone: 'changed meanwhile and left alone',
    partial: 'Partial undo completed',
    failure: () => 'Failed to undo',
  },
};

/** What a bulk action tells the person when it has ended: all done, some done, or nothing. Rows that are no longer as they were count as neither done nor failed. */
export function judge(action: BulkAction, noun: Noun, { done, gone, failed, untried, reason }: Outcome): Verdict {
  const words = WORDS[action];
  const doneWords = `${counted(done, noun)} ${words.done}`;
  const goneWords = gone > 0 && `${formatNumber(gone)} ${words.gone}`;
  if (failed.length + untried.length === 0) {
    return {
      kind: done > 0 ? 'success' : 'partial',
      title: doneWords,
      ...(goneWords && { description: `${goneWords}.` }),
    };
  }
  const counts = [
    doneWords,
    goneWords,
    failed.length > 0 && `${formatNumber(failed.length)} failed`,
    untried.length > 0 && `${formatNumber(untried.length)} not tried`,
  ];
  const description = counts.filter(Boolean).join(', ') + (reason ? `: ${reason}` : '.');
  if (done === 0 && failed.length > 0) return { kind: 'failure', title: words.failure(noun), description };
  return { kind: 'partial', title: words.partial, description };
}

/** What it tells where not even the rows could be named. */
export function judgeUnstarted(action: BulkAction, noun: Noun, reason: string): Verdict {
  return { kind: 'failure', title: WORDS[action].failure(noun), description: reason };
}
