// The answer that a caller gets from a statement or a request, by the description in tools/policies/rights.ts and never by the database.
import { type Audience, type Privileges, rights, type Verb, views } from '../../tools/policies/rights.ts';

export type Requester = {
  /** Whether the session of the token is live; undefined without a token. */
  token?: 'live' | 'ended';
  isAdmin?: boolean;
  /** The customer of a member with access. */
  customer?: string;
  /** The role of the membership, by default `approver`. */
  role?: keyof typeof AUDIENCES;
  /** The customer of a guest, and the guests to whose policies the link belongs. */
  guest?: { customer: string; audiences: Audience[] };
};

/** The audiences that a member belongs to by role. */
const AUDIENCES: Record<'viewer' | 'reviewer' | 'approver', Audience[]> = {
  viewer: ['members'],
  reviewer: ['members', 'reviewers'],
  approver: ['members', 'reviewers', 'approvers'],
};

export type Request = {
  table: string;
  /** The first decides about the rows. An upsert needs all. */
  verbs: [Verb, ...Verb[]];
  /** The columns that are read or written. */
  columns: 'all' | string[];
  /** Columns of the key of an upsert, which are not set in a row that exists. */
  key?: string[];
  /** Columns in filters and values. */
  mentioned: string[];
  /** The customer of a new row. */
  customer?: string | undefined;
};

/** All rows that the request is about, those of the caller's customer, those about the caller, none, visible rows that the caller may not change, or an error before any row is read. */
export type Access = 'all' | 'of customer' | 'own' | 'nothing' | 'rejected' | 'denied' | { error: string };

export const isView = (table: string) => views.includes(table);

/** The audiences to whose policies a request is subject. */
function possibleAudiences({ table, verbs: [verb], mentioned }: Request): Audience[] {
  if (isView(table))
    return ['admins', 'members', ...(table.startsWith('campaign') ? (['guests with campaigns'] as const) : [])];
  const policies = rights.find((entry) => entry.table === table)?.policies ?? [];
  return policies
    .filter((policy) => policy.verb === 'all' || policy.verb === verb)
    .filter(({ hiddenBy }) => !hiddenBy || !mentioned.includes(hiddenBy))
    .map(({ audience }) => audience);
}

function isGranted(privileges: Privileges, verb: Verb, columns: Request['columns']): boolean {
  const granted = privileges[verb];
  if (!granted || granted === 'all' || granted === true) return granted !== undefined;
  return columns !== 'all' && columns.every((column) => granted.includes(column));
}

export function expectedAccess(requester: Requester, request: Request): Access {
  const { token, isAdmin, customer, role = 'approver', guest } = requester;
  const { table, verbs, columns, key = [] } = request;
  const { users, memberUpdates } = rights.find((entry) => entry.table === table) ?? { users: { select: 'all' } };
  const changedBy = (verb: Verb) =>
    verb === 'update' && columns !== 'all' ? columns.filter((column) => !key.includes(column)) : columns;
  if (!token || verbs.some((verb) => !isGranted(users, verb, changedBy(verb)))) return 'denied';
  const isRestricted = memberUpdates && !isAdmin && verbs.includes('update');
  if (isRestricted && (columns === 'all' || columns.some((column) => !memberUpdates.columns.includes(column)))) {
    return { error: memberUpdates.error };
  }
  const audiences = possibleAudiences(request);
  if (isAdmin && audiences.includes('admins')) return 'all';
  if (customer && audiences.includes('all members')) return 'all';
  const isOf = (owner: string) => verbs[0] !== 'insert' || request.customer === owner;
  if (customer && audiences.some((audience) => AUDIENCES[role].includes(audience)) && isOf(customer))
    return 'of customer';
  const isOfLesserRole = customer && audiences.some((audience) => AUDIENCES.approver.includes(audience));
  if (isOfLesserRole && verbs[0] === 'update') return 'rejected';
  if (guest && audiences.includes('all guests')) return 'all';
  if (guest?.audiences.some((audience) => audiences.includes(audience)) && isOf(guest.customer)) return 'of customer';
  return token === 'live' && audiences.includes('the user') ? 'own' : 'nothing';
}
