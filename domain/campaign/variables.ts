// In charge of a message's variables: how they are written, what they stand for, what a text becomes with them. Refuses to fill in what it does not know: that stays as written.

/** The variables offered (SPEC §5), in their order; written `{{first_name}}`, spaces inside the braces allowed. */
export const variables = ['first_name', 'last_name', 'company'] as const;
export type Variable = (typeof variables)[number];

export const variableNames: Record<Variable, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
};

/** How a variable is written in a message. */
export const written = (variable: Variable): string => `{{${variable}}}`;

/** A stretch of a message; the texts of all pieces together are the message. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; text: string; variable: Variable }
  /** What looks like a variable and is none; `meant` is the one that its letters come to. */
  | { kind: 'unknown'; text: string; meant: Variable | null };

const BRACES = /\{\{([^{}]*)\}\}|\{([^{}]*)\}|\[([^[\]]*)\]/g;

/** A message in pieces. What stands in two braces is a variable or an unknown one; what stands in one brace or bracket is unknown only where a variable seems meant. */
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

/** The variable that someone from another tool may mean by `firstName`, `First Name` or `company-name`. */
function variableMeant(name: string): Variable | null {
  return otherNames.get(name.toLowerCase().replace(/[\s_.-]/g, '')) ?? null;
}

/** What is known of the person to whom a message goes. */
export type Recipient = {
  name: string;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
};

/** What the variables stand for; '' where nothing is known. Without a first or last name of its own, a name gives its first word, or what follows it. */
export function valuesOf({ name, first_name, last_name, company }: Recipient): Record<Variable, string> {
  const whole = name.trim();
  const space = whole.indexOf(' ');
  return {
    first_name: first_name?.trim() || (space < 0 ? whole : whole.slice(0, space)),
    last_name: last_name?.trim() || (space < 0 ? '' : whole.slice(space).trim()),
    company: company?.trim() ?? '',
  };
}

/** The message as it reaches the person. */
export function render(message: string, values: Record<Variable, string>): string {
  return piecesOf(message)
    .map((piece) => (piece.kind === 'variable' ? values[piece.variable] : piece.text))
    .join('');
}

/** How often each variable stands in a message: who has the longest message follows from this alone. */
export function countVariables(message: string): Record<Variable, number> {
  const counts = { first_name: 0, last_name: 0, company: 0 };
  for (const piece of piecesOf(message)) if (piece.kind === 'variable') counts[piece.variable] += 1;
  return counts;
}
