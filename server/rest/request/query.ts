// Parses the query string and the Range header, without knowledge of the catalog.
import { type QueryLimits, queryLimits } from '#server/limits.ts';
import { invalidRange } from '../errors.ts';
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
  else if (isCall && path.length === 0) query.candidates.push(parseCandidate(name, value));
  else query.conditions.push(parseNamedFilter(name, value));
}

function parseNamedFilter(name: string, value: string): { path: string[]; condition: Condition } {
  const { path, field } = readFieldPath(new Scanner('tree path', name));
  return { path, condition: parseFilter(field, value) };
}

function parseCandidate(name: string, value: string): Candidate {
  return { name, value, condition: looksLikeFilter(value) ? parseNamedFilter(name, value).condition : undefined };
}

/** PostgREST ignores a limit or offset that is not a number. */
function wholeNumber(value: string): number | undefined {
  return /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Intersects limit and offset of the root with the header (`0-24`, `5-`). Ignores headers of any other form. */
export function restrictToRange(query: ParsedQuery, header: string | null): ParsedQuery {
  const found = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header ?? '');
  if (!found) return query;
  const first = Number(found[1]);
  const last = found[2] ? Number(found[2]) : Number.POSITIVE_INFINITY;
  if (last < first) {
    throw invalidRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
  }
  const root = query.windows.filter(({ path }) => path.length === 0);
  const offset = root.findLast((window) => window.offset !== undefined)?.offset ?? 0;
  const limit = root.findLast((window) => window.limit !== undefined)?.limit ?? Number.POSITIVE_INFINITY;
  const start = Math.max(first, offset);
  const length = Math.max(0, Math.min(last, offset + limit - 1) - start + 1);
  const window = Number.isFinite(length) ? { offset: start, limit: length } : { offset: start };
  return { ...query, windows: [...query.windows, { path: [], ...window }] };
}
