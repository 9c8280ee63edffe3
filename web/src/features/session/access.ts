/** Who is here, as far as it is known. */
export type Visitor = {
  loading: boolean;
  signedIn: boolean;
  isAdmin: boolean;
  isCustomer: boolean;
  /** An admin who looks at a customer as that customer's people do. */
  isImpersonating: boolean;
};

export type Role = 'admin' | 'customer';

export type Access = 'wait' | 'sign-in' | 'denied' | 'granted';

/** What the guard of a page does with a visitor. */
export function accessFor(visitor: Visitor, required: Role): Access {
  if (visitor.loading) return 'wait';
  if (!visitor.signedIn) return 'sign-in';
  const mayEnter =
    required === 'admin' ? visitor.isAdmin : visitor.isCustomer || (visitor.isAdmin && visitor.isImpersonating);
  return mayEnter ? 'granted' : 'denied';
}

export type Entry = 'wait' | 'admin' | 'dashboard' | 'auth';

/** Where `/` leads a visitor. */
export function entryFor(visitor: Visitor): Entry {
  if (visitor.loading) return 'wait';
  if (!visitor.signedIn) return 'auth';
  if (visitor.isAdmin) return visitor.isImpersonating ? 'dashboard' : 'admin';
  return visitor.isCustomer ? 'dashboard' : 'auth';
}
