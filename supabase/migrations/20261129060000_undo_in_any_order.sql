-- Imports that updated the same field can be undone in any order.

create sequence private.import_turns start 10000000000;
comment on sequence private.import_turns is
  'Numbers the chunks that give values, over all imports. Chunks of former versions have the second in which their import began.';

alter table public.import_matches add column turns jsonb;
comment on column public.import_matches.turns is 'Of the fields in `given`, the number of the chunk that gave the value last, in the order of all imports.';
comment on column public.import_matches.former is 'Of the fields that the import updated, the values before, by column, `custom:` or `internal:` and key. Null if it updated none. If the value before was that of an import that is undone, it becomes the value before that one.';

create function private.field_turns(given jsonb, turn bigint) returns jsonb language sql immutable
return (select jsonb_object_agg(field, turn) from jsonb_object_keys(given) field);
comment on function private.field_turns is 'The same turn for each field of `given`.';

update public.import_matches match set turns = private.field_turns(match.given, extract(epoch from import.created_at)::bigint)
from public.imports import
where import.id = match.import_id and import.customer_id = match.customer_id and match.given is not null;

create function private.later_matches(import public.imports, updated jsonb)
returns table (row_id uuid, field text, later_id uuid, later_former jsonb)
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  ids constant uuid[] := array(select (value ->> 'row_id')::uuid from jsonb_array_elements(updated));
  others jsonb;
begin
  execute format(
    'select jsonb_agg(to_jsonb(other))
     from (
       select id, coalesce(lead_id, company_id) as row_id, former, turns from public.import_matches
       where customer_id = $1 and %I = any ($2) and import_id <> $3 and given is not null
     ) other',
    case import.import_type when 'leads' then 'lead_id' else 'company_id' end
  ) into others using import.customer_id, ids, import.id;
  return query
    select distinct on (own.row_id, field) own.row_id, field, other.id, case when other.former -> field = value then own.former -> field end
    from jsonb_to_recordset(others) as other (id uuid, row_id uuid, former jsonb, turns jsonb)
    join jsonb_to_recordset(updated) as own (row_id uuid, former jsonb, given jsonb, turns jsonb) using (row_id)
    cross join lateral jsonb_each(own.given) as field (field, value)
    where (other.turns -> field)::bigint > (own.turns -> field)::bigint
    order by own.row_id, field, (other.turns -> field)::bigint;
end $$;
comment on function private.later_matches is
  'Of leads or companies that an import updated (`updated`: `row_id`, `former`, `given` and `turns` of their matches), the fields that a later import has updated too, with the match of the next one. `later_former` is the former value that this match gets if the value of `import` is taken out; null if its former value is another.';

create function private.change_matches(customer uuid, changed jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  ids constant uuid[] := array(select (value ->> 'id')::uuid from jsonb_array_elements(changed));
begin
  update public.import_matches match set
    former = coalesce(match.former, '{}') || changed.former,
    given = coalesce(match.given, '{}') || coalesce(changed.given, '{}'),
    turns = coalesce(match.turns, '{}') || coalesce(changed.turns, '{}')
  from jsonb_to_recordset(changed) as changed (id uuid, former jsonb, given jsonb, turns jsonb)
  where match.customer_id = customer and match.id = any (ids) and match.id = changed.id;
end $$;
comment on function private.change_matches is 'Adds values to those of matches (`id`, `former`, `given`, `turns`).';

create or replace function private.record_matches(import public.imports, matched jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  owner constant text := case import.import_type when 'leads' then 'lead_id' else 'company_id' end;
  turn constant bigint := nextval('private.import_turns');
  made uuid[];
  others jsonb;
  earlier jsonb;
begin
  execute format(
    'with made as (
       insert into public.import_matches (customer_id, import_id, %1$I, former, given, turns)
       select $1, $2, id, former, given, private.field_turns(given, $4)
       from jsonb_to_recordset($3) as matched (id uuid, "importId" uuid, former jsonb, given jsonb)
       where "importId" is distinct from $2
       on conflict do nothing
       returning %1$I
     )
     select array_agg(%1$I) from made', owner
  ) into made using import.customer_id, import.id, matched, turn;
  select jsonb_agg(value) into others
  from jsonb_array_elements(matched)
  where value -> 'given' <> 'null' and (value ->> 'id')::uuid <> all (coalesce(made, '{}'));
  if others is null then
    return;
  end if;
  execute format(
    'select jsonb_agg(to_jsonb(earlier)) from (
       select id, %1$I as row_id, former, given, turns from public.import_matches where customer_id = $1 and import_id = $2 and %1$I = any ($3)
     ) earlier', owner
  ) into earlier using import.customer_id, import.id, array(select (value ->> 'id')::uuid from jsonb_array_elements(others));
  perform private.change_matches(import.customer_id, (
    with own as materialized (
      select stored.id, stored.row_id, stored.given, matched.former as matched_former, matched.given as matched_given
      from jsonb_to_recordset(earlier) as stored (id uuid, row_id uuid, given jsonb)
      join jsonb_to_recordset(others) as matched (id uuid, former jsonb, given jsonb) on matched.id = stored.row_id
    ), later as materialized (
      select * from private.later_matches(import, earlier)
    ), changes as (
      -- Where no edit or other import came between its values, the former value stays.
      select own.id, jsonb_object_agg(field, value) filter (where later_id is not null or own.given -> field is distinct from value) as former,
        own.matched_given as given, private.field_turns(own.matched_given, turn) as turns
      from own
      cross join lateral jsonb_each(own.matched_former) as before (field, value)
      left join later using (row_id, field)
      group by own.id, own.matched_given
      union all
      select later_id, jsonb_object_agg(field, later_former), null, null
      from later
      join own using (row_id)
      where later_former is not null and own.matched_given ? field
      group by later_id
    )
    select jsonb_agg(jsonb_build_object('id', id, 'former', coalesce(former, '{}'), 'given', given, 'turns', turns)) from changes
  ));
