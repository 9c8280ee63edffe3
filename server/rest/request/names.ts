import type { Scanner } from './scanner.ts';

export type JsonStep = { arrow: '->' | '->>'; key: string | number };

/** A column, or a value within its JSON. */
export type Field = { name: string; path: readonly JsonStep[] };

const bareName = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;
const quoted = /"((?:[^"\\]|\\.)*)"/suy;
const jsonIndex = /(-?\d+)(?=->|::|[.,):]|$)/y;

export function readQuoted(scanner: Scanner): string | null {
  const found = scanner.match(quoted);
  return found ? unescaped(found[1]) : null;
}

const unescaped = (text = '') => text.replaceAll(/\\(.)/gsu, '$1');

/** Takes a name, if one comes next: bare (letters, digits, `_`, `$`, spaces, inner dashes) or in double quotes. */
export function takeName(scanner: Scanner): string | null {
  return readQuoted(scanner) ?? scanner.match(bareName)?.[0].trim() ?? null;
}

export function readName(scanner: Scanner): string {
  return takeName(scanner) || scanner.fail('field name (* or [a..z0..9_$])');
}

function readJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = scanner.take('->>') ? '->>' : scanner.take('->') ? '->' : null;
    if (!arrow) return path;
    const index = scanner.match(jsonIndex)?.[1];
    path.push({ arrow, key: index === undefined ? readName(scanner) : Number(index) });
  }
}

export function readField(scanner: Scanner): Field {
  scanner.skipSpaces();
  const field = { name: readName(scanner), path: readJsonPath(scanner) };
  scanner.skipSpaces();
  return field;
}

/** Parses the name of a parameter: a path of embedded resources and a field, as in `customers.settings.data->theme`. */
export function readFieldPath(scanner: Scanner): { path: string[]; field: Field } {
  const names = [readName(scanner)];
  while (scanner.take('.')) names.push(readName(scanner));
  const json = readJsonPath(scanner);
  scanner.expectEnd('delimiter (.), "->>", "->" or end of input');
  return { path: names.slice(0, -1), field: { name: names.at(-1) ?? '', path: json } };
}

/** Parses a comma-separated list of names, for `columns` and `on_conflict`. */
export function readNames(scanner: Scanner): string[] {
  const names = scanner.readList(() => readName(scanner));
  scanner.expectEnd('"," or end of input');
  return names;
}
