import { generatePath } from 'react-router';
import type { Database } from '#domain/database.types.ts';
import type { WaitingReason } from '@/features/comments/waiting-data.ts';
import { listPath } from '@/features/lists/filters.ts';
import { formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { texts } from '../texts.ts';

/** The reasons in their order: failures come before rows that only wait. */
export const reasons = [
  'handed off leads',
  'imports with errors',
  'invitations not mailed',
  'invitations expiring',
  'colleagues asked for',
  'copy changes requested',
  'duplicate leads',
  'duplicate companies',
  'comments on campaigns',
  'comments on leads',
  'comments on companies',
  'copy approved',
  'leads changed',
  'leads waiting',
] as const;
export type AttentionReason = (typeof reasons)[number];

/** Something of a customer that waits for an administrator. */
export type AttentionItem = Database['public']['Functions']['needs_attention']['Returns'][number] & {
  reason: AttentionReason;
};

/** The database counts waiting leads up to this number. */
const MAX_COUNTED = 1000;

export function describeItem({ reason, amount }: Pick<AttentionItem, 'reason' | 'amount'>, locale?: string): string {
  const count = formatNumber(amount, locale) + (reason === 'leads waiting' && amount >= MAX_COUNTED ? '+' : '');
  return `${count} ${texts.attention.reasons[reason](amount)}`;
}

export function attentionPath({ reason, customer_id }: Pick<AttentionItem, 'reason' | 'customer_id'>): string {
  switch (reason) {
    case 'leads waiting':
      return listPath(paths.adminLeads, { customerId: customer_id, status: 'to_review' });
    case 'leads changed':
      return listPath(paths.adminLeads, { customerId: customer_id, changed: true });
    case 'duplicate leads':
      return listPath(paths.adminLeads, { customerId: customer_id, duplicate: true });
    case 'duplicate companies':
      return listPath(paths.adminCompanies, { customerId: customer_id, duplicate: true });
    case 'handed off leads':
      return `${paths.adminHandOffs}?${new URLSearchParams({ customer: customer_id })}`;
    case 'imports with errors':
      return `${paths.adminImports}?${new URLSearchParams({ customer: customer_id, errors: '1' })}`;
    case 'copy changes requested':
      return waitingCopy(customer_id, 'changes_requested');
    case 'copy approved':
      return waitingCopy(customer_id, 'approved');
    case 'comments on campaigns':
      return waitingCopy(customer_id, 'comment');
    case 'comments on leads':
      return listPath(paths.adminLeads, { customerId: customer_id, unread: true });
    case 'comments on companies':
      return listPath(paths.adminCompanies, { customerId: customer_id, unread: true });
    default:
      return generatePath(paths.adminCustomer, { id: customer_id });
  }
}

const waitingCopy = (customer: string, waiting: WaitingReason) =>
  `${paths.adminCopy}?${new URLSearchParams({ customer, waiting })}`;

/** Sorts by reason, then the newest first; of invitations that expire, the next to expire. */
export function sortItems(items: readonly AttentionItem[]): AttentionItem[] {
  const sorted = items.toSorted(
    (one, other) => sortKey(one) - sortKey(other) || one.customer_name.localeCompare(other.customer_name),
  );
  return reasons.flatMap((reason) => sorted.filter((item) => item.reason === reason));
}

const sortKey = ({ reason, since }: AttentionItem) => Date.parse(since) * (reason === 'invitations expiring' ? 1 : -1);
