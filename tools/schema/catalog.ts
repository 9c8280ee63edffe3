// Reads the tables, views and functions of schemas public and private from PostgreSQL's catalog.
import type pg from 'pg';

export type ColumnDescription = {
  name: string;
  type: string;
  isNotNull: boolean;
  /** An expression, or `generated` or `identity`. */
  default: string | null;
  comment: string | null;
  isPrimaryKey: boolean;
  isUnique: boolean;
  reference: string | null;
  checks: string[];
};
export type Grant = { role: string; verb: string; columns: string[] | null };
export type TableDescription = {
  name: string;
  isView: boolean;
  comment: string;
  columns: ColumnDescription[];
  constraints: { name: string; definition: string }[];
  indexes: { name: string; definition: string }[];
  policies: { name: string; verb: string; roles: string[] }[];
  triggers: { name: string; event: string; action: string }[];
  grants: Grant[];
};
export type RoutineDescription = {
  schema: string;
  name: string;
  arguments: string;
  result: string;
  comment: string;
  executors: string[];
  parameters: { name: string; type: string; default: string | null; isOutput: boolean }[];
  /** The type of the result, and its table if it is a row of one. */
  returns: string;
  table: string | null;
  isSet: boolean;
};
/** The first column of the key names the row; the second is the customer's. */
export type ReferenceDescription = {
  name: string;
  table: string;
  columns: string[];
  target: string;
  isRequired: boolean;
  isUnique: boolean;
};

const schemas = `('public'::regnamespace, 'private'::regnamespace)`;

const tablesQuery = `
  select format('%s', relation.oid::regclass) as name, relation.relkind = 'v' as "isView", obj_description(relation.oid, 'pg_class') as comment,
    (select json_agg(json_build_object(
        'name', attname, 'type', format_type(atttypid, atttypmod), 'isNotNull', attnotnull, 'comment', col_description(attrelid, attnum),
        'default', case when attgenerated <> '' then 'generated' when attidentity <> '' then 'identity' else pg_get_expr(adbin, adrelid) end,
        'isPrimaryKey', exists (select from pg_constraint where conrelid = attrelid and contype = 'p' and attnum = any (conkey)),
        'isUnique', exists (select from pg_constraint where conrelid = attrelid and contype = 'u' and conkey = array[attnum]),
        'reference', (
          select format('%s %s %s', confrelid::regclass, confdeltype, cardinality(conkey)) from pg_constraint where conrelid = attrelid and contype = 'f' and conkey[1] = attnum
        ),
        'checks', (
          select coalesce(json_agg(pg_get_constraintdef(oid, true) order by conname), '[]')
          from pg_constraint where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
        )
      ) order by attnum)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = relation.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', conname, 'definition', pg_get_constraintdef(oid, true)) order by conname), '[]')
      from pg_constraint where conrelid = relation.oid and contype in ('c', 'u') and cardinality(conkey) > 1) as constraints,
    (select coalesce(json_agg(json_build_object(
        'name', indexrelid::regclass::name, 'definition', pg_get_indexdef(indexrelid, 0, true)) order by indexrelid::regclass::name), '[]')
      from pg_index
      where indrelid = relation.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))) as indexes,
    (select coalesce(json_agg(json_build_object(
        'name', polname, 'verb', polcmd, 'roles', array(select rolname from pg_roles where oid = any (polroles))) order by polname), '[]')
      from pg_policy where polrelid = relation.oid) as policies,
    (select coalesce(json_agg(json_build_object(
        'name', tgname,
        'event', concat_ws(' or ', case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 16 > 0 then 'update' end,
          case when tgtype & 8 > 0 then 'delete' end, case when tgtype & 32 > 0 then 'truncate' end),
        'action', replace(obj_description(tgfoid, 'pg_proc'), 'the message of the trigger',
          '“' || replace(encode(tgargs, 'escape'), '\\000', '') || '”')) order by tgname), '[]')
      from pg_trigger where tgrelid = relation.oid and not tgisinternal) as triggers,
    (select coalesce(json_agg(held order by role, verb), '[]') from (
      select role, verb, null::text[] as columns
      from unnest(array['anon', 'authenticated', 'service_role']) role, unnest(array['select', 'insert', 'update', 'delete']) verb
      where has_table_privilege(role, relation.oid, verb)
      union all
      select role, verb, array(select attname::text from pg_attribute
        where attrelid = relation.oid and attnum > 0 and not attisdropped and has_column_privilege(role, relation.oid, attnum, verb) order by attnum)
      from unnest(array['anon', 'authenticated', 'service_role']) role, unnest(array['select', 'insert', 'update']) verb
      where not has_table_privilege(role, relation.oid, verb) and has_any_column_privilege(role, relation.oid, verb)
    ) held) as grants
  from pg_class relation
  where relation.relnamespace in ${schemas} and relation.relkind in ('r', 'v')`;

const routinesQuery = `
  select pronamespace::regnamespace::text as schema, proname as name, pg_get_function_arguments(oid) as arguments,
    pg_get_function_result(oid) as result, obj_description(oid, 'pg_proc') as comment,
    array(select role from unnest(array['anon', 'authenticated', 'service_role']) role where has_function_privilege(role, routine.oid, 'execute')) as executors,
    proretset as "isSet", format_type(prorettype, null) as returns,
    (select relname from pg_class join pg_type on typrelid = pg_class.oid where pg_type.oid = prorettype) as table,
    coalesce((select json_agg(json_build_object(
        'name', parameter, 'type', format_type((coalesce(proallargtypes, array(select unnest(proargtypes))))[place], null),
        'default', pg_get_function_arg_default(routine.oid, place::int), 'isOutput', coalesce(proargmodes[place], 'i') not in ('i', 'b')
      ) order by parameter)
      from unnest(proargnames) with ordinality named (parameter, place)), '[]') as parameters
  from pg_proc routine
  where pronamespace in ${schemas} and prorettype <> 'trigger'::regtype
  order by name`;

const referencesQuery = `
  select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as target,
    array(select attname::text from unnest(conkey) with ordinality key (number, place)
      join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
    (select bool_and(attnotnull) from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as "isRequired",
    exists (select from pg_constraint key where key.conrelid = reference.conrelid and key.contype in ('p', 'u') and key.conkey <@ reference.conkey) as "isUnique"
  from pg_constraint reference
  where contype = 'f' and connamespace in ${schemas} and not (confrelid = 'auth.users'::regclass and confdeltype = 'n')
  order by target, "table", columns`;

/** `routines` are functions other than those of triggers; `references` are foreign keys, except those that only say which user did something. */
export type DescribedSchema = {
  tables: TableDescription[];
  routines: RoutineDescription[];
  references: ReferenceDescription[];
};

export async function readCatalog(client: pg.Client): Promise<DescribedSchema> {
  const { rows: tables } = await client.query<TableDescription>(tablesQuery);
  const { rows: routines } = await client.query<RoutineDescription>(routinesQuery);
  const { rows: references } = await client.query<ReferenceDescription>(referencesQuery);
  return { tables, routines, references };
}
