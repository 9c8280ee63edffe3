// The variables of messages.
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
export function customerVariables(fields: readonly { key: string; label: string; isInternal: boolean }[]): Variables {
  const own = fields.filter(({ key, isInternal }) => !isInternal && !standardVariables.has(key));
  return new Map([...standardVariables, ...own.map(({ key, label }) => [key, label] as const)]);
}

/** A variable as written in a message. */
export const written = (variable: string, fallback?: string): string =>
  `{{${variable}${fallback === undefined ? '' : `|${fallback}`}}}`;

/** Values by variable. One that is missing or blank is empty. */
export type VariableValues = Readonly<Record<string, string>>;

/** How a message uses a variable: how often, how often without fallback, and the code points of all its fallbacks. */
export type VariableUse = { times: number; bare: number; fallbackLength: number };

export type VariableUses = ReadonlyMap<string, VariableUse>;
