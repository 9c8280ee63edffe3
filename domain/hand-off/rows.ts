import { lengthOf } from '../campaign/meters.ts';
import type { StepContent } from '../campaign/steps.ts';
import { renderMessage, type VariableValues } from '../campaign/variables.ts';
import { quotedLine } from '../csv/cells.ts';
import { type HandOffPlan, longestOf, type PlannedColumn } from './plan.ts';
import type { Escape } from './tools.ts';

/** Why a lead is left out: found here or, the last three, by the database. */
export const leftOutReasons = [
  'missing_field',
  'empty_variable',
  'too_long',
  'do_not_contact',
  'handed_off',
  'changed',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** A row of the file, or the reason why the lead has none, with what it is about. */
export type HandOffRow = { cells: string[] } | { reason: LeftOutReason; detail: string };

/** Reads every name in double braces as a variable, since a plan with an unknown one has a problem. So the variable of a field that was removed since is empty instead of being sent as written. */
const everyName = { has: () => true };

/** `values` are those of the lead by key; '' or none: empty. */
export function rowOf({ columns }: HandOffPlan, steps: readonly StepContent[], values: VariableValues): HandOffRow {
  const cells: string[] = [];
  for (const column of columns) {
    const cell = cellOf(column, steps, values);
    if (typeof cell !== 'string') return cell;
    if (column.isRequired && cell.trim() === '') return { reason: 'missing_field', detail: column.label };
    const tooLong = tooLongFor(column.label, cell, column.longest);
    if (tooLong) return tooLong;
    cells.push(cell);
  }
  return { cells };
}

function cellOf(
  { source, label, written }: PlannedColumn,
  steps: readonly StepContent[],
  values: VariableValues,
): string | HandOffRow {
  if (source.kind === 'field') return escapeText((values[source.key] ?? '').trim(), written);
  const step = steps[source.step - 1];
  if (!step) return '';
  const { text, empty } = renderMessage(
    (source.part === 'subject' ? step.subject : step.message_content) ?? '',
    values,
    everyName,
  );
  if (empty.length > 0) {
    return { reason: 'empty_variable', detail: `${label}: ${empty.map((key) => `{{${key}}}`).join(', ')}` };
  }
  const message = text.trim();
  return tooLongFor(label, message, longestOf(step, source.part)) ?? escapeText(message, written);
}

function tooLongFor(label: string, text: string, longest: number | null): HandOffRow | null {
  if (longest === null || text.length <= longest) return null;
  const length = lengthOf(text);
  return length > longest ? { reason: 'too_long', detail: `${label}: ${length} characters, at most ${longest}` } : null;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Writes a text for the place it goes to. Line breaks are LF or, as HTML, `<br>`: a blank line becomes two. */
export function escapeText(text: string, as: Escape): string {
  const lines = text.replace(/\r\n?/g, '\n');
  if (as === 'plain') return lines;
  return lines.replace(/[&<>]/g, (sign) => entities[sign] ?? sign).replaceAll('\n', '<br>');
}

/** Every cell is quoted, because programs that guess the separator take a sign in an unquoted cell for it (`readers.test.ts`). */
export const rowLine = (cells: readonly string[]) => `${quotedLine(cells)}\r\n`;

/** The header line. Without a byte-order mark, which would become a part of the first name. */
export const headLine = (columns: readonly Pick<PlannedColumn, 'header'>[]): string =>
  rowLine(columns.map(({ header }) => header));
