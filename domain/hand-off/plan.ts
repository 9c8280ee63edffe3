// The columns of a file that is handed off: the tool's own, the chosen custom fields, and one for each text of a step.

import { splitMessage } from '../campaign/message.ts';
import { findMeter } from '../campaign/meters.ts';
import type { StepContent } from '../campaign/steps.ts';
import type { Known } from '../campaign/variables.ts';
import type { CustomField } from '../custom-fields.ts';
import { type Escape, leadFields, type Tool } from './tools.ts';

export type StepPart = 'subject' | 'message';

/** `none`: a slot of the tool that stays empty. */
export type ColumnSource =
  | { kind: 'field'; key: string }
  | { kind: 'step'; step: number; part: StepPart }
  | { kind: 'none' };

export type PlannedColumn = {
  header: string;
  /** The name that is shown: 'Email', 'Icebreaker', 'Message of step 2'. */
  label: string;
  source: ColumnSource;
  isRequired: boolean;
  written: Escape;
  /** The most code points of the cell. */
  longest: number | null;
  /** The variable as the tool's texts write it; null for the tool's own columns, whose variables have names of their own in some tools. */
  variable: string | null;
};

/** Why no file can be made, whatever the leads. Unknown variables would be sent as they are written. */
export type PlanProblem =
  | { kind: 'unknown-variables'; written: string[] }
  | { kind: 'no-steps' }
  | { kind: 'too-many-columns'; needed: number; maxColumns: number };

/**
 * `unsent`: the numbers of the steps that the tool does not send, and the file does not have. `placeholders`: tags of other tools in
 * the texts, which are sent as they are written; missing in older plans.
 */
export type HandOffPlan = {
  tool: Tool;
  columns: PlannedColumn[];
  unsent: number[];
  problems: PlanProblem[];
  placeholders?: string[];
};

const MAX_PLACEHOLDERS = 20;

/** LinkedIn's maximum length of a step's text before it is escaped; null: no limit. */
export const maxTextLength = ({ step_type }: StepContent, part: StepPart): number | null =>
  findMeter(step_type, part)?.redPast ?? null;

/** The texts of a step that are not empty: an empty note is no column, since a tool would send its own fallback; an empty subject means the same thread. */
function filledTexts(step: StepContent): [StepPart, string][] {
  const texts: [StepPart, string | null][] = [
    ['subject', step.step_type === 'email' ? step.subject : null],
    ['message', step.message_content],
  ];
  return texts.filter((text): text is [StepPart, string] => Boolean(text[1]?.trim()));
}

export function planFile(
  tool: Tool,
  steps: readonly StepContent[],
  fields: readonly CustomField[],
  known: Known,
): HandOffPlan {
  const sent = steps.map((step, index) => ({ step, number: index + 1 })).filter(({ step }) => sends(tool, step));
  const needs = new Set<string>(
    sent.map(({ step }) => (step.step_type === 'email' ? 'email' : 'linkedin_profile_url')),
  );
  const [open, close] = tool.braces;
  const own = tool.columns.map(
    (column): PlannedColumn => ({
      header: column.header,
      label: leadFields[column.field],
      source: { kind: 'field', key: column.field },
      isRequired: Boolean(column.isRequired) || needs.has(column.field),
      written: 'plain',
      longest: column.longest ?? null,
      variable: null,
    }),
  );
  const further: Omit<PlannedColumn, 'header' | 'variable'>[] = [
    ...sent.flatMap(({ step, number }) =>
      filledTexts(step).map(([part]) => ({
        label: `${part === 'subject' ? 'Subject' : 'Message'} of step ${number}`,
        source: { kind: 'step' as const, step: number, part },
        isRequired: true,
        written: part === 'message' && step.step_type === 'email' ? tool.emailText : ('plain' as const),
        longest: tool.longestValue,
      })),
    ),
    ...fields.map(({ key, label }) => ({
      label,
      source: { kind: 'field' as const, key },
      isRequired: false,
      written: 'plain' as const,
      longest: tool.longestValue,
    })),
  ];
  const maxColumns = tool.further.kind === 'slots' ? tool.further.slots.length : tool.further.maxColumns;
  const problems: PlanProblem[] = [];
  if (sent.length === 0) problems.push({ kind: 'no-steps' });
  if (maxColumns !== null && further.length > maxColumns) {
    problems.push({ kind: 'too-many-columns', needed: further.length, maxColumns });
  }
  const pieces = sent.flatMap(({ step }) => filledTexts(step)).flatMap(([, text]) => splitMessage(text, known));
  const unknown = new Set(pieces.flatMap(({ kind, text }) => (kind === 'unknown' ? [text] : [])));
  const variables = [...unknown].filter((text) => text.startsWith('{{'));
  if (variables.length > 0) problems.push({ kind: 'unknown-variables', written: variables });
  if (tool.further.kind === 'slots' && tool.further.isComplete) {
    while (further.length < tool.further.slots.length) further.push(EMPTY_SLOT);
  }
  const names = nameColumns(tool, further);
  return {
    tool,
    columns: [
      ...own,
      ...further.map((column, index) => {
        const { header, variable } = names[index] ?? { header: '', variable: '' };
        return { ...column, header, variable: `${open}${variable}${close}` };
      }),
    ],
    unsent: steps.flatMap((step, index) => (sends(tool, step) ? [] : [index + 1])),
    problems,
    placeholders: [...unknown].filter((text) => !variables.includes(text)).slice(0, MAX_PLACEHOLDERS),
  };
}

const EMPTY_SLOT = {
  label: 'Stays empty',
  source: { kind: 'none' as const },
  isRequired: false,
  written: 'plain' as const,
  longest: null,
};

const sends = (tool: Tool, { step_type }: StepContent) => tool.sends.includes(step_type);

/** Slots in their order; else names of letters and digits, with a capital first, at most 20: what every known tool accepts. */
function nameColumns(
  tool: Tool,
  columns: readonly Pick<PlannedColumn, 'label' | 'source'>[],
): { header: string; variable: string }[] {
  if (tool.further.kind === 'slots') return tool.further.slots.slice(0, columns.length);
  const taken = new Set(
    [...tool.columns.map(({ header }) => header), ...(tool.further.reserved ?? [])].map((name) => name.toLowerCase()),
  );
  return columns.map(({ label, source }) => {
    const text = source.kind === 'step' && (source.part === 'subject' ? 'Subject' : 'Message');
    const header = freeHeader(text ? `Step${source.step}${text}` : label, taken);
    taken.add(header.toLowerCase());
    return { header, variable: header };
  });
}

const MAX_IN_HEADER = 20;

/** 'Funding round (2026)' becomes FundingRound2026; a label in another script Field, with a number. */
function freeHeader(label: string, taken: ReadonlySet<string>): string {
  const words =
    label
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const base = /^[A-Z]/.test(joined) ? joined : `Field${joined}`;
  let header = base.slice(0, MAX_IN_HEADER);
  for (let number = 2; taken.has(header.toLowerCase()); number += 1) {
    header = `${base.slice(0, MAX_IN_HEADER - String(number).length)}${number}`;
  }
  return header;
}
