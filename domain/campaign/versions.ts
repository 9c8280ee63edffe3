import type { StepContent } from './steps.ts';

/** A step as a version stores it. `id` identifies this copy, `step_id` the step that was copied. */
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

const stepKey = ({ id, step_id }: AnyStep) => step_id ?? id;

/** Pairs the steps of two lists, in the order of the later one. A removed step follows the step that it followed. */
export function compareSteps<Before extends AnyStep, After extends AnyStep>(
  before: readonly Before[],
  after: readonly After[],
): StepDifference<Before, After>[] {
  const differences: StepDifference<Before, After>[] = after.map((step, index) => {
    const formerIndex = before.findIndex((former) => stepKey(former) === stepKey(step));
    const former = before[formerIndex];
    return {
      key: stepKey(step),
      after: step,
      afterNumber: index + 1,
      ...(former && { before: former, beforeNumber: formerIndex + 1 }),
    };
  });
  for (const [index, step] of before.entries()) {
    if (differences.some(({ key }) => key === stepKey(step))) continue;
    const previous = before[index - 1];
    const at = previous ? differences.findIndex(({ key }) => key === stepKey(previous)) + 1 : 0;
    differences.splice(at, 0, { key: stepKey(step), before: step, beforeNumber: index + 1 });
  }
  return differences;
}
