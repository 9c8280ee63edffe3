/** The current user, as far as it is known. */
export type Visitor = {
  loading: boolean;
  signedIn: boolean;
  isAdmin: boolean;
  isCustomer: boolean;
  /** Whether an administrator views the app as a customer. */
  isImpersonating: boolean;
};

export type Role = 'admin' | 'customer';

/** The area that pages for both roles are shown in. */
export const visitorArea = ({ isAdmin, isImpersonating }: Pick<Visitor, 'isAdmin' | 'isImpersonating'>): Role =>
  isAdmin && !isImpersonating ? 'admin' : 'customer';

export function accessFor(visitor: Visitor, required: Role) {
  if (visitor.loading) return 'wait';
  if (!visitor.signedIn) return 'sign-in';
  if (required === 'admin' && visitor.isAdmin && visitor.isImpersonating) return 'wait'; // until the impersonation has ended
  const isGranted =
    required === 'admin' ? visitor.isAdmin : visitor.isCustomer || (visitor.isAdmin && visitor.isImpersonating);
  return isGranted ? 'granted' : 'denied';
}

/** The page that `/` redirects to. */
export function homeFor(visitor: Visitor) {
  if (visitor.loading) return 'wait';
  if (!visitor.signedIn) return 'auth';
  if (visitor.isAdmin) return visitor.isImpersonating ? 'dashboard' : 'admin';
  return visitor.isCustomer ? 'dashboard' : 'auth';
}
