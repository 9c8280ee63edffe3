import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { invalidate } from '@/lib/query-client.ts';
import { useSave } from '@/lib/use-save.ts';
import { useAbort } from '@/lib/use-work.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { ProgressDialog } from '@/ui/progress-dialog.tsx';
import { texts } from '../texts.ts';
import { type PastImport, restorePreview, type UndoPreview, undoImport, undoPreview } from './history-data.ts';

const { undo: undoTexts } = texts;

/** More rows than one call removes, so that progress is shown. */
const ONE_CALL = 50_000;
const ONE_UPDATE = 10_000;

/** The button that undoes an import, with its confirmation and progress. Disabled, with the reason, where no row would be deleted. */
export function UndoImport({ entry }: { entry: PastImport }) {
  const { id, import_type, successful_rows, companies_created, updated_rows, undone_at } = entry;
  const [confirming, setConfirming] = useState(false);
  const undo = useUndo(id);
  const created = successful_rows + companies_created;
  const total = created + updated_rows;
  const { data: restoring } = useQuery({ ...restorePreview(id), enabled: updated_rows > 0 });
  const isLong = undo.isUndoing && (created > ONE_CALL || updated_rows > ONE_UPDATE);
  const { data: preview } = useQuery({ ...undoPreview(id), enabled: created > 0 });
  const deleted = preview && countDeleted(preview);
  const isUseless = total === 0 || (!undone_at && updated_rows === 0 && deleted?.total === 0);
  const reasonId = useId();
  const rows =
    import_type === 'leads' ? undoTexts.rows(successful_rows, companies_created) : undoTexts.rows(0, successful_rows);
  const confirm = async () => {
    await undo.start();
    setConfirming(false);
  };

  return (
    <>
      {isUseless && preview && (
        <p id={reasonId} className="w-full text-right text-muted text-xs">
          {undoTexts.staying(preview) || undoTexts.rowsGone}.
        </p>
      )}
      <Button
        icon={Undo2}
        disabled={isUseless}
        aria-describedby={isUseless ? reasonId : undefined}
        onClick={() => setConfirming(true)}
      >
        {undone_at ? undoTexts.finish : undoTexts.action}
      </Button>
      <ConfirmDialog
        open={confirming && !isLong}
        onOpenChange={setConfirming}
        title={undoTexts.title}
        description={
          restoring && created === 0
            ? undoTexts.onlyRestoring(undoTexts.restoring(import_type, restoring))
            : preview && deleted
              ? undoTexts.description(
                  undoTexts.rows(deleted.leads, deleted.companies),
                  [undoTexts.staying(preview), restoring && undoTexts.restoring(import_type, restoring)]
                    .filter(Boolean)
                    .join('. '),
                )
              : undoTexts.anyChange(rows)
        }
        confirmLabel={undoTexts.action}
        danger
        busy={undo.isUndoing}
        onConfirm={confirm}
      />
      {isLong && (
        <ProgressDialog
          title={undoTexts.progress}
          done={undo.removed}
          total={total}
          words={undoTexts.removed(undo.removed, total)}
          stopping={undo.stopping}
          onCancel={undo.cancel}
        />
      )}
    </>
  );
}

function countDeleted({ leads, leads_left, companies, companies_left }: UndoPreview) {
  const deleted = { leads: leads - leads_left, companies: companies - companies_left };
  return { ...deleted, total: deleted.leads + deleted.companies };
}

/** Undoes an import call by call. An undo that was cancelled continues from there when it is started again. */
function useUndo(id: string) {
  const [removed, setRemoved] = useState(0);
  const [stopping, setStopping] = useState(false);
  const { start, abort } = useAbort();

  const { save, isSaving } = useSave({
    write: async () => {
      setRemoved(0);
      setStopping(false);
      const signal = start();
      while (!signal.aborted) {
        const progress = await undoImport(id);
        setRemoved(progress.removed_leads + progress.removed_companies + progress.restored_rows);
        if (progress.remaining_leads !== null) return progress;
      }
      return null;
    },
    refresh: (client) => invalidate(client),
    success: (done) => done && { title: undoTexts.done, description: undoTexts.doneHint(done) },
    failure: undoTexts.failed,
  });

  return {
    start: () => save(),
    isUndoing: isSaving,
    removed,
    stopping,
    cancel: () => {
      abort();
      setStopping(true);
    },
  };
}
