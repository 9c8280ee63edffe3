/** The state of a row's review. */
export type Status = 'to_review' | 'approved' | 'rejected';

export const STATUSES: readonly Status[] = ['to_review', 'approved', 'rejected'];

/** The orders of the lists. Names and companies are sorted without case and accents; leads without a company come last. */
export type Sort = 'newest' | 'name' | 'company';

/** The number of all, of approved, and of reviewed (approved or rejected) rows. */
type ReviewCounts = { total: number; approved: number; reviewed: number };

export const rowStatus = (approved: boolean | null): Status =>
  approved === null ? 'to_review' : approved ? 'approved' : 'rejected';

/** The value of `is_approved` of rows with a status. */
export const statusDecision = (status: Status): boolean | null =>
  status === 'to_review' ? null : status === 'approved';

/** The number of rows with a status; null is any. */
export function countRows({ total, approved, reviewed }: ReviewCounts, status: Status | null): number {
  const counts = { to_review: total - reviewed, approved, rejected: reviewed - approved };
  return status === null ? total : counts[status];
}

/** The status of a URL parameter, such as `to-review`. */
export const statusIn = (inUrl: string | null): Status | null =>
  STATUSES.find((status) => statusParameter(status) === inUrl) ?? null;

export const statusParameter = (status: Status): string => status.replace('_', '-');
