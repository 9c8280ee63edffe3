import { counted, formatNumber, type Noun } from '@/lib/format.ts';
import type { Sort } from './sort.tsx';
import type { Status } from './status.ts';

const STATUS_NAMES: Record<Status, string> = { to_review: 'To review', approved: 'Approved', rejected: 'Rejected' };

const SORT_NAMES: Record<Sort, string> = { newest: 'Newest first', name: 'Name A–Z', company: 'Company A–Z' };

/** The texts of the review that the specification does not fix. */
export const texts = {
  statusLabel: 'Status',
  allStatuses: 'All',
  statusName: (status: Status) => STATUS_NAMES[status],
  sortLabel: 'Sort',
  sortName: (sort: Sort) => SORT_NAMES[sort],
  /** As in 'No results for "ada", status Approved.' */
  statusFilter: (status: Status) => `status ${STATUS_NAMES[status]}`,
  reasonFilter: 'this reason',
  /** Below '12 leads waiting for approval'. */
  rejectedOfPending: (rejected: number, pending: number) =>
    rejected === pending ? 'All of them rejected' : `Including ${formatNumber(rejected)} rejected`,

  companyRejected: 'Company rejected',

  /** The toast after a decision that someone else made first. `label` is 'Lead' or 'Company'. */
  decidedByOther: (label: string, approved: boolean | null) =>
    approved === null
      ? `${label} changed by someone else`
      : `${label} already ${approved ? 'approved' : 'rejected'} by someone else`,
  undoFailed: 'Can’t undo',
  changedSince: 'It has changed since.',

  /** Where rejected rows are among those to approve. */
  approveAll: (count: number) => `Approve all ${formatNumber(count)}`,
  approveUndecided: (count: number) => `Only the ${formatNumber(count)} not reviewed`,

  done: {
    title: ({ many }: Noun, isFiltered: boolean) =>
      isFiltered ? 'Nothing left to review here' : `All ${many} are reviewed`,
    counts: (approved: number, rejected: number) =>
      `${formatNumber(approved)} approved, ${formatNumber(rejected)} rejected.`,
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
