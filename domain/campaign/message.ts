// Variables within a message: parsing, and filling in. Unknown variables stay as written.
import { isPlaceholder } from '../import/cleaning.ts';
import { matchHeader } from '../import/headers.ts';
import {
  type Known,
  standardVariables,
  type VariableUse,
  type VariableUses,
  type VariableValues,
  written,
} from './variables.ts';

/** A part of a message. The texts of all pieces, joined, are the message. A fallback that is blank counts as none. */
export type Piece =
  | { kind: 'text'; text: string }
  | VariablePiece
  /** Looks like a variable or a tag of another tool but is no variable; `meant` is the variable that it resembles. */
  | { kind: 'unknown'; text: string; meant: string | null; fallback?: string };

type VariablePiece = { kind: 'variable'; text: string; variable: string; fallback?: string };

/** The ways in which tools write a variable, with its content as a group. Only braces contain braces, so that a variable within is found. */
const PLACEHOLDER = new RegExp(
  [
    String.raw`\{(?:\s{0,3}\{){1,5}([^{}]*)\}(?:\s{0,3}\}){1,5}`, // {{x}}, also with more braces
    String.raw`\{\{\s*(\w+(?:\s*\|[^{}\n]{1,200}(?=\}))?)\s*\}?`, // {{x and {{x}, not closed
    String.raw`\{%(?:[^{}%\n]|%(?!\}))*(?:%\})?()`, // {% if x %}
    String.raw`(?:[$#%]|[[<]{1,3})?\{([^{}]*)\}{1,5}(?:%|[\]>]{1,3})?`, // {x}, also after a sign, and spintax, such as {Hi|Hello}
    String.raw`\{(?:[^{}]{0,200}\|[^{}]{0,200}(?=\{\{)|[^{}|]{0,200}(?=(?:\{\{[^{}]{0,200}\}\}[^{}|]{0,200}){1,5}\|))()`, // spintax around a variable
    String.raw`\[{1,3}([^[\]{}]*)\]{1,3}`,
    '<{1,3}([^<>{}]{1,60})>{1,3}',
    String.raw`\*\|([A-Za-z][^|*{}]{0,60})\|\*`,
    String.raw`%{1,2}(\p{L}[\p{L}\p{N}_ .-]{0,40})%{1,2}`,
    String.raw`(?<![\p{L}\p{N}$])\$([A-Za-z_]{2,40})\$?`,
    String.raw`(?:#(\p{L}[\p{L}\p{N}_ ]{0,40})#|__(\p{L}[\p{L}\p{N}_ ]{0,40}?)__)`,
    String.raw`[«‹](\p{Lu}[\p{L}\p{N}_ ]{0,40}?)[»›]`, // a field of Word
    String.raw`(?<![\p{L}\p{N}_.?&/=-])[@~^!|]{0,2}((?:first|last|company)(?:_name|Name)|(?:First|Last|Company)Name)(?![\p{L}\p{N}_=-]|[@.]\p{L})[@~^!|]{0,2}`,
  ].join('|'),
  'gu',
);

/**
 * Braces and tags that no plain text has: Liquid, Mailchimp's tags, capitals or a name with an underscore between percent signs, a choice in braces, a
 * name with an underscore, inner capitals or a number in braces, a name in two brackets, and what a template tells its reader to insert.
 */
