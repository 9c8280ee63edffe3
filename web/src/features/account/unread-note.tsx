import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';

export type UnreadNoteProps = {
  /** What was to be read, such as 'Your sessions'. */
  what: string;
  reading: Pick<UseQueryResult<unknown>, 'error' | 'refetch'>;
};

/** Says that something of the account could not be read, and offers to try again; nothing where it could. */
export function UnreadNote({ what, reading: { error, refetch } }: UnreadNoteProps) {
  if (!error) return null;
  return (
    <Note
      tone="danger"
      action={
        <Button size="sm" icon={RotateCw} onClick={() => refetch()}>
          Retry
        </Button>
      }
    >
      {what} could not be read: {error.message}
    </Note>
  );
}
