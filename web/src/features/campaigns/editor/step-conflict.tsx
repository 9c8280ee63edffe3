import { stepTypeNames } from '#domain/campaign/steps.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import type { Step } from '../data.ts';
import { MessageText } from '../writing/message-text.tsx';

export type StepConflictProps = {
  /** What somebody else has made of the step; null where they have deleted it. */
  theirs: Step | null;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Says that somebody else has changed the step that is being written, and lets the person choose. */
export function StepConflict({ theirs, busy, onKeepMine, onTakeTheirs }: StepConflictProps) {
  return (
    <Note
      tone="warning"
      title={
        theirs
          ? 'Somebody else has changed this step while you were writing.'
          : 'Somebody else has deleted this step while you were writing.'
      }
      action={
        <>
          <Button size="sm" variant="primary" busy={busy} onClick={onKeepMine}>
            {theirs ? 'Save mine over theirs' : 'Add mine as a new step'}
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            {theirs ? 'Take theirs' : 'Let it go'}
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
      <p className="text-muted text-xs">
        Theirs: {stepTypeNames[step_type]}, {delay_days === 0 ? 'immediately' : `delay in days ${delay_days}`}
      </p>
      {subject && (
        <p dir="auto" className="mt-1 break-words font-medium">
          <MessageText message={subject} />
        </p>
      )}
      <p dir="auto" className="mt-1 whitespace-pre-wrap break-words">
        {message_content ? <MessageText message={message_content} /> : <span className="text-muted">No text</span>}
      </p>
    </div>
  );
}
