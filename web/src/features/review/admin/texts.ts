import { counted, type Noun, plural } from '@/lib/format.ts';

const WERE_REJECTED = { one: 'of them was rejected', many: 'of them were rejected' };

const matching = (filters: string) => (filters ? ` that matches ${filters}` : '');

/** Whose rows they are, unless the filters say so. */
function across(filters: string, customers: number | null): string {
  if (customers !== null) return ` across ${counted(customers, { one: 'customer', many: 'customers' })}`;
  return filters ? '' : ' of every customer';
}

export const texts = {
  upload: (title: string) => `Upload ${title}`,
  uploadFile: 'Upload a CSV file',
  emptyHint: ({ many }: Noun) => `Upload a CSV file of ${many} for one of your customers.`,
  /** The search covers it, too. */
  customerField: 'customer',

  approveSelected: 'Approve Selected',
  deleteSelected: 'Delete Selected',
  approveAllFiltered: 'Approve All (Filtered)',

  selectAll: ({ many }: Noun) => `Select all ${many}`,
  selectMatching: (count: string) => `Select all ${count} matching`,
  showSelected: 'Show selected',
  show: 'Show',
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
    /** `rejected` is null where no rejected rows are listed, `customers` where they are not counted. */
    description: (
      { one }: Noun,
      { filters, customers, rejected }: { filters: string; customers: number | null; rejected: string | null },
    ) =>
      [
        `Every pending ${one}${matching(filters)}${across(filters, customers)} will be approved, including those you haven’t scrolled to.`,
        rejected && `${rejected} before.`,
      ]
        .filter(Boolean)
        .join(' '),
    /** The rows where only rejected ones are listed. */
    allRejected: ({ one, many }: Noun, count: number, number: string, filters: string, customers: number | null) =>
      `${plural(count, `The rejected ${one}`, `All ${number} rejected ${many}`)}${filters && ` that ${plural(count, 'matches', 'match')} ${filters}`}${customers === null ? '' : across(filters, customers)} will be approved.`,
    wereRejected: (count: number, precision: { is_estimated: boolean }) => counted(count, WERE_REJECTED, precision),
    confirm: (rows: string) => `Approve ${rows}`,
    all: (count: string) => `Approve all ${count}`,
    onlyUndecided: (count: string) => `Approve ${count} not yet reviewed`,
    /** The rows where their number is only known to be small beside all that match. */
    pending: ({ many }: Noun) => `the pending ${many}`,
    none: 'Nothing to approve',
    noneHint: ({ one }: Noun, filters: string) =>
      `Every ${one} ${filters ? `that matches ${filters}` : 'of every customer'} is already approved.`,
    ok: 'OK',
  },
};
