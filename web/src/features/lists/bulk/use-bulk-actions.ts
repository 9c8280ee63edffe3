import { useQueryClient } from '@tanstack/react-query';
import { batchSizes } from '#domain/limits.ts';
import { inBatches } from '@/lib/batches.ts';
import { failureReason, isAbort } from '@/lib/failure.ts';
import { commonTexts } from '@/lib/texts.ts';
import { type Toast, toast, toastFailure } from '@/lib/toast.ts';
import { randomUuid } from '@/lib/uuid.ts';
import { invalidateTable } from '../list-data.ts';
import type { ReviewTable } from '../table.ts';
import { type BulkColumn, type Customers, restoreColumn, type StoredValue, writeColumn } from './column-change.ts';
import { decisionColumn, deleteRows, type ReadIds, restoreDeleted } from './data.ts';
import { notStartedMessage, restoredMessage, resultMessage } from './result-message.ts';
import { type BulkAction, texts } from './texts.ts';
import { type BulkResult, type BulkRun, useBulkRun } from './use-bulk-run.ts';

/** The rows to change, of these customers. `onRemaining` receives the ids that failed or were not tried. */
export type BulkTarget = { readIds: ReadIds; customers: Customers; onRemaining: (ids: string[]) => void };

/** A new value of a column. */
export type BulkChange<Value> = { makeColumn: (customers: Customers) => BulkColumn<Value>; value: Value };

type ToastAction = Toast['action'] | undefined;

const showMessage = (message: Toast, action?: ToastAction) => toast({ ...message, action });

const remainingIds = ({ failed, untried }: BulkResult) => [...failed, ...untried];

/** The bulk actions on the rows of a table. The toast of a changed column offers undo. */
export function useBulkActions({ name, noun }: ReviewTable) {
  const client = useQueryClient();
  const { progress, start, cancel } = useBulkRun();

  /** `onResult` returns the action of the toast. */
  async function run(request: BulkRun, onResult: (result: BulkResult) => ToastAction): Promise<void> {
    try {
      const result = await start(request);
      if (result) showMessage(resultMessage(request.action, noun, result), onResult(result));
    } catch (failure) {
      if (isAbort(failure)) return;
      showMessage(notStartedMessage(request.action, noun, failureReason(failure)));
    } finally {
      await invalidateTable(client, name);
    }
  }

  function set<Value>(action: BulkAction, { makeColumn, value }: BulkChange<Value>, target: BulkTarget) {
    const { readIds, customers, onRemaining } = target;
    const column = makeColumn(customers);
    const previous: StoredValue<Value>[] = [];
    const readBatches = async (signal: AbortSignal) => inBatches(await readIds(signal), column.batchSize);
    return run({ action, readBatches, runBatch: writeColumn(column, value, previous) }, (result) => {
      onRemaining(remainingIds(result));
      if (previous.length === 0) return undefined;
      return { label: commonTexts.undo, onClick: () => undo(column, value, previous) };
    });
  }

  function undo<Value>(column: BulkColumn<Value>, value: Value, previous: readonly StoredValue<Value>[]) {
    const { batches, run: runBatch } = restoreColumn(column, value, previous);
    return run({ action: 'undo', readBatches: async () => batches, runBatch, waits: true }, (result) => {
      const remaining = new Set(remainingIds(result));
      if (remaining.size === 0) return undefined;
      const rest = previous.filter(({ id }) => remaining.has(id));
      return { label: texts.tryAgain, onClick: () => undo(column, value, rest) };
    });
  }

  /** Restores what was deleted. */
  async function restore(deletion: string): Promise<void> {
    try {
      showMessage(restoredMessage(noun, await restoreDeleted(deletion)));
    } catch (failure) {
      toastFailure(texts.undoFailed, failure);
    } finally {
      await invalidateTable(client, name);
    }
  }

  return {
    progress,
    cancel,
    set,
    /** `onlyUndecided` leaves decisions that are made meanwhile. */
    approve: (target: BulkTarget, onlyUndecided = false) =>
      set('approve', { makeColumn: decisionColumn(name, onlyUndecided), value: true }, target),
    remove: ({ readIds, customers, onRemaining }: BulkTarget) => {
      const deletion = randomUuid();
      return run(
        {
          action: 'delete',
          readBatches: async (signal) => inBatches(await readIds(signal), batchSizes.delete),
          runBatch: (batch) => deleteRows(name, batch, customers, deletion),
        },
        (result) => {
          onRemaining(remainingIds(result));
          if (result.done === 0) return undefined;
          return { label: commonTexts.undo, onClick: () => restore(deletion), undoes: deletion };
        },
      );
    },
    restore,
  };
}
