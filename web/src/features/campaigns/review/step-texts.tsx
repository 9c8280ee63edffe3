import { clsx } from 'clsx';
import type { StepContent } from '#domain/campaign/steps.ts';
import { TextDifference } from './text-difference.tsx';
import { texts } from './texts.ts';

type Texts = Pick<StepContent, 'subject' | 'message_content'> & { step_type?: StepContent['step_type'] };

/** Subject and message of a step, with what has changed since earlier ones if those are given. */
export function StepTexts({
  before,
  after,
  className,
}: {
  before?: Texts | undefined;
  after: Texts;
  className?: string;
}) {
  const former = before ?? after;
  const hasSubject = Boolean(former.subject || after.subject);
  const isEmpty = !former.message_content && !after.message_content;
  return (
    <div className={clsx('text-sm', className)}>
      {hasSubject && (
        <p dir="auto" className="mb-1 break-words text-start font-medium">
          <TextDifference before={former.subject ?? ''} after={after.subject ?? ''} />
        </p>
      )}
      <p dir="auto" className="whitespace-pre-wrap break-words text-start">
        {isEmpty ? (
          <span className="text-muted">
            {after.step_type === 'linkedin_connection' ? texts.compare.noNote : texts.compare.noText}
          </span>
        ) : (
          <TextDifference before={former.message_content} after={after.message_content} />
        )}
      </p>
    </div>
  );
}
