import { counted, formatNumber, type Noun } from '@/lib/format.ts';
import type { Sort } from './sort.tsx';
import type { Status } from './status.ts';

const STATUS_NAMES: Record<Status, string> = { to_review: 'To review', approved: 'Approved', rejected: 'Rejected' };

const SORT_NAMES: Record<Sort, string> = { newest: 'Newest first', name: 'Name A–Z', company: 'Company A–Z' };

const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export const texts = {
  empty: ({ many }: Noun) => `No ${many} yet`,
  emptyHint: ({ many }: Noun) => `Your ${many} appear here once your agency uploads them.`,
  /** 'Search by name, company or title'. */
  search: (fields: readonly string[]) => `Search by ${ALTERNATIVES.format(fields)}`,
  nameColumn: 'Name',
  customerColumn: 'Customer',
  organizationColumn: 'Organization',
  /** The condition of a list that a link has opened. */
  filtered: (condition: string) => `Filtered: ${condition}.`,
  showAll: ({ many }: Noun) => `Show all ${many}`,
  selectRow: ({ one }: Noun) => `Select a ${one} to see everything about it.`,

  statusLabel: 'Status',
  allStatuses: 'All',
  statusName: (status: Status) => STATUS_NAMES[status],
  /** On a phone, with the number of filters that are set. */
  filterButton: (active: number) => (active > 0 ? `Filters (${formatNumber(active)})` : 'Filters'),
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
  },

  approval: 'Approval',
  approvalOf: (name: string) => `Approval of ${name}`,
  approve: 'Approve',
  reject: 'Reject',
  /** The toasts of a decision. `label` is 'Lead' or 'Company'. */
  decided: (label: string, approved: boolean | null) => `${label} ${approved ? 'approved' : 'rejected'}`,
  decisionFailed: 'Error updating approval status',
  decisionUndone: 'Decision undone',
  /** After a decision that another user made first. */
  decidedByOther: (label: string, approved: boolean | null, who = 'someone else') =>
    approved === null
      ? `${label} changed by ${who}`
      : `${label} already ${approved ? 'approved' : 'rejected'} by ${who}`,
  anyway: (approved: boolean | null) => (approved ? 'Approve anyway' : 'Reject anyway'),
  undoFailed: 'Can’t undo',
  changedSince: 'It has changed since.',

  progress: {
    label: 'Review',
    reviewed: (done: string, total: string) => `${done} of ${total} reviewed`,
    keys: { move: 'move', approve: 'approve', reject: 'reject', undo: 'undo', all: 'all keys' },
    swipe: 'Swipe a row right to approve, left to reject',
  },
  keys: {
    next: 'Go to the next row',
    previous: 'Go to the previous row',
    approve: 'Approve and go to the next row',
    reject: 'Reject and go to the next row',
    reason: 'Choose the reason of the last rejection',
    note: 'Add a note to the last rejection',
    undo: 'Undo the last decision',
    open: 'Open the row',
    search: 'Search',
    moveCheckbox: 'Go to the next or previous checkbox',
    select: 'Select the row',
    extend: 'Extend the selection',
    selectRange: 'Select all rows from the last one',
  },

  done: {
    title: ({ many }: Noun, isFiltered: boolean) =>
      isFiltered ? 'Nothing left to review here' : `All ${many} are reviewed`,
    counts: (approved: number, rejected: number) =>
      `${formatNumber(approved)} approved, ${formatNumber(rejected)} rejected.`,
    saving: (count: number) => `Saving ${counted(count, { one: 'decision', many: 'decisions' })}…`,
    reviewRest: (count: number, { one, many }: Noun) =>
      `Review ${counted(count, { one: `more ${one}`, many: `more ${many}` })}`,
    reviewOther: (count: number, noun: Noun) => `Review ${counted(count, noun)}`,
    campaigns: 'Go to campaigns',
    rejected: (count: number, { one, many }: Noun) =>
      `See ${counted(count, { one: `rejected ${one}`, many: `rejected ${many}` })}`,
    undo: 'Undo last decision',
    /** Shows the reviewed rows too. With filters, all that match them. */
    showAll: ({ many }: Noun, isFiltered: boolean) => (isFiltered ? `Show reviewed ${many}` : `Show all ${many}`),
  },
};
