import type { Requester } from '../../support/expected-access.ts';

/** The columns of the rights matrix; the roles in one column have the same rights, except that `viewer` and `reviewer`, the lesser roles of a member of Acme, change less. `former` has a deactivated membership of Acme, `suspended` one of a deactivated customer, `unassigned` a membership of Acme without the role `customer`; `departed` is an admin who has signed out, `halfway` an admin with two factors who has shown one; `keyholder` sends the publishable key as a token; `guest` reviews all of Acme by a link, `ended guest` did until a day ago. */
export const columns = [
  ['admin', 'impersonator'],
  ['member', 'viewer', 'reviewer'],
  ['neighbour'],
  ['stranger'],
  ['former', 'suspended', 'unassigned'],
  ['departed', 'halfway'],
  ['anonymous', 'keyholder'],
  ['guest'],
  ['ended guest'],
] as const;

export type Role = (typeof columns)[number][number];

export const roles: readonly Role[] = columns.flat();

/** Returns one role of each outcome among those with the same rights, a different one at each turn, so that all of them ask. */
export function askingRoles(expected: Record<string, string>, turn: number): Role[] {
  return columns.flatMap((equal: readonly Role[]) => {
    const outcomes = [...new Set(equal.map((role) => expected[role]))];
    return outcomes.map((outcome) => {
      const having = equal.filter((role) => expected[role] === outcome);
      return having[turn % having.length] as Role;
    });
  });
}

export const isAdmin = (role: Role) => role === 'admin' || role === 'impersonator';

export const isAnonymous = (role: Role) => role === 'anonymous' || role === 'keyholder';

/** A role as the description of the rights sees it. */
export function requester(role: Role): Requester {
  if (isAdmin(role)) return { token: 'live', isAdmin: true };
  if (isAnonymous(role)) return {};
  if (role === 'guest')
    return {
      token: 'live',
      guest: { customer: 'acme', audiences: ['guests', 'guests with campaigns', 'guests of all audiences'] },
    };
  if (role === 'departed' || role === 'halfway') return { token: 'ended' };
  if (role === 'viewer' || role === 'reviewer') return { token: 'live', customer: 'acme', role };
  const customer = { member: 'acme', neighbour: 'globex' }[role as string];
  return { token: 'live', ...(customer && { customer }) };
}

/** The customers and users whose secrets a role may see. An approver sees the review links of the customer. */
export function secretsVisibleTo(role: Role): (name: string) => boolean {
  if (isAdmin(role)) return () => true;
  const own = { member: 'acme', viewer: 'acme', reviewer: 'acme', guest: 'acme', neighbour: 'globex' }[role as string];
  const [owner] = role.split(' '); // ids are named after their owner: `ended guest`
  const ofLinks = { member: /guest$|^(audience|ended)$/, neighbour: /^globex link$/ }[role as string];
  return (name) => name === role || name === owner || name === own || ofLinks?.test(name) === true;
}
