comment on column public.hand_offs.files is
  'Of each file: number of rows and SHA-256, in hexadecimal; quotes is ''all'' if every cell is quoted, and missing if only those are that need it.';
comment on column public.hand_off_rows.detail is 'What the reason, or a warning about the values of the lead, is about, such as a field.';
comment on column public.hand_off_rows.warnings is
  'changed: since the decision; other_campaign: handed off from another campaign within 90 days; repeated: handed off from this campaign before; odd_name: a name that reads odd in a text; placeholder: a value with a placeholder of another tool. The last two are found by who stores the row.';

-- The rows are made before the statement that stores them, since a distributed database does not do both in one.
create or replace function public.store_hand_off_rows(customer_id uuid, hand_off_id uuid, after_id uuid, rows json) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  most_leads constant int := 100000;
  given_warnings constant text[] := array['odd_name', 'placeholder'];
  stored public.hand_offs;
  amount int;
  columns int;
  given_ids uuid[];
  made public.hand_off_rows[];
begin
  perform private.require_length('rows', store_hand_off_rows.rows::text, 33554432);
  stored := private.lock_hand_off(store_hand_off_rows.customer_id, store_hand_off_rows.hand_off_id, 'preparing');
  amount := json_array_length(store_hand_off_rows.rows);
  if stored.checked_at is not null or stored.last_lead_id is distinct from store_hand_off_rows.after_id then
    raise exception 'This hand-off goes on in another window' using errcode = 'PT409';
  elsif amount > most then
    raise exception 'Too many rows: %, at most %', amount, most using errcode = '22023';
  elsif stored.total + amount > most_leads then
    raise exception 'A hand-off can have at most % leads: choose audiences', most_leads using errcode = 'check_violation';
  end if;
  columns := jsonb_array_length(stored.plan -> 'columns');
  given_ids := array(select id from json_to_recordset(store_hand_off_rows.rows) as given (id uuid));

  select array_agg(row (
    stored.id, stored.total + place, stored.customer_id, given.id, given.updated_at, coalesce(checked.name, left(given.name, 500), ''), checked.linkedin_key,
    checked.email_key, checked.name_key, case when result.reason is null then given.cells end, result.reason,
    case when result.reason is not distinct from given.reason then left(given.detail, 500) end,
    coalesce(checked.warnings, '{}') || case when result.reason is null then found.warnings else '{}' end, null
  )::public.hand_off_rows order by place)
  into made
  from rows from (
    json_to_recordset(store_hand_off_rows.rows) as (id uuid, updated_at timestamptz, name text, cells text[], reason text, detail text, warnings text[])
  ) with ordinality as given (id, updated_at, name, cells, reason, detail, warnings, place)
  left join private.check_leads_for_hand_off(stored, given_ids) checked on checked.id = given.id
  cross join lateral (
    select coalesce(checked.reason, case when (checked.updated_at = given.updated_at) is not true then 'changed' end, given.reason) as reason
  ) result
  cross join lateral (
    select array(select warning from unnest(given_warnings) warning where warning = any (given.warnings)) as warnings
  ) found;
  if exists (select from unnest(made) row_made where row_made.reason is null and cardinality(row_made.cells) is distinct from columns) then
    raise exception 'Each row needs % cells', columns using errcode = '22023';
  end if;
  insert into public.hand_off_rows select * from unnest(made);

  if made is not null then
    stored.last_lead_id := (made[cardinality(made)]).lead_id;
    select given.created_at into stored.last_created_at
    from json_to_recordset(store_hand_off_rows.rows) as given (id uuid, created_at timestamptz)
    where given.id = stored.last_lead_id;
    stored.total := stored.total + amount;
    stored.lead_count := stored.lead_count + (select count(*) from unnest(made) row_made where row_made.reason is null);
    stored.left_out := private.added_counts(stored.left_out, array(select row_made.reason from unnest(made) row_made));
    stored.warnings := private.added_counts(
      stored.warnings, array(select unnest(row_made.warnings) from unnest(made) row_made where row_made.reason is null)
    );
  end if;
  if private.hand_off_page(stored.customer_id, stored.audiences, stored.last_created_at, stored.last_lead_id, 1) = '{}' then
    stored.checked_at := now();
  end if;
  update public.hand_offs set
    last_lead_id = stored.last_lead_id, last_created_at = stored.last_created_at, total = stored.total, lead_count = stored.lead_count,
    left_out = stored.left_out, warnings = stored.warnings,
    checked_at = stored.checked_at
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  return stored;
end $$;
comment on function public.store_hand_off_rows is
  'Stores what was made of the leads that leads_to_hand_off has returned, in their order: id, name, created_at, updated_at, and cells, with warnings and detail, or reason and detail. Leads that may not leave or have changed since are left out, whatever the rows say. They are the last ones if no lead is left after them. Administrators only.';
