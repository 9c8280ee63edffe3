// Writes the tables, views and functions of schema public as the type `Database` that postgrest-js reads.
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

const written = (column: Column, isRequired: boolean) =>
  `${column.name}${isRequired ? '' : '?'}: ${column.isGenerated ? 'never' : columnType(column)}`;

const block = (name: string, lines: string[]) =>
  lines.length > 0 ? `${name}: {\n${lines.map((line) => `${line};`).join('\n')}\n}` : `${name}: Record<never, never>`;

const list = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;

function renderReference({ name, columns, table, targets, isOneToOne }: Reference): string {
  return `{ foreignKeyName: '${name}'; columns: ${list(columns)}; isOneToOne: ${isOneToOne}; referencedRelation: '${table}'; referencedColumns: ${list(targets)} }`;
}

function renderRelation({ name, isView, columns, references }: Relation): string {
  const row = block(
    'Row',
    columns.map((column) => `${column.name}: ${columnType(column)}`),
  );
  const relationships = `Relationships: [${references.map(renderReference).join(', ')}]`;
  if (isView) return block(name, [row, relationships]);
  const isRequired = (column: Column) => !(column.isNullable || column.hasDefault || column.isGenerated);
  return block(name, [
    row,
    block(
      'Insert',
      columns.map((column) => written(column, isRequired(column))),
    ),
    block(
      'Update',
      columns.map((column) => written(column, false)),
    ),
    relationships,
  ]);
}

function renderRoutine({ name, arguments: all, returns, isSet, table }: Routine): string {
  const inputs = all.filter(({ isOutput }) => !isOutput);
  const outputs = all.filter(({ isOutput }) => isOutput);
  const result = table
    ? `Database['public']['Tables']['${table}']['Row']`
    : outputs.length > 0
      ? `{ ${outputs.map((output) => `${output.name}: ${typeOf(output.type)}`).join('; ')} }`
      : typeOf(returns);
  const input = (argument: Argument) => {
    const nullable = argument.default?.startsWith('NULL') ? ' | null' : '';
    return `${argument.name}${argument.default === null ? '' : '?'}: ${typeOf(argument.type)}${nullable}`;
  };
  const lines = [block('Args', inputs.map(input)), `Returns: ${result}${isSet ? '[]' : ''}`];
  if (table) lines.push(`SetofOptions: { from: '*'; to: '${table}'; isOneToOne: false; isSetofReturn: ${isSet} }`);
  return block(name, lines);
}

function render(relations: Relation[], routines: Routine[]): string {
  const shape = block('public', [
    block('Tables', relations.filter(({ isView }) => !isView).map(renderRelation)),
    block('Views', relations.filter(({ isView }) => isView).map(renderRelation)),
    block('Functions', routines.map(renderRoutine)),
    'Enums: Record<never, never>',
    'CompositeTypes: Record<never, never>',
  ]);
  return indent(`// Generated by tools/schema.ts from the migrated database.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
${shape};
};
`);
}

/** Two spaces for each open brace. */
function indent(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('}')) depth -= 1;
      const indented = line && '  '.repeat(depth) + line;
      if (line.endsWith('{')) depth += 1;
      return indented;
    })
    .join('\n');
}

/** The text of domain/database.types.ts. */
export async function renderTypes(client: pg.Client): Promise<string> {
  const relations = await client.query<Relation>(relationsQuery);
  const routines = await client.query<Routine>(routinesQuery);
  return render(relations.rows, routines.rows);
}
