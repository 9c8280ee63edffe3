import { formatNumber } from '@/lib/format.ts';
import type { Sort, Status } from './status.ts';

const STATUS_NAMES: Record<Status, string> = { to_review: 'To review', approved: 'Approved', rejected: 'Rejected' };

const SORT_NAMES: Record<Sort, string> = { newest: 'Newest first', name: 'Name A–Z', company: 'Company A–Z' };

export const texts = {
  customerColumn: 'Customer',
  /** Why a decision cannot be undone. */
  changedSince: 'It has changed since.',
  statusLabel: 'Status',
  allStatuses: 'All',
  statusName: (status: Status) => STATUS_NAMES[status],
  /** On a phone, with the number of filters that are set. */
  filterButton: (active: number) => (active > 0 ? `Filters (${formatNumber(active)})` : 'Filters'),
  /** Order, filters and columns. */
  view: 'View',
  filtersLabel: 'Filters',
  removeFilter: (label: string) => `Remove filter: ${label}`,
  changedButton: 'Changed since decision',
  suppressedButton: 'Do not contact',
  duplicateButton: 'Duplicates',
  unreadButton: 'Unread comments',
  /** The mark of a row. */
  changed: 'Changed since the decision',
  duplicate: 'Duplicate',
  sortLabel: 'Sort',
  sortName: (sort: Sort) => SORT_NAMES[sort],
  /** The filters, as in 'No results for "ada", status Approved.' */
  filters: {
    term: (term: string) => `"${term}"`,
    customer: (name = 'unknown') => `customer ${name}`,
    import: (file = 'unknown') => `import ${file}`,
    audience: (name: string) => (name ? `audience ${name}` : 'no audience'),
    status: (status: Status) => `status ${STATUS_NAMES[status]}`,
    reason: 'this reason',
    field: (label: string, value: string | null) => (value === null ? `empty ${label}` : `${label} “${value}”`),
    changed: 'changed since the decision',
    suppressed: 'on the do-not-contact list',
    duplicate: 'duplicates',
    updated: (file = 'unknown') => `updated by import ${file}`,
    unread: 'unread comments',
  },
  /** The selected rows; `count` is a formatted number. */
  selection: {
    select: (name: string) => `Select ${name}`,
    selected: (count: string) => `${count} selected`,
    all: (count: string) => `All ${count}`,
    allMatching: (count: string) => `All ${count} matching`,
    /** With the filters that the selection was made under, '' where there were none. */
    madeUnder: (count: string, filters: string) => `${count}${filters && ` matching ${filters}`} selected`,
    outside: (count: string) => `${count} selected, outside this filter`,
    partlyOutside: (count: string, outside: number) =>
      `${count} selected, ${formatNumber(outside)} outside this filter`,
  },
};
