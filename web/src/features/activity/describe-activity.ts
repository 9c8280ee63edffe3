import { resultKinds } from '#domain/hand-off/result-kinds.ts';
import { counted, formatNumber } from '@/lib/format.ts';
import type { TableName } from '@/lib/list-keys.ts';
import type { Activity, RowActivity } from './data.ts';
import { texts } from './texts.ts';

const { did, nouns, named, unnamed } = texts;
const CAMPAIGN = 'campaign';

/** The fields that describe what was done: how many rows of which table, and the name of a single row that still exists. */
export type DescribedActivity = Pick<
  Activity,
  'action' | 'subject' | 'row_count' | 'row_name' | 'changed_columns' | 'new_values' | 'actor_email'
>;

/** Subjects whose rows are removed, not deleted. */
const REMOVABLE = ['custom_fields', 'do_not_contact', 'agency_do_not_contact'];

const subjectNoun = ({ subject }: DescribedActivity) => nouns[subject] ?? { one: subject, many: subject };

/** A predicate for the actor's name: 'approved 12 leads'. `object` replaces the number or name of the rows. */
export function describeActivity(change: DescribedActivity, object = describeObject(change)): string {
  const own = DESCRIPTIONS[change.subject]?.(change);
  if (own) return own;
  if (change.action === 'insert') return change.subject === 'campaigns' ? did.created(object) : did.added(object);
  if (change.action === 'delete') return REMOVABLE.includes(change.subject) ? did.removed(object) : did.deleted(object);
  if (change.action === 'restore') return did.restored(object);
  if (change.action === 'undo') return describeUndo(change, object);
  return describeUpdate(change, object);
}

/** The same from the view of one of the leads or companies. */
export function describeRowActivity(
  change: DescribedActivity & Pick<RowActivity, 'is_certain'>,
  table: TableName,
): string {
  const row = texts.thisRow[table];
  if (change.subject === 'imports' || change.subject === 'hand_off_results') return describeActivity(change);
  if (!change.is_certain) return texts.uncertain(describeActivity(change), row);
  const description = describeActivity({ ...change, row_count: 1 }, row);
  return change.row_count > 1 ? texts.bulk(description, formatNumber(change.row_count)) : description;
}

function describeObject(change: DescribedActivity): string {
  const noun = subjectNoun(change);
  if (change.row_count > 1) return counted(change.row_count, noun);
  return change.row_name ? named(noun.one, change.row_name) : unnamed(noun.one);
}

function describeUndo(change: DescribedActivity, object: string): string {
  const { undone } = newValues(change);
  if (undone === null) return did.undidReset(object);
  return undone ? did.undidApproval(object) : did.undidRejection(object);
}

/** Describes the changes whose new value is known, then names the other changed columns. */
function describeUpdate(change: DescribedActivity, object: string): string {
  const values = newValues(change);
  const described = Object.keys(values).filter((column) => COLUMNS[column]);
  const pronoun = change.row_count > 1 ? 'them' : 'it';
  const parts = described.map((column, index) =>
    COLUMNS[column]?.(values[column], index === 0 ? object : pronoun, change.row_count),
  );
  const isReason = (column: string) => column === 'rejection_reason_id' || column === 'rejection_note';
  const changed = change.changed_columns ?? [];
  if (changed.some(isReason)) {
    const rejected = described.indexOf('is_approved');
    if (rejected < 0) parts.push(did.editedReason(object));
    else parts[rejected] = did.rejectedWithReason(rejected === 0 ? object : pronoun);
  }
  const others = changed.filter((column) => !described.includes(column) && !isReason(column));
  if (others.length === 1 && ['name', 'label'].includes(others[0] ?? '')) parts.push(did.renamed(object));
  else if (others.length > 0) parts.push(did.edited(object, others.map(texts.column)));
  return texts.and(parts.filter((part) => part !== undefined));
}

const newValues = ({ new_values }: DescribedActivity) => (new_values ?? {}) as Record<string, unknown>;

const changedKinds = (change: DescribedActivity) =>
  resultKinds.filter((kind) => ((newValues(change).kinds ?? []) as string[]).includes(kind));

const COLUMNS: Record<string, (value: unknown, object: string, count: number) => string> = {
  is_approved: (value, object) =>
    value === null ? did.undecided(object) : value ? did.approved(object) : did.rejected(object),
  audience: (value, object, count) =>
    value === null ? did.removedFromAudience(object, count) : did.addedToAudience(object, value),
  status: (value, object) => STATUSES[String(value)]?.(object) ?? did.setTo(object, value),
  is_active: (value, object) => (value ? did.reactivated(object) : did.deactivated(object)),
  needs_sign_off: (value, object) => (value ? did.requiredSignOff(object) : did.waivedSignOff(object)),
};

const STATUSES: Record<string, (object: string) => string> = {
  draft: did.backToDraft,
  active: did.launched,
  paused: did.paused,
  completed: did.completed,
};

/** Descriptions of tables whose changes need their own verbs; undefined where the general description fits. */
const DESCRIPTIONS: Record<string, (change: DescribedActivity) => string | undefined> = {
  imports: ({ action, row_name }) => (action === 'insert' ? did.imported(row_name) : did.undidImport(row_name)),
  campaign_steps: describeSteps,
  customers: ({ action, row_count }) => (action === 'insert' && row_count === 1 ? did.createdCustomer : undefined),
  customer_users: (change) => {
    const { action, row_count, row_name } = change;
    const { role, is_active } = newValues(change);
    if (row_count > 1) return undefined;
    if (action === 'insert') return did.addedMember(row_name);
    return role && is_active === undefined ? did.gaveRole(role, row_name) : undefined;
  },
  invitations: ({ action, row_count, row_name, changed_columns }) => {
    if (action === 'insert' && row_count === 1) return did.invited(row_name);
    if (changed_columns?.includes('accepted_at')) return did.acceptedInvitation;
    if (changed_columns?.includes('expires_at')) return did.renewedInvitation(row_name);
    return changed_columns?.includes('mailed_at') ? did.emailedInvitation(row_name) : undefined;
  },
  review_links: ({ action, row_name, changed_columns }) => {
    if (action === 'insert') return did.createdReviewLink(row_name);
    return (changed_columns?.includes('revoked_at') ? did.revokedReviewLink : did.extendedReviewLink)(row_name);
  },
  user_roles: (change) => {
    const { action, row_count, row_name } = change;
    if (row_count > 1 || action === 'update') return undefined;
    return (action === 'insert' ? did.gaveRole : did.removedRole)(newValues(change).role, row_name);
  },
  result_uploads: ({ action }) => (action === 'insert' ? did.uploadedResults : did.undidResults),
  hand_off_results: (change) => did.reportedResults(texts.and(changedKinds(change)), change.row_name),
  brand: () => did.changedBrand,
  second_factor: ({ row_name }) => did.resetSecondFactor(row_name),
  profiles: ({ row_name, actor_email }) =>
    row_name !== null && row_name === actor_email ? did.changedOwnName : did.changedName(row_name),
};

function describeSteps(change: DescribedActivity): string {
  const { action, row_count, row_name, changed_columns } = change;
  if (changed_columns?.length === 1 && changed_columns[0] === 'step_number') return did.reorderedSteps;
  const campaign = row_name ? named(CAMPAIGN, row_name) : unnamed(CAMPAIGN);
  const noun = subjectNoun(change);
  const steps = row_count === 1 ? unnamed(noun.one) : counted(row_count, noun);
  if (action === 'insert') return did.addedSteps(steps, campaign);
  return action === 'delete' ? did.deletedSteps(steps) : did.editedSteps(steps, campaign);
}
