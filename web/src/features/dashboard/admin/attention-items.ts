import { generatePath } from 'react-router';
import { NO_FILTERS, writeFilters } from '@/features/review/filters.ts';
import { formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';

export const reasons = [
  'leads waiting',
  'invitations not mailed',
  'invitations expiring',
  'imports with errors',
] as const;
export type Reason = (typeof reasons)[number];

/** Something of a customer that waits for an administrator. */
export type Matter = { reason: Reason; customer_id: string; customer_name: string; amount: number; since: string };

/** As far as waiting leads are counted. */
const MOST_COUNTED = 1000;

/** What waits, in words that go on from the customer's name. */
export function inWords({ reason, amount }: Pick<Matter, 'reason' | 'amount'>, locale?: string): string {
  const one = amount === 1;
  const count = formatNumber(amount, locale) + (reason === 'leads waiting' && amount >= MOST_COUNTED ? '+' : '');
  switch (reason) {
    case 'leads waiting':
      return `${count} ${one ? 'lead' : 'leads'} waiting for over 7 days`;
    case 'invitations not mailed':
      return `${count} ${one ? 'invitation was' : 'invitations were'} not delivered`;
    case 'invitations expiring':
      return `${count} ${one ? 'invitation expires' : 'invitations expire'} within 2 days`;
    case 'imports with errors':
      return `${count} ${one ? 'import' : 'imports'} with errors in the last 7 days`;
  }
}

/** Where it can be seen to. */
export function placeOf({ reason, customer_id }: Pick<Matter, 'reason' | 'customer_id'>): string {
  switch (reason) {
    case 'leads waiting':
      return `${paths.adminLeads}?${writeFilters(new URLSearchParams(), { ...NO_FILTERS, customerId: customer_id })}`;
    case 'imports with errors':
      return `${paths.adminImports}?${new URLSearchParams({ customer: customer_id, errors: '1' })}`;
    default:
      return generatePath(paths.adminCustomer, { id: customer_id });
  }
}

/** Of which date the list speaks. */
export const DATED: Record<Reason, string> = {
  'leads waiting': 'Oldest',
  'invitations not mailed': 'Oldest',
  'invitations expiring': 'Next',
  'imports with errors': 'Latest',
};

/** By reason in their order, the most urgent of each first; of a reason no more than so many. */
export function inOrder(matters: readonly Matter[], mostOfEach = Number.POSITIVE_INFINITY): Matter[] {
  const byUrgency = matters.toSorted(
    (one, other) => urgency(one) - urgency(other) || one.customer_name.localeCompare(other.customer_name),
  );
  return reasons.flatMap((reason) => byUrgency.filter((matter) => matter.reason === reason).slice(0, mostOfEach));
}

/** The lower the more urgent: of imports the latest comes first, of all else what has waited longest or ends next. */
const urgency = ({ reason, since }: Matter) => Date.parse(since) * (reason === 'imports with errors' ? -1 : 1);
