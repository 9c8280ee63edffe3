// In charge of a campaign's steps: what kinds there are, what a new one is, on which day each falls. Refuses delays that are no whole days.

/** The kinds of step, in the order in which they are offered (SPEC §3). */
export const stepTypes = ['linkedin_connection', 'linkedin_message', 'email'] as const;
export type StepType = (typeof stepTypes)[number];

export const stepTypeNames: Record<StepType, string> = {
  linkedin_connection: 'LinkedIn connection request',
  linkedin_message: 'LinkedIn message',
  email: 'Email',
};

/** What a person writes of a step. */
export type StepContent = { step_type: StepType; delay_days: number; subject: string | null; message_content: string };

/** SPEC §9. */
export const newStep: StepContent = {
  step_type: 'linkedin_message',
  delay_days: 3,
  subject: null,
  message_content: '',
};

/** Ten years, the most days that the column takes. */
const LONGEST_DELAY = 3650;

/** A delay in days from what was typed: a whole number of at least 0, and 0, which is at once, for everything else (SPEC §5). */
export function parseDelay(typed: string): number {
  const text = typed.trim();
  if (!/^\d+$/.test(text)) return 0;
  const days = Number(text);
  return days <= LONGEST_DELAY ? days : 0;
}

/** A step as it may be stored: only an email has a subject, and a blank subject is none (SPEC §5). */
export function storedContent({ step_type, delay_days, subject, message_content }: StepContent): StepContent {
  const hasSubject = step_type === 'email' && subject !== null && subject.trim() !== '';
  return { step_type, delay_days, subject: hasSubject ? subject.trim() : null, message_content };
}

export function sameContent(one: StepContent, other: StepContent): boolean {
  return (
    one.step_type === other.step_type &&
    one.delay_days === other.delay_days &&
    one.subject === other.subject &&
    one.message_content === other.message_content
  );
}

/** The day on which each step falls, counted from the campaign's start: the sum of the delays up to it. */
export function daysOf(steps: readonly Pick<StepContent, 'delay_days'>[]): number[] {
  let day = 0;
  return steps.map(({ delay_days }) => {
    day += delay_days;
    return day;
  });
}

/** A list with the item of one place at another; places outside the list are its ends. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), ...items.slice(from, from + 1), ...rest.slice(place)];
}
