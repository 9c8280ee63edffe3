import { useState } from 'react';
import { useParams } from 'react-router';
import { unsubscribeTexts } from '#domain/unsubscribe-texts.ts';
import { AuthFrame } from '@/features/auth/auth-frame.tsx';
import { NotFoundPage } from '@/features/session/notice-pages.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { Button } from '@/ui/button.tsx';
import { FormFailure } from '@/ui/form.tsx';
import { turnOffEmails } from './data.ts';
import { texts } from './texts.ts';

type Kind = keyof typeof unsubscribeTexts;

const isKind = (kind: string): kind is Kind => Object.hasOwn(unsubscribeTexts, kind);

/** Asks before it turns off the emails of a link, because scanners of emails open every link. */
export function UnsubscribePage() {
  const { kind = 'digest', token = '' } = useParams();
  return isKind(kind) ? <Unsubscribing key={kind + token} kind={kind} token={token} /> : <NotFoundPage />;
}

function Unsubscribing({ kind, token }: { kind: Kind; token: string }) {
  const { question, meaning, done, again } = unsubscribeTexts[kind];
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [failure, setFailure] = useState<string>();
  usePageTitle(state === 'done' ? done : question);

  const turnOff = async () => {
    setState('busy');
    const reason = await turnOffEmails(kind, token);
    setFailure(reason);
    setState(reason === undefined ? 'done' : 'asking');
  };
  if (state === 'done') {
    return (
      <AuthFrame isPlain title={done} description={again}>
        {null}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame isPlain title={question} description={`${meaning} ${again}`}>
      <Button size="lg" variant="primary" className="w-full" busy={state === 'busy'} onClick={turnOff}>
        {texts.turnOff}
      </Button>
      <div className="mt-3">
        <FormFailure>{failure}</FormFailure>
      </div>
    </AuthFrame>
  );
}
