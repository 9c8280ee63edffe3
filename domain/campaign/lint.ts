// Warnings about a campaign step. They never block a launch.
import { longestLength, MOST_IN_NOTE } from './meters.ts';
import type { StepContent } from './steps.ts';
import { countVariables, type Piece, piecesOf, type Recipient } from './variables.ts';

/** A field that a step may need and an approved lead may lack. */
export type Gap = 'last_name' | 'company' | 'email';

/** How many leads are approved, and how many of these lack each field. */
export type LeadGaps = Record<Gap | 'approved', number>;

export type Finding =
  | { kind: 'unknown-variable'; written: string; meant: Extract<Piece, { kind: 'unknown' }>['meant'] }
  | { kind: 'gap'; gap: Gap; lacking: number; approved: number }
  | { kind: 'message-before-connection' }
  | { kind: 'note-too-long'; length: number }
  | { kind: 'no-subject' }
  | { kind: 'no-message' };

/** What approved leads make of a step; unknown while it loads. */
export type Recipients = {
  gaps?: LeadGaps | undefined;
  /** Fills in the message for the lead for whom it is longest. */
  longest?: Recipient | null | undefined;
};

/** Returns the findings for a step that follows others. Without `gaps`, findings about missing fields are left out. */
export function lintStep(
  step: StepContent,
  before: readonly StepContent[],
  { gaps, longest }: Recipients = {},
): Finding[] {
  const text = step.step_type === 'email' ? `${step.subject ?? ''}\n${step.message_content}` : step.message_content;
  return [
    ...sequenceFindings(step, before),
    ...contentFindings(step),
    ...lengthFindings(step, longest),
    ...unknownVariables(text),
    ...(gaps ? gapFindings(step, text, gaps) : []),
  ];
}

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

function lengthFindings({ step_type, message_content }: StepContent, longest: Recipients['longest']): Finding[] {
  const length = longestLength(message_content, longest);
  return step_type === 'linkedin_connection' && length > MOST_IN_NOTE ? [{ kind: 'note-too-long', length }] : [];
}

function unknownVariables(text: string): Finding[] {
  const unknown = new Map<string, Finding>();
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'unknown') {
      unknown.set(piece.text, { kind: 'unknown-variable', written: piece.text, meant: piece.meant });
    }
  }
  return [...unknown.values()];
}

function gapFindings({ step_type }: StepContent, text: string, { approved, ...lacking }: LeadGaps): Finding[] {
  const used = countVariables(text);
  const needed: Gap[] = [
    ...(used.last_name > 0 ? (['last_name'] as const) : []),
    ...(used.company > 0 ? (['company'] as const) : []),
    ...(step_type === 'email' ? (['email'] as const) : []),
  ];
  return needed.filter((gap) => lacking[gap] > 0).map((gap) => ({ kind: 'gap', gap, lacking: lacking[gap], approved }));
}
