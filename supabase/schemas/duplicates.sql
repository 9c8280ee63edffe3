-- Leads and companies that share a key since an upgrade.

create function private.keep_duplicate_of() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.duplicate_of := null;
    new.duplicate_keys := null;
  else
    new.duplicate_of := old.duplicate_of;
    new.duplicate_keys := old.duplicate_keys;
  end if;
  return new;
end $$;
comment on function private.keep_duplicate_of is 'Keeps requests from changing what a row is a duplicate of.';

create function private.settle_duplicates_of(type text, customer uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  columns constant text[] := (private.identity_of(type)).columns;
  duplicate record;
  original uuid;
  originals uuid[];
begin
  for duplicate in execute format(
    'select id, array[%2$I, %3$I, %4$I] as keys from public.%1$I
     where customer_id = $1 and duplicate_of is not null and (duplicate_of = any ($2) or id = any ($2))
     order by created_at, id', type, columns[1], columns[2], columns[3]
  ) using customer, ids loop
    originals := '{}';
    for place in 1..3 loop
      -- A company with a domain or LinkedIn page shares its name.
      execute format(
        'select id from public.%1$I
         where customer_id = $1 and %2$I = $3 and id <> $2 and ''%2$s'' = any (duplicate_keys) is not true and ($4 or num_nonnulls(%3$I, %4$I) = 0) limit 1',
        type, columns[place], columns[1], columns[2]
      ) into original using customer, duplicate.id, case when place < 3 or num_nonnulls(duplicate.keys[1], duplicate.keys[2]) = 0 then duplicate.keys[place] end,
        place < 3;
      originals[place] := original;
    end loop;
    begin
      execute format(
        'update public.%I set duplicate_of = $3, duplicate_keys = $4, is_separate = is_separate and $3 is not null where customer_id = $1 and id = $2', type
      ) using customer, duplicate.id, coalesce(originals[1], originals[2], originals[3]), nullif(array(
        select name from unnest(columns, originals) as key (name, row_id) where row_id is not null
      ), '{}');
    exception when unique_violation then
      null; -- Another transaction has inserted a row with the key: it stays a duplicate.
    end;
  end loop;
end $$;
comment on function private.settle_duplicates_of is
  'Finds the rows that the duplicates among these rows, and those of these rows, are duplicates of now. A row that has its keys alone is no duplicate any more.';

create function private.settle_after_deletion() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  customers uuid[];
  ids uuid[];
  customer uuid;
begin
  select array_agg(distinct customer_id), array_agg(id) into customers, ids from old_rows;
  foreach customer in array coalesce(customers, '{}') loop
    continue when not case tg_argv[0]
      when 'leads' then exists (select from public.leads lead where lead.customer_id = customer and duplicate_of is not null)
      else exists (select from public.companies company where company.customer_id = customer and duplicate_of is not null)
    end;
    perform private.settle_duplicates_of(tg_argv[0], customer, ids);
  end loop;
  return null;
end $$;
comment on function private.settle_after_deletion is 'Settles the duplicates of deleted rows.';

create function private.settle_after_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (case tg_argv[0]
    when 'leads' then exists (select from public.leads where customer_id = new.customer_id and duplicate_of is not null)
    else exists (select from public.companies where customer_id = new.customer_id and duplicate_of is not null)
  end) then
    perform private.settle_duplicates_of(tg_argv[0], new.customer_id, array[new.id]);
  end if;
  return null;
end $$;
comment on function private.settle_after_change is 'Settles a duplicate whose key was changed, and the duplicates of a row whose key was changed.';

create trigger keep_duplicate_of before insert or update of duplicate_of, duplicate_keys on public.leads
  for each row when (current_user in ('authenticated', 'service_role')) execute function private.keep_duplicate_of();
create trigger settle_duplicates_on_delete after delete on public.leads
  referencing old table as old_rows for each statement execute function private.settle_after_deletion('leads');
create trigger settle_duplicates_on_update after update on public.leads
  for each row when (
    (new.linkedin_key, new.email_key, new.name_key) is distinct from (old.linkedin_key, old.email_key, old.name_key)
  )
  execute function private.settle_after_change('leads');
create trigger keep_duplicate_of before insert or update of duplicate_of, duplicate_keys on public.companies
  for each row when (current_user in ('authenticated', 'service_role')) execute function private.keep_duplicate_of();
create trigger settle_duplicates_on_delete after delete on public.companies
  referencing old table as old_rows for each statement execute function private.settle_after_deletion('companies');
create trigger settle_duplicates_on_update after update on public.companies
  for each row when (
    (new.domain_key, new.linkedin_key, new.name_key) is distinct from (old.domain_key, old.linkedin_key, old.name_key)
  )
  execute function private.settle_after_change('companies');
