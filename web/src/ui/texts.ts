import { counted, formatNumber } from '@/lib/format.ts';

export const texts = {
  charactersLeft: (count: number) =>
    count < 0 ? `${counted(-count, 'character')} too many` : `${counted(count, 'character')} left`,
  close: 'Close',
  details: 'Details',
  optional: 'Optional',
  clearSearch: 'Clear search',
  selection: 'Selection',
  clearSelection: 'Clear selection',
  notifications: 'Notifications',
  dismiss: (title: string) => `Dismiss: ${title}`,
  tryAgain: 'Check your connection and try again.',
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  showFewer: 'Show fewer',
  showAsTable: 'Show as table',
  copy: {
    action: 'Copy',
    done: 'Copied',
    announcement: (label: string) => `${label} copied`,
    failed: 'Your browser blocked copying. The text is selected, so you can copy it with the keyboard.',
  },
  /** `rows` are in the plural, such as 'leads'. */
  list: {
    what: (rows: string) => `The ${rows}`,
    moreFailed: (rows: string) => `More ${rows} couldn’t be loaded.`,
    showMore: (rows: string) => `Show more ${rows}`,
    loadingMore: (rows: string) => `Loading more ${rows}…`,
  },
  noMatch: {
    title: (rows: string) => `No ${rows} match`,
    description: (filters: string) => `No results for ${filters}.`,
    clear: 'Clear filters',
  },
  searchSelect: {
    label: (rows: string) => `Choose from ${rows}`,
    search: (rows: string) => `Search ${rows}`,
    found: (rows: string) => `Found ${rows}`,
    failed: (rows: string) => `The ${rows} couldn’t be loaded.`,
    loading: 'Loading…',
    none: (rows: string, term: string) => `No ${rows} match “${term}”.`,
  },
};
