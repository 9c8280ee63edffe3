// In charge of totals that are not counted to the end: when the planner is asked, and what its answer means.
import type { ReadPlan } from './plan/plan.ts';
import type { Outcome } from './respond.ts';

/** A planned total always comes from the planner, an estimated one where more rows than `maxRows` were found. */
export function needsEstimate({ total }: ReadPlan, outcome: Outcome, maxRows: number): boolean {
  return total === 'planned' || (total === 'estimated' && Number(outcome.total) > maxRows);
}

/** `explained` is EXPLAIN's JSON; a total already found is a lower bound. */
export function withEstimate(outcome: Outcome, explained: string | null | undefined): Outcome {
  const [{ Plan: plan }] = JSON.parse(explained ?? '') as [{ Plan: { 'Plan Rows': number } }];
  return { ...outcome, total: String(Math.max(plan['Plan Rows'], Number(outcome.total ?? 0))) };
}
