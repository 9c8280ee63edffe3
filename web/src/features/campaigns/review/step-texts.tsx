import { clsx } from 'clsx';
import { diffWordsWithSpace } from 'diff';
import { byPhrase, type TextPart } from '#domain/campaign/phrases.ts';
import type { StepContent } from '#domain/campaign/steps.ts';
import { texts } from './texts.ts';

type Texts = Pick<StepContent, 'subject' | 'message_content'> & { step_type?: StepContent['step_type'] };

type StepTextsProps = { before?: Texts | undefined; after: Texts; className?: string };

/** Subject and message of a step, with what has changed since earlier ones if those are given. */
export function StepTexts({ before, after, className }: StepTextsProps) {
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

/** More edits than this are shown as the whole text before and after, which is also easier to read. */
const MAX_EDITS = 2000;

function diffTexts(before: string, after: string): TextPart[] {
  if (before === after) return [{ value: after }];
  const whole = [
    { value: before, removed: true },
    { value: after, added: true },
  ].filter(({ value }) => value !== '');
  return byPhrase(diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS }) ?? whole);
}

/** A text with its words that were removed and added since an earlier one. */
function TextDifference({ before, after }: { before: string; after: string }) {
  let at = 0;
  return diffTexts(before, after).map(({ value, added, removed }) => {
    const start = at;
    at += value.length;
    if (added)
      return (
        <ins
          key={start}
          className="box-decoration-clone rounded-sm bg-success-soft text-success no-underline [del+&]:ml-0.5"
        >
          {value}
        </ins>
      );
    if (removed)
      return (
        <del key={start} className="box-decoration-clone rounded-sm bg-danger-soft text-danger">
          {value}
        </del>
      );
    return <span key={start}>{value}</span>;
  });
}
