// A distributed database takes functions, views and triggers as they are, so that they contain nothing that it rejects or answers otherwise.
import { expect, test } from 'vitest';
import { distributedTables } from '../../tools/policies/sql.ts';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

/** Reference tables are on every node. */
const REFERENCE_TABLES = ['customers', 'rejection_reasons', 'agency_do_not_contact', 'sending_tools'];
const tables = distributedTables.filter((table) => !REFERENCE_TABLES.includes(table)).join('|');
const references = REFERENCE_TABLES.join('|');

/** A function, and a view as if it were one. */
const SOURCES = `
  select oid::regprocedure::text as name, coalesce(pg_get_function_sqlbody(oid), prosrc) as source, pronargs,
    (select lanname from pg_language where oid = prolang) as language
  from pg_proc
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  union all
  select oid::regclass::text, pg_get_viewdef(oid), 0, 'sql' from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace`;

const OBSTACLES: [what: string, condition: string, counterexample: string][] = [
  [
    'the name of a table, which on a node is that of a shard',
    String.raw`source ~ '(?<!regexp_replace\()tg_table_name'`,
    `create or replace function private.set_updated_at() returns trigger language plpgsql as $$ begin
       if tg_table_name = 'leads' then return null; end if; return new; end $$`,
  ],
  [
    'a lock of rows of a table on every node, which locks the table',
    String.raw`source ~ 'public\.(${references})\M[^;]*\mfor (no key )?(update|(key )?share)\M'`,
    `create or replace function private.lock_imports(customer_id uuid) returns void language sql as $$
       select from public.customers where id = customer_id for key share $$`,
  ],
  [
    'set_config, which reaches no node',
    // A trigger that reads it again on the same node may.
    String.raw`source ~ '\mset_config\M' and name <> 'private.change_step()'`,
    `create or replace function private.remove_expired_rows() returns void language plpgsql as $$ begin
       perform set_config('leadlight.restoring', 'on', true); end $$`,
  ],
  [
    'a function in SQL that reads distributed rows by its arguments',
    String.raw`language = 'sql' and pronargs > 0 and source ~* '\m(from|join) ((public|private)\.)?(${tables}|\w+_counters|deleted_rows)\M'`,
    `create or replace function private.lock_imports(customer_id uuid) returns void language sql as $$
       select from public.imports where imports.customer_id = $1 $$`,
  ],
  [
    'an upsert that computes with more than values',
    String.raw`source ~ '\mdo update[^;]*(\mauth\.|\mnow\()'`,
    `create or replace function private.remove_expired_rows() returns void language sql as $$
       insert into private.attention_dismissals (customer_id, user_id, reason) values (null, null, '')
       on conflict (customer_id, user_id, reason) do update set dismissed_at = now() $$`,
  ],
  [
    'an update that calls a function which reads a setting',
    String.raw`source ~ '\mupdate (public|private)\.(${tables})\M[^;]*(\mauth\.\w+|\mcurrent_setting|\mcaller_id)\('`,
    `create or replace function private.lock_imports(customer_id uuid) returns void language plpgsql as $$ begin
       update public.hand_offs set ended_by = auth.uid() where hand_offs.customer_id = lock_imports.customer_id; end $$`,
  ],
  [
    'a subquery of all customers without columns, whose rows cannot be stored meanwhile',
    String.raw`source ~* '\(\s*select\s+from\s+(public|private)\.(${tables})\M(?![^;]*\mcustomer_id = (?!any))'`,
    `create or replace function private.has_entries(scope uuid[]) returns boolean language plpgsql as $$ begin
       return exists (select from public.do_not_contact where removed_at is null and customer_id = any (scope)); end $$`,
  ],
  [
    'a function beside a subquery, which runs on a node with it and can read no other rows there',
    String.raw`exists (
      select from regexp_split_to_table(regexp_replace(source, '''[^'']*''', '', 'g'), ';') statement
      cross join lateral regexp_matches(statement, '\mprivate\.(\w+)\(', 'g') called
      join pg_proc on pronamespace = 'private'::regnamespace and proname = called[1] and prosrc ~* '\m(from|join|update|into) (public|private)\.\w+'
      where statement ~* '(\mperform|\mreturn(?! query)|:=)\s.*\mfrom public\.(${tables})\M')`,
    `create or replace function private.lock_imports(customer_id uuid) returns void language plpgsql as $$ begin
       perform private.flag_marks($1, array(select id from public.leads where leads.customer_id = $1), null, null); end $$`,
  ],
  [
    'the rows of a change in one statement with a table',
    String.raw`source ~ '\m(update|join|into) public\.[^;]*\m(from|join) (old_rows|new_rows|former_steps)\M'`,
    `create or replace function private.set_campaign_updated_at() returns trigger language plpgsql as $$ begin
       update public.campaigns set updated_at = now() from (select distinct campaign_id from former_steps) former
       where id = former.campaign_id; return null; end $$`,
  ],
  [
    'rows of a table on every node, each with a query of distributed rows',
    String.raw`source ~ '\mfrom (public\.)?customers( customer)?(\s+(left )?join [^;]*)?\s+(cross|left) join lateral\M'`,
    `create or replace function private.remove_expired_rows() returns void language sql as $$
       select from public.customers customer
       cross join lateral (select max(decided_at) from public.decisions where customer_id = customer.id) decision $$`,
  ],
];

test.each(OBSTACLES)('no function or view has %s', async (_, condition, counterexample) => {
  await world.transaction(async ({ query }) => {
    const find = () => query<{ name: string }>(`select name from (${SOURCES}) sources where ${condition} order by 1`);
    expect(await find()).toEqual([]);
    await query(counterexample);
    expect(await find()).toHaveLength(1);
  });
});
