// Parses `order`: `name.desc.nullslast,customers(name)`.

import { type Field, readField } from './names.ts';
import { Scanner } from './scanner.ts';

/** `relation` is an embedded resource whose field orders the parent. */
export type OrderTerm = { relation?: string; field: Field; isDescending: boolean; nulls?: 'first' | 'last' };

export function parseOrder(value: string): OrderTerm[] {
  const scanner = new Scanner('order', value);
  const terms = scanner.readList(() => readTerm(scanner));
  scanner.expectEnd('delimiter (.), "," or end of input');
  return terms;
}

function readTerm(scanner: Scanner): OrderTerm {
  const { relation, field } = readTarget(scanner);
  const direction = scanner.match(/\.(asc|desc)(?=[.,\s]|$)/y)?.[1];
  const nulls = scanner.match(/\.nulls(first|last)(?=[,\s]|$)/y)?.[1];
  if (scanner.take('.')) {
    scanner.fail(direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"');
  }
  return { relation, field, isDescending: direction === 'desc', nulls: nulls as OrderTerm['nulls'] };
}

function readTarget(scanner: Scanner): { relation?: string; field: Field } {
  const first = readField(scanner);
  if (first.path.length > 0 || !scanner.take('(')) return { field: first };
  const field = readField(scanner);
  scanner.expect(')');
  return { relation: first.name, field };
}
