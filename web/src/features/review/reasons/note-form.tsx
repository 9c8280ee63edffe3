import { useRef, useState } from 'react';
import { textLengths } from '#domain/limits.ts';
import { isComposing } from '@/lib/page-keys.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { CharactersLeft } from '@/ui/field.tsx';
import { Textarea } from '@/ui/input.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { useOpenNote } from '../decisions.ts';
import { texts } from './texts.ts';

export type NoteFormProps = { note: string; onSave: (note: string | null) => void; onCancel: () => void };

/** The note of a rejection. Enter saves, Escape cancels, after a confirmation if it was changed. */
export function NoteForm({ note, onSave, onCancel }: NoteFormProps) {
  useOpenNote();
  const form = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(note);
  const left = textLengths.rejectionNote - [...text].length;
  const { question, leave } = useUnsavedChanges({
    isUnsaved: text.trim() !== note,
    description: texts.note.unsaved,
    onDiscard: onCancel,
    form,
  });
  const save = () => left >= 0 && onSave(text.trim() || null);
  return (
    <div ref={form}>
      <Textarea
        aria-label={texts.note.label}
        placeholder={texts.note.placeholder}
        dir="auto"
        className="min-h-16!"
        autoFocus
        value={text}
        aria-invalid={left < 0 || undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            leave(onCancel);
          }
          if (event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent)) {
            event.preventDefault();
            save();
          }
        }}
      />
      <div className="mt-2 flex items-center gap-2">
        <CharactersLeft count={left} />
        <Button size="sm" className="ml-auto" onClick={onCancel}>
          {commonTexts.cancel}
        </Button>
        <Button size="sm" variant="primary" disabled={left < 0} onClick={save}>
          {texts.note.save}
        </Button>
      </div>
      {question}
    </div>
  );
}
