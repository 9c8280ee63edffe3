import { standardVariables } from '#domain/campaign/variables.ts';
import { counted, formatNumber, plural } from '@/lib/format.ts';

const noun = { one: 'lead', many: 'leads' };

const gapName = (gap: string) => (standardVariables.get(gap) ?? gap).toLowerCase();

export const texts = {
  noun,
  searchFields: ['name', 'company', 'title'],
  columns: { title: 'Title', company: 'Company', location: 'Location', audience: 'Audience' },
  noAudience: 'Uncategorized',
  linkedIn: (name: string) => `LinkedIn profile of ${name}`,
  companyRejected: 'Company rejected',
  gapName,
  /** The condition of a list of approved leads that lack a field. */
  approvedWithout: (gap: string) => `approved, without ${gapName(gap)}`,

  assign: {
    action: 'Assign to Audience',
    word: 'Assign',
    title: 'Assign to audience',
    description: (count: number) => `${counted(count, noun)} will be moved to this audience.`,
    confirm: (count: number) => `Assign ${counted(count, noun)}`,
    audience: 'Audience',
    help: 'Choose an existing audience or type a new name.',
    missing: 'Please select or enter an audience name',
  },

  export: {
    approved: 'Export Approved',
    more: 'More exports',
    withFields: 'Export with custom fields',
    /** The question which leads, where the list is narrower than the export. */
    question: 'Export approved leads',
    questionHint: (filters: string) => `Your list is filtered by ${filters}.`,
    noneMatch: (filters: string) => `No approved lead matches ${filters}.`,
    matching: (count: number, isSearchOnly: boolean) =>
      `${formatNumber(count)} that ${plural(count, 'matches', 'match')} ${isSearchOnly ? 'this search' : 'these filters'}`,
    every: (count: number) => `All ${formatNumber(count)}`,
    rejectedMenu: 'Actions for rejected leads',
    rejected: 'Export rejected leads',
    fileName: { approved: 'Approved leads', rejected: 'Rejected leads' },
    none: { approved: 'No approved leads found', rejected: 'No rejected leads found' },
    title: 'Exporting leads',
    progress: (done: number, total: number) => `${formatNumber(done)} of ${counted(total, noun)}`,
    done: (count: number) => `${counted(count, noun)} exported`,
    failed: 'Error exporting leads',
    customerGone: 'This customer no longer exists.',
  },
};