const TAG = new RegExp(
  [
    String.raw`\{\s{0,3}\{.*\}`,
    String.raw`\{%.*`,
    String.raw`\*\|.*`,
    '%{1,2}[A-Z][A-Z0-9]*(?:_[A-Z0-9_]*|[A-Z]{3})%{1,2}|%{1,2}[A-Za-z]+(?:_[A-Za-z0-9]+)+%{1,2}|%%[A-Za-z]+%%',
    String.raw`[^{}]*\{[^{}]*\|.*`,
    String.raw`\{(?:[A-Za-z]+(?:_[A-Za-z0-9]+)+|[a-z]+[A-Z]\w*|[A-Za-z]{2,}\d+)\}`,
    String.raw`\{\s*[A-Za-z]+(?:_|[a-z][A-Z])\w*\s*[:,;=].*\}`,
    String.raw`\{[^{}]*`,
    String.raw`\[{2}\w[\w .-]*\]{2}|<{2}\w[\w .-]*>{2}`,
    String.raw`\[+(?:[Nn]ame|NAME|(?:[Yy]our|[Ii]nsert|[Pp]rospect|[Rr]ecipient|[Ll]ead|[Ss]ender|YOUR|INSERT|PROSPECT)\b[^\]]*)\]+`,
  ]
    .map((form) => `^(?:${form})$`)
    .join('|'),
  's',
);

/** Splits a message. Text in double braces is a variable or unknown, as is what only a tag can be; other placeholders are unknown if they resemble a variable. */
export function splitMessage(message: string, known: Known): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of message.matchAll(PLACEHOLDER)) {
    const piece = readPlaceholder(match[0], match.slice(1).find((content) => content !== undefined) ?? '', known);
    if (!piece) continue;
    if (match.index > end) pieces.push({ kind: 'text', text: message.slice(end, match.index) });
    pieces.push(piece);
    end = match.index + match[0].length;
  }
  if (end < message.length) pieces.push({ kind: 'text', text: message.slice(end) });
  return pieces;
}

function readPlaceholder(text: string, content: string, known: Known): Piece | null {
  const [before = '', ...after] = content.split('|');
  const name = before.trim();
  const fallback = readFallback(after.join('|'));
  const rest = { text, ...(fallback && { fallback }) };
  const exact = known.has(name) ? name : null;
  if (exact !== null && fallback !== null && /^\{\{[^{}]*\}\}$/.test(text)) {
    return { kind: 'variable', variable: exact, ...rest };
  }
  const meant = exact ?? variableMeant(name, known);
  return meant || TAG.test(text) ? { kind: 'unknown', meant, ...rest } : null;
}

