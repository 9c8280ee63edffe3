-- As before, and for rows that took each other's keys, as three chunks of an import can: each waited for the other, and none was restored.
create or replace function private.restore_values(import public.imports, most int, out restored int, out unrestored int, out is_complete boolean)
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  names constant record := private.identity_of(import.import_type);
  batch jsonb;
  changed jsonb;
  counts record;
  is_last boolean := false;
  cycles jsonb := '{}'; -- of keys that rows took from each other: field and row that wants it, field and row that has it
begin
  restored := 0;
  unrestored := 0;
  while most > 0 loop
    select jsonb_agg(to_jsonb(updated)) into batch
    from (
      select id, coalesce(lead_id, company_id) as row_id, former, given
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
    ), fields as materialized (
      select
        updated.id, row_id, field, updated.former -> field as former,
        nullif(content #> string_to_array(field, ':'), 'null') is not distinct from value as is_same,
        field = any (names.fields) and num_nonnulls(content ->> names.columns[1], content ->> names.columns[2]) < case
          when updated.former ->> field is null and field = any (names.fields[:2]) then 2 else 1
        end as is_identity,
        coalesce(case field when names.fields[1] then owners[1] when names.fields[2] then owners[2] end, row_id) as owner
      from updated
      join stored using (row_id)
      join owned using ("row")
      cross join lateral jsonb_each(updated.given) as field (field, value)
    ), judged as materialized (
      select *, owner <> row_id and not cycles ? concat(field, ' ', row_id) as is_taken from fields
    ), rows as materialized (
      select
        id, row_id, jsonb_object_agg(field, former) filter (where is_same and not is_identity and not is_taken) as given,
        bool_or(not is_same or is_identity or is_taken) as is_kept, bool_or(is_same and not is_identity and is_taken) as is_waiting
      from judged group by id, row_id
    )
    select
      jsonb_agg(jsonb_build_object('id', row_id, 'given', given)) filter (where given is not null) as changed,
      count(given) as restored, count(*) filter (where is_kept) as unrestored, array_agg(id) as ids,
      (
        select coalesce(jsonb_object_agg(concat(field, ' ', row_id), concat(field, ' ', owner)), '{}')
        from (select distinct on (field, owner) * from judged where is_same and not is_identity and is_taken) waiting
      ) as waiting
    into counts
    from rows
    where is_last or not is_waiting;
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
  'Restores the former values of what an import updated, where it still has those of the import, of up to `most` rows. A former key that another row has is restored after that row, or not at all; rows that have each other''s keys get unique values before. Returns how many rows were restored and how many have values that were not.';
