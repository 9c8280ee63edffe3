import type { Noun } from '@/lib/format.ts';

const reason: Noun = { one: 'reason', many: 'reasons' };

/** The texts of rejection reasons. */
export const texts = {
  bar: {
    label: (name: string) => `Why reject ${name}?`,
    title: 'Why reject',
    note: 'Add note',
    editNote: 'Edit note',
    dismiss: 'Dismiss',
  },
  note: {
    label: 'Note',
    placeholder: 'A note about this rejection',
    save: 'Save note',
    unsaved: 'Your note hasn’t been saved.',
  },
  saveFailed: 'Couldn’t save the reason',
  notRejected: 'It’s no longer rejected.',

  reasonLabel: 'Reason',
  noReason: 'No reason',
  allReasons: 'All reasons',
  retiredReason: (name: string) => `${name} (retired)`,

  page: {
    title: 'Rejection reasons',
    description: 'Offered after a lead or company is rejected, in this order. The first nine have keyboard shortcuts.',
    list: 'Rejection reasons',
    tabs: { leads: 'Leads', companies: 'Companies' },
    reason,
    rows: 'rejection reasons',
    what: 'The rejection reasons',
    none: 'No reasons yet',
    noneWhy: 'Without reasons, a rejection can still have a note.',
    add: 'Add reason',
    addNote: {
      leads: 'It’s offered after a lead is rejected.',
      companies: 'It’s offered after a company is rejected.',
    },
    rename: 'Rename',
    renameTitle: 'Rename reason',
    renameNote: 'Past rejections will show the new name.',
    retire: 'Retire',
    restore: 'Restore',
    retired: 'Retired',
    moveUp: (name: string) => `Move ${name} up`,
    moveDown: (name: string) => `Move ${name} down`,
    nameLabel: 'Name',
    nameMissing: 'Enter a name.',
    added: 'Reason added',
    renamed: 'Reason renamed',
    retiredNow: 'Reason retired',
    retiredNote: 'Past rejections keep it.',
    restored: 'Reason restored',
    failed: 'Couldn’t save the reason',
    taken: 'A reason with this name already exists.',
  },
};