const DEFAULT =
  /^(?:default|default_?value|fallback|if_?empty|or|else|alt)\s*(?:[:=]\s*(.*)|\(\s*(.*)\)|\s(["“'].*))$/is;
const QUOTED = /^(?:"([^"]*)"|'([^']*)'|[“„]([^”“]*)[”“]|[‘‚]([^’‘]*)[’‘]|«\s*([^»]*?)\s*»)$/s;

/** Filters of template languages, which change a value and are no words to send. */
const FILTER =
  /^(?:capitali[sz]e|capfirst|title(?:i[sz]e|_?case)?|proper(?:_?case)?|up_?case|upper(?:case|first)?|down_?case|lower(?:case)?|trim|strip(?:_html|_newlines)?|escape|first|last|size|safe|h|e|(?:truncate|replace|remove|slice|split|join|date|append|prepend)\w*\s*[:(].*)$/is;

/** The fallback behind the bar of a variable, also as other tools write it: `default: "x"`, `| 'x'`, `fallback("x")`. Null if it is something else, such as a filter. */
function readFallback(written: string): string | null {
  const text = written.replace(/^\s*\|/, '').trim();
  const [, ...defaults] = DEFAULT.exec(text) ?? [];
  const inner = defaults.find((part) => part !== undefined) ?? text;
  const [, ...quoted] = QUOTED.exec(inner) ?? [];
  const fallback = quoted.find((part) => part !== undefined) ?? inner;
  const isOdd = fallback === inner && (/^["“„«]/.test(inner) || inner.split('|').some(isFilter));
  return isOdd ? null : fallback.trim();
}

const isFilter = (part: string) => FILTER.test(part.trim()) || DEFAULT.test(part.trim());

const variablesByTarget: Partial<Record<string, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  company: 'company',
  title: 'title',
};

/** Mailchimp's names, and headers that are ordinary words in a text. */
const otherHeaders = new Map([
  ['fname', 'first name'],
  ['lname', 'last name'],
  ['first', ''],
  ['last', ''],
]);

/** The variable that `firstName`, `First Name`, `contact.first_name`, `FNAME` or `Vorname`, as other tools write it, stands for. */
function variableMeant(name: string, known: Known): string | null {
  const words = name.replace(/^[^\p{L}]+|[^\p{L}\p{N}]+$/gu, '');
  for (const text of [words, words.replace(/^(?:\w+\.)+(?=\w)/, '')]) {
    const own = text.toLowerCase().replace(/[\s.-]+/g, '_');
    const target = matchHeader('leads', otherHeaders.get(own) ?? text)?.target ?? '';
    const meant = known.has(own) ? own : (variablesByTarget[target] ?? '');
    if (known.has(meant)) return meant;
  }
  return null;
}

/** The placeholders in a value, which stay as they are written: braces of variables, and a value that stands for an unknown one or is JSON. */
export function placeholdersIn(value: string): string[] {
  const text = value.trim();
  if (text !== '' && (isPlaceholder(text) || /^[[{]\s*["{[].*[\]}]$/s.test(text))) return [text];
  if (!/[{}[\]<*%$#_«‹]|Name/.test(value)) return [];
  return splitMessage(value, standardVariables).flatMap(({ kind, text }) => (kind === 'text' ? [] : [text]));
}

/** Returns the text that takes the place of a variable: its value, or else the fallback; '' without both. */
export function filledIn({ variable, fallback = '' }: VariablePiece, values: VariableValues): string {
  const value = Object.hasOwn(values, variable) ? values[variable] : undefined;
  return value?.trim() ? value : fallback;
}

/** Fills in a message for a lead. `empty` has the variables without value and fallback, for which nothing stands in `text`. */
export function renderMessage(
  message: string,
  values: VariableValues,
  known: Known,
): { text: string; empty: string[] } {
  return fillIn(splitMessage(message, known), values);
}

/** Renders a message that was split before, as renderMessage does. */
export function fillIn(pieces: readonly Piece[], values: VariableValues): { text: string; empty: string[] } {
  const empty = new Set<string>();
  const parts = pieces.map((piece) => {
    if (piece.kind !== 'variable') return piece.text;
    const filled = filledIn(piece, values);
    if (!filled) empty.add(piece.variable);
    return filled;
  });
  return { text: parts.join(''), empty: [...empty] };
}

/** Replaces an unknown placeholder, wherever it is written like this, by a variable. */
export function replacePlaceholder(message: string, placeholder: string, variable: string, known: Known): string {
  return splitMessage(message, known)
    .map((piece) =>
      piece.kind === 'unknown' && piece.text === placeholder ? written(variable, piece.fallback) : piece.text,
    )
    .join('');
}

/** Begins a fallback for the first use of a variable that has none; `caret` is where it is typed. Null if each has one. */
export function addFallback(message: string, variable: string, known: Known): { text: string; caret: number } | null {
  const pieces = splitMessage(message, known);
  const index = pieces.findIndex((one) => one.kind === 'variable' && one.variable === variable && !one.fallback);
  if (index < 0) return null;
  const joinTexts = (some: readonly Piece[]) => some.map(({ text }) => text).join('');
  const before = joinTexts(pieces.slice(0, index)) + written(variable, '');
  return { text: before + joinTexts(pieces.slice(index + 1)), caret: before.length - 2 };
}

/** How a message uses each of its variables. */
export function findVariableUses(message: string, known: Known): VariableUses {
  const uses = new Map<string, VariableUse>();
  for (const piece of splitMessage(message, known)) {
    if (piece.kind !== 'variable') continue;
    const { times, bare, fallbackLength } = uses.get(piece.variable) ?? { times: 0, bare: 0, fallbackLength: 0 };
    uses.set(piece.variable, {
      times: times + 1,
      bare: bare + (piece.fallback ? 0 : 1),
      fallbackLength: fallbackLength + [...(piece.fallback ?? '')].length,
    });
  }
  return uses;
}
