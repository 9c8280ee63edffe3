// Writes the tables, views and functions of schema public as the type `Database` that postgrest-js reads.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Catalog, ColumnDescription, Reference, RoutineDescription, Table } from './catalog.ts';

const primitives: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  'double precision': 'number',
  integer: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
};

function typeOf(type: string): string {
  return type.endsWith('[]') ? `${typeOf(type.slice(0, -2))}[]` : (primitives[type] ?? 'string');
}

/** A check of one column against a list is that column's only values: `CHECK (status = ANY (ARRAY['draft'::text, …]))`. */
function columnType({ type, checks, isNotNull }: ColumnDescription): string {
  const list = checks.find((check) => check.includes('= ANY (ARRAY['))?.match(/'[^']*'(?=::text)/g);
  const values = list?.join(' | ') ?? typeOf(type);
  return isNotNull ? values : `${values} | null`;
}

const object = (members: string[]) => (members.length > 0 ? `{ ${members.join('; ')} }` : 'Record<never, never>');

const union = (names: string[]) => names.map((name) => `'${name}'`).join(' | ') || 'never';

const tuple = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;

function renderReference({ name, columns, target, targetColumns, isUnique }: Reference): string {
  return `Reference<'${name}', ${tuple(columns)}, '${target}', ${tuple(targetColumns)}${isUnique ? ', true' : ''}>`;
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

function renderTable({ name, isView, columns }: Table, references: Reference[]): string {
  const sorted = columns.toSorted(byName);
  const row = object(sorted.map((column) => `${column.name}: ${columnType(column)}`));
  if (isView) return `${name}: { Row: ${row}; Relationships: [] }`;
  const named = (isIncluded: (column: ColumnDescription) => boolean) =>
    union(sorted.filter(isIncluded).map((column) => column.name));
  const isNullableJson = (column: ColumnDescription) => !column.isNotNull && typeOf(column.type) === 'Json';
  const hasDefault = ({ default: value }: ColumnDescription) =>
    value !== null && value !== 'generated' && value !== 'identity';
  const defaults = named((column) => hasDefault(column) || isNullableJson(column));
  const generated = named((column) => column.default === 'generated');
  const own = references.filter(({ table, target }) => table === name && !target.includes('.')).toSorted(byName);
  return `${name}: Table<${row}, ${defaults}, ${generated}, [${own.map(renderReference).join(', ')}]>`;
}

function renderRoutine({ name, parameters, returns, isSet, table }: RoutineDescription): string {
  const inputs = parameters.filter(({ isOutput }) => !isOutput);
  const outputs = parameters.filter(({ isOutput }) => isOutput);
  const args = object(
    inputs.map((input) => {
      const nullable = input.default?.startsWith('NULL') ? ' | null' : '';
      return `${input.name}${input.default === null ? '' : '?'}: ${typeOf(input.type)}${nullable}`;
    }),
  );
  if (table) return `${name}: ReturnsRows<'${table}', ${isSet}, ${args}>`;
  const result =
    outputs.length > 0 ? object(outputs.map((output) => `${output.name}: ${typeOf(output.type)}`)) : typeOf(returns);
  return `${name}: { Args: ${args}; Returns: ${result}${isSet ? '[]' : ''} }`;
}

const generics = `
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** JSON can always be null; such columns are among the defaults. */
type Nullable<Row> = {
  [Column in keyof Row]: Json extends Row[Column] ? never : null extends Row[Column] ? Column : never;
}[keyof Row];
type Flat<Columns> = { [Column in keyof Columns]: Columns[Column] };

/** Columns that are nullable or have a default may be left out when a row is inserted; generated ones cannot be written. */
type Table<Row, Defaults extends keyof Row, Generated extends keyof Row, Relationships> = {
  Row: Row;
  Insert: Flat<
    Omit<Row, Nullable<Row> | Defaults | Generated> &
    Partial<Pick<Row, Exclude<Nullable<Row> | Defaults, Generated>>> & { [Column in Generated]?: never }
  >;
  Update: Flat<Partial<Omit<Row, Generated>> & { [Column in Generated]?: never }>;
  Relationships: Relationships;
};

type Reference<Name, Columns, Target, TargetColumns, IsOneToOne = false> = {
  foreignKeyName: Name;
  columns: Columns;
  isOneToOne: IsOneToOne;
  referencedRelation: Target;
  referencedColumns: TargetColumns;
};

type ReturnsRows<Name extends keyof Tables, IsSet extends boolean, Args> = {
  Args: Args;
  Returns: IsSet extends true ? Tables[Name]['Row'][] : Tables[Name]['Row'];
  SetofOptions: { from: '*'; to: Name; isOneToOne: false; isSetofReturn: IsSet };
};`;

/** The text of domain/database.types.ts. */
export function renderTypes({ tables: all, routines: functions, references }: Catalog): string {
  const tables = all.filter(({ name }) => !name.includes('.')).toSorted(byName);
  const routines = functions.filter(({ schema }) => schema === 'public');
  const render = (areViews: boolean) =>
    object(tables.filter(({ isView }) => isView === areViews).map((table) => renderTable(table, references)));
  const text = `// Generated by tools/schema.ts from the migrated database.
${generics}

type Tables = ${render(false)};

type Views = ${render(true)};

type Functions = ${object(routines.map(renderRoutine))};

export type Database = {
  public: {
    Tables: Tables;
    Views: Views;
    Functions: Functions;
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
`;
  return format(text);
}

/** As `biome check` expects it. */
const format = (text: string): string =>
  execFileSync(
    path.join(import.meta.dirname, '../../node_modules/.bin/biome'),
    ['format', '--stdin-file-path=types.ts'],
    {
      input: text,
      encoding: 'utf8',
    },
  );
