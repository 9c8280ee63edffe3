import type { Requester } from '../../support/expected-access.ts';

/** The columns of the rights matrix; the roles in one column have the same rights. `former` has a deactivated membership of Acme, `suspended` one of a deactivated customer, `unassigned` a membership of Acme without the role `customer`; `departed` is an admin who has signed out, `halfway` an admin with two factors who has shown one; `keyholder` sends the publishable key as a token. */
export const columns = [
  ['admin', 'impersonator'],
  ['member'],
  ['neighbour'],
  ['stranger'],
  ['former', 'suspended', 'unassigned'],
  ['departed', 'halfway'],
  ['anonymous', 'keyholder'],
] as const;

export type Role = (typeof columns)[number][number];

export const roles: readonly Role[] = columns.flat();

/** One role of each outcome, a different one at each turn. Every role's rights are compared in SQL (tests/database/rights.test.ts). */
export function oneOfEach(expected: Record<string, string>, turn: number): Role[] {
  const outcomes = [...new Set(Object.values(expected))];
  return outcomes.map((outcome) => {
    const having = roles.filter((role) => expected[role] === outcome);
    return having[turn % having.length] as Role;
  });
}

export const isAdmin = (role: Role) => role === 'admin' || role === 'impersonator';

export const isAnonymous = (role: Role) => role === 'anonymous' || role === 'keyholder';

/** A role as the description of the rights sees it. */
export function requesterOf(role: Role): Requester {
  if (isAdmin(role)) return { token: 'live', isAdmin: true };
  if (isAnonymous(role)) return {};
  if (role === 'departed' || role === 'halfway') return { token: 'ended' };
  const customer = { member: 'acme', neighbour: 'globex' }[role as string];
  return { token: 'live', ...(customer && { customer }) };
}

/** The customers and users whose secrets a role may see. */
export function secretsVisibleTo(role: Role): (name: string) => boolean {
  if (isAdmin(role)) return () => true;
  const own = { member: 'acme', neighbour: 'globex' }[role as string];
  return (name) => name === role || name === own;
}
