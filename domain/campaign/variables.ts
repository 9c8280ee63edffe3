// Variables in messages: parsing and filling in. Unknown variables stay as written.
/** The variables (SPEC §5), in the order in which they are offered. Written `{{first_name}}`; spaces inside the braces are allowed. */
export const variables = ['first_name', 'last_name', 'company'] as const;
export type Variable = (typeof variables)[number];

export const variableNames: Record<Variable, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
};

/** The variable as written in a message. */
export const written = (variable: Variable): string => `{{${variable}}}`;

/** A part of a message. The texts of all pieces, joined, are the message. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; text: string; variable: Variable }
  /** Looks like a variable but is not one; `meant` is the variable that it resembles. */
  | { kind: 'unknown'; text: string; meant: Variable | null };

const BRACES = /\{\{([^{}]*)\}\}|\{([^{}]*)\}|\[([^[\]]*)\]/g;

/** Splits a message. Text in double braces is a variable or unknown; text in single braces or brackets is unknown only if it resembles a variable. */
export function piecesOf(message: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of message.matchAll(BRACES)) {
    const piece = readPlaceholder(match[0], match[1], match[2] ?? match[3] ?? '');
    if (!piece) continue;
    if (match.index > end) pieces.push({ kind: 'text', text: message.slice(end, match.index) });
    pieces.push(piece);
    end = match.index + match[0].length;
  }
  if (end < message.length) pieces.push({ kind: 'text', text: message.slice(end) });
  return pieces;
}

function readPlaceholder(text: string, inTwo: string | undefined, inOne: string): Piece | null {
  const name = (inTwo ?? inOne).trim();
  const exact = variables.find((variable) => variable === name);
  if (inTwo !== undefined && exact) return { kind: 'variable', text, variable: exact };
  const meant = exact ?? variableMeant(name);
  return inTwo !== undefined || meant ? { kind: 'unknown', text, meant } : null;
}

const otherNames = new Map<string, Variable>([
  ['firstname', 'first_name'],
  ['givenname', 'first_name'],
  ['lastname', 'last_name'],
  ['surname', 'last_name'],
  ['familyname', 'last_name'],
  ['company', 'company'],
  ['companyname', 'company'],
]);

/** The variable that `firstName`, `First Name` or `company-name`, as other tools write it, stands for. */
function variableMeant(name: string): Variable | null {
  return otherNames.get(name.toLowerCase().replace(/[\s_.-]/g, '')) ?? null;
}

/** The lead that receives a message. */
export type Recipient = {
  name: string;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
};

/** The values of the variables; '' if unknown. A missing first name is the first word of the name, a missing last name the rest of it. */
export function valuesOf({ name, first_name, last_name, company }: Recipient): Record<Variable, string> {
  const whole = name.trim();
  const space = whole.indexOf(' ');
  return {
    first_name: first_name?.trim() || (space < 0 ? whole : whole.slice(0, space)),
    last_name: last_name?.trim() || (space < 0 ? '' : whole.slice(space).trim()),
    company: company?.trim() ?? '',
  };
}

/** Fills in the variables. */
export function render(message: string, values: Record<Variable, string>): string {
  return piecesOf(message)
    .map((piece) => (piece.kind === 'variable' ? values[piece.variable] : piece.text))
    .join('');
}

/** Replaces an unknown placeholder, wherever it is written like this, by a variable. */
export function replacePlaceholder(message: string, placeholder: string, variable: Variable): string {
  return piecesOf(message)
    .map(({ kind, text }) => (kind === 'unknown' && text === placeholder ? written(variable) : text))
    .join('');
}

/** Counts the occurrences of each variable. */
export function countVariables(message: string): Record<Variable, number> {
  const counts = { first_name: 0, last_name: 0, company: 0 };
  for (const piece of piecesOf(message)) if (piece.kind === 'variable') counts[piece.variable] += 1;
  return counts;
}
