// Instructions to set up the sequence in the tool: the texts to paste into each step.
import { type StepContent, type StepType, stepDays, stepTypeNames } from '../campaign/steps.ts';
import type { HandOffPlan, StepPart } from './plan.ts';

export type SheetStep = {
  number: number;
  type: StepType;
  /** Days since the step before that the tool sends; `day` counts from the start. */
  delay: number;
  day: number;
  /** The text to paste; null: none, which for a subject means the same thread and for a connection request no note. Undefined: the step has no subject. */
  subject: string | null | undefined;
  message: string | null;
  /** The tool does not send such a step. */
  isUnsent: boolean;
};

export function sequenceSheet({ columns, unsent }: HandOffPlan, steps: readonly StepContent[]): SheetStep[] {
  const days = stepDays(steps);
  const pasted = (step: number, part: StepPart) =>
    columns.find(({ source }) => source.kind === 'step' && source.step === step && source.part === part)?.variable ??
    null;
  let sentOn = 0;
  return steps.map(({ step_type }, index) => {
    const [number, day] = [index + 1, days[index] ?? 0];
    const [delay, isUnsent] = [day - sentOn, unsent.includes(number)];
    if (!isUnsent) sentOn = day;
    const subject = step_type === 'email' ? pasted(number, 'subject') : undefined;
    return { number, type: step_type, delay, day, subject, message: pasted(number, 'message'), isUnsent };
  });
}

/** The text where there is nothing to paste. */
export const sheetWords = {
  delay: (days: number) => (days === 0 ? 'immediately' : days === 1 ? '1 day later' : `${days} days later`),
  sameThread: 'leave empty: same thread',
  noNote: 'without a note',
  unsent: (tool: string) => `${tool} doesn’t send this step.`,
};

/** The sheet as Markdown. `title` names campaign and customer. */
export function sheetMarkdown(title: string, { tool, columns }: HandOffPlan, sheet: readonly SheetStep[]): string {
  const steps = sheet.flatMap(({ number, type, delay, day, subject, message, isUnsent }) => [
    `## Step ${number}: ${stepTypeNames[type]}`,
    `Day ${day}, ${sheetWords.delay(delay)}`,
    ...(isUnsent
      ? [sheetWords.unsent(tool.name)]
      : [
          ...(subject === undefined ? [] : [`Subject: ${subject === null ? sheetWords.sameThread : `\`${subject}\``}`]),
          message === null ? sheetWords.noNote : `Text: \`${message}\``,
        ]),
  ]);
  const list = columns.map(
    ({ header, label, variable }) => `- \`${header}\`: ${label}${variable ? ` (\`${variable}\`)` : ''}`,
  );
  const notes = tool.notes.map((note) => `- ${note}`);
  const parts = [
    `# ${title}`,
    `Sequence for ${tool.name}`,
    ...steps,
    '## Columns of the file',
    list.join('\n'),
    ...(notes.length > 0 ? ['## To check', notes.join('\n')] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
