// Plans a function call: its overload, its arguments, and the columns of its result.
import { jsonBounds, jsonExcess } from '#domain/http/json-excess.ts';
import { type Argument, type Routine, scalarColumn } from '../catalog/catalog.ts';
import { ambiguousFunction, invalidBody, maxAffectedNeedsSet, SCHEMA, unknownFunction } from '../errors.ts';
import type { Payload } from '../request/payload.ts';
import type { Candidate, ParsedQuery } from '../request/query.ts';
import type { ApiRequest } from '../request/read-request.ts';
import type { PlanContext } from './context.ts';
import { arrayLiteral, type CallPlan, type Format, separators } from './plan.ts';
import { planReadNode } from './read.ts';

export function planCall(request: ApiRequest, context: PlanContext, format: Format): CallPlan {
  const { resource, payload, preferences, query } = request;
  const overloads = context.catalog.routines.get(resource.name) ?? [];
  const passed = query.candidates;
  const names = payload ? payload.keys : passed.map(({ name }) => name);
  const name = `${SCHEMA}.${resource.name}`;
  const routine = chooseOverload(name, overloads, [...new Set(names)], payload !== undefined);
  if (preferences.handling === 'strict' && preferences.maxAffected !== undefined && !routine.returnsSet) {
    throw maxAffectedNeedsSet();
  }
  return {
    kind: 'call',
    routine,
    isReadOnly: payload === undefined || !routine.isVolatile,
    arguments: payload ? bodyArguments(routine, payload) : textArguments(routine, passed),
    root: planResult(routine, query, context),
    hasTotal: preferences.count !== undefined,
    format: resultFormat(routine, format),
  };
}

/** A function that does not return a set has one row or value as its result. */
function resultFormat({ returns, returnsSet }: Routine, format: Format): Format {
  const kind = format.kind === 'array' && !returnsSet ? 'object' : format.kind;
  const isList = returns.kind === 'scalar' && returns.columns.get(scalarColumn)?.type.endsWith('[]');
  const hasValues = returns.kind === 'scalar' && !isList && !format.stripsNulls;
  return { ...format, kind, separator: hasValues ? separators.values : format.separator };
}

/** Separates arguments from filters. A parameter of any overload is an argument; any other is a filter if it has the form of one, else an unknown argument. */
export function splitCandidates(query: ParsedQuery, functionName: string, { catalog }: PlanContext): ParsedQuery {
  const overloads = catalog.routines.get(functionName) ?? [];
  const passed: Candidate[] = [];
  const conditions = [...query.conditions];
  for (const candidate of query.candidates) {
    const isTaken = overloads.some((routine) => routine.arguments.some(({ name }) => name === candidate.name));
    if (isTaken || !candidate.condition) passed.push(candidate);
    else conditions.push({ path: [], condition: candidate.condition });
  }
  return { ...query, conditions, candidates: passed };
}

function textArguments(routine: Routine, passed: readonly Candidate[]): CallPlan['arguments'] {
  const texts = routine.arguments.flatMap((argument) => {
    const values = passed.filter(({ name }) => name === argument.name).map(({ value }) => value);
    const last = values.at(-1);
    if (last === undefined) return [];
    const excess = isJson(argument) && jsonExcess(last);
    if (excess) throw invalidBody(`The argument ${argument.name} ${excess}`);
    return [{ argument, value: argument.isVariadic ? arrayLiteral(values) : last }];
  });
  return { kind: 'texts', passed: texts };
}

function bodyArguments(routine: Routine, payload: Payload): CallPlan['arguments'] {
  const [only] = routine.arguments;
  if (only?.name === '') return { kind: 'body', type: only.type, json: payload.json };
  const passed = routine.arguments.filter(({ name }) => payload.keys.includes(name));
  requireFewValues(passed, payload);
  return { kind: 'object', passed, json: payload.kind === 'array' ? firstElement(payload) : payload.json };
}

/** Only the type json has no cost for each value. */
function requireFewValues(passed: readonly Argument[], { values }: Payload): void {
  const maxValues = jsonBounds.values;
  const large = passed.find(({ name, type }) => type !== 'json' && (values?.get(name) ?? 0) > maxValues);
  if (large) throw invalidBody(`The argument ${large.name} has more than ${maxValues} values`);
}

/** The first object of an array, which is the one that PostgREST uses. */
const firstElement = ({ json }: Payload) => JSON.stringify((JSON.parse(json) as unknown[])[0]);

function planResult(routine: Routine, query: ParsedQuery, context: PlanContext): CallPlan['root'] {
  const { returns } = routine;
  if (returns.kind === 'void') return undefined;
  const name = returns.kind === 'row' && returns.relation ? returns.relation : routine.name;
  return planReadNode(query, { name, columns: returns.columns, source: { kind: 'returned' } }, context);
}

/** Picks the overload by argument names. With `takesWholeBody`, a function with a single unnamed json argument is the fallback. */
function chooseOverload(
  name: string,
  overloads: readonly Routine[],
  passedNames: readonly string[],
  takesWholeBody: boolean,
): Routine {
  const named = overloads.filter((routine) => fits(routine.arguments, passedNames));
  const fitting = named.length > 0 || !takesWholeBody ? named : overloads.filter(takesBody);
  const [first, second] = fitting;
  if (!first) throw unknownFunction(name, [...passedNames].sort(), takesWholeBody);
  if (second) throw ambiguousFunction(fitting.map(describeOverload));
  return first;
}

function fits(taken: readonly Argument[], passedNames: readonly string[]): boolean {
  return (
    taken.every(({ name, isRequired }) => !isRequired || passedNames.includes(name)) &&
    passedNames.every((name) => taken.some((argument) => argument.name === name))
  );
}

/** Whether the function has a single unnamed json argument. */
function takesBody({ arguments: taken }: Routine): boolean {
  const [only, second] = taken;
  return !second && only?.name === '' && isJson(only);
}

const isJson = ({ type }: Argument) => type === 'json' || type === 'jsonb';

const describeOverload = ({ name, arguments: taken }: Routine) =>
  `${SCHEMA}.${name}(${taken.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`;
