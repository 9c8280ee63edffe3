import { stepTypeNames } from '#domain/campaign/steps.ts';
import { counted } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import type { Step } from '../data.ts';
import { MessageText } from '../message/message-text.tsx';

export type StepConflictProps = {
  /** Another user's version of the step; null if they deleted it. */
  theirs: Step | null;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Shown if another user has changed the step that is being edited. */
export function StepConflict({ theirs, busy, onKeepMine, onTakeTheirs }: StepConflictProps) {
  return (
    <Note
      tone="warning"
      title={`Another user ${theirs ? 'changed' : 'deleted'} this step while you were editing.`}
      action={
        <>
          <Button size="sm" variant="primary" busy={busy} onClick={onKeepMine}>
            {theirs ? 'Overwrite with mine' : 'Add mine as a new step'}
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            {theirs ? 'Use theirs' : 'Discard mine'}
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
        Theirs: {stepTypeNames[step_type]},{' '}
        {delay_days === 0 ? 'immediately' : `after ${counted(delay_days, { one: 'day', many: 'days' })}`}
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
