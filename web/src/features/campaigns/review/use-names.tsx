import type { ReactNode } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { useUserNames } from '@/features/session/user-names-data.ts';
import { texts } from './texts.ts';

/** The names of those who did something in a review, for the middle of a sentence; empty while they load. */
export function useNames(customerId: string, users: readonly (string | null)[]): (id: string | null) => ReactNode {
  const { user, isImpersonating } = useSession();
  const names = useUserNames(customerId, users);
  return (id) => {
    if (id === null) return texts.events.program;
    if (id === user?.id && !isImpersonating) return texts.events.you;
    return names && <bdi>{names.get(id)?.name ?? texts.events.former}</bdi>;
  };
}
