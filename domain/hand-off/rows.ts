import { fillIn, type Piece, placeholdersIn, splitMessage } from '../campaign/message.ts';
import { countCharacters } from '../campaign/meters.ts';
import type { StepContent } from '../campaign/steps.ts';
import type { VariableValues } from '../campaign/variables.ts';
import { quotedLine } from '../csv/cells.ts';
import { keepSpaces } from '../email-html.ts';
import { isOddName } from '../person-name.ts';
import { type ColumnSource, type HandOffPlan, maxTextLength, type PlannedColumn } from './plan.ts';
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

/** The warnings that are found here: a name that reads odd in a text, or a placeholder of another tool in a value. */
export const rowWarnings = ['odd_name', 'placeholder'] as const;
export type RowWarning = (typeof rowWarnings)[number];

/** A row of the file with its warnings, or the reason why the lead is left out. `detail` names the fields and values concerned. */
export type HandOffRow =
  | { cells: string[]; warnings?: RowWarning[]; detail?: string }
  | { reason: LeftOutReason; detail: string };

/** Reads every name in double braces as a variable, since a plan with an unknown one has a problem. So the variable of a field that was removed since is empty instead of being sent as written. */
const everyName = { has: () => true };

/** The texts of the steps, split once for all rows, and the keys of the values that are in the file as they are. */
type SplitPlan = { steps: readonly StepContent[]; pieces: Piece[][]; variables: Set<string>; keys: Set<string> };
const splitPlans = new WeakMap<HandOffPlan, SplitPlan>();

/** A `%` in an address is no placeholder. */
const addresses = new Set(['email', 'phone', 'linkedin_profile_url', 'company_website', 'company_domain']);

function splitPlan(plan: HandOffPlan, steps: readonly StepContent[]): SplitPlan {
  const known = splitPlans.get(plan);
  if (known?.steps === steps) return known;
  const pieces = plan.columns.map(({ source }) => splitMessage(stepText(source, steps), everyName));
  const variables = new Set(pieces.flat().flatMap((piece) => (piece.kind === 'variable' ? [piece.variable] : [])));
  const fields = plan.columns.flatMap(({ source }) => (source.kind === 'field' ? [source.key] : []));
  const keys = new Set([...variables, ...fields].filter((key) => !addresses.has(key)));
  const split = { steps, pieces, variables, keys };
  splitPlans.set(plan, split);
  return split;
}

/** The text of a step that a column has; '' for other columns. */
function stepText(source: ColumnSource, steps: readonly StepContent[]): string {
  const step = source.kind === 'step' ? steps[source.step - 1] : undefined;
  return (source.kind === 'step' && source.part === 'subject' ? step?.subject : step?.message_content) ?? '';
}

/** `values` are those of the lead by key; '' or none: empty. */
export function composeRow(plan: HandOffPlan, steps: readonly StepContent[], values: VariableValues): HandOffRow {
  const cells: string[] = [];
  const split = splitPlan(plan, steps);
  for (const [index, column] of plan.columns.entries()) {
    const cell = composeCell(column, split.pieces[index] ?? [], steps, values);
    if (typeof cell !== 'string') return cell;
    if (column.isRequired && cell.trim() === '') return { reason: 'missing_field', detail: column.label };
    const tooLong = tooLongFor(column.label, cell, column.longest);
    if (tooLong) return tooLong;
    cells.push(cell);
  }
  return { cells, ...findWarnings(split, values) };
}

function findWarnings(
  { variables, keys }: SplitPlan,
  values: VariableValues,
): { warnings?: RowWarning[]; detail?: string } {
  const found: [RowWarning, string][] = [];
  for (const part of ['first_name', 'last_name'] as const) {
    const name = values[part]?.trim();
    if (name && variables.has(part) && isOddName(name, part)) found.push(['odd_name', `{{${part}}}: ${name}`]);
  }
  for (const key of keys) {
    const [placeholder] = placeholdersIn(values[key] ?? '');
    if (placeholder) found.push(['placeholder', `{{${key}}}: ${placeholder}`]);
  }
  if (found.length === 0) return {};
  const warnings = rowWarnings.filter((warning) => found.some(([kind]) => kind === warning));
  return { warnings, detail: found.map(([, detail]) => detail).join('; ') };
}

function composeCell(
  { source, label, written }: PlannedColumn,
  pieces: readonly Piece[],
  steps: readonly StepContent[],
  values: VariableValues,
): string | HandOffRow {
  if (source.kind === 'field') return escapeText((values[source.key] ?? '').trim(), written);
  const step = source.kind === 'step' ? steps[source.step - 1] : undefined;
  if (!step || source.kind === 'none') return '';
  const { text, empty } = fillIn(pieces, values);
  if (empty.length > 0) {
    return { reason: 'empty_variable', detail: `${label}: ${empty.map((key) => `{{${key}}}`).join(', ')}` };
  }
  const message = source.part === 'subject' ? oneLine(text) : text.trim();
  return tooLongFor(label, message, maxTextLength(step, source.part)) ?? escapeText(message, written);
}

function tooLongFor(label: string, text: string, longest: number | null): HandOffRow | null {
  if (longest === null || text.length <= longest) return null;
  const length = countCharacters(text);
  return length > longest ? { reason: 'too_long', detail: `${label}: ${length} characters, at most ${longest}` } : null;
}

/** A subject never has a line break, also where a value has one: mail servers would read a header behind it. */
const oneLine = (text: string): string => text.replace(/\s*[\n\v\f\r\u0085\u2028\u2029]+\s*/g, ' ').trim();

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Writes a text for the place it goes to. Line breaks are LF or, as HTML, `<br>`: a blank line becomes two. HTML keeps double spaces and indentation. */
export function escapeText(text: string, as: Escape): string {
  const lines = text.replace(/\r\n?/g, '\n');
  if (as === 'plain') return lines;
  return keepSpaces(lines.replace(/[&<>]/g, (sign) => entities[sign] ?? sign)).replaceAll('\n', '<br>');
}

/** Every cell is quoted, because programs that guess the separator take a sign in an unquoted cell for it (`readers.test.ts`). */
export const rowLine = (cells: readonly string[]) => `${quotedLine(cells)}\r\n`;

/** The header line. Without a byte-order mark, which would become a part of the first name. */
export const headLine = (columns: readonly Pick<PlannedColumn, 'header'>[]): string =>
  rowLine(columns.map(({ header }) => header));
