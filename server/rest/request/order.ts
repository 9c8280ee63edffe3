// Parses `order`: `name.desc.nullslast,customers(name)`.
import { Cursor } from './cursor.ts';
import { type Field, readField } from './names.ts';

/** `relation` is an embedded resource whose field orders the parent. */
export type OrderTerm = { relation?: string; field: Field; isDescending: boolean; nulls?: 'first' | 'last' };

export function parseOrder(value: string): OrderTerm[] {
  const cursor = new Cursor('order', value);
  const terms: OrderTerm[] = [];
  do {
    cursor.skipSpaces();
    terms.push(readTerm(cursor));
    cursor.skipSpaces();
  } while (cursor.take(','));
  cursor.expectEnd('delimiter (.), "," or end of input');
  return terms;
}

function readTerm(cursor: Cursor): OrderTerm {
  const { relation, field } = readTarget(cursor);
  const direction = cursor.match(/\.(asc|desc)(?=[.,\s]|$)/y)?.[1];
  const nulls = cursor.match(/\.nulls(first|last)(?=[,\s]|$)/y)?.[1];
  if (cursor.take('.')) {
    cursor.fail(direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"');
  }
  return { relation, field, isDescending: direction === 'desc', nulls: nulls as OrderTerm['nulls'] };
}

function readTarget(cursor: Cursor): { relation?: string; field: Field } {
  const first = readField(cursor);
  if (first.path.length > 0 || !cursor.take('(')) return { field: first };
  const field = readField(cursor);
  cursor.expect(')');
  return { relation: first.name, field };
}
