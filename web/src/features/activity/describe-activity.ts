import { counted, type Noun } from '@/lib/format.ts';
import type { Activity, LeadActivity } from './data.ts';

/** The fields that describe what was done: how many rows of which table, and the name of a single row that still exists. */
export type Change = Pick<Activity, 'action' | 'subject' | 'row_count' | 'row_name' | 'changed_columns' | 'new_values'>;

const NOUNS: Record<string, Noun> = {
  leads: { one: 'lead', many: 'leads' },
  companies: { one: 'company', many: 'companies' },
  imports: { one: 'import', many: 'imports' },
  campaigns: { one: 'campaign', many: 'campaigns' },
  campaign_steps: { one: 'step', many: 'steps' },
  customers: { one: 'customer', many: 'customers' },
  customer_users: { one: 'membership', many: 'memberships' },
  invitations: { one: 'invitation', many: 'invitations' },
  user_roles: { one: 'role', many: 'roles' },
};

const nounOf = ({ subject }: Change): Noun => NOUNS[subject] ?? { one: subject, many: subject };

/** A predicate for the actor's name: 'approved 12 leads'. `object` replaces the number or name of the rows. */
export function describeActivity(change: Change, object = objectOf(change)): string {
  const own = DESCRIPTIONS[change.subject]?.(change);
  if (own) return own;
  if (change.action === 'insert') return `${change.subject === 'campaigns' ? 'created' : 'added'} ${object}`;
  if (change.action === 'delete') return `deleted ${object}`;
  return describeUpdate(change, object);
}

/** The same from the view of one of the leads. */
export function describeLeadActivity(change: Change & Pick<LeadActivity, 'is_certain'>): string {
  if (change.subject === 'imports') return describeActivity(change);
  if (!change.is_certain) return `${describeActivity(change)}, possibly including this one`;
  const others = change.row_count > 1 ? `, as one of ${counted(change.row_count, nounOf(change))}` : '';
  return describeActivity(change, 'it') + others;
}

function objectOf(change: Change): string {
  const noun = nounOf(change);
  if (change.row_count > 1) return counted(change.row_count, noun);
  if (change.row_name) return `the ${noun.one} “${change.row_name}”`;
  return `${/^[aeiou]/.test(noun.one) ? 'an' : 'a'} ${noun.one}`;
}

/** Describes the changes whose new value is known, then names the other changed columns. */
function describeUpdate(change: Change, object: string): string {
  const values = valuesOf(change);
  const described = Object.keys(values).filter((column) => COLUMNS[column]);
  const pronoun = change.row_count > 1 ? 'them' : 'it';
  const parts = described.map((column, index) => COLUMNS[column]?.(values[column], index === 0 ? object : pronoun));
  const others = (change.changed_columns ?? []).filter((column) => !described.includes(column));
  if (others.length === 1 && others[0] === 'name') parts.push(`renamed ${object}`);
  else if (others.length > 0) {
    parts.push(`changed ${object} (${others.map((column) => column.replaceAll('_', ' ')).join(', ')})`);
  }
  return parts.join(' and ');
}

const valuesOf = ({ new_values }: Change) => (new_values ?? {}) as Record<string, unknown>;

const COLUMNS: Record<string, (value: unknown, object: string) => string> = {
  is_approved: (value, object) =>
    value === null ? `reset the approval of ${object}` : `${value ? 'approved' : 'rejected'} ${object}`,
  audience: (value, object) =>
    value === null ? `removed ${object} from the audience` : `added ${object} to the audience “${value}”`,
  status: (value, object) => STATUSES[String(value)]?.(object) ?? `set ${object} to ${value}`,
  is_active: (value, object) => `${value ? 'activated' : 'deactivated'} ${object}`,
};

const STATUSES: Record<string, (object: string) => string> = {
  draft: (object) => `set ${object} back to draft`,
  active: (object) => `launched ${object}`,
  paused: (object) => `paused ${object}`,
  completed: (object) => `completed ${object}`,
};

/** Descriptions of tables whose changes need their own verbs; undefined where the general description fits. */
const DESCRIPTIONS: Record<string, (change: Change) => string | undefined> = {
  imports: ({ action, row_name }) => {
    const file = row_name ? `the file “${row_name}”` : 'a file';
    return action === 'insert' ? `imported ${file}` : `undid the import of ${file}`;
  },
  campaign_steps: describeSteps,
  customers: ({ action, row_count }) => (action === 'insert' && row_count === 1 ? 'created the customer' : undefined),
  customer_users: ({ action, row_count, row_name }) =>
    action === 'insert' && row_count === 1 ? `made ${row_name ?? 'a user'} a member` : undefined,
  invitations: ({ action, row_count, row_name, changed_columns }) => {
    const whom = row_name ?? 'a user';
    if (action === 'insert' && row_count === 1) return `invited ${whom}`;
    if (changed_columns?.includes('accepted_at')) return 'accepted an invitation';
    if (changed_columns?.includes('expires_at')) return `renewed the invitation for ${whom}`;
    return changed_columns?.includes('mailed_at') ? `emailed the invitation to ${whom}` : undefined;
  },
  user_roles: (change) => {
    const { action, row_count, row_name } = change;
    if (row_count > 1 || action === 'update') return undefined;
    const [verb, preposition] = action === 'insert' ? ['gave', 'to'] : ['removed', 'from'];
    return `${verb} the role ${valuesOf(change).role} ${preposition} ${row_name ?? 'a user'}`;
  },
  second_factor: ({ row_name }) => `reset the two-factor sign-in of ${row_name ?? 'a user'}`,
};

function describeSteps(change: Change): string {
  const { action, row_count, row_name, changed_columns } = change;
  const campaign = row_name ? `the campaign “${row_name}”` : 'a campaign';
  if (changed_columns?.length === 1 && changed_columns[0] === 'step_number') return 'reordered the steps of a campaign';
  const steps = row_count === 1 ? 'a step' : counted(row_count, nounOf(change));
  if (action === 'insert') return `added ${steps} to ${campaign}`;
  return action === 'delete' ? `deleted ${steps} of a campaign` : `edited ${steps} of ${campaign}`;
}
