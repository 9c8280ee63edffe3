import { useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { reasonOf } from '@/lib/failure.ts';
import { AccountExists, acceptInvitation, type CameIn } from './joining-data.ts';

type Failure = { title: string; text: string };

export type Joining =
  | { stage: 'choosing'; failure?: Failure }
  /** `wasSignedIn` when it began; coming in changes that while the screen should stay. */
  | { stage: 'joining'; wasSignedIn: boolean }
  | { stage: 'unconfirmed' }
  /** `welcome` is what the person reads once they are in. */
  | { stage: 'joined'; welcome: string };

export type Attempt = {
  /** Left out for whoever is in already. */
  comeIn?: () => Promise<CameIn>;
  welcome: string;
  /** The title of a failure to come in. */
  failure?: string;
};

const EXISTS: Failure = {
  title: 'There is an account for this address already',
  text: 'Choose Existing User and sign in with its password.',
};

/** The way from an invitation to a membership: come in, accept, have the new role known. */
export function useJoining(token: string) {
  const { user, rereadGrants } = useSession();
  const [joining, setJoining] = useState<Joining>({ stage: 'choosing' });

  const join = async ({ comeIn, welcome, failure = '' }: Attempt) => {
    if (joining.stage === 'joining') return;
    setJoining({ stage: 'joining', wasSignedIn: user !== null });
    let title = failure;
    try {
      const state = await (comeIn?.() ?? 'in');
      if (state === 'unconfirmed') return setJoining({ stage: 'unconfirmed' });
      if (state === 'lacks second factor') return setJoining({ stage: 'choosing' });
      title = 'Error accepting invitation';
      await acceptInvitation(token);
      await rereadGrants();
      setJoining({ stage: 'joined', welcome });
    } catch (error) {
      const told = { title, text: reasonOf(error) };
      setJoining({ stage: 'choosing', failure: error instanceof AccountExists ? EXISTS : told });
    }
  };

  return { joining, join };
}

export type Join = ReturnType<typeof useJoining>['join'];