end $$;
comment on function private.record_matches is 'Stores which leads or companies of other imports a chunk matched, and the values before and after.';

create or replace function private.restore_values(import public.imports, most int, out restored int, out unrestored int, out is_complete boolean)
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  names constant record := private.identity_of(import.import_type);
  batch jsonb;
  counts record;
  is_last boolean := false;
  cycles jsonb := '{}'; -- of keys that rows took from each other: field and row that wants it, field and row that has it
begin
  restored := 0;
  unrestored := 0;
  while most > 0 loop
    select jsonb_agg(to_jsonb(updated)) into batch
    from (
      select id, coalesce(lead_id, company_id) as row_id, former, given, turns
      from public.import_matches
      where customer_id = import.customer_id and import_id = import.id and given is not null
      order by id
      limit most
    ) updated;
    exit when batch is null;

    with updated as materialized (
      select id, row_id, former, given, row_number() over () as "row"
      from jsonb_to_recordset(batch) as updated (id uuid, row_id uuid, former jsonb, given jsonb)
    ), stored as materialized (
      select (content ->> 'id')::uuid as row_id, content
      from unnest(private.stored_rows(import.customer_id, import.import_type, array(select row_id from updated), 'change')) content
    ), owned as materialized (
      select "row", owners
      from private.match_rows(import.customer_id, import.import_type, (select jsonb_agg(former || jsonb_build_object('row', "row")) from updated), 'match')
    ), later as materialized (
      select * from private.later_matches(import, batch)
    ), fields as materialized (
      select
        updated.id, row_id, field, updated.former -> field as former, later_id, later_former,
        later_id is null and nullif(content #> string_to_array(field, ':'), 'null') is not distinct from value as is_same,
        field = any (names.fields) and num_nonnulls(content ->> names.columns[1], content ->> names.columns[2]) < case
          when updated.former ->> field is null and field = any (names.fields[:2]) then 2 else 1
        end as is_identity,
        coalesce(case field when names.fields[1] then owners[1] when names.fields[2] then owners[2] end, row_id) as owner
      from updated
      join stored using (row_id)
      join owned using ("row")
      cross join lateral jsonb_each(updated.given) as field (field, value)
      left join later using (row_id, field)
    ), judged as materialized (
      select *, owner <> row_id and not cycles ? concat(field, ' ', row_id) as is_taken from fields
    ), rows as materialized (
      select
        id, row_id, jsonb_object_agg(field, former) filter (where is_same and not is_identity and not is_taken) as given,
        bool_or(not is_same or is_identity or is_taken) as is_kept, bool_or(is_same and not is_identity and is_taken) as is_waiting
      from judged group by id, row_id
    ), done as materialized (
      select * from rows where is_last or not is_waiting
    )
    select
      jsonb_agg(jsonb_build_object('id', row_id, 'given', given)) filter (where given is not null) as changed,
      count(given) as restored, count(*) filter (where is_kept) as unrestored, array_agg(id) as ids,
      (
        select coalesce(jsonb_object_agg(concat(field, ' ', row_id), concat(field, ' ', owner)), '{}')
        from (select distinct on (field, owner) * from judged where is_same and not is_identity and is_taken) waiting
      ) as waiting,
      (
        select jsonb_agg(jsonb_build_object('id', later_id, 'former', former))
        from (
          select later_id, jsonb_object_agg(field, later_former) as former
          from judged
          where later_former is not null and row_id in (select row_id from done)
          group by later_id
        ) following
      ) as following
    into counts
    from done;
    is_last := counts.ids is null;
    if is_last then
      -- Each round doubles the distance from a row to the one that it names, so that only cycles are left of up to 2^14 rows.
      cycles := counts.waiting;
      for round in 1..14 loop
        select coalesce(jsonb_object_agg(key, cycles -> value), '{}') into cycles from jsonb_each_text(cycles) where cycles ? value;
      end loop;
      continue;
    elsif cycles <> '{}' then
      perform private.write_fields(import.customer_id, import.import_type, (
        select jsonb_agg(freed)
        from (
          select place[2] as id, jsonb_object_agg(place[1], place[2]) as given
          from (select string_to_array(jsonb_object_keys(cycles), ' ') as place) named group by 1
        ) freed
      ));
      cycles := '{}';
    end if;
    perform private.write_fields(import.customer_id, import.import_type, counts.changed);
    perform private.change_matches(import.customer_id, counts.following);
    delete from public.import_matches where customer_id = import.customer_id and id = any (counts.ids);
    restored := restored + counts.restored;
    unrestored := unrestored + counts.unrestored;
    most := most - cardinality(counts.ids);
  end loop;
  is_complete := most > 0;
  if is_complete then
    delete from public.import_matches where customer_id = import.customer_id and import_id = import.id;
  end if;
end $$;
comment on function private.restore_values is
  'Restores the former values of what an import updated, where it still has those of the import, of up to `most` rows. Where a later import has updated the field too, the value stays, and undoing that one restores the former value. A former key that another row has is restored after that row, or not at all; rows that have each other''s keys get unique values before. Returns how many rows were restored and how many have values that were not.';

revoke all on sequence private.import_turns from public, anon, authenticated, service_role;
revoke all on function private.field_turns, private.later_matches, private.change_matches from public, anon, authenticated, service_role;
