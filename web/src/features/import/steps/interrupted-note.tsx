import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { texts } from '../texts.ts';
import { type ImportRun, rowsLeft } from '../wizard-reducer.ts';

export type InterruptedNoteProps = {
  run: ImportRun;
  onResume: () => void;
  /** How far the import came. */
  children: ReactNode;
};

export function InterruptedNote({ run, onResume, children }: InterruptedNoteProps) {
  return (
    <Note
      action={
        <Button size="sm" variant="primary" onClick={onResume}>
          {texts.interrupted.resume}
        </Button>
      }
    >
      {children}
      {texts.interrupted.left(rowsLeft(run))}
    </Note>
  );
}
