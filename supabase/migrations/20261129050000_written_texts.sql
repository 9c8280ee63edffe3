-- How much text a member may write within an hour: every text counts, also one that replaces another, because former versions of a row stay on the disk
-- for a while. Imports and hand-offs, which administrators write, do not count.
create table private.written_texts (
  customer_id uuid not null,
  user_id uuid not null,
  bytes_left float8 not null,
  counted_at timestamptz not null,
  primary key (user_id, customer_id)
);
comment on table private.written_texts is
  'How many bytes of text a user may still write for a customer: 100 MB, refilled within an hour. The customer is the nil UUID for what belongs to none.';
revoke all on private.written_texts from public, anon, authenticated, service_role;

-- Undoing goes on when nothing is left. A small text counts by chance in proportion to its size, so that most writes cost no more than before.
create function private.count_text(customer uuid, bytes bigint) returns void language plpgsql as $$
declare
  most constant float8 := 100000000;
  seconds constant float8 := 3600;
  least_counted constant int := 4000;
  caller constant uuid := auth.uid();
  moment constant timestamptz := clock_timestamp();
  counted constant bigint := greatest(bytes, least_counted);
  remaining float8;
begin
  if caller is null or random() * counted >= bytes
    or 'on' in (current_setting('leadlight.restoring', true), current_setting('leadlight.undoing', true))
  then
    return;
  end if;
  insert into private.written_texts as stored (customer_id, user_id, bytes_left, counted_at)
  values (customer, caller, most - counted, moment)
  on conflict (user_id, customer_id) do update
  set
    bytes_left = least(most, stored.bytes_left + most / seconds * greatest(0, extract(epoch from moment - stored.counted_at)::float8)) - counted,
    counted_at = moment
  returning bytes_left into remaining;
  if remaining < 0 then
    raise exception 'You have added 100 MB of text within an hour. Try again later' using errcode = 'PT429';
  end if;
end $$;
comment on function private.count_text is
  'Counts what the caller writes for a customer: the bytes of each text, and 100 of each row. Raises an error above 100 MB an hour. The service key and the owner have no limit.';

create function private.count_decisions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  made record;
begin
  for made in
    select customer_id, sum(100 + coalesce(octet_length(rejection_note), 0)) as bytes from new_decisions group by customer_id order by customer_id
  loop
    perform private.count_text(made.customer_id, made.bytes);
  end loop;
  return null;
end $$;
comment on function private.count_decisions is 'Counts decisions and their notes as text that the caller has written.';

create function private.count_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  added record;
begin
  for added in
    select customer_id, sum(100 + octet_length(value) + coalesce(octet_length(reason), 0)) as bytes from new_entries group by customer_id
  loop
    perform private.count_text(added.customer_id, added.bytes);
  end loop;
  return null;
end $$;
comment on function private.count_entries is 'Counts entries of do_not_contact as text that the caller has written.';

create function private.count_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  row_values constant jsonb := to_jsonb(new);
  customer constant uuid := row_values ->> 'customer_id';
begin
  perform private.count_text(
    coalesce(customer, '00000000-0000-0000-0000-000000000000'), 100 + coalesce(octet_length(row_values ->> tg_argv[0]), 0)
  );
  return null;
end $$;
comment on function private.count_row is 'Counts the column that the trigger names as text that the caller has written.';

create trigger count_decisions after insert on public.decisions
  referencing new table as new_decisions for each statement execute function private.count_decisions();
create trigger count_entries after insert on public.do_not_contact
  referencing new table as new_entries for each statement execute function private.count_entries();
create trigger count_keys after insert or update on public.list_columns for each row execute function private.count_row('keys');
create trigger count_name after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name) execute function private.count_row('full_name');

revoke all on function private.count_text, private.count_decisions, private.count_entries, private.count_row
  from public, anon, authenticated, service_role;
