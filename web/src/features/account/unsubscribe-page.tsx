import { useState } from 'react';
import { useParams } from 'react-router';
import type { EmailKind } from '#domain/outbox.ts';
import { turnOffLabel, unsubscribeTexts } from '#domain/unsubscribe-texts.ts';
import { PlainFrame } from '@/features/auth/plain-frame.tsx';
import { NotFoundPage } from '@/features/session/not-found-page.tsx';
import { callFunction } from '@/lib/functions.ts';
import { usePageTitle } from '@/lib/page-title.ts';
import { Button } from '@/ui/button.tsx';
import { FormFailure } from '@/ui/form.tsx';

const isKind = (kind: string): kind is EmailKind => Object.hasOwn(unsubscribeTexts, kind);

/** Asks before it turns off the emails of a link, because scanners of emails open every link. */
export function UnsubscribePage() {
  const { kind = 'digest', token = '' } = useParams();
  return isKind(kind) ? <Unsubscribing key={kind + token} kind={kind} token={token} /> : <NotFoundPage />;
}

function Unsubscribing({ kind, token }: { kind: EmailKind; token: string }) {
  const { question, meaning, done, again } = unsubscribeTexts[kind];
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [failure, setFailure] = useState<string>();
  const isDone = state === 'done';
  const title = isDone ? done : question;
  usePageTitle(title);
  const turnOff = async () => {
    setState('busy');
    const reason = await callFunction(`unsubscribe/${kind}/${token}`, {});
    setFailure(reason);
    setState(reason === undefined ? 'done' : 'asking');
  };
  return (
    <PlainFrame title={title} description={isDone ? again : `${meaning} ${again}`}>
      {!isDone && (
        <Button size="lg" variant="primary" className="mb-3 w-full" busy={state === 'busy'} onClick={turnOff}>
          {turnOffLabel}
        </Button>
      )}
      <FormFailure>{failure}</FormFailure>
    </PlainFrame>
  );
}
