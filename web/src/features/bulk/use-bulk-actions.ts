import { useQueryClient } from '@tanstack/react-query';
import { batchSizes } from '#domain/limits.ts';
import { isAbort, reasonOf } from '@/lib/failure.ts';
import { type Toast, toast } from '@/lib/toast.ts';
import { inBatches, type Outcome } from './batches.ts';
import { approvalOf, deleteRows } from './data.ts';
import type { Ids } from './ids.ts';
import { type BulkAction, judge, judgeUnstarted, type Verdict } from './result-message.ts';
import { type Held, type Setting, settingBack, settingTo } from './setting.ts';
import type { BulkTable } from './table.ts';
import { type BulkWork, useBulkRun } from './use-bulk-run.ts';

/** The rows to work upon; `onRemaining` hears which of them are left to do, none where all was done. */
export type Wanted = { ids: Ids; onRemaining: (ids: string[]) => void };

type WayBack = Toast['action'] | undefined;

const TONES = { success: 'success', partial: 'neutral', failure: 'danger' } as const;

const tell = ({ kind, title, description }: Verdict, action?: WayBack) =>
  toast({ title, description, tone: TONES[kind], action });

const remainingOf = ({ failed, untried }: Outcome) => [...failed, ...untried];

/** The bulk actions upon the rows of a table; what sets a value offers a way back in its toast. */
export function useBulkActions<Scope>({ table, noun, refresh }: BulkTable<Scope>) {
  const client = useQueryClient();
  const { progress, start, cancel } = useBulkRun();

  /** Runs one action to its end and tells what it came to. */
  async function perform(work: BulkWork, after: (outcome: Outcome) => WayBack): Promise<void> {
    try {
      const outcome = await start(work);
      if (outcome) tell(judge(work.action, noun, outcome), after(outcome));
    } catch (failure) {
      if (isAbort(failure)) return;
      tell(judgeUnstarted(work.action, noun, reasonOf(failure)));
    } finally {
      await refresh(client);
    }
  }

  function set<Value>(action: BulkAction, { setting, value }: Change<Value>, { ids, onRemaining }: Wanted) {
    const former: Held<Value>[] = [];
    const plan = async (signal: AbortSignal) => inBatches(await ids(signal), setting.size);
    return perform({ action, plan, run: settingTo(setting, value, former) }, (outcome) => {
      onRemaining(remainingOf(outcome));
      if (former.length === 0) return undefined;
      return { label: 'Undo', onClick: () => takeBack({ setting, value }, former) };
    });
  }

  function takeBack<Value>({ setting, value }: Change<Value>, former: readonly Held<Value>[]) {
    const { batches, run } = settingBack(setting, value, former);
    return perform({ action: 'undo', plan: async () => batches, run, waits: true }, (outcome) => {
      const remaining = new Set(remainingOf(outcome));
      if (remaining.size === 0) return undefined;
      const rest = former.filter(({ id }) => remaining.has(id));
      return { label: 'Try again', onClick: () => takeBack({ setting, value }, rest) };
    });
  }

  return {
    progress,
    cancel,
    set,
    approve: (wanted: Wanted) => set('approve', { setting: approvalOf(table), value: true }, wanted),
    remove: ({ ids, onRemaining }: Wanted) =>
      perform(
        {
          action: 'delete',
          plan: async (signal) => inBatches(await ids(signal), batchSizes.delete),
          run: (batch) => deleteRows(table, batch),
        },
        (outcome) => {
          onRemaining(remainingOf(outcome));
          return undefined;
        },
      ),
  };
}

/** The value that rows shall hold in a column. */
export type Change<Value> = { setting: Setting<Value>; value: Value };
