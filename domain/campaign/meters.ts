// In charge of how long a text may grow: the marks at which its meter turns amber and red. Warns, and forbids nothing.
import type { StepType } from './steps.ts';

/** Amber from one length on, red past another, both in characters. */
type Meter = { amberFrom: number; redPast: number | null };

export type MeterLevel = 'calm' | 'amber' | 'red';

const connectionNote: Meter = { amberFrom: 200, redPast: 300 };
const linkedinMessage: Meter = { amberFrom: 3_000, redPast: 8_000 };
const emailSubject: Meter = { amberFrom: 61, redPast: null };

/** The meter of a text of a step; null where nothing limits it. */
export function meterOf(type: StepType, text: 'subject' | 'message'): Meter | null {
  if (type === 'email') return text === 'subject' ? emailSubject : null;
  if (text === 'subject') return null;
  return type === 'linkedin_connection' ? connectionNote : linkedinMessage;
}

/** Characters as the database counts them: code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

export function levelOf({ amberFrom, redPast }: Meter, length: number): MeterLevel {
  if (redPast !== null && length > redPast) return 'red';
  return length >= amberFrom ? 'amber' : 'calm';
}

/** The mark that a meter counts against: where it turns red or, where it never does, the last length before amber. */
export function markOf({ amberFrom, redPast }: Meter): number {
  return redPast ?? amberFrom - 1;
}
