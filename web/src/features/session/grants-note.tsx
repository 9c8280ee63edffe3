import { useEffect, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { useSession } from './session.tsx';

const NOTES = {
  unknown: { tone: 'neutral', text: 'Your permissions are still being checked.' },
  failed: { tone: 'danger', text: 'Your permissions couldn’t be checked.' },
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
        <Button busy={busy} onClick={recheck}>
          Retry
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
  useEffect(() => {
    window.addEventListener('focus', rereadGrants);
    window.addEventListener('online', rereadGrants);
    return () => {
      window.removeEventListener('focus', rereadGrants);
      window.removeEventListener('online', rereadGrants);
    };
  }, [rereadGrants]);
  const recheck = async () => {
    setBusy(true);
    await rereadGrants().finally(() => setBusy(false));
  };
  return { busy, recheck };
}
