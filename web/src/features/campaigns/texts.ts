import type { ReactNode } from 'react';
import { counted, formatMoment, formatNumber, plural } from '@/lib/format.ts';
import { richText } from '@/lib/rich-text.ts';

const created = { success: 'Campaign created successfully', failure: 'Failed to create campaign' };

export const texts = {
  rows: 'campaigns',
  list: 'Campaigns',
  search: 'Search by campaign name',
  thisCustomer: 'this customer',
  waiting: 'waiting for you',
  signOff: {
    label: 'Copy needs sign-off',
    help: 'A campaign can become active, and its leads be handed off, only with steps that the customer has approved.',
    on: 'Copy now needs sign-off',
    off: 'Copy no longer needs sign-off',
    failure: 'Couldn’t change the setting',
  },
  empty: 'No campaigns yet',
  emptyHint: 'A campaign is a sequence of LinkedIn requests, LinkedIn messages and emails. Create one to get started.',
  card: {
    title: (name: string, created: string) => `${name}\nCreated ${formatMoment(new Date(created))}`,
    counts: (steps: number, approvedLeads: number, changed: ReactNode) =>
      richText`${counted(steps, 'step')} · ${counted(approvedLeads, 'approved lead')} · updated ${changed}`,
    created: (when: ReactNode) => richText`Created ${when}`,
  },
  dialog: {
    title: 'Campaign',
    what: 'The campaign',
    notFound: 'Campaign not found',
    notFoundHint: 'It may have been deleted.',
    one: 'campaign',
    back: 'Back to campaigns',
    discardHint: 'Your changes to this step haven’t been saved.',
    reviewer: 'You can view, comment and suggest wording.',
  },
  status: {
    label: 'Status',
    changed: 'status updated successfully',
    failed: 'Failed to update campaign status',
    actions: 'Campaign actions',
  },
  launch: {
    action: 'Launch Campaign',
    title: 'Launch Campaign?',
    description: 'Its status will change from draft to active.',
    noRecipients: ' No leads are approved yet, so it has no recipients.',
    recipients: (approvedLeads: number, customer: ReactNode) =>
      richText` ${counted(approvedLeads, 'approved lead')} at ${customer} will be in this campaign.`,
    warnings: (count: number) => ` ${counted(count, 'warning')} to review before launch.`,
    list: 'Steps with warnings',
    step: (number: number, type: string) => `Step ${number}: ${type}`,
    editStep: (number: number) => `Edit step ${number}`,
    edit: 'Edit',
    done: 'Campaign launched successfully',
  },
  create: {
    title: 'Create campaign',
    description: 'You’ll start with an empty draft.',
    ...created,
  },
  duplicate: { title: 'Duplicate campaign', description: 'Creates a draft with the same steps.', ...created },
  rename: { title: 'Rename campaign', success: 'Campaign renamed', failure: 'Failed to rename campaign' },
  handOff: 'Hand off',
  handOffs: 'Hand-offs of this campaign',
  remove: 'Delete campaign',
  removal: (name: string, steps: number) => {
    const withSteps = steps === 0 ? '' : plural(steps, ' and its step', ` and its ${steps} steps`);
    return {
      title: 'Delete this campaign?',
      description: `“${name}”${withSteps} will be deleted for everyone. This can’t be undone.`,
      confirmLabel: 'Delete campaign',
      success: { title: 'Campaign deleted', description: name },
      failure: 'Failed to delete campaign',
    };
  },
  name: {
    customer: 'Customer',
    customerMissing: 'Please select a customer',
    organization: 'Organization',
    organizationMissing: 'Please select an organization',
    label: 'Campaign name',
    missing: 'Please enter a campaign name',
    placeholder: 'Founder introductions',
  },
  steps: {
    list: 'Steps',
    what: 'The steps',
    rows: 'steps',
    empty: 'No steps added yet',
    emptyHint:
      'Each step is a LinkedIn connection request, a LinkedIn message or an email, sent a set number of days after the one before.',
    add: 'Add step',
    added: 'Step added successfully',
    addFailed: 'Failed to add step',
    updated: 'Step updated successfully',
    updateFailed: 'Failed to update step',
    deleted: 'Step deleted successfully',
    deleteFailed: 'Failed to delete step',
    changedMeanwhile: 'Another user just changed this step. Review it and try again.',
    day: (number: number) => `Day ${formatNumber(number)}`,
    edit: (number: number) => `Edit step ${number}`,
    actionsFor: (number: number) => `step ${number}`,
    duplicate: 'Duplicate',
    moveUp: 'Move up',
    moveDown: 'Move down',
    move: (number: number) => `Move step ${number}: drag it, or use the up and down arrow keys`,
    moved: (type: string, to: number, total: number) => `${type} is now step ${to} of ${total}`,
    delete: 'Delete',
    deleteTitle: (number: number) => `Delete step ${number}?`,
    deleteHint: (type: string, day: number) =>
      `The ${type} on day ${formatNumber(day)} will be deleted for everyone. Later steps will move up.`,
    deleteConfirm: 'Delete step',
    noNote: 'Without a note',
    noText: 'No text yet',
  },
  editor: {
    new: 'New step',
    edit: (number: number) => `Edit step ${number}`,
    save: 'Save step',
    channel: 'Channel',
    delay: 'Delay in days',
    immediately: 'Immediately',
    subject: 'Subject',
    message: 'Message',
    connectionMessage: 'Connection message',
    insert: 'Insert',
    more: 'or type {{ for more',
    variables: 'Variables',
    insertInto: (field: string) => `Insert into ${field.toLowerCase()}`,
    theSubject: 'The subject',
    theMessage: 'The message',
  },
  conflict: {
    changed: 'Another user changed this step while you were editing.',
    deleted: 'Another user deleted this step while you were editing.',
    keepMine: 'Keep mine',
    useTheirs: 'Use theirs',
    addMine: 'Add mine as a new step',
    discardMine: 'Discard mine',
    theirs: (type: string, days: number) =>
      `Theirs: ${type}, ${days === 0 ? 'immediately' : `after ${counted(days, 'day')}`}`,
    noText: 'No text',
  },
  length: {
    of: (length: number, max: number) => `${formatNumber(length)} of ${counted(max, 'character')}`,
    longest: (lead: ReactNode) => richText` in the longest message (${lead})`,
    hints: {
      linkedin_connection: {
        amber: 'Almost at the 300-character limit.',
        red: 'LinkedIn limits notes to 300 characters.',
      },
      linkedin_message: { amber: 'Long messages are rarely read in full.', red: 'Too long for a LinkedIn message.' },
      email: { amber: 'Inboxes cut off long subjects.', red: '' },
    },
  },
  preview: {
    title: 'Preview',
    for: (lead: ReactNode) => richText`Preview for ${lead}`,
    position: (lead: number, total: number | undefined) =>
      formatNumber(lead) + (total === undefined ? '' : ` of ${formatNumber(total)}`),
    previous: 'Previous lead',
    next: 'Next lead',
    noSubject: 'No subject',
    noNote: 'Sent without a note.',
    noText: 'No text yet.',
    noLeads: 'No approved leads yet. Approve one to preview the message with real details.',
    /** Stands in a message for a value that a lead lacks. */
    missing: (variable: string) => `no ${variable.toLowerCase()}`,
  },
  warnings: {
    list: 'Warnings',
    unknownVariable: (written: ReactNode) => richText`${written} isn’t a variable and will be sent exactly as typed.`,
    use: (variable: string) => `Use ${variable}`,
    placeholderInValue: (written: ReactNode, variable: ReactNode, lead: ReactNode) =>
      richText`${written} in the ${variable} of ${lead} will be sent exactly as typed.`,
    messageBeforeConnection: 'This LinkedIn message comes before any connection request.',
    noteTooLong: (max: number, length: number) =>
      `LinkedIn limits notes to ${max} characters. This one has ${formatNumber(length)}.`,
    noSubject: 'This email has no subject.',
    noMessage: 'This step has no text.',
    gap: (lacking: number, approved: number, gap: string) =>
      `${formatNumber(lacking)} of ${counted(approved, 'approved lead')} ${plural(lacking, 'has', 'have')} no ${gap}.`,
    empty: (variable: ReactNode, lacking: number, approved: number) =>
      richText`${variable} is empty for ${formatNumber(lacking)} of ${counted(approved, 'approved lead')}.`,
    addFallback: 'Add a fallback',
    addFallbackFor: (variable: string) => ` for ${variable}`,
    viewLeads: 'View leads',
    viewLeadsWithEmpty: (variable: string) => ` whose ${variable} is empty (opens in a new tab)`,
    viewLeadsWithout: (gap: string) => ` with no ${gap} (opens in a new tab)`,
  },
};
