// Warnings about a campaign step. They never block a launch.

import { findVariableUses, placeholdersIn, splitMessage } from './message.ts';
import { longestLength, MAX_NOTE_LENGTH } from './meters.ts';
import type { StepContent } from './steps.ts';
import { type Known, specVariables, type VariableValues } from './variables.ts';

/** A field that a step may need and an approved lead may lack. */
export type Gap = 'last_name' | 'company' | 'email';

/** How many leads are approved, and how many of these lack each field. */
export type LeadGaps = Record<Gap | 'approved', number>;

export type Finding =
  | { kind: 'unknown-variable'; written: string; meant: string | null }
  | { kind: 'gap'; gap: Gap; lacking: number; approved: number }
  /** A further variable without fallback that is empty for some approved leads. */
  | { kind: 'empty'; variable: string; lacking: number; approved: number }
  /** A value of an approved lead has a placeholder, which is sent as it is written. */
  | { kind: 'placeholder-in-value'; variable: string; written: string; name: string }
  | { kind: 'message-before-connection' }
  | { kind: 'note-too-long'; length: number }
  | { kind: 'no-subject' }
  | { kind: 'no-message' };

/** The approved leads, as far as they change a step's findings. Members are undefined while they load. */
export type Recipients = {
  gaps?: LeadGaps | undefined;
  /** The number of approved leads without a value, by variable that the specification does not name. */
  empty?: ReadonlyMap<string, number>;
  /** The values of the lead for whom the message is longest. */
  longest?: VariableValues | null | undefined;
  /** Some approved leads, such as those of the preview. */
  leads?: readonly { name: string; variable_values: VariableValues }[];
};

/** Returns the findings for a step that follows others. Without `gaps`, findings about missing fields are left out. */
export function lintStep(
  step: StepContent,
  before: readonly StepContent[],
  known: Known,
  { gaps, empty = new Map(), longest, leads = [] }: Recipients = {},
): Finding[] {
  const text = sentText(step);
  return [
    ...sequenceFindings(step, before),
    ...contentFindings(step),
    ...lengthFindings(step, longest, known),
    ...unknownVariables(text, known),
    ...valueFindings(text, leads, known),
    ...(gaps ? gapFindings(step, text, gaps, known) : []),
    ...(gaps ? emptyFindings(text, empty, gaps, known) : []),
  ];
}

/** All of a step's text. A stored subject of a step that is no email is not sent. */
export const sentText = ({ step_type, subject, message_content }: StepContent): string =>
  step_type === 'email' ? `${subject ?? ''}\n${message_content}` : message_content;

function sequenceFindings({ step_type }: StepContent, before: readonly StepContent[]): Finding[] {
  const connected = before.some((earlier) => earlier.step_type === 'linkedin_connection');
  return step_type === 'linkedin_message' && !connected ? [{ kind: 'message-before-connection' }] : [];
}

/** The note of a connection request is optional (SPEC §5). */
function contentFindings({ step_type, subject, message_content }: StepContent): Finding[] {
  const found: Finding[] = [];
  if (step_type === 'email' && !subject?.trim()) found.push({ kind: 'no-subject' });
  if (step_type !== 'linkedin_connection' && message_content.trim() === '') found.push({ kind: 'no-message' });
  return found;
}

function lengthFindings(
  { step_type, message_content }: StepContent,
  longest: Recipients['longest'],
  known: Known,
): Finding[] {
  const length = longestLength(message_content, longest, known);
  return step_type === 'linkedin_connection' && length > MAX_NOTE_LENGTH ? [{ kind: 'note-too-long', length }] : [];
}

function unknownVariables(text: string, known: Known): Finding[] {
  const unknown = new Map<string, Finding>();
  for (const piece of splitMessage(text, known)) {
    if (piece.kind === 'unknown') {
      unknown.set(piece.text, { kind: 'unknown-variable', written: piece.text, meant: piece.meant });
    }
  }
  return [...unknown.values()];
}

/** One finding for each variable that has a placeholder in some value. */
function valueFindings(text: string, leads: Required<Recipients>['leads'], known: Known): Finding[] {
  return [...findVariableUses(text, known).keys()].flatMap((variable) => {
    const found = leads.flatMap(({ name, variable_values: values }): Finding[] =>
      placeholdersIn(values[variable] ?? '').map((written) => ({
        kind: 'placeholder-in-value',
        variable,
        written,
        name,
      })),
    );
    return found.slice(0, 1);
  });
}

/** The variables that a text uses without fallback. */
export function bareVariables(text: string, known: Known): string[] {
  return [...findVariableUses(text, known)].filter(([, { bare }]) => bare > 0).map(([variable]) => variable);
}

function gapFindings({ step_type }: StepContent, text: string, gaps: LeadGaps, known: Known): Finding[] {
  const { approved, ...lacking } = gaps;
  const bare = bareVariables(text, known);
  const needed: Gap[] = [
    ...(['last_name', 'company'] as const).filter((variable) => bare.includes(variable)),
    ...(step_type === 'email' ? (['email'] as const) : []),
  ];
  return needed.filter((gap) => lacking[gap] > 0).map((gap) => ({ kind: 'gap', gap, lacking: lacking[gap], approved }));
}

function emptyFindings(text: string, empty: ReadonlyMap<string, number>, gaps: LeadGaps, known: Known): Finding[] {
  return bareVariables(text, known).flatMap((variable) => {
    const lacking = specVariables.has(variable) ? 0 : (empty.get(variable) ?? 0);
    return lacking > 0 ? [{ kind: 'empty', variable, lacking, approved: gaps.approved }] : [];
  });
}
