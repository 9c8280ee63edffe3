import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '@/lib/format.ts';
import { invalidate } from '@/lib/query-client.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { ProgressDialog } from '@/ui/progress-dialog.tsx';
import { countedRows } from '../import-result.tsx';
import { type PastImport, undoImport } from './history-data.ts';
import { leadsAndCompanies } from './import-words.ts';

/** More rows than one call removes, so that progress is shown. */
const ONE_CALL = 50_000;

/** The button that undoes an import, with its confirmation and progress. */
export function UndoImport({ entry }: { entry: PastImport }) {
  const { id, import_type, successful_rows, companies_created, undone_at } = entry;
  const [confirming, setConfirming] = useState(false);
  const undo = useUndo(id);
  const created = successful_rows + companies_created;
  const isLong = undo.removed !== null && created > ONE_CALL;
  const rows =
    import_type === 'leads'
      ? leadsAndCompanies(successful_rows, companies_created)
      : leadsAndCompanies(0, successful_rows);
  const confirm = async () => {
    await undo.start();
    setConfirming(false);
  };

  return (
    <>
      <Button icon={Undo2} disabled={created === 0} onClick={() => setConfirming(true)}>
        {undone_at ? 'Finish undoing' : 'Undo import'}
      </Button>
      <ConfirmDialog
        open={confirming && !isLong}
        onOpenChange={setConfirming}
        title="Undo this import?"
        description={`This deletes the ${rows} it created, except those that were approved, rejected or edited since. This can’t be undone.`}
        confirmLabel="Undo import"
        danger
        busy={undo.removed !== null}
        onConfirm={confirm}
      />
      {isLong && (
        <ProgressDialog
          title="Undoing import"
          done={undo.removed ?? 0}
          total={created}
          words={`${formatNumber(undo.removed ?? 0)} of ${countedRows(created)} removed`}
          stopping={undo.stopping}
          onCancel={undo.cancel}
        />
      )}
    </>
  );
}

/** Undoes an import call by call. An undo that was cancelled continues from there when it is started again. */
function useUndo(id: string) {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<number | null>(null);
  const [stopping, setStopping] = useState(false);
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);

  async function undoAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { removed: total, remaining, isDone } = await undoImport(id);
      setRemoved(total);
      if (!isDone) continue;
      const description = `${countedRows(total)} removed${remaining > 0 ? `, ${countedRows(remaining)} left` : ''}.`;
      return void toast({ title: 'Import undone', description, tone: 'success' });
    }
  }

  async function start() {
    controller.current = new AbortController();
    setRemoved(0);
    setStopping(false);
    try {
      await undoAll(controller.current.signal);
    } catch (error) {
      toastFailure('The import could not be undone', error);
    } finally {
      await invalidate(client);
      setRemoved(null);
    }
  }

  return {
    /** Rows removed so far; null unless an undo is running. */
    removed,
    stopping,
    start,
    cancel: () => {
      controller.current.abort();
      setStopping(true);
    },
  };
}
