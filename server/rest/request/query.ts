// Parses the query string, without knowledge of the catalog.
import { type QueryLimits, queryLimits } from '#server/limits.ts';
import { looksLikeFilter, parseFilter } from './filter.ts';
import { type Condition, parseTree, parseTreeName } from './logic.ts';
import { readFieldPath, readNames } from './names.ts';
import { type OrderTerm, parseOrder } from './order.ts';
import { type Parameter, parseParameters } from './parameters.ts';
import { Scanner } from './scanner.ts';
import { parseSelect, type SelectItem } from './select.ts';

/** The path of an embedded resource; empty for the root. */
export type EmbedPath = readonly string[];

/** A parameter that may be an argument of a function, or the filter `condition`. */
export type Candidate = { name: string; value: string; condition?: Condition };

export type ParsedQuery = {
  parameters: readonly Parameter[];
  select: SelectItem[];
  conditions: { path: EmbedPath; condition: Condition }[];
  orders: { path: EmbedPath; terms: OrderTerm[] }[];
  windows: { path: EmbedPath; limit?: number; offset?: number }[];
  columns?: string[];
  onConflict?: string[];
  candidates: Candidate[];
};

/** With `isCall`, parameters of the root are candidates for arguments of a function. */
export function parseQuery(raw: string, isCall = false, limits: QueryLimits = queryLimits): ParsedQuery {
  const parameters = parseParameters(raw, limits.parameters);
  const query: ParsedQuery = { parameters, select: [], conditions: [], orders: [], windows: [], candidates: [] };
  query.select = parseSelect(parameters.find(([name]) => name === 'select')?.[1] ?? '', limits);
  for (const parameter of parameters) addParameter(query, parameter, isCall, limits);
  return query;
}

function addParameter(query: ParsedQuery, [name, value]: Parameter, isCall: boolean, limits: QueryLimits): void {
  const path = name.split('.');
  const last = path.pop();
  const tree = parseTreeName(name);
  if (name === 'select') return;
  if (name === 'columns') query.columns = readNames(new Scanner('columns parameter', value));
  else if (name === 'on_conflict') query.onConflict = readNames(new Scanner('on_conflict parameter', value));
  else if (last === 'order') query.orders.push({ path, terms: parseOrder(value) });
  else if (last === 'limit') query.windows.push({ path, limit: wholeNumber(value) });
  else if (last === 'offset') query.windows.push({ path, offset: wholeNumber(value) });
  else if (tree) query.conditions.push({ path: tree.path, condition: parseTree(tree, value, limits) });
  else if (isCall && path.length === 0) query.candidates.push(candidateOf(name, value));
  else query.conditions.push(filterOf(name, value));
}

function filterOf(name: string, value: string): { path: string[]; condition: Condition } {
  const { path, field } = readFieldPath(new Scanner('tree path', name));
  return { path, condition: parseFilter(field, value) };
}

function candidateOf(name: string, value: string): Candidate {
  return { name, value, condition: looksLikeFilter(value) ? filterOf(name, value).condition : undefined };
}

/** PostgREST ignores a limit or offset that is not a number. */
function wholeNumber(value: string): number | undefined {
  return /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}
