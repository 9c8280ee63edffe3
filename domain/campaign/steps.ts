/** The types of step, in the order in which they are offered (SPEC §3). */
export const stepTypes = ['linkedin_connection', 'linkedin_message', 'email'] as const;
export type StepType = (typeof stepTypes)[number];

export const stepTypeNames: Record<StepType, string> = {
  linkedin_connection: 'LinkedIn connection request',
  linkedin_message: 'LinkedIn message',
  email: 'Email',
};

/** The editable content of a step. */
export type StepContent = { step_type: StepType; delay_days: number; subject: string | null; message_content: string };

/** The defaults of a new step (SPEC §9). */
export const newStep: StepContent = {
  step_type: 'linkedin_message',
  delay_days: 3,
  subject: null,
  message_content: '',
};

/** Ten years, as in the column's check constraint. */
const MAX_DELAY_DAYS = 3650;

/** Parses a typed delay in days; 0 for anything but a whole number from 0 to 3650 (SPEC §5). */
export function parseDelay(typed: string): number {
  const text = typed.trim();
  if (!/^\d+$/.test(text)) return 0;
  const days = Number(text);
  return days <= MAX_DELAY_DAYS ? days : 0;
}

/** The content as stored: only an email has a subject, and a blank subject becomes null (SPEC §5). */
export function storedContent({ step_type, delay_days, subject, message_content }: StepContent): StepContent {
  const hasSubject = step_type === 'email' && subject !== null && subject.trim() !== '';
  return { step_type, delay_days, subject: hasSubject ? subject.trim() : null, message_content };
}

export function sameContent(one: StepContent, other: StepContent): boolean {
  return (Object.keys(newStep) as (keyof StepContent)[]).every((member) => one[member] === other[member]);
}

/** The day of each step, counted from the start of the campaign: the sum of the delays up to it. */
export function stepDays(steps: readonly Pick<StepContent, 'delay_days'>[]): number[] {
  let day = 0;
  return steps.map(({ delay_days }) => {
    day += delay_days;
    return day;
  });
}

/** Returns the list with the item at index `from` moved to index `to`, which is clamped to the list. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const position = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, position), ...items.slice(from, from + 1), ...rest.slice(position)];
}
