import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { textLengths } from '#domain/limits.ts';
import { useSession } from '@/features/session/session.tsx';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { CheckField } from '@/ui/checkbox.tsx';
import { CharactersLeft } from '@/ui/field.tsx';
import { Textarea } from '@/ui/input.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { addComment, type Commented, commentKeys, commentDrafts as drafts, type NewComment } from './data.ts';
import { texts } from './texts.ts';

const { composer } = texts;

type CommentComposerProps = { of: Commented; mayBeInternal: boolean; autoFocus?: boolean };

const EMPTY: NewComment = { body: '', isInternal: false };

/**
 * A field for a new comment. In the panel of a lead or company an unsent comment stays when the user goes to another row; a campaign asks before it
 * is closed with one.
 */
export function CommentComposer({ of, mayBeInternal, autoFocus = false }: CommentComposerProps) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const [draft, setStoredDraft] = useState(() => {
    const stored = drafts.get(userId, of.id);
    return stored && (mayBeInternal || !stored.isInternal) ? stored : EMPTY;
  });
  const setDraft = (next: NewComment) => {
    drafts.set(userId, of.id, next.body.trim() === '' ? undefined : next);
    setStoredDraft(next);
  };
  const { isInternal } = draft;
  const { save, isSaving } = useSave<NewComment>({
    write: (comment) => addComment(of, comment),
    refresh: (client) => void client.invalidateQueries({ queryKey: commentKeys.all }),
    failure: texts.sendFailed,
  });
  const body = draft.body.trim();
  const form = useRef<HTMLFormElement>(null);
  const { question } = useUnsavedChanges({
    isUnsaved: body !== '' && !isSaving && of.kind !== 'lead' && of.kind !== 'company',
    description: composer.unsent,
    onDiscard: () => setDraft(EMPTY),
    form,
  });
  useEffect(() => {
    if (!autoFocus) return;
    form.current?.querySelector('textarea')?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [autoFocus]);
  const left = textLengths.comment - [...body].length;
  const canSend = body !== '' && left >= 0;
  const send = async () => {
    if (!canSend || isSaving) return;
    form.current?.querySelector('textarea')?.focus({ preventScroll: true }); // the button is disabled until more is typed
    setDraft({ ...draft, body: '' });
    if (!(await save({ body, isInternal })) && !drafts.get(userId, of.id)) setDraft(draft);
  };
  return (
    <form
      ref={form}
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
        value={draft.body}
        aria-invalid={left < 0 || undefined}
        onChange={(event) => setDraft({ ...draft, body: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            send();
          }
        }}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        {mayBeInternal && (
          <CheckField checked={isInternal} onChange={(next) => setDraft({ ...draft, isInternal: next })}>
            {composer.internal}
          </CheckField>
        )}
        <CharactersLeft count={left} />
        <Button size="sm" type="submit" className="ml-auto" busy={isSaving} disabled={!canSend}>
          {composer.send}
        </Button>
      </div>
      {question}
    </form>
  );
}
