import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recentDeletions } from '@/features/lists/bulk/data.ts';
import { counted } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useIsUndoInToast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { useAdminSelection } from './admin-selection.tsx';
import { texts } from './texts.ts';

/** The last deletion in bulk, as long as it can be undone. */
export function RecentDeletions() {
  const { list, restore } = useAdminSelection();
  const { name, noun } = list.table;
  const { data: [last] = [] } = useQuery(recentDeletions(name));
  const [busy, setBusy] = useState(false);
  const isUndoInToast = useIsUndoInToast(last?.deletion ?? '');
  if (!last) return null;
  const undo = async () => {
    setBusy(true);
    await restore(last.deletion);
    setBusy(false);
  };
  return (
    <Note
      className="mb-3"
      action={
        <Button size="sm" busy={busy} style={{ visibility: isUndoInToast ? 'hidden' : 'visible' }} onClick={undo}>
          {commonTexts.undo}
        </Button>
      }
    >
      {texts.deletion.done(counted(last.row_count, noun))} <RelativeTime at={last.deleted_at} />.{' '}
      {texts.deletion.undoHint}
    </Note>
  );
}
