// Limits a parsed query. Nesting is limited during parsing.
import type { QueryLimits } from '#server/limits.ts';
import { regexesUnavailable, tooLong, tooMany } from '../errors.ts';
import type { Test } from './filter.ts';
import type { Condition } from './logic.ts';
import type { Field } from './names.ts';
import type { ParsedQuery } from './query.ts';
import type { SelectItem } from './select.ts';

/** Throws RestError 400 for the first exceeded limit. `hasRegex` shortens the statement timeout. */
export function requireBoundedQuery(query: ParsedQuery, limits: QueryLimits): { hasRegex: boolean } {
  const conditions = query.conditions.flatMap(({ condition }) => flatConditions(condition));
  const filters = conditions.filter((condition) => condition.kind === 'filter');
  const items = query.select.flatMap(flatItems);
  const terms = query.orders.flatMap((order) => order.terms);
  const fields = [...filters, ...terms, ...items.filter((item) => item.kind === 'column')].map(({ field }) => field);
  const tests = filters.map(({ test }) => test);
  const regexes = comparedValues(tests, 'match', 'imatch');
  const patterns = comparedValues(tests, 'like', 'ilike');
  const searches = tests.flatMap((test) => (test.kind === 'search' ? [test.value] : []));

  requireFew('conditions', conditions.length, limits.conditions);
  requireFew('values in lists', sum(tests.map(listLength)), limits.listValues);
  requireRegexes(regexes, limits);
  requireFew('patterns', patterns.length, limits.patterns);
  requireShort('pattern', patterns.filter(hasWildcard), limits.patternLength);
  requireFew('full-text searches', searches.length, limits.searches);
  requireShort('full-text search', searches, limits.searchLength);
  requireFew('selected items', items.length, limits.selectedItems);
  requireFew('selections of one column', mostRepeated(query.select), limits.columnRepeats);
  requireFew('aliases', items.filter((item) => item.kind !== 'all' && item.alias !== undefined).length, limits.aliases);
  requireFew('casts', items.filter((item) => item.kind === 'column' && item.cast !== undefined).length, limits.casts);
  requireFew('steps in JSON paths', sum(fields.map(jsonSteps)), limits.jsonSteps);
  requireFew('embedded resources', items.filter((item) => item.kind === 'embed').length, limits.embeds);
  requireFew('order terms', terms.length, limits.orderTerms);
  requireFew('names in columns', query.columns?.length ?? 0, limits.columns);
  requireFew('names in on_conflict', query.onConflict?.length ?? 0, limits.conflictColumns);
  return { hasRegex: regexes.length > 0 };
}

function requireFew(what: string, count: number, max: number): void {
  if (count > max) throw tooMany(what, count, max);
}

function requireShort(what: string, texts: readonly string[], maxLength: number): void {
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  if (longest > maxLength) throw tooLong(what, longest, maxLength);
}

function requireRegexes(regexes: readonly string[], { regexes: maxCount, regexLength }: QueryLimits): void {
  if (regexes.length > 0 && maxCount === 0) throw regexesUnavailable();
  requireFew('regular expressions', regexes.length, maxCount);
  requireShort('regular expression', regexes, regexLength);
}

function flatConditions(condition: Condition): Condition[] {
  return condition.kind === 'filter' ? [condition] : [condition, ...condition.conditions.flatMap(flatConditions)];
}

function flatItems(item: SelectItem): SelectItem[] {
  return item.kind === 'embed' ? [item, ...item.items.flatMap(flatItems)] : [item];
}

/** Occurrences of the most frequent column of one resource. */
function mostRepeated(items: readonly SelectItem[]): number {
  const counts = new Map<string, number>();
  let highest = 0;
  for (const item of items) {
    const name = item.kind === 'column' ? item.field.name : '*';
    const count = item.kind === 'embed' ? mostRepeated(item.items) : (counts.get(name) ?? 0) + 1;
    if (item.kind !== 'embed') counts.set(name, count);
    highest = Math.max(highest, count);
  }
  return highest;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const jsonSteps = ({ path }: Field) => path.length;

/** The operands of these operators; each element of `like(any).{a,b}`. */
function comparedValues(tests: readonly Test[], ...operators: string[]): string[] {
  return tests.flatMap((test) => {
    if (test.kind !== 'comparison' || !operators.includes(test.operator)) return [];
    return test.quantifier ? splitArrayLiteral(test.value) : [test.value];
  });
}

function listLength(test: Test): number {
  if (test.kind === 'membership') return test.values.length;
  return test.kind === 'comparison' && test.value.startsWith('{') ? splitArrayLiteral(test.value).length : 0;
}

/** PostgreSQL tries only these patterns at every position of a text. */
const hasWildcard = (pattern: string) => /[%*]/.test(pattern.replaceAll(/\\./gsu, ''));

/** The elements of an array literal, including nested ones, as written. */
function splitArrayLiteral(literal: string): string[] {
  return literal.replaceAll(/^\{|\}$/g, '').match(/(?:"(?:[^"\\]|\\.)*"?|\\.|[^,"\\]|\\$)+/gsu) ?? [];
}
