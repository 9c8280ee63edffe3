import { capitalized, counted, formatNumber, type Noun } from '@/lib/format.ts';

export const texts = {
  empty: ({ many }: Noun) => `No ${many} yet`,
  emptyHint: ({ many }: Noun) => `Your ${many} appear here once your agency uploads them.`,
  /** 'Search by name, company or title'. */
  search: (fields: readonly string[]) => `Search by ${fields.slice(0, -1).join(', ')} or ${fields.at(-1)}`,
  nameColumn: 'Name',
  organizationColumn: 'Organization',
  /** The condition of a list that a link has opened. */
  filtered: (condition: string) => `Filtered: ${condition}.`,
  showAll: ({ many }: Noun) => `Show all ${many}`,
  selectRow: ({ one }: Noun) => `Select a ${one} to see everything about it.`,

  approval: 'Approval',
  approvalOf: (name: string) => `Approval of ${name}`,
  approve: 'Approve',
  reject: 'Reject',
  /** The toasts of a decision. `label` is 'Lead' or 'Company'. */
  decided: (label: string, approved: boolean | null) => `${label} ${approved ? 'approved' : 'rejected'}`,
  decisionFailed: 'Error updating approval status',
  decisionUndone: 'Decision undone',
  /** The text after a decision that another user made first. */
  decidedByOther: (label: string, approved: boolean | null, who = 'someone else') =>
    approved === null
      ? `${label} changed by ${who}`
      : `${label} already ${approved ? 'approved' : 'rejected'} by ${who}`,
  anyway: (approved: boolean | null) => (approved ? 'Approve anyway' : 'Reject anyway'),
  undoFailed: 'Can’t undo',

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

  /** Approving what is left at once, by a review link. The counts are with their noun: '12 leads'. */
  rest: {
    action: (count: number) => `Approve the rest (${formatNumber(count)})`,
    title: (count: string) => `Approve ${count}?`,
    description: ({ many }: Noun) => `All ${many} you haven’t reviewed yet will be approved. You can undo this.`,
    leftOut: 'Leads on a do-not-contact list stay as they are.',
    confirm: (count: string) => `Approve ${count}`,
    approved: (count: string) => `${count} approved`,
    none: 'Nothing was approved',
    partly: (reason: string) => `The others couldn’t be approved: ${reason}`,
    undone: (count: string) => `${count} moved back to review`,
  },

  done: {
    everything: 'All done',
    /** Until when decisions can be changed. */
    until: (day: string) => `You can change your decisions until ${day}.`,
    ofTable: ({ many }: Noun, counts: string) => `${capitalized(many)}: ${counts}`,
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
