import { useState } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { useWindowEvent } from '@/lib/use-window-event.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { useSession } from './session.tsx';
import { texts } from './texts.ts';

const NOTES = {
  unknown: { tone: 'neutral', text: texts.permissionsUnknown },
  failed: { tone: 'danger', text: texts.permissionsFailed },
} as const;

export type GrantsNoteProps = { className?: string };

/** Shown while the user's roles and memberships are unknown; reads them again. */
export function GrantsNote({ className }: GrantsNoteProps) {
  const { grantsState } = useSession();
  return grantsState === 'known' ? null : <UnknownGrants {...NOTES[grantsState]} className={className} />;
}

function UnknownGrants({ tone, text, className }: (typeof NOTES)[keyof typeof NOTES] & GrantsNoteProps) {
  const { busy, recheck } = useRecheckGrants();
  return (
    <Note
      tone={tone}
      className={className}
      action={
        <Button variant="primary" busy={busy} onClick={recheck}>
          {commonTexts.retry}
        </Button>
      }
    >
      {text}
    </Note>
  );
}

/** Reads roles and memberships again on request, when the tab gets the focus and when the browser is back online. */
export function useRecheckGrants() {
  const { rereadGrants } = useSession();
  const [busy, setBusy] = useState(false);
  useWindowEvent('focus', rereadGrants);
  useWindowEvent('online', rereadGrants);
  const recheck = async () => {
    setBusy(true);
    await rereadGrants().finally(() => setBusy(false));
  };
  return { busy, recheck };
}
