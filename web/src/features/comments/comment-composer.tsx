import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { textLengths } from '#domain/limits.ts';
import { useSession } from '@/features/session/session.tsx';
import { draftsOf } from '@/lib/drafts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Textarea } from '@/ui/input.tsx';
import { addComment, type Commented, commentKeys, type NewComment } from './data.ts';
import { texts } from './texts.ts';

const { composer } = texts;

const drafts = draftsOf<string>('comment');

export type CommentComposerProps = { of: Commented; mayBeInternal: boolean };

/** Writes a comment. Ctrl or Cmd and Enter sends it. */
export function CommentComposer({ of, mayBeInternal }: CommentComposerProps) {
  const internalId = useId();
  const { user } = useSession();
  const userId = user?.id ?? '';
  const [text, setStoredText] = useState(drafts.get(userId, of.id) ?? '');
  const setText = (next: string) => {
    drafts.set(userId, of.id, next.trim() === '' ? undefined : next);
    setStoredText(next);
  };
  const [isInternal, setInternal] = useState(false);
  const { save, isSaving } = useSave<NewComment>({
    write: (comment) => addComment(of, comment),
    refresh: (client) => void client.invalidateQueries({ queryKey: commentKeys.all }),
    failure: texts.sendFailed,
  });
  const body = text.trim();
  const left = textLengths.comment - [...body].length;
  const canSend = body !== '' && left >= 0;
  const send = async () => {
    if (!canSend || isSaving) return;
    setText('');
    if (!(await save({ body, isInternal })) && !drafts.get(userId, of.id)) setText(text);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        aria-label={composer.label}
        placeholder={isInternal ? composer.internalPlaceholder : composer.placeholder}
        dir="auto"
        className={clsx('min-h-16!', isInternal && 'bg-warning-soft!')}
        value={text}
        aria-invalid={left < 0 || undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            send();
          }
        }}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        {mayBeInternal && (
          <label htmlFor={internalId} className="flex items-center gap-2 text-sm">
            <Checkbox id={internalId} checked={isInternal} onChange={setInternal} />
            {composer.internal}
          </label>
        )}
        {left < 200 && (
          <span role="status" className={clsx('text-xs tabular-nums', left < 0 ? 'text-danger' : 'text-muted')}>
            {composer.left(left)}
          </span>
        )}
        <Button size="sm" type="submit" className="ml-auto" busy={isSaving} disabled={!canSend}>
          {composer.send}
        </Button>
      </div>
    </form>
  );
}
