import { counted, formatNumber, type Noun } from '@/lib/format.ts';

const NO_LONGER_THERE = 'no longer there';

/** The texts of a finished action about its rows, and its titles. */
const RESULTS = {
  approve: {
    done: 'approved',
    skipped: 'changed or deleted in the meantime',
    partial: 'Partial approval completed',
    failure: ({ many }: Noun) => `Failed to approve ${many}`,
  },
  delete: {
    done: 'deleted',
    skipped: NO_LONGER_THERE,
    partial: 'Partial deletion completed',
    failure: ({ many }: Noun) => `Failed to delete ${many}`,
  },
  assign: {
    done: 'assigned',
    skipped: NO_LONGER_THERE,
    partial: 'Partial Success',
    failure: () => 'Failed to assign audience. Please try again.',
  },
  undo: {
    done: 'restored',
    skipped: 'not restored because they’ve changed since',
    partial: 'Partial undo completed',
    failure: () => 'Failed to undo',
  },
};

export type BulkAction = keyof typeof RESULTS;

const TITLES: Record<BulkAction, (noun: Noun) => string> = {
  approve: ({ many }) => `Approving ${many}`,
  delete: ({ many }) => `Deleting ${many}`,
  assign: () => 'Assigning audience',
  undo: () => 'Undoing',
};

export const texts = {
  result: (action: BulkAction) => RESULTS[action],
  count: (count: number, words: string) => `${formatNumber(count)} ${words}`,
  failed: 'failed',
  notTried: 'not tried',
  tryAgain: 'Try again',
  undoFailed: 'Failed to undo',
  cannotRestore: ({ many }: Noun) => `These ${many} can no longer be restored`,
  restored: (count: number, noun: Noun) => `${counted(count, noun)} restored`,
  addedAgain: (count: number) => `${formatNumber(count)} skipped because they’ve been added again.`,

  progressTitle: (action: BulkAction, noun: Noun) => TITLES[action](noun),
  stopping: 'Stopping after the current batch…',
  finding: ({ many }: Noun) => `Finding matching ${many}…`,
  progress: (done: number, total: number, noun: Noun) => `${formatNumber(done)} of ${counted(total, noun)}`,
};
