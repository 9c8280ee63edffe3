import { type Noun, plural } from '@/lib/format.ts';

const quoted = (name: string) => `“${name}”`;
const userOr = (name: string | null) => name ?? 'a user';

const nouns: Record<string, Noun> = {
  leads: { one: 'lead', many: 'leads' },
  companies: { one: 'company', many: 'companies' },
  imports: { one: 'import', many: 'imports' },
  campaigns: { one: 'campaign', many: 'campaigns' },
  campaign_steps: { one: 'step', many: 'steps' },
  hand_offs: { one: 'hand-off', many: 'hand-offs' },
  customers: { one: 'customer', many: 'customers' },
  customer_users: { one: 'membership', many: 'memberships' },
  invitations: { one: 'invitation', many: 'invitations' },
  user_roles: { one: 'role', many: 'roles' },
  rejection_reasons: { one: 'rejection reason', many: 'rejection reasons' },
};

/** Columns whose name is no word of the screens. */
const columns: Record<string, string> = {
  linkedin_profile_url: 'LinkedIn URL',
  linkedin_url: 'LinkedIn URL',
  profile_picture_url: 'picture',
  company_id: 'company record',
  delay_days: 'delay',
  message_content: 'message',
  retired_at: 'availability',
};

export const texts = {
  page: {
    title: 'Activity',
    description: 'Everything that happened, newest first.',
    list: 'activity',
    heads: { who: 'Who', what: 'What', customer: 'Customer', when: 'When' },
    empty: 'No activity yet',
    emptyHint: 'Approvals, imports, deletions and campaign changes will show up here.',
    showEntries: (count: string) => `Show ${count} entries`,
    noMatch: { rows: 'entries', filters: 'this customer' },
  },
  history: {
    title: 'History',
    of: (name: string) => `History of ${name}`,
    what: 'The history',
    loading: 'history',
    empty: (thisRow: string) => `No changes to ${thisRow} yet.`,
    limited: (count: number) => `Showing the ${count} most recent changes.`,
  },
  actor: { deleted: 'Deleted user', system: 'System', impersonating: 'Impersonating' },
  nouns,
  column: (name: string) => columns[name] ?? name.replaceAll('_', ' '),
  /** What was changed: one row by its name, or without it. */
  named: (noun: string, name: string) => `${noun} ${quoted(name)}`,
  unnamed: (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
  thisRow: { leads: 'this lead', companies: 'this company' },
  /** Predicates of the user who made the change. `rows` is one of the texts above, or 'it' or 'them'. */
  did: {
    added: (rows: string) => `added ${rows}`,
    created: (rows: string) => `created ${rows}`,
    deleted: (rows: string) => `deleted ${rows}`,
    restored: (rows: string) => `restored ${rows}`,
    undidApproval: (rows: string) => `undid the approval of ${rows}`,
    undidRejection: (rows: string) => `undid the rejection of ${rows}`,
    undidReset: (rows: string) => `undid moving ${rows} back to review`,
    changedOwnName: 'changed their name',
    changedName: (user: string | null) => `changed the name of ${userOr(user)}`,
    edited: (rows: string, names: string[]) => `edited ${rows} (${names.join(', ')})`,
    renamed: (rows: string) => `renamed ${rows}`,
    approved: (rows: string) => `approved ${rows}`,
    rejected: (rows: string) => `rejected ${rows}`,
    rejectedWithReason: (rows: string) => `rejected ${rows} with a reason`,
    editedReason: (rows: string) => `edited the reason for rejecting ${rows}`,
    undecided: (rows: string) => `moved ${rows} back to review`,
    addedToAudience: (rows: string, audience: unknown) => `added ${rows} to the ${quoted(String(audience))} audience`,
    removedFromAudience: (rows: string, count: number) =>
      `removed ${rows} from ${plural(count, 'its audience', 'their audiences')}`,
    launched: (rows: string) => `launched ${rows}`,
    paused: (rows: string) => `paused ${rows}`,
    completed: (rows: string) => `marked ${rows} as completed`,
    backToDraft: (rows: string) => `moved ${rows} back to draft`,
    setTo: (rows: string, value: unknown) => `set ${rows} to ${value}`,
    reactivated: (rows: string) => `reactivated ${rows}`,
    deactivated: (rows: string) => `deactivated ${rows}`,
    imported: (file: string | null) => `imported ${file ? quoted(file) : 'a file'}`,
    undidImport: (file: string | null) => `undid the import of ${file ? quoted(file) : 'a file'}`,
    createdCustomer: 'created the customer',
    addedMember: (user: string | null) => `added ${userOr(user)} as a member`,
    invited: (user: string | null) => `invited ${userOr(user)}`,
    acceptedInvitation: 'accepted an invitation',
    renewedInvitation: (user: string | null) => `renewed the invitation for ${userOr(user)}`,
    emailedInvitation: (user: string | null) => `emailed the invitation to ${userOr(user)}`,
    gaveRole: (role: unknown, user: string | null) => `gave ${userOr(user)} the ${role} role`,
    removedRole: (role: unknown, user: string | null) => `removed the ${role} role from ${userOr(user)}`,
    resetSecondFactor: (user: string | null) => `reset two-factor authentication for ${userOr(user)}`,
    reorderedSteps: 'reordered the steps of a campaign',
    addedSteps: (steps: string, campaign: string) => `added ${steps} to ${campaign}`,
    editedSteps: (steps: string, campaign: string) => `edited ${steps} in ${campaign}`,
    deletedSteps: (steps: string) => `deleted ${steps} from a campaign`,
  },
  and: (parts: string[]) => parts.join(' and '),
  bulk: (did: string, count: string) => `${did} (bulk, ${count})`,
  uncertain: (did: string, thisRow: string) => `${did} (may include ${thisRow})`,
};
