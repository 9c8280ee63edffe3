-- Each object of schemas public and private, and each of its parts, by kind and name, with its definition. With search_path '' names are complete.
-- Left out are names of not-null constraints, which PostgreSQL 15 does not have, and brackets in triggers, of which a restored dump has fewer.
-- Constraints and indexes are checked in the order in which they were created.
with product as (
  select oid, nspname, nspowner, nspacl from pg_catalog.pg_namespace where nspname in ('public', 'private')
), member as (
  select classid, objid from pg_catalog.pg_depend where deptype = 'e'
), relation as (
  select nspname || '.' || relname as name, c.*
  from pg_catalog.pg_class c join product on product.oid = relnamespace
  where relkind not in ('i', 't', 'c') and not exists (select from member where classid = 'pg_catalog.pg_class'::regclass and objid = c.oid)
), attribute as (
  select relation.name, relation.relkind, pg_attribute.*, row_number() over (partition by attrelid order by attnum) as place,
    pg_get_expr(adbin, adrelid) as expression
  from relation
  join pg_catalog.pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped and relkind <> 'S'
  left join pg_catalog.pg_attrdef on adrelid = attrelid and adnum = attnum
), routine as (
  select p.oid::regprocedure::text as name, p.*
  from pg_catalog.pg_proc p join product on product.oid = pronamespace
  where not exists (select from member where classid = 'pg_catalog.pg_proc'::regclass and objid = p.oid)
), described (kind, name, definition) as (
  select case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, name,
    concat_ws(' ', relkind, relpersistence, reloptions, relrowsecurity, relforcerowsecurity, case relkind when 'v' then pg_get_viewdef(oid) end,
      case relkind when 'S' then (select to_jsonb(s) - 'last_value' - 'sequencename' - 'sequenceowner' from pg_catalog.pg_sequences s where format('%s.%s', schemaname, sequencename) = name) end)
  from relation
  union all
  select 'owner', name, concat(pg_get_userbyid(owner) = current_user)
  from (select name, relowner from relation union all select name, proowner from routine) owned (name, owner)
  union all
  select 'column', format('%s.%s', name, attname), concat_ws(' ', place, format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
    attidentity, attgenerated, expression, (select collname from pg_catalog.pg_collation where pg_collation.oid = attcollation),
    'storage', attstorage, attcompression,
    array(select * from unnest(attoptions) as setting where setting like 'n_distinct%'))
  from attribute where relkind <> 'v'
  union all
  select 'statistics', format('%s.%s', name, attname), concat(attstattarget) from attribute where attstattarget >= 0
  union all
  select 'statistics', stxname, pg_get_statisticsobjdef(pg_statistic_ext.oid) from pg_catalog.pg_statistic_ext join product on product.oid = stxnamespace
  union all
  select 'constraint', format('%s on %s', conname, name), concat_ws(' ', pg_get_constraintdef(pg_constraint.oid), condeferrable)
  from relation join pg_catalog.pg_constraint on conrelid = relation.oid and contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'order', format('%s on %s', conname, name), concat(row_number() over (partition by conrelid order by pg_constraint.oid))
  from relation join pg_catalog.pg_constraint on conrelid = relation.oid and contype = 'f'
  union all
  select 'order', indexrelid::regclass::text, concat(row_number() over (partition by indrelid order by indexrelid))
  from relation join pg_catalog.pg_index on indrelid = relation.oid
  union all
  select 'index', indexrelid::regclass::text, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, c.reloptions)
  from relation join pg_catalog.pg_index on indrelid = relation.oid join pg_catalog.pg_class c on c.oid = indexrelid
  union all
  select 'trigger', format('%s on %s', tgname, tgrelid::regclass), concat_ws(' ', translate(pg_get_triggerdef(pg_trigger.oid), '()', ''), tgenabled)
  from pg_catalog.pg_trigger join routine on routine.oid = tgfoid where not tgisinternal
  union all
  select 'policy', format('%s on %s', polname, name), concat_ws(' ', polcmd, polpermissive,
    array(select rolname from pg_catalog.pg_roles where oid = any (polroles) order by 1), 'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid))
  from relation join pg_catalog.pg_policy on polrelid = relation.oid
  union all
  select 'rule', format('%s on %s', rulename, name), pg_get_ruledef(pg_rewrite.oid)
  from relation join pg_catalog.pg_rewrite on ev_class = relation.oid and rulename <> '_RETURN'
  union all
  select case prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end, name, concat_ws(' ',
    pg_get_function_arguments(routine.oid), 'returns', pg_get_function_result(routine.oid), lanname, provolatile, prosecdef, proleakproof, proisstrict,
    proparallel, procost, prorows, prosupport, array(select * from unnest(proconfig) order by 1),
    coalesce(pg_get_function_sqlbody(routine.oid), prosrc))
  from routine join pg_catalog.pg_language on pg_language.oid = prolang
  union all
  select 'type', t.oid::regtype::text, concat_ws(' ', typtype, typbasetype::regtype, array(select enumlabel from pg_catalog.pg_enum where enumtypid = t.oid order by enumsortorder))
  from pg_catalog.pg_type t join product on product.oid = typnamespace
  where typtype in ('d', 'e', 'r') and not exists (select from member where classid = 'pg_catalog.pg_type'::regclass and objid = t.oid)
  union all
  select 'grant', name, string_agg(concat(privilege_type, ' to ', case grantee when 0 then 'public' else grantee::regrole::text end, case when is_grantable then ' with grant option' end), ', ' order by privilege_type, grantee::regrole::text)
  from (
    select 'table ' || name, relowner, relacl from relation
    union all select format('column %s.%s', name, attname), relowner, attacl from (select attribute.*, relowner from attribute join pg_catalog.pg_class on pg_class.oid = attrelid) owned
    union all select 'function ' || name, proowner, coalesce(proacl, acldefault('f', proowner)) from routine
    union all select 'schema ' || nspname, nspowner, nspacl from product
  ) granted (name, owner, acl), aclexplode(acl) where grantee <> owner
  group by name
  union all
  select 'comment', case when classoid = 'pg_catalog.pg_proc'::regclass then format('function %s', objoid::regprocedure) else format('%s %s', replace(type, 'table column', 'column'), identity) end,
    description
  from (
    select classoid, objoid, objsubid, description from pg_catalog.pg_description
    where (classoid, objoid) in (
      select 'pg_catalog.pg_class'::regclass, oid from relation
      union all select 'pg_catalog.pg_class'::regclass, indexrelid from pg_catalog.pg_index join relation on relation.oid = indrelid
      union all select 'pg_catalog.pg_proc'::regclass, oid from routine
      union all select 'pg_catalog.pg_namespace'::regclass, oid from product where nspname = 'private'
      union all select 'pg_catalog.pg_constraint'::regclass, pg_constraint.oid from pg_catalog.pg_constraint join relation on relation.oid = conrelid
      union all select 'pg_catalog.pg_trigger'::regclass, pg_trigger.oid from pg_catalog.pg_trigger join routine on routine.oid = tgfoid
      union all select 'pg_catalog.pg_policy'::regclass, pg_policy.oid from pg_catalog.pg_policy join relation on relation.oid = polrelid
    )
  ) commented, pg_identify_object(classoid, objoid, objsubid)
  union all
  select 'default rights', concat_ws(' ', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype), defaclacl::text from pg_catalog.pg_default_acl
  union all
  select 'extension', extname, extnamespace::regnamespace::text from pg_catalog.pg_extension
  union all
  select 'event trigger', evtname, concat_ws(' ', evtevent, evtfoid::regprocedure, evtenabled, evttags) from pg_catalog.pg_event_trigger
  union all
  select 'publication', pubname, concat_ws(' ', puballtables, (select string_agg(tablename, ' ' order by 1) from pg_catalog.pg_publication_tables t where t.pubname = p.pubname))
  from pg_catalog.pg_publication p
)
select kind, name, definition from described order by kind, name collate "C";
