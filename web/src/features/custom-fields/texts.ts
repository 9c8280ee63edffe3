import type { ReactNode } from 'react';
import { counted } from '@/lib/format.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { richText } from '@/lib/rich-text.ts';

const countedRows = (table: TableName, count: number) => counted(count, table === 'leads' ? 'lead' : 'company');

export const texts = {
  columns: 'Columns',
  columnsFailed: 'Couldn’t save your columns',
  agencyOnly: 'Agency only',
  internal: (label: string) => `${label} (agency only)`,

  filter: {
    open: 'Filter by field',
    field: 'Field',
    condition: 'Condition',
    is: 'is',
    isEmpty: 'is empty',
    value: 'Value',
    apply: 'Apply',
    /** The label of the button that removes the filter. */
    remove: (label: string, value: string | null) =>
      value === null ? `Remove filter: ${label} is empty` : `Remove filter: ${label} is ${value}`,
    active: (label: string, value: string | null) => (value === null ? `${label} is empty` : `${label}: ${value}`),
  },

  manage: {
    open: 'Manage fields…',
    title: 'Custom fields',
    hint: 'Fields come from the columns you keep when you import a file. Customers see them unless they’re for your agency only.',
    label: (label: string) => `Name of ${label}`,
    key: (key: string) => `{{${key}}}`,
    remove: (label: string) => `Remove ${label}`,
    restore: (label: string) => `Restore ${label}`,
    restoreShort: 'Restore',
    removedTitle: 'Recently removed',
    removedHint: 'You can restore a field for 30 minutes. After that, its values are deleted.',
    confirmTitle: (label: string) => `Remove “${label}”?`,
    confirm: (table: TableName, filled: number | undefined) =>
      `${filled === undefined ? 'Its values' : `The values of ${countedRows(table, filled)}`} will be deleted. You can restore the field for 30 minutes.`,
    usedBy: 'These campaign steps use it. Where it stands, they will be sent exactly as typed:',
    step: (number: number, campaign: ReactNode) => richText`Step ${number} of ${campaign}`,
    confirmLabel: 'Remove field',
    removed: 'Field removed',
    restored: 'Field restored',
    renamed: 'Field renamed',
    failed: 'Couldn’t change the field',
    unsaved: 'The new name hasn’t been saved.',
    none: 'No custom fields yet.',
    what: 'The custom fields',
  },
};
