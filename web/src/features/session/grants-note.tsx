import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { useSession } from './session.tsx';
import { useRecheck } from './use-recheck.ts';

const NOTES = {
  unknown: { tone: 'neutral', words: 'Your permissions are still being checked.' },
  failed: { tone: 'danger', words: 'Your permissions could not be checked.' },
} as const;

export type GrantsNoteProps = { className?: string };

/** Where it is not known what the person may do: says so, and goes on asking. */
export function GrantsNote({ className }: GrantsNoteProps) {
  const { grantsState } = useSession();
  return grantsState === 'known' ? null : <NotKnown {...NOTES[grantsState]} className={className} />;
}

function NotKnown({ tone, words, className }: (typeof NOTES)[keyof typeof NOTES] & GrantsNoteProps) {
  const { busy, recheck } = useRecheck();
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
      {words}
    </Note>
  );
}
