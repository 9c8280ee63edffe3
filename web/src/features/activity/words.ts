// In charge of saying in plain words what somebody did.
import { counted, type Noun } from '@/lib/format.ts';

/** A statement as it is on record: upon how many rows of which table, and the name of the row where it was one that is still there. */
export type Act = {
  action: string;
  subject: string;
  row_count: number;
  row_name: string | null;
  changed_columns: string[] | null;
  new_values: Record<string, unknown> | null;
};

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

const STATUS: Record<string, (them: string) => string> = {
  draft: (them) => `set ${them} back to draft`,
  active: (them) => `launched ${them}`,
  paused: (them) => `paused ${them}`,
  completed: (them) => `completed ${them}`,
};

/** What somebody did, to go on from their name: 'approved 12 leads'. `them` stands for the rows in place of their number or name. */
export function sayAct(act: Act, them = themOf(act)): string {
  const own = OWN_WORDS[act.subject]?.(act);
  if (own) return own;
  if (act.action === 'insert') return `${act.subject === 'campaigns' ? 'created' : 'added'} ${them}`;
  if (act.action === 'delete') return `deleted ${them}`;
  return sayUpdate(act, them);
}

/** What happened to one lead of those that an act was upon. */
export function sayOfLead(act: Act & { is_certain: boolean }): string {
  if (act.subject === 'imports') return sayAct(act);
  if (!act.is_certain) return `${sayAct(act)}; this one may have been among them`;
  return sayAct(act, 'it') + (act.row_count > 1 ? `, as one of ${counted(act.row_count, nounOf(act))}` : '');
}

const nounOf = ({ subject }: Act): Noun => NOUNS[subject] ?? { one: subject, many: subject };

function themOf(act: Act): string {
  const noun = nounOf(act);
  if (act.row_count > 1) return counted(act.row_count, noun);
  if (act.row_name) return `the ${noun.one} “${act.row_name}”`;
  return `${/^[aeiou]/.test(noun.one) ? 'an' : 'a'} ${noun.one}`;
}

/** Each change of which the new value is known, in words; then the names of the columns that changed besides. */
function sayUpdate(act: Act, them: string): string {
  const values = act.new_values ?? {};
  const told = Object.keys(values).filter((column) => VALUES[column]);
  const pronoun = act.row_count > 1 ? 'them' : 'it';
  const said = told.map((column, index) => VALUES[column]?.(values[column], index === 0 ? them : pronoun));
  const others = (act.changed_columns ?? []).filter((column) => !told.includes(column));
  if (others.length === 1 && others[0] === 'name') said.push(`renamed ${them}`);
  else if (others.length > 0) {
    said.push(`changed ${them} (${others.map((column) => column.replaceAll('_', ' ')).join(', ')})`);
  }
  return said.join(' and ');
}

const VALUES: Record<string, (value: unknown, them: string) => string> = {
  is_approved: (value, them) =>
    value === null ? `took back the decision on ${them}` : `${value ? 'approved' : 'rejected'} ${them}`,
  audience: (value, them) =>
    value === null ? `took ${them} out of the audience` : `put ${them} into the audience “${value}”`,
  status: (value, them) => STATUS[String(value)]?.(them) ?? `set ${them} to ${value}`,
  is_active: (value, them) => `${value ? 'activated' : 'deactivated'} ${them}`,
};

/** Where the table's own verbs say it better; undefined where they do not. */
const OWN_WORDS: Record<string, (act: Act) => string | undefined> = {
  imports: ({ action, row_name }) => {
    const file = row_name ? `the file “${row_name}”` : 'a file';
    return action === 'insert' ? `imported ${file}` : `undid the import of ${file}`;
  },
  campaign_steps: sayStep,
  customers: ({ action, row_count }) => (action === 'insert' && row_count === 1 ? 'created the customer' : undefined),
  customer_users: ({ action, row_count, row_name }) =>
    action === 'insert' && row_count === 1 ? `made ${row_name ?? 'somebody'} a member` : undefined,
  invitations: ({ action, row_count, row_name, changed_columns }) => {
    const whom = row_name ?? 'somebody';
    if (action === 'insert' && row_count === 1) return `invited ${whom}`;
    if (changed_columns?.includes('accepted_at')) return 'accepted an invitation';
    if (changed_columns?.includes('expires_at')) return `renewed the invitation of ${whom}`;
    return changed_columns?.includes('mailed_at') ? `mailed the invitation to ${whom}` : undefined;
  },
  user_roles: ({ action, row_count, row_name, new_values }) => {
    if (row_count > 1 || action === 'update') return undefined;
    const [verb, preposition] = action === 'insert' ? ['gave', 'to'] : ['took', 'from'];
    return `${verb} the role ${new_values?.role} ${preposition} ${row_name ?? 'somebody'}`;
  },
  second_factor: ({ row_name }) => `reset the two-factor sign-in of ${row_name ?? 'somebody'}`,
};

function sayStep(act: Act): string {
  const { action, row_count, row_name, changed_columns } = act;
  const campaign = row_name ? `the campaign “${row_name}”` : 'a campaign';
  if (changed_columns?.length === 1 && changed_columns[0] === 'step_number') return `reordered the steps of a campaign`;
  const steps = row_count === 1 ? 'a step' : counted(row_count, nounOf(act));
  if (action === 'insert') return `added ${steps} to ${campaign}`;
  return action === 'delete' ? `deleted ${steps} of a campaign` : `edited ${steps} of ${campaign}`;
}
