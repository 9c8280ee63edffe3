import type { ReactNode } from 'react';
import { formatNumber } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { type Run, rowsDone } from '../wizard.ts';

export type HaltedNoteProps = {
  run: Run;
  resumeLabel: string;
  onResume: () => void;
  /** What has come of it so far; what is left is said after it. */
  children: ReactNode;
};

/** Says how far an import came before it stopped, and offers to go on there. */
export function HaltedNote({ run, resumeLabel, onResume, children }: HaltedNoteProps) {
  return (
    <Note
      action={
        <Button size="sm" variant="primary" onClick={onResume}>
          {resumeLabel}
        </Button>
      }
    >
      {children}, {formatNumber(run.opened.totalRows - rowsDone(run))} left.
    </Note>
  );
}
