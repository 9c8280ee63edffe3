import type { StepContent } from './steps.ts';

/** A step as a version stores it. `id` is its own in that version, `step_id` that of the step. */
export type VersionStep = StepContent & { id: string; step_id: string };

/** A step of a campaign or of a version. */
type AnyStep = StepContent & { id: string; step_id?: string };

/** A step in two lists, with its number in each; one of them is missing if it was added or removed. */
export type StepDifference<Before extends AnyStep, After extends AnyStep> = {
  key: string;
  before?: Before;
  after?: After;
  beforeNumber?: number;
  afterNumber?: number;
};

const keyOf = ({ id, step_id }: AnyStep) => step_id ?? id;

/** Pairs the steps of two lists, in the order of the later one. A removed step follows the step that it followed. */
export function compareSteps<Before extends AnyStep, After extends AnyStep>(
  before: readonly Before[],
  after: readonly After[],
): StepDifference<Before, After>[] {
  const differences: StepDifference<Before, After>[] = after.map((step, index) => {
    const place = before.findIndex((former) => keyOf(former) === keyOf(step));
    const former = before[place];
    return {
      key: keyOf(step),
      after: step,
      afterNumber: index + 1,
      ...(former && { before: former, beforeNumber: place + 1 }),
    };
  });
  for (const [place, step] of before.entries()) {
    if (differences.some(({ key }) => key === keyOf(step))) continue;
    const previous = before[place - 1];
    const at = previous ? differences.findIndex(({ key }) => key === keyOf(previous)) + 1 : 0;
    differences.splice(at, 0, { key: keyOf(step), before: step, beforeNumber: place + 1 });
  }
  return differences;
}
