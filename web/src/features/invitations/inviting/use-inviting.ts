import { useRef, useState } from 'react';
import { type Invited, invite, type NewInvitation, refusalOf } from '../data.ts';

/** How far the invitation of one address has come. */
export type Inviting = { email: string; result: 'waiting' | 'sending' | 'stopped' | Invited | { error: string } };

export const isSent = ({ result }: Inviting): boolean =>
  typeof result === 'object' && 'isMailed' in result && result.isMailed;

/** Invites one address after the other, so that none is lost where the server asks for patience. */
export function useInviting() {
  const [invitings, setInvitings] = useState<readonly Inviting[]>([]);
  const stopped = useRef(false);

  /** Resolves with what became of each. */
  const inviteAll = async (addresses: readonly string[], others: Omit<NewInvitation, 'email'>) => {
    stopped.current = false;
    let all: readonly Inviting[] = addresses.map((email) => ({ email, result: 'waiting' }));
    const put = (at: number, result: Inviting['result']) => {
      all = all.map((inviting, index) => (index === at ? { ...inviting, result } : inviting));
      setInvitings(all);
    };
    for (const [at, email] of addresses.entries()) {
      if (stopped.current) {
        put(at, 'stopped');
        continue;
      }
      put(at, 'sending');
      put(at, await invite({ email, ...others }).catch((error: unknown) => ({ error: refusalOf(error) })));
    }
    return all;
  };

  const stop = () => {
    stopped.current = true;
  };
  return { invitings, inviteAll, stop };
}
