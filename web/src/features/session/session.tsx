import type { User } from '@supabase/auth-js';
import { createContext, use } from 'react';
import type { TableName } from '@/lib/list-keys.ts';
import type { Visitor } from './access.ts';
import type { Credentials, NewAccount, SignUpState } from './actions.ts';
import type { Grants, OwnCustomer } from './data.ts';
import type { Impersonation } from './impersonation/impersonation.ts';

export type AppSession = Visitor & {
  user: User | null;
  /** False until it is known whether a user is signed in; `user` is null until then. */
  isSessionKnown: boolean;
  /** The password was right and the code of the second factor is still missing; `signedIn` is false until then. */
  lacksSecondFactor: boolean;
  /** A recovery link opened the app, so a new password must be chosen. */
  isRecovering: boolean;
  /** The step of the sign-in that is left after the session has ended while the page had unsaved work; the page is kept until then. Otherwise null. */
  kept: 'password' | 'second factor' | null;
  /** Gives up the page that is kept. */
  leaveKept: () => void;
  /** Whether roles and memberships were read. Until then, or after a failure, there are none. */
  grantsState: 'unknown' | Grants['state'];
  /** The customers that the user may choose from: those of the memberships, or the impersonated one. */
  customers: readonly OwnCustomer[];
  /** The customer that the user has chosen in this tab; null for all. */
  chosenCustomerId: string | null;
  chooseCustomer: (customerId: string | null) => void;
  /** The effective customers, whose rows the pages show. */
  customerIds: readonly string[];
  /** While impersonating, only its customer is effective. */
  impersonation: Impersonation | null;
  setImpersonation: (next: Impersonation | null) => void;
  signIn: (credentials: Credentials) => Promise<void>;
  signUp: (account: NewAccount) => Promise<SignUpState>;
  signOut: () => Promise<void>;
  /** Reads roles and memberships again, for example after an invitation was accepted. */
  rereadGrants: () => Promise<void>;
  /** What the review link of a guest includes; null for users. */
  reviewLink: ReviewLink | null;
};

/** `path` is that of its page, below which are the lists of `subjects`, in the order of the review, and the campaigns. In a preview nothing can be decided, and the app limits the rows to the audience, as the database does for a guest. */
export type ReviewLink = {
  path: string;
  subjects: readonly TableName[];
  hasCampaigns: boolean;
  canSignOff: boolean;
  expiresAt: string;
  preview: { audience: string | null } | null;
};

export const SessionContext = createContext<AppSession | undefined>(undefined);

export function useSession(): AppSession {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
