-- A digest of each table, view, function and schema of the product, and as another one ('keys') of what differs in a distributed database. Equal on
-- PostgreSQL 15 to 18, with search_path ''. Left out are the rights of owners, names of not-null constraints, which PostgreSQL 15 does not have,
-- whether constraints are validated, qualifiers in views, and brackets in triggers, of which a restored dump has fewer.
with product as (
  select oid, nspname, nspowner from pg_catalog.pg_namespace where nspname in ('public', 'private')
), member as (
  select classid, objid from pg_catalog.pg_depend where deptype = 'e'
), relation as (
  select c.oid, relkind, format('%s %s.%s', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, nspname, relname) as object,
    relname, relacl, relowner, reloptions, relpersistence, relrowsecurity, relforcerowsecurity
  from pg_catalog.pg_class c join product on product.oid = relnamespace
  where relkind not in ('i', 't', 'c') and not exists (select from member where classid = 'pg_catalog.pg_class'::regclass and objid = c.oid)
), line (object, part, text) as (
  select object, 'columns', concat_ws(' ', 'is', relkind, relpersistence, reloptions, relrowsecurity, relforcerowsecurity, obj_description(oid, 'pg_class'))
  from relation
  union all
  select object, 'columns', concat_ws(' ', 'view', regexp_replace(pg_get_viewdef(oid), '\m\w+\.', '', 'g')) from relation where relkind = 'v'
  union all
  select object, 'columns', concat_ws(' ', 'column', row_number() over (partition by attrelid order by attnum), attname, format_type(atttypid, atttypmod),
    attidentity, attgenerated, case when attgenerated <> '' then pg_get_expr(adbin, adrelid) end,
    (select collname from pg_catalog.pg_collation where pg_collation.oid = attcollation), col_description(attrelid, attnum))
  from relation
  join pg_catalog.pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped and relkind <> 'S'
  left join pg_catalog.pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select object, 'keys', concat_ws(' ', 'column', attname, attnotnull, case when attgenerated = '' then pg_get_expr(adbin, adrelid) end)
  from relation
  join pg_catalog.pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped and relkind <> 'S'
  left join pg_catalog.pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select object, case contype when 'c' then 'columns' else 'keys' end,
    concat_ws(' ', 'constraint', conname, replace(pg_get_constraintdef(pg_constraint.oid), ' NOT VALID', ''), obj_description(pg_constraint.oid, 'pg_constraint'))
  from relation join pg_catalog.pg_constraint on conrelid = relation.oid and contype <> 'n'
  union all
  select object, case when indisunique then 'keys' else 'columns' end,
    concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, obj_description(indexrelid, 'pg_class'))
  from relation join pg_catalog.pg_index on indrelid = relation.oid
  union all
  select object, 'keys', concat_ws(' ', 'trigger', translate(pg_get_triggerdef(pg_trigger.oid), '()', ''), tgenabled, obj_description(pg_trigger.oid, 'pg_trigger'))
  from relation join pg_catalog.pg_trigger on tgrelid = relation.oid and not tgisinternal
  union all
  select object, 'keys', concat_ws(' ', 'policy', polname, polcmd, polpermissive, array(select rolname from pg_catalog.pg_roles where oid = any (polroles) order by 1),
    'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid))
  from relation join pg_catalog.pg_policy on polrelid = relation.oid
  union all
  select object, 'keys', concat_ws(' ', 'rule', pg_get_ruledef(pg_rewrite.oid))
  from relation join pg_catalog.pg_rewrite on ev_class = relation.oid and rulename <> '_RETURN'
  union all
  select object, 'keys', concat_ws(' ', 'grant', privilege_type, is_grantable, grantee::regrole)
  from relation, aclexplode(relacl) where grantee <> relowner
  union all
  select object, 'keys', concat_ws(' ', 'grant', privilege_type, attname, is_grantable, grantee::regrole)
  from relation join pg_catalog.pg_attribute on attrelid = relation.oid, aclexplode(attacl) where grantee <> relowner
  union all
  select 'auth.users', 'keys', pg_get_triggerdef(pg_trigger.oid)
  from pg_catalog.pg_trigger join pg_catalog.pg_proc on pg_proc.oid = tgfoid join product on product.oid = pronamespace
  where tgrelid = to_regclass('auth.users')
  union all
  select format('function %s', p.oid::regprocedure), 'columns', text
  from pg_catalog.pg_proc p
  join product on product.oid = pronamespace
  cross join lateral (
    select concat_ws(' ', prokind, pg_get_function_arguments(p.oid), 'returns', pg_get_function_result(p.oid), lanname, provolatile, prosecdef, proleakproof,
      proisstrict, proparallel, procost, prorows, prosupport, proconfig, obj_description(p.oid, 'pg_proc'), coalesce(pg_get_function_sqlbody(p.oid), prosrc)) as text
    from pg_catalog.pg_language where pg_language.oid = prolang
    union all
    select concat_ws(' ', 'grant', is_grantable, case grantee when 0 then 'public' else grantee::regrole::text end)
    from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> proowner
  ) described
  where not exists (select from member where classid = 'pg_catalog.pg_proc'::regclass and objid = p.oid)
  union all
  select format('type %s', t.oid::regtype), 'columns', concat_ws(' ', typtype, typbasetype::regtype)
  from pg_catalog.pg_type t
  join product on product.oid = typnamespace
  where typtype in ('d', 'e', 'r') and not exists (select from member where classid = 'pg_catalog.pg_type'::regclass and objid = t.oid)
  union all
  select 'schema private', 'keys', concat_ws(' ', 'grant', privilege_type, is_grantable, grantee::regrole)
  from pg_catalog.pg_namespace, aclexplode(nspacl) where nspname = 'private' and grantee <> nspowner
  union all
  select 'schema private', 'columns', obj_description(oid, 'pg_namespace') from pg_catalog.pg_namespace where nspname = 'private'
)
select case part when 'keys' then 'keys, triggers and rights of ' else '' end || object as object,
  md5(string_agg(text, E'\n' order by text collate "C")) as digest
from line
group by object, part
order by line.object collate "C", part;
