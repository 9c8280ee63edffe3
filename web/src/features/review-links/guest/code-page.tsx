import { MailCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { OnlyCodeField, useCodeForm } from '@/features/auth/password/code-field.tsx';
import { PlainFrame } from '@/features/auth/plain-frame.tsx';
import { failureReason } from '@/lib/failure.ts';
import { usePageTitle } from '@/lib/page-title.ts';
import { toast } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { FormElement, FormFailure, SubmitButton } from '@/ui/form.tsx';
import { Note } from '@/ui/note.tsx';
import { isGone, type OpenedLink, Refused, redeemCode, sendCode } from './data.ts';
import { isUserSignedIn } from './session-data.ts';
import { texts } from './texts.ts';

const { code } = texts;

export type CodePageProps = {
  token: string;
  link: OpenedLink;
  onSent: () => void;
  /** Called when the link turns out to have ended. */
  onEnded: () => void;
};

/** Proves that a guest reads the mail of the address that the link was sent to. Nothing is mailed before the guest asks for it. */
export function CodePage({ token, link: { sender, email }, onSent, onEnded }: CodePageProps) {
  usePageTitle(texts.page);
  const { wasSent, isSending, left, failure, send } = useSendCode({ token, onSent, onEnded });
  const address = <strong className="font-medium text-text">{email}</strong>;
  return (
    <PlainFrame
      title={wasSent ? code.sentTitle : code.title(sender)}
      description={wasSent ? code.sentHint(address) : code.hint(address)}
    >
      {wasSent && <CodeForm token={token} onEnded={onEnded} />}
      <Button
        size="lg"
        variant={wasSent ? 'ghost' : 'primary'}
        className="mt-2 w-full tabular-nums"
        busy={isSending}
        disabled={left > 0}
        onClick={send}
      >
        {waitingLabel(wasSent ? code.again : code.send, left)}
      </Button>
      <div className="mt-3">
        <FormFailure>{failure}</FormFailure>
      </div>
      <p className="mt-2 text-muted text-xs">{code.wrongPerson(sender)}</p>
      {isUserSignedIn() && (
        <Note
          className="mt-6"
          action={
            <a href={paths.home} className={buttonClass('secondary', 'sm')}>
              {code.app}
            </a>
          }
        >
          {code.signedIn}
        </Note>
      )}
    </PlainFrame>
  );
}

const waitingLabel = (label: string, left: number) => (left > 0 ? code.wait(label, left) : label);

function CodeForm({ token, onEnded }: Pick<CodePageProps, 'token' | 'onEnded'>) {
  const redeem = async (typed: string) => {
    try {
      await redeemCode(token, typed);
      sessionStorage.removeItem(codeKey(token));
    } catch (error) {
      if (!isGone(error)) throw error;
      onEnded();
    }
  };
  const form = useCodeForm(redeem);
  return (
    <FormElement form={form}>
      <OnlyCodeField form={form} help={code.help} />
      <SubmitButton form={form} icon={MailCheck}>
        {code.open}
      </SubmitButton>
    </FormElement>
  );
}

/** How long a code works. */
const CODE_MS = 10 * 60_000;

/** Phones load a page again when the user comes back from the mail app: it then still asks for the code. */
const codeKey = (token: string) => `leadlight.review-code.${token}`;
const noteCode = (token: string) => sessionStorage.setItem(codeKey(token), String(Date.now()));
const isCodeOut = (token: string) => Date.now() - Number(sessionStorage.getItem(codeKey(token))) < CODE_MS;

/** The pause before another code, in seconds: the first one may still be on its way. */
const PAUSE = 30;

function useSendCode({ token, onSent, onEnded }: Omit<CodePageProps, 'link'>) {
  const [wasSent, setSent] = useState(() => isCodeOut(token));
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [left, setLeft] = useState(0);
  const awaitGuest = useEffectEvent(onSent);
  useEffect(() => {
    if (wasSent) awaitGuest();
  }, [wasSent]);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  const send = async () => {
    setSending(true);
    setFailure(undefined);
    try {
      await sendCode(token);
      if (wasSent) toast({ title: code.sentAgain, description: code.sentAgainHint, tone: 'success' });
      noteCode(token);
      setSent(true);
      setLeft(PAUSE);
    } catch (error) {
      if (isGone(error)) return onEnded();
      if (error instanceof Refused && error.status === 429) setLeft(error.wait || PAUSE);
      setFailure(failureReason(error));
    } finally {
      setSending(false);
    }
  };
  return { wasSent, isSending, left, failure, send };
}
