// In charge of which overload of a function a call means, by the names of the arguments given. Refuses none and more than one.
import type { Argument, Routine } from '../catalog/catalog.ts';
import { ambiguousFunction, unknownFunction } from '../errors.ts';

/** `takesWholeBody` lets a function with a single unnamed json argument answer where no names fit. */
export function chooseOverload(
  name: string,
  overloads: readonly Routine[],
  given: readonly string[],
  takesWholeBody: boolean,
): Routine {
  const named = overloads.filter((routine) => fits(routine.arguments, given));
  const fitting = named.length > 0 || !takesWholeBody ? named : overloads.filter(takesBody);
  const [first, second] = fitting;
  if (!first) throw unknownFunction(name, [...given].sort(), takesWholeBody);
  if (second) throw ambiguousFunction(fitting.map(signatureOf));
  return first;
}

function fits(taken: readonly Argument[], given: readonly string[]): boolean {
  return (
    taken.every(({ name, isRequired }) => name !== '' && (!isRequired || given.includes(name))) &&
    given.every((name) => taken.some((argument) => argument.name === name))
  );
}

/** Whether the body itself is the function's only argument. */
export function takesBody({ arguments: taken }: Routine): boolean {
  const [only, second] = taken;
  return !second && only?.name === '' && ['json', 'jsonb'].includes(only.type);
}

const signatureOf = ({ schema, name, arguments: taken }: Routine) =>
  `${schema}.${name}(${taken.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`;
