// Lengths from which the character counter of a text turns amber and red. Nothing is enforced.

import { renderMessage } from './message.ts';
import type { StepType } from './steps.ts';
import type { Known, VariableValues } from './variables.ts';

/** Amber from `amberFrom` characters on, red above `redPast`. */
type Meter = { amberFrom: number; redPast: number | null };

export type MeterLevel = 'calm' | 'amber' | 'red';

/** LinkedIn's limit. */
export const MAX_NOTE_LENGTH = 300;

const connectionNote: Meter = { amberFrom: 200, redPast: MAX_NOTE_LENGTH };
const linkedinMessage: Meter = { amberFrom: 3_000, redPast: 8_000 };
const emailSubject: Meter = { amberFrom: 61, redPast: null };

/** Returns the meter of a step's text; null if it has none. */
export function findMeter(type: StepType, text: 'subject' | 'message'): Meter | null {
  if (type === 'email') return text === 'subject' ? emailSubject : null;
  if (text === 'subject') return null;
  return type === 'linkedin_connection' ? connectionNote : linkedinMessage;
}

/** The number of code points, as PostgreSQL counts characters. */
export function countCharacters(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The length of a text, filled in with the values of the lead for whom it is longest if there is one. */
export const longestLength = (text: string, longest: VariableValues | null | undefined, known: Known): number =>
  countCharacters(longest ? renderMessage(text, longest, known).text : text);

export function meterLevel({ amberFrom, redPast }: Meter, length: number): MeterLevel {
  if (redPast !== null && length > redPast) return 'red';
  return length >= amberFrom ? 'amber' : 'calm';
}

/** The maximum that the counter shows: the last length before red or, without red, before amber. */
export function shownMaximum({ amberFrom, redPast }: Meter): number {
  return redPast ?? amberFrom - 1;
}
