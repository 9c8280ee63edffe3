// In charge of who knocks: everyone that the matrix of rights speaks of, in the order of its columns, and whose secrets each of them may see.

/** One column of the matrix; the persons in it get the same. `former` has a deactivated membership of Acme, `suspended` one of a deactivated customer, `unassigned` a membership of Acme without the role `customer`; `departed` is an admin who has signed out, `halfway` an admin with two factors who has shown one; `keyholder` sends the publishable key as a token. */
export const columns = [
  ['admin', 'impersonator'],
  ['member'],
  ['neighbour'],
  ['stranger'],
  ['former', 'suspended', 'unassigned'],
  ['departed', 'halfway'],
  ['anonymous', 'keyholder'],
] as const;

export type Person = (typeof columns)[number][number];

export const persons: readonly Person[] = columns.flat();

/** Those who may not have changed a row when all is over: everyone but the admins. */
export const isAdmin = (person: Person) => person === 'admin' || person === 'impersonator';

export const isAnonymous = (person: Person) => person === 'anonymous' || person === 'keyholder';

/** Whose secrets a person may see: those of a customer, and what belongs to a person by name. */
export function horizonOf(person: Person): (name: string) => boolean {
  if (isAdmin(person)) return () => true;
  const own = { member: 'acme', neighbour: 'globex' }[person as string];
  return (name) => name === person || name === own;
}
