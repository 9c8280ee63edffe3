import type { Activity } from './data.ts';

/** One or more entries of the list as one row. `row_count` is their sum, and the time that of the newest one. */
export type ActivityGroup = Activity & {
  /** More than one. Empty if the row is a single entry. */
  entries: readonly Activity[];
  /** The row above is of the same user and customer. */
  isContinued: boolean;
};

/**
 * Sums what a user did in a row to leads or companies of a customer on one day, in the order of the list: newest first. A rejection
 * and the reason that was given for it after that are one entry.
 */
export function groupActivity(activity: readonly Activity[]): ActivityGroup[] {
  const groups: Activity[][] = [];
  for (const entry of joinReasons(activity)) {
    const group = groups.at(-1);
    if (group?.[0] && isSameKind(group[0], entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups.map((entries, index) => {
    const newest = entries[0] as Activity;
    const above = groups[index - 1]?.[0];
    const isContinued = above !== undefined && isBySameUser(above, newest);
    if (entries.length === 1) return { ...newest, entries: [], isContinued };
    const row_count = entries.reduce((sum, entry) => sum + entry.row_count, 0);
    return { ...newest, id: `group ${newest.id}`, row_count, row_name: null, entries, isContinued };
  });
}

const isBySameUser = (one: Activity, other: Activity) =>
  one.actor_id === other.actor_id &&
  one.is_impersonated === other.is_impersonated &&
  one.customer_id === other.customer_id &&
  one.customer_name === other.customer_name;

const day = ({ created_at }: Activity) => new Date(created_at).toDateString();

const isSameKind = (one: Activity, other: Activity) =>
  isBySameUser(one, other) &&
  ['leads', 'companies'].includes(one.subject) &&
  one.subject === other.subject &&
  one.action === other.action &&
  day(one) === day(other) &&
  JSON.stringify([one.changed_columns, one.new_values]) === JSON.stringify([other.changed_columns, other.new_values]);

const REASON = ['rejection_reason_id', 'rejection_note'];

const isReason = ({ action, changed_columns }: Activity) =>
  action === 'update' && changed_columns?.every((column) => REASON.includes(column)) === true;

const isRejection = ({ action, new_values }: Activity) =>
  action === 'update' && (new_values as { is_approved?: unknown } | null)?.is_approved === false;

const isGivenFor = (rejection: Activity, later: Activity | undefined) =>
  later !== undefined &&
  isReason(later) &&
  rejection.row_name !== null &&
  rejection.row_name === later.row_name &&
  rejection.subject === later.subject &&
  isBySameUser(rejection, later);

function joinReasons(activity: readonly Activity[]): Activity[] {
  const joined: Activity[] = [];
  for (const entry of activity) {
    const before = joined.length;
    if (isRejection(entry)) while (isGivenFor(entry, joined.at(-1))) joined.pop();
    const hasReason = joined.length < before;
    joined.push(hasReason ? { ...entry, changed_columns: ['is_approved', 'rejection_reason_id'] } : entry);
  }
  return joined;
}
