import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLeaveGuard, useUnloadWarning } from '@/lib/leave-guard.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useWindowEvent } from '@/lib/use-window-event.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Requires confirmation before a dialog with a form closes with what was typed. The dialog renders the question. */
export function useUnsavedForm(
  { isUnsaved = false }: { isUnsaved?: boolean },
  onClose: () => void,
  description: string = commonTexts.typedUnsaved,
) {
  const { question, leave } = useUnsavedChanges({ isUnsaved, description, onDiscard: onClose });
  return { question, close: () => leave(isUnsaved ? () => {} : onClose) };
}

export type UnsavedChanges = {
  isUnsaved: boolean;
  description: string;
  onDiscard: () => void;
  /** Gets the focus back when editing goes on. Needed where a focus elsewhere leaves the form, as that of a row does: giving it back would open the question again. */
  form?: RefObject<HTMLElement | null>;
};

/**
 * Requires confirmation before a form's unsaved changes are discarded: by `leaveForms`, Back, a link, a reload, or `leave`, for the form's own ways out. The form
 * renders the question.
 */
export function useUnsavedChanges({ isUnsaved, description, onDiscard, form }: UnsavedChanges) {
  const edited = useRef<EventTarget>(null);
  useWindowEvent('focusin', ({ target }) => {
    if (target instanceof Node && form?.current?.contains(target)) edited.current = target;
  });
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
      returnTo={() =>
        edited.current instanceof HTMLElement && edited.current.isConnected
          ? edited.current
          : form?.current?.querySelector<HTMLElement>('input, textarea')
      }
      onConfirm={discard}
    />
  );
  return { question, leave: (proceed: () => void) => (isUnsaved ? ask(proceed) : proceed()) };
}
