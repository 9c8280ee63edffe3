import type { ReactNode } from 'react';
import { counted, formatNumber, plural } from '@/lib/format.ts';
import { richText } from '@/lib/rich-text.ts';

export const texts = {
  welcome: 'Welcome',
  /** 'Welcome, Ada' with the first word of the full name, or 'Welcome, there' without one. */
  greet: (fullName: string | null | undefined) => `Welcome, ${fullName?.trim().split(/\s+/u)[0] || 'there'}`,
  tagline: 'Campaign overview at a glance',
  counts: {
    what: 'The counts',
    leads: 'Total Leads',
    companies: 'Companies',
    approved: (count: number) => `${formatNumber(count)} approved`,
    rejected: (count: number) => `${formatNumber(count)} rejected`,
    totalCustomers: 'Total Customers',
    totalUsers: 'Total Users',
    totalCompanies: 'Total Companies',
  },
  review: {
    leads: {
      left: (count: number) => `${counted(count, 'lead')} to review`,
      done: 'All leads reviewed',
    },
    companies: {
      left: (count: number) => `${counted(count, 'company')} to review`,
      done: 'All companies reviewed',
    },
    nothing: 'Nothing to review yet',
    toLeads: 'Start reviewing',
    toCompanies: (count: number) => `Review ${counted(count, 'company')}`,
  },
  audience: 'Audience',
  audiences: {
    title: 'Audiences',
    rows: 'audiences',
    loading: 'Loading audiences',
    failed: 'The audiences couldn’t be loaded.',
    none: 'No audience segments defined yet',
    noneHint: 'Assign audiences to leads for better organization',
  },
  insights: {
    title: 'Future Campaign Insights',
    badge: 'Coming Soon',
    openRate: 'Open Rate',
    replyRate: 'Reply Rate',
    conversionRate: 'Conversion Rate',
    engagementScore: 'Engagement Score',
    followUpQueue: 'Follow-up Queue',
    responseTime: 'Response Time',
  },
  start: {
    title: 'Ready to Get Started?',
    upload: 'Upload New Leads',
    uploadHint: 'Import CSV files',
    toLeads: 'Go to Leads',
    review: 'Review Pending Approvals',
    pending: (count: number) => `${formatNumber(count)} leads waiting for approval`,
    /** Below the number of pending leads. */
    rejected: (rejected: number, pending: number) =>
      rejected === pending ? 'All rejected' : `Including ${formatNumber(rejected)} rejected`,
    reviewLeads: 'Review Leads',
  },
  waitingCopy: {
    title: 'Copy waiting for your review',
    requested: (number: number, when: ReactNode) => richText`Version ${formatNumber(number)}, requested ${when}`,
    review: 'Review',
    reviewOf: (name: string) => `Review “${name}”`,
  },
  attention: {
    title: 'Needs attention',
    what: 'What needs attention',
    loading: 'Loading what needs attention',
    none: 'Nothing needs attention',
    /** What follows the number. */
    reasons: {
      'handed off leads': (count: number) => `handed-off ${plural(count, 'lead', 'leads')} to stop in the tool`,
      'leads waiting': (count: number) => `${plural(count, 'lead', 'leads')} waiting for over 7 days`,
      'leads changed': (count: number) => `${plural(count, 'lead', 'leads')} changed since the decision`,
      'copy changes requested': (count: number) => `${plural(count, 'campaign', 'campaigns')} with changes requested`,
      'invitations not mailed': (count: number) =>
        `${plural(count, 'invitation wasn’t', 'invitations weren’t')} delivered`,
      'invitations expiring': (count: number) =>
        `${plural(count, 'invitation expires', 'invitations expire')} within 2 days`,
      'imports with errors': (count: number) => `${plural(count, 'import', 'imports')} with errors in the last 7 days`,
    },
    /** The labels of the date shown with each reason. */
    dates: {
      'handed off leads': 'Latest',
      'leads waiting': 'Oldest',
      'leads changed': 'Latest',
      'copy changes requested': 'Oldest',
      'invitations not mailed': 'Oldest',
      'invitations expiring': 'Next',
      'imports with errors': 'Latest',
    },
    dismiss: (customer: string, what: string) => `Dismiss: ${customer}, ${what}`,
    dismissed: 'Dismissed until something new comes up',
    failure: 'Couldn’t dismiss',
  },
  setup: {
    title: 'Set up Leadlight',
    customer: 'Create a customer',
    customerHint: 'You find leads for it, and it reviews them.',
    upload: 'Upload leads',
    uploadHint: 'A CSV file from LinkedIn, Apollo, HubSpot or a spreadsheet.',
    invite: 'Invite the customer',
    inviteHint: 'They’ll review the leads and write campaigns.',
  },
  decisions: {
    title: 'Decisions per week',
    what: 'The decisions',
    loading: 'Loading the decisions',
    none: 'No leads were approved or rejected in the last 12 weeks.',
    week: 'Week of',
    soFar: (week: string) => `${week} (so far)`,
    unfinished: 'Dotted: this week so far',
    summary: (approved: number, rejected: number) =>
      `In the last 12 weeks, ${formatNumber(approved)} leads were approved and ${formatNumber(rejected)} rejected`,
  },
  rejections: {
    what: 'The reasons',
    loading: 'Loading the reasons',
    none: 'No leads were rejected in this period.',
    period: 'Period',
    periods: { '4': 'Last 4 weeks', '12': 'Last 12 weeks', all: 'All time' },
    reason: 'Reason',
    unassigned: 'Unassigned',
    noReason: 'No reason given',
    linksToAll: 'The counts cover this period. The links open leads rejected at any time.',
    more: (count: number) => counted(count, 'other reason'),
  },
  progress: {
    title: 'Review progress',
    loading: 'Loading the review progress',
    none: 'No active customers',
    rows: 'customers',
    columns: {
      name: 'Customer',
      progress: 'Progress',
      to_review: 'To review',
      last_decision: 'Last decision',
      active_campaigns: 'Active campaigns',
    },
    sortBy: 'Sort by',
    noLeads: 'No leads yet',
    stalled: 'Stalled',
    stalledHint: 'Leads to review, but no import or decision for 7 days',
    never: 'none yet',
    daysAgo: (count: number) => (count === 0 ? 'today' : `${counted(count, 'day')} ago`),
    toReview: (count: number) => `${formatNumber(count)} to review`,
    campaigns: (count: number) => counted(count, 'active campaign'),
  },
} as const;
