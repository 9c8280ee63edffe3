import { useEffect, useState } from 'react';
import { Note } from '@/ui/note.tsx';
import type { CallbackMessage } from './callback-messages.ts';
import { takeCallbackMessage } from './data.ts';

/** Shows the outcome of the link or the provider sign-in that opened this page. */
export function CallbackNote() {
  const [message, setMessage] = useState<CallbackMessage>();
  useEffect(() => {
    takeCallbackMessage().then((taken) => taken && setMessage(taken));
  }, []);
  if (!message) return null;
  return (
    <Note tone={message.isError ? 'danger' : 'info'} className="mb-5">
      {message.text}
    </Note>
  );
}
