import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLeaveGuard, useUnloadWarning } from '@/lib/leave-guard.ts';
import { commonTexts } from '@/lib/texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

export type UnsavedChanges = { isUnsaved: boolean; description: string; onDiscard: () => void };

/**
 * Requires confirmation before a form's unsaved changes are discarded: by `leaveForms`, Back, a link, a reload, or `leave`, for the form's own ways out. The form
 * renders the question.
 */
export function useUnsavedChanges({ isUnsaved, description, onDiscard }: UnsavedChanges) {
  const [leaving, setLeaving] = useState<{ proceed: () => void } | null>(null);
  const ask = (proceed: () => void) => setLeaving({ proceed });
  useUnloadWarning(isUnsaved);
  useLeaveGuard(isUnsaved, ask);
  const discard = () => {
    flushSync(() => {
      setLeaving(null);
      onDiscard();
    }); // so that what follows can move the focus
    leaving?.proceed();
  };
  const question = (
    <ConfirmDialog
      open={leaving !== null}
      onOpenChange={() => setLeaving(null)}
      title={commonTexts.discardChanges}
      description={description}
      confirmLabel={commonTexts.discard}
      cancelLabel={commonTexts.keepEditing}
      danger
      onConfirm={discard}
    />
  );
  return { question, leave: (proceed: () => void) => (isUnsaved ? ask(proceed) : proceed()) };
}
