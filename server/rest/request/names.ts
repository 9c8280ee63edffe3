// Parses names: columns, relations and JSON paths.
import type { Cursor } from './cursor.ts';

export type JsonStep = { arrow: '->' | '->>'; key: string | number };

/** A column, or a value within its JSON. */
export type Field = { name: string; path: readonly JsonStep[] };

const bareName = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;
const quoted = /"((?:[^"\\]|\\.)*)"/suy;
const jsonIndex = /(-?\d+)(?=->|::|[.,):]|$)/y;

export function readQuoted(cursor: Cursor): string | null {
  const found = cursor.match(quoted);
  return found ? unescaped(found[1]) : null;
}

const unescaped = (text = '') => text.replaceAll(/\\(.)/gsu, '$1');

/** Takes a name, if one comes next: bare (letters, digits, `_`, `$`, spaces, inner dashes) or in double quotes. */
export function takeName(cursor: Cursor): string | null {
  return readQuoted(cursor) ?? cursor.match(bareName)?.[0].trim() ?? null;
}

export function readName(cursor: Cursor): string {
  return takeName(cursor) || cursor.fail('field name (* or [a..z0..9_$])');
}

function readJsonPath(cursor: Cursor): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = cursor.take('->>') ? '->>' : cursor.take('->') ? '->' : null;
    if (!arrow) return path;
    const index = cursor.match(jsonIndex)?.[1];
    path.push({ arrow, key: index === undefined ? readName(cursor) : Number(index) });
  }
}

export function readField(cursor: Cursor): Field {
  cursor.skipSpaces();
  const field = { name: readName(cursor), path: readJsonPath(cursor) };
  cursor.skipSpaces();
  return field;
}

/** Parses the name of a parameter: a path of embedded resources and a field, as in `customers.settings.data->theme`. */
export function readFieldPath(cursor: Cursor): { path: string[]; field: Field } {
  const names = [readName(cursor)];
  while (cursor.take('.')) names.push(readName(cursor));
  const json = readJsonPath(cursor);
  cursor.expectEnd('delimiter (.), "->>", "->" or end of input');
  return { path: names.slice(0, -1), field: { name: names.at(-1) ?? '', path: json } };
}

/** Parses a comma-separated list of names, for `columns` and `on_conflict`. */
export function readNames(cursor: Cursor): string[] {
  const names: string[] = [];
  do {
    cursor.skipSpaces();
    names.push(readName(cursor));
    cursor.skipSpaces();
  } while (cursor.take(','));
  cursor.expectEnd('"," or end of input');
  return names;
}
