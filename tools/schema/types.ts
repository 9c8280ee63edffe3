// Writes the tables, views and functions of schema public as the type `Database` that postgrest-js reads.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type pg from 'pg';

type Column = {
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
  literals: string[] | null;
};
type Reference = { name: string; columns: string[]; table: string; targets: string[]; isOneToOne: boolean };
type Relation = { name: string; isView: boolean; columns: Column[]; references: Reference[] };
type Argument = { name: string; type: string; default: string | null; isOutput: boolean };
type Routine = { name: string; arguments: Argument[]; returns: string; isSet: boolean; table: string | null };

/** A check of one column against a list is that column's only values: `CHECK ((status = ANY (ARRAY['draft'::text, …])))`. */
const relationsQuery = `
  select relation.relname as name, relation.relkind = 'v' as "isView",
    (select json_agg(json_build_object(
        'name', attname, 'type', format_type(atttypid, null), 'isNullable', not attnotnull,
        'hasDefault', atthasdef, 'isGenerated', attgenerated <> '',
        'literals', (
          select array(select found[1] from regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''::text', 'g') found)
          from pg_constraint
          where conrelid = relation.oid and contype = 'c' and conkey = array[attnum] and pg_get_constraintdef(oid) like '%= ANY (ARRAY[%'
        )
      ) order by attname)
      from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped) as columns,
    coalesce((select json_agg(json_build_object(
        'name', conname, 'table', target.relname,
        'columns', array(select attname from unnest(conkey) with ordinality key (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number order by place),
        'targets', array(select attname from unnest(confkey) with ordinality key (number, place)
          join pg_attribute on attrelid = confrelid and attnum = number order by place),
        'isOneToOne', exists (
          select from pg_constraint key where key.conrelid = reference.conrelid and key.contype in ('p', 'u') and key.conkey <@ reference.conkey
        )
      ) order by conname)
      from pg_constraint reference join pg_class target on target.oid = confrelid
      where conrelid = relation.oid and contype = 'f' and target.relnamespace = relation.relnamespace), '[]') as "references"
  from pg_class relation
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'v')
  order by name`;

const routinesQuery = `
  select routine.proname as name, routine.proretset as "isSet", format_type(routine.prorettype, null) as returns,
    (select relname from pg_class where pg_class.oid = result.typrelid) as table,
    coalesce((select json_agg(json_build_object(
        'name', argument, 'type', format_type((coalesce(routine.proallargtypes, array(select unnest(routine.proargtypes))))[place], null),
        'default', pg_get_function_arg_default(routine.oid, place::int), 'isOutput', coalesce(routine.proargmodes[place], 'i') not in ('i', 'b')
      ) order by argument)
      from unnest(routine.proargnames) with ordinality as named (argument, place)), '[]') as arguments
  from pg_proc routine join pg_type result on result.oid = routine.prorettype
  where routine.pronamespace = 'public'::regnamespace and routine.prorettype <> 'trigger'::regtype
  order by name`;

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

function columnType({ type, literals, isNullable }: Column): string {
  const values = literals?.map((literal) => `'${literal}'`).join(' | ') ?? typeOf(type);
  return isNullable ? `${values} | null` : values;
}

const object = (members: string[]) => (members.length > 0 ? `{ ${members.join('; ')} }` : 'Record<never, never>');

const union = (names: string[]) => names.map((name) => `'${name}'`).join(' | ') || 'never';

const tuple = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;

function renderReference({ name, columns, table, targets, isOneToOne }: Reference): string {
  return `Reference<'${name}', ${tuple(columns)}, '${table}', ${tuple(targets)}${isOneToOne ? ', true' : ''}>`;
}

function renderRelation({ name, isView, columns, references }: Relation): string {
  const row = object(columns.map((column) => `${column.name}: ${columnType(column)}`));
  if (isView) return `${name}: { Row: ${row}; Relationships: [] }`;
  const named = (isIncluded: (column: Column) => boolean) =>
    union(columns.filter(isIncluded).map((column) => column.name));
  const isNullableJson = (column: Column) => column.isNullable && typeOf(column.type) === 'Json';
  const defaults = named((column) => (column.hasDefault && !column.isGenerated) || isNullableJson(column));
  const generated = named((column) => column.isGenerated);
  return `${name}: Table<${row}, ${defaults}, ${generated}, [${references.map(renderReference).join(', ')}]>`;
}

function renderRoutine({ name, arguments: all, returns, isSet, table }: Routine): string {
  const inputs = all.filter(({ isOutput }) => !isOutput);
  const outputs = all.filter(({ isOutput }) => isOutput);
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
export async function renderTypes(client: pg.Client): Promise<string> {
  const relations = (await client.query<Relation>(relationsQuery)).rows;
  const routines = (await client.query<Routine>(routinesQuery)).rows;
  const text = `// Generated by tools/schema.ts from the migrated database.
${generics}

type Tables = ${object(relations.filter(({ isView }) => !isView).map(renderRelation))};

type Views = ${object(relations.filter(({ isView }) => isView).map(renderRelation))};

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
