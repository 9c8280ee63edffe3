import { useRef, useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { type Invited, invite, inviteErrorText, type NewInvitation } from '../data.ts';

/** The user who invites, as the email names them. */
export function useInviter() {
  const { user } = useSession();
  return user && { id: user.id, name: (user.user_metadata.full_name as string | undefined) || (user.email ?? '') };
}

export type Inviting = { email: string; result: 'waiting' | 'sending' | 'stopped' | Invited | { error: string } };

export const isSent = ({ result }: Inviting): boolean =>
  typeof result === 'object' && 'isSent' in result && result.isSent;

/** Invites several addresses one after another, so that none fails on the rate limit. */
export function useInviting() {
  const [invitings, setInvitings] = useState<readonly Inviting[]>([]);
  const isStopped = useRef(false);

  const inviteAll = async (emails: readonly string[], options: Omit<NewInvitation, 'email'>) => {
    isStopped.current = false;
    let all: readonly Inviting[] = emails.map((email) => ({ email, result: 'waiting' }));
    const setResult = (at: number, result: Inviting['result']) => {
      all = all.map((inviting, index) => (index === at ? { ...inviting, result } : inviting));
      setInvitings(all);
    };
    for (const [index, email] of emails.entries()) {
      if (isStopped.current) {
        setResult(index, 'stopped');
        continue;
      }
      setResult(index, 'sending');
      setResult(
        index,
        await invite({ email, ...options }).catch((error: unknown) => ({ error: inviteErrorText(error) })),
      );
    }
    return all;
  };

  const stop = () => {
    isStopped.current = true;
  };
  return { invitings, inviteAll, stop };
}
