import { counted, type Noun } from '@/lib/format.ts';

const WERE_REJECTED = { one: 'of them was rejected', many: 'of them were rejected' };

export const texts = {
  upload: (title: string) => `Upload ${title}`,
  uploadFile: 'Upload a CSV file',
  emptyHint: ({ many }: Noun) => `Upload a CSV file of ${many} for one of your customers.`,
  /** The search covers it, too. */
  customerField: 'customer',

  approveSelected: 'Approve Selected',
  deleteSelected: 'Delete Selected',
  approveAllFiltered: 'Approve All (Filtered)',
  importHistory: 'Import history',

  selectAll: ({ many }: Noun) => `Select all ${many}`,
  selectMatching: (count: string) => `Select all ${count} matching`,
  showSelected: 'Show selected',
  show: 'Show',
  approve: 'Approve',
  delete: 'Delete',
  /** The whole name of a button that shows only its verb. */
  actOn: (verb: string, rows: string) => `${verb} ${rows}`,

  deletion: {
    title: (rows: string) => `Delete ${rows}?`,
    warning: 'They’ll disappear for the customer, too. You can undo this for 30 minutes.',
    confirm: (rows: string) => `Delete ${rows}`,
    done: (rows: string) => `${rows} deleted`,
    undoHint: 'You can undo this for 30 minutes.',
  },

  /** `filters` are in words, '' where there are none. */
  approveAll: {
    title: (rows: string) => `Approve ${rows}?`,
    description: ({ one }: Noun, filters: string, rejected: number, precision: { is_estimated: boolean }) =>
      [
        `Every pending ${one} ${filters ? `that matches ${filters}` : 'of every customer'} will be approved, including those you haven’t scrolled to.`,
        rejected > 0 && `${counted(rejected, WERE_REJECTED, precision)} before.`,
      ]
        .filter(Boolean)
        .join(' '),
    confirm: (rows: string) => `Approve ${rows}`,
    all: (count: string) => `Approve all ${count}`,
    onlyUndecided: (count: string) => `Only the ${count} not reviewed`,
    /** Where their number is only known to be small beside all that match. */
    pending: ({ many }: Noun) => `the pending ${many}`,
    none: 'Nothing to approve',
    noneHint: ({ one }: Noun, filters: string) =>
      `Every ${one} ${filters ? `that matches ${filters}` : 'of every customer'} is already approved.`,
    ok: 'OK',
  },
};
