import type { StepContent } from '#domain/campaign/steps.ts';
import { MessageText } from '../writing/message-text.tsx';

/** More than three lines hold at any width. */
const FIRST_CHARACTERS = 600;

/** The subject and the first lines of a step's message. */
export function FirstLines({ step: { step_type, subject, message_content } }: { step: StepContent }) {
  const lines = message_content
    .slice(0, FIRST_CHARACTERS)
    .trim()
    .replace(/\s*\n\s*/g, '\n');
  const words = step_type === 'linkedin_connection' ? 'Without a note' : 'No text yet';
  return (
    <div className="mt-2 text-sm">
      {subject && (
        <p dir="auto" className="truncate font-medium">
          <MessageText message={subject} />
        </p>
      )}
      <p dir="auto" className="line-clamp-3 whitespace-pre-line break-words text-muted">
        {lines ? <MessageText message={lines} /> : words}
      </p>
    </div>
  );
}
