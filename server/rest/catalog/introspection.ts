// The query that reads the system catalogs, and the shape of its result.
export type ColumnRow = { number: number; name: string; type: string; baseType: string; fallback: string | null };

export type RelationRow = {
  id: number;
  name: string;
  kind: string;
  columns: ColumnRow[];
  keys: { isPrimary: boolean; columns: string[] }[] | null;
  /** The parse tree of a view's query, as text. */
  tree: string | null;
};

export type ForeignKeyRow = {
  name: string;
  relation: number;
  columns: string[];
  target: number;
  targetColumns: string[];
};

export type RoutineRow = {
  name: string;
  volatility: string;
  returnsSet: boolean;
  /** The return type: pg_type.typtype, its name, its qualified name, and the relation of a row type (or 0). */
  typeKind: string;
  typeName: string;
  returnType: string;
  relation: number;
  argumentNames: string[] | null;
  argumentModes: string[] | null;
  argumentTypes: string[];
  defaults: number;
};

export type TypeRow = { name: string; spelling: string; type: string };

export type Introspection = {
  relations: RelationRow[] | null;
  foreignKeys: ForeignKeyRow[] | null;
  routines: RoutineRow[] | null;
  types: TypeRow[] | null;
};

/** Returns one row with a JSON column `catalog`. `$1` is the schema. Run it with search_path pg_catalog, so that all names are qualified. */
export const introspection = `
with exposed as (
  select c.oid, n.nspname, c.relname, c.relkind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
),
columns as (
  select a.attrelid, json_agg(json_build_object(
    'number', a.attnum,
    'name', a.attname,
    'type', format_type(a.atttypid, -1),
    'baseType', format_type(coalesce(nullif(t.typbasetype, 0), t.oid), -1),
    'fallback', case
      when a.attidentity <> '' then format('nextval(%L::regclass)', pg_get_serial_sequence(format('%I.%I', e.nspname, e.relname), a.attname))
      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
    end
  ) order by a.attnum) as list
  from exposed e
  join pg_attribute a on a.attrelid = e.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  group by a.attrelid
),
constraints as (
  select k.oid, k.conname, k.contype, k.conrelid, k.confrelid,
    array(select attname from unnest(k.conkey) with ordinality u(number, place)
      join pg_attribute on attrelid = k.conrelid and attnum = u.number order by place) as names,
    array(select attname from unnest(k.confkey) with ordinality u(number, place)
      join pg_attribute on attrelid = k.confrelid and attnum = u.number order by place) as far_names
  from pg_constraint k
  where k.contype in ('p', 'u', 'f') and k.conparentid = 0 and k.conrelid in (select oid from exposed)
)
select json_build_object(
  'relations', (select json_agg(json_build_object(
      'id', e.oid::bigint, 'name', e.relname, 'kind', e.relkind,
      'columns', coalesce(c.list, '[]'),
      'keys', (select json_agg(json_build_object('isPrimary', k.contype = 'p', 'columns', k.names))
        from constraints k where k.conrelid = e.oid and k.contype in ('p', 'u')),
      'tree', (select r.ev_action::text from pg_rewrite r where r.ev_class = e.oid and r.rulename = '_RETURN')
    ) order by e.relname) from exposed e left join columns c on c.attrelid = e.oid),
  'foreignKeys', (select json_agg(json_build_object(
      'name', k.conname, 'relation', k.conrelid::bigint, 'columns', k.names,
      'target', k.confrelid::bigint, 'targetColumns', k.far_names
    ) order by k.conname) from constraints k where k.contype = 'f' and k.confrelid in (select oid from exposed)),
  'routines', (select json_agg(json_build_object(
      'name', p.proname, 'volatility', p.provolatile, 'returnsSet', p.proretset,
      'typeKind', t.typtype, 'typeName', t.typname, 'returnType', format_type(t.oid, -1),
      'relation', t.typrelid::bigint,
      'argumentNames', p.proargnames, 'argumentModes', p.proargmodes::text[],
      'argumentTypes', array(select format_type(u.type, -1)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u(type, place) order by place),
      'defaults', p.pronargdefaults
    ) order by p.proname, p.oid)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
    where n.nspname = $1 and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')),
  'types', (select json_agg(json_build_object(
      'name', t.typname, 'spelling', format_type(t.oid, null), 'type', format_type(t.oid, -1)))
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ('pg_catalog', $1) and t.typtype in ('b', 'd', 'e', 'r', 'm'))
)::text as catalog`;
