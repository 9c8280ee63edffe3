// Variables in messages: which there are, parsing, and filling in. Unknown variables stay as written.
/** The names of variables and how they read, in the order in which they are offered. */
export type Variables = ReadonlyMap<string, string>;

/** The names that are variables, which is all that parsing needs. */
export type Known = Pick<ReadonlySet<string>, 'has'>;

/** SPEC §5. Written `{{first_name}}`; spaces inside the braces are allowed. */
export const specVariables: Variables = new Map([
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['company', 'Company'],
]);

/** Columns of leads and of the company that a lead names, without notes, email and phone. */
export const standardVariables: Variables = new Map([
  ...specVariables,
  ['title', 'Title'],
  ['location', 'Location'],
  ['audience', 'Audience'],
  ['company_website', 'Company website'],
  ['company_domain', 'Company domain'],
  ['company_industry', 'Company industry'],
  ['company_size', 'Company size'],
  ['company_location', 'Company location'],
]);

/** The variables of a customer: the custom fields of its leads, too. Internal ones are none, because customers read messages. */
export function variablesOf(fields: readonly { key: string; label: string; isInternal: boolean }[]): Variables {
  const own = fields.filter(({ key, isInternal }) => !isInternal && !standardVariables.has(key));
  return new Map([...standardVariables, ...own.map(({ key, label }) => [key, label] as const)]);
}

/** A variable as written in a message. */
export const written = (variable: string, fallback?: string): string =>
  `{{${variable}${fallback === undefined ? '' : `|${fallback}`}}}`;

/** A part of a message. The texts of all pieces, joined, are the message. A fallback that is blank counts as none. */
export type Piece =
  | { kind: 'text'; text: string }
  | VariablePiece
  /** Looks like a variable but is not one; `meant` is the variable that it resembles. */
  | { kind: 'unknown'; text: string; meant: string | null; fallback?: string };

type VariablePiece = { kind: 'variable'; text: string; variable: string; fallback?: string };

const BRACES = /\{\{([^{}]*)\}\}|\{([^{}]*)\}|\[([^[\]]*)\]|\{\{\s*(\w+)/g;

/** Splits a message. Text in double braces is a variable or unknown; text in single braces, brackets or braces that are not closed is unknown only if it resembles a variable. */
export function piecesOf(message: string, known: Known): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of message.matchAll(BRACES)) {
    const piece = readPlaceholder(match[0], match[1], match[2] ?? match[3] ?? match[4] ?? '', known);
    if (!piece) continue;
    if (match.index > end) pieces.push({ kind: 'text', text: message.slice(end, match.index) });
    pieces.push(piece);
    end = match.index + match[0].length;
  }
  if (end < message.length) pieces.push({ kind: 'text', text: message.slice(end) });
  return pieces;
}

function readPlaceholder(text: string, inTwo: string | undefined, inOne: string, known: Known): Piece | null {
  const [before = '', ...after] = (inTwo ?? inOne).split('|');
  const name = before.trim();
  const fallback = after.join('|').trim();
  const rest = { text, ...(fallback && { fallback }) };
  const exact = known.has(name) ? name : null;
  if (inTwo !== undefined && exact) return { kind: 'variable', variable: exact, ...rest };
  const meant = exact ?? variableMeant(name, known);
  return inTwo !== undefined || meant ? { kind: 'unknown', meant, ...rest } : null;
}

const otherNames = new Map([
  ['firstname', 'first_name'],
  ['givenname', 'first_name'],
  ['lastname', 'last_name'],
  ['surname', 'last_name'],
  ['familyname', 'last_name'],
  ['company', 'company'],
  ['companyname', 'company'],
  ['jobtitle', 'title'],
]);

/** The variable that `firstName`, `First Name` or `company-name`, as other tools write it, stands for. */
function variableMeant(name: string, known: Known): string | null {
  const words = name.toLowerCase();
  const meant = otherNames.get(words.replace(/[\s_.-]/g, '')) ?? words.replace(/[\s.-]+/g, '_');
  return known.has(meant) ? meant : null;
}

/** Values by variable. One that is missing or blank is empty. */
export type VariableValues = Readonly<Record<string, string>>;

/** What stands in a message for a variable: its value, or else the fallback; '' without both. */
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
  const empty = new Set<string>();
  const parts = piecesOf(message, known).map((piece) => {
    if (piece.kind !== 'variable') return piece.text;
    const filled = filledIn(piece, values);
    if (!filled) empty.add(piece.variable);
    return filled;
  });
  return { text: parts.join(''), empty: [...empty] };
}

/** Replaces an unknown placeholder, wherever it is written like this, by a variable. */
export function replacePlaceholder(message: string, placeholder: string, variable: string, known: Known): string {
  return piecesOf(message, known)
    .map((piece) =>
      piece.kind === 'unknown' && piece.text === placeholder ? written(variable, piece.fallback) : piece.text,
    )
    .join('');
}

/** Begins a fallback for the first use of a variable that has none; `caret` is where it is typed. Null if each has one. */
export function addFallback(message: string, variable: string, known: Known): { text: string; caret: number } | null {
  const pieces = piecesOf(message, known);
  const index = pieces.findIndex((one) => one.kind === 'variable' && one.variable === variable && !one.fallback);
  if (index < 0) return null;
  const textOf = (some: readonly Piece[]) => some.map(({ text }) => text).join('');
  const before = textOf(pieces.slice(0, index)) + written(variable, '');
  return { text: before + textOf(pieces.slice(index + 1)), caret: before.length - 2 };
}

/** How a message uses a variable: how often, how often without fallback, and the code points of all its fallbacks. */
export type VariableUse = { times: number; bare: number; fallbackLength: number };

export type VariableUses = ReadonlyMap<string, VariableUse>;

/** How a message uses each of its variables. */
export function usesOf(message: string, known: Known): VariableUses {
  const uses = new Map<string, VariableUse>();
  for (const piece of piecesOf(message, known)) {
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
