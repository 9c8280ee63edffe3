import { stepTypeNames } from '#domain/campaign/steps.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import type { Step } from '../data.ts';
import { MessageText } from '../message/message-text.tsx';
import { texts } from '../texts.ts';

const { conflict } = texts;

export type StepConflictProps = {
  /** Another user's version of the step; null if they deleted it. */
  theirs: Step | null;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

export function StepConflict({ theirs, busy, onKeepMine, onTakeTheirs }: StepConflictProps) {
  return (
    <Note
      tone="warning"
      title={theirs ? conflict.changed : conflict.deleted}
      action={
        <>
          <Button size="sm" variant="primary" busy={busy} onClick={onKeepMine}>
            {theirs ? conflict.keepMine : conflict.addMine}
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            {theirs ? conflict.useTheirs : conflict.discardMine}
          </Button>
        </>
      }
    >
      {theirs && <Theirs step={theirs} />}
    </Note>
  );
}

function Theirs({ step: { step_type, delay_days, subject, message_content } }: { step: Step }) {
  return (
    <div className="mt-2 max-h-48 overflow-y-auto rounded-sm bg-raised p-2 text-text">
      <p className="text-muted text-xs">{conflict.theirs(stepTypeNames[step_type], delay_days)}</p>
      {subject && (
        <p dir="auto" className="mt-1 text-start break-words font-medium">
          <MessageText message={subject} />
        </p>
      )}
      <p dir="auto" className="mt-1 text-start whitespace-pre-wrap break-words">
        {message_content ? (
          <MessageText message={message_content} />
        ) : (
          <span className="text-muted">{conflict.noText}</span>
        )}
      </p>
    </div>
  );
}
