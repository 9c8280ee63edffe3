import { useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { failureReason } from '@/lib/failure.ts';
import { AccountExists, acceptInvitation, type SignInState } from './acceptance-data.ts';
import { texts } from './texts.ts';

type AcceptanceError = { title: string; text: string };

export type Acceptance =
  | { stage: 'choosing'; error?: AcceptanceError }
  /** `wasSignedIn` is the state at the start: a sign-in changes the session while its form must stay. */
  | { stage: 'accepting'; wasSignedIn: boolean }
  | { stage: 'unconfirmed' }
  | { stage: 'accepted'; message: string };

export type AcceptOptions = {
  /** Signs up or signs in first; left out for a signed-in user. */
  signIn?: () => Promise<SignInState>;
  success: string;
  /** The title of an error of `signIn`. */
  failure?: string;
};

const ACCOUNT_EXISTS: AcceptanceError = { title: texts.accountExists, text: texts.accountExistsHint };

/** Accepts an invitation: signs in where needed, accepts, and reads the new role. */
export function useAcceptance(token: string) {
  const { user, rereadGrants } = useSession();
  const [acceptance, setAcceptance] = useState<Acceptance>({ stage: 'choosing' });

  const accept = async ({ signIn, success, failure = '' }: AcceptOptions) => {
    if (acceptance.stage === 'accepting') return;
    setAcceptance({ stage: 'accepting', wasSignedIn: user !== null });
    let title = failure;
    try {
      const state = await (signIn?.() ?? 'signed-in');
      if (state === 'unconfirmed') return setAcceptance({ stage: 'unconfirmed' });
      if (state === 'lacks-second-factor') return setAcceptance({ stage: 'choosing' });
      title = texts.acceptFailed;
      await acceptInvitation(token);
      await rereadGrants();
      setAcceptance({ stage: 'accepted', message: success });
    } catch (error) {
      const shown = error instanceof AccountExists ? ACCOUNT_EXISTS : { title, text: failureReason(error) };
      setAcceptance({ stage: 'choosing', error: shown });
    }
  };

  return { acceptance, accept };
}

export type Accept = ReturnType<typeof useAcceptance>['accept'];
