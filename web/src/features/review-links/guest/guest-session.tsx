import type { User } from '@supabase/auth-js';
import { type ReactNode, useMemo } from 'react';
import { signOut } from '@/features/session/actions.ts';
import { type AppSession, SessionContext } from '@/features/session/session.tsx';
import type { GuestLink } from './guest-link-data.ts';

const nothing = () => {};
const nothingToWaitFor = async () => {};

/** What no guest has or can change. */
const GUEST = {
  loading: false,
  signedIn: true,
  isSessionKnown: true,
  lacksSecondFactor: false,
  isRecovering: false,
  kept: null,
  leaveKept: nothing,
  grantsState: 'known',
  isAdmin: false,
  isCustomer: false,
  isImpersonating: false,
  impersonation: null,
  setImpersonation: nothing,
  chosenCustomerId: null,
  chooseCustomer: nothing,
  signIn: nothingToWaitFor,
  signUp: async () => 'unconfirmed',
  signOut,
  rereadGrants: nothingToWaitFor,
} as const satisfies Partial<AppSession>;

type GuestSessionProps = { user: User; link: GuestLink; path: string; isPreview: boolean; children: ReactNode };

/** Gives the lists a session in which the customer of the link is in effect. */
export function GuestSession({ user, link, path, isPreview, children }: GuestSessionProps) {
  const { customer_id: id, customer_name: name, role, audience, with_campaigns: hasCampaigns } = link;
  const { expires_at: expiresAt } = link;
  const session = useMemo((): AppSession => {
    const customer = { id, name, role: isPreview ? ('viewer' as const) : ('reviewer' as const) }; // an approver signs off, but changes no campaign either
    const subjects = audience === null ? (['leads', 'companies'] as const) : (['leads'] as const);
    const canSignOff = hasCampaigns && role === 'approver';
    const preview = isPreview ? { audience } : null;
    const reviewLink = { path, subjects, hasCampaigns, canSignOff, expiresAt, preview };
    return { ...GUEST, user, customers: [customer], customerIds: [id], reviewLink };
  }, [user, id, name, role, audience, hasCampaigns, path, expiresAt, isPreview]);
  return <SessionContext value={session}>{children}</SessionContext>;
}
