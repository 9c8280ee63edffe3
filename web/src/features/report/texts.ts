import { texts as dashboardTexts } from '@/features/dashboard/texts.ts';
import { counted, formatNumber, formatShare } from '@/lib/format.ts';

export const texts = {
  title: (customer: string) => `Report for ${customer}`,
  what: 'The report',
  one: 'report',
  loading: 'Loading the report',
  asOf: (day: string) => `As of ${day}`,
  print: 'Print',
  organization: 'Organization',
  period: 'Period',
  periods: { ...dashboardTexts.rejections.periods, quarter: 'This quarter', custom: 'Choose weeks' },
  firstWeek: 'First week',
  lastWeek: 'Last week',
  to: 'to',
  none: 'No decisions in this period',
  noneHint: 'Choose another period to see what was approved, rejected and handed off.',
  columns: {
    approved: 'Approved',
    rejected: 'Rejected',
    handed_off: 'Handed off',
    contacted: 'Contacted',
    replied: 'Replied',
  },
  summary: {
    title: 'From approved to replied',
    share: (share: number, of: string) => `${formatShare(share)} of ${of.toLowerCase()}`,
    note: 'A lead counts once here, and once in each audience and campaign. Leads handed off in this period may have been approved earlier.',
  },
  decisions: {
    title: 'Decisions over time',
    month: 'Month',
    unfinishedMonth: 'Dotted: this month so far',
    summary: (approved: number, rejected: number) =>
      `In this period, ${formatNumber(approved)} leads were approved and ${formatNumber(rejected)} rejected`,
  },
  audiences: {
    title: 'By audience',
    name: dashboardTexts.audience,
    unnamed: dashboardTexts.rejections.unassigned,
    others: (count: number) => counted(count, 'other audience'),
  },
  campaigns: {
    title: 'By campaign',
    name: 'Campaign',
    none: 'No leads were handed off in this period.',
    unnamed: 'Deleted campaign',
    others: (count: number) => counted(count, 'other campaign'),
  },
  reasons: 'Reasons for rejections',
  linksToAll: 'The counts cover this period. The links open leads approved or rejected at any time.',
} as const;
