import { useEffect, useState } from 'react';
import { Note } from '@/ui/note.tsx';
import type { CallbackWord } from './callback-errors.ts';
import { takeCallbackWord } from './data.ts';

/** Says what became of the link or the provider by which the person came here. */
export function CallbackNote() {
  const [word, setWord] = useState<CallbackWord>();
  useEffect(() => {
    takeCallbackWord().then((taken) => taken && setWord(taken));
  }, []);
  if (!word) return null;
  return (
    <Note tone={word.isError ? 'danger' : 'info'} className="mb-5">
      {word.text}
    </Note>
  );
}
