-- Rows that have the key of an older one. A request cannot make one: they come from upgrades that change how keys are made.

alter table public.leads add column duplicate_of uuid, add column duplicate_keys text[], add column is_separate boolean not null default false;
alter table public.companies add column duplicate_of uuid, add column duplicate_keys text[], add column is_separate boolean not null default false;
comment on column public.leads.duplicate_of is
  'The older lead that has a key of this one, since an upgrade changed how keys are made. Imports match the older one; do-not-contact entries apply to both. Set by triggers and migrations, whatever a request says.';
comment on column public.leads.duplicate_keys is 'The columns of the keys that are those of older leads. By its other keys an import matches the lead.';
comment on column public.leads.is_separate is 'Whether an administrator keeps the lead beside the one that it is a duplicate of.';
comment on column public.companies.duplicate_of is 'As of leads.';
comment on column public.companies.duplicate_keys is 'As of leads.';
comment on column public.companies.is_separate is 'As of leads.';

-- A key is unique among the rows that are no duplicates by it, whose last column has the same value for all rows of a customer. The former indexes are
-- kept until there are others.
alter index public.leads_linkedin_key rename to leads_former_linkedin_key;
alter index public.leads_email_key rename to leads_former_email_key;
alter index public.leads_name_key rename to leads_former_name_key;
alter index public.companies_domain_key rename to companies_former_domain_key;
alter index public.companies_linkedin_key rename to companies_former_linkedin_key;
alter index public.companies_name_key rename to companies_former_name_key;
create unique index leads_linkedin_key on public.leads (customer_id, linkedin_key, (case when 'linkedin_key' = any (duplicate_keys) then id else customer_id end))
  where linkedin_key is not null;
create unique index leads_email_key on public.leads (customer_id, email_key, (case when 'email_key' = any (duplicate_keys) then id else customer_id end))
  where email_key is not null;
create unique index leads_name_key on public.leads (customer_id, name_key, (case when 'name_key' = any (duplicate_keys) then id else customer_id end))
  where name_key is not null;
create unique index companies_domain_key on public.companies (customer_id, domain_key, (case when 'domain_key' = any (duplicate_keys) then id else customer_id end))
  where domain_key is not null;
create unique index companies_linkedin_key on public.companies (customer_id, linkedin_key, (case when 'linkedin_key' = any (duplicate_keys) then id else customer_id end))
  where linkedin_key is not null;
create unique index companies_name_key on public.companies (customer_id, name_key, (case when 'name_key' = any (duplicate_keys) then id else customer_id end))
  where domain_key is null and linkedin_key is null;
drop index public.leads_former_linkedin_key;
drop index public.leads_former_email_key;
drop index public.leads_former_name_key;
drop index public.companies_former_domain_key;
drop index public.companies_former_linkedin_key;
drop index public.companies_former_name_key;
create index leads_duplicate_idx on public.leads (customer_id, duplicate_of) where duplicate_of is not null;
create index leads_duplicates_idx on public.leads (customer_id, created_at desc, id desc) where duplicate_of is not null and not is_separate;
create index companies_duplicate_idx on public.companies (customer_id, duplicate_of) where duplicate_of is not null;
create index companies_duplicates_idx on public.companies (customer_id, created_at desc, id desc) where duplicate_of is not null and not is_separate;

-- The same for entries of do_not_contact, which apply together.
alter table public.do_not_contact add column is_repeat boolean not null default false;
alter table public.agency_do_not_contact add column is_repeat boolean not null default false;
comment on column public.do_not_contact.is_repeat is 'Whether another entry has the same key, since an upgrade changed how keys are made.';
comment on column public.agency_do_not_contact.is_repeat is 'As of do_not_contact.';
alter index public.do_not_contact_key rename to do_not_contact_former_key;
alter index public.agency_do_not_contact_key rename to agency_do_not_contact_former_key;
create unique index do_not_contact_key on public.do_not_contact (customer_id, match_key, kind, (case when is_repeat then id else customer_id end))
  where removed_at is null;
create unique index agency_do_not_contact_key on public.agency_do_not_contact (
  match_key, kind, (case when is_repeat then id else '00000000-0000-0000-0000-000000000000' end)
) where removed_at is null;
drop index public.do_not_contact_former_key;
drop index public.agency_do_not_contact_former_key;

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
create trigger keep_duplicate_of before insert or update of duplicate_of, duplicate_keys on public.companies
  for each row when (current_user in ('authenticated', 'service_role')) execute function private.keep_duplicate_of();
create trigger settle_duplicates_on_delete after delete on public.leads
  referencing old table as old_rows for each statement execute function private.settle_after_deletion('leads');
create trigger settle_duplicates_on_delete after delete on public.companies
  referencing old table as old_rows for each statement execute function private.settle_after_deletion('companies');
create trigger settle_duplicates_on_update after update on public.leads
  for each row when (
    (new.linkedin_key, new.email_key, new.name_key) is distinct from (old.linkedin_key, old.email_key, old.name_key)
  )
  execute function private.settle_after_change('leads');
create trigger settle_duplicates_on_update after update on public.companies
  for each row when (
    (new.domain_key, new.linkedin_key, new.name_key) is distinct from (old.domain_key, old.linkedin_key, old.name_key)
  )
  execute function private.settle_after_change('companies');

drop trigger limit_member_updates on public.leads;
create trigger limit_member_updates before update of
  id, customer_id, name, first_name, last_name, email, phone, company, title, location, headline, notes, audience, profile_picture_url,
  linkedin_profile_url, import_id, created_at, updated_at, custom, decided_values, duplicate_of, duplicate_keys, is_separate
  on public.leads
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a lead');
drop trigger limit_member_updates on public.companies;
create trigger limit_member_updates before update of
  id, customer_id, name, website, domain, linkedin_url, industry, size, location, description, employee_count, founded_year, import_id,
  created_at, updated_at, custom, decided_values, duplicate_of, duplicate_keys, is_separate
  on public.companies
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a company');

revoke all on function
  private.keep_duplicate_of, private.settle_duplicates_of, private.settle_after_deletion, private.settle_after_change
  from public, anon, authenticated, service_role;

-- As before, and with duplicates.
create or replace function private.filter_conditions(filter jsonb, scope uuid[], table_name text) returns table (condition text, indexed text)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 5;
  relation constant regclass := 'public.' || table_name;
  wanted record;
  field public.custom_fields;
  filled text;
begin
  if filter -> 'changed' = 'true' then
    return query select 'decided_values is not null', 'decided_values is not null';
  end if;
  if filter -> 'duplicate' = 'true' then
    return query select 'duplicate_of is not null and not is_separate', 'duplicate_of is not null and not is_separate';
  end if;
  if table_name = 'leads' and jsonb_typeof(filter -> 'suppressed') = 'boolean' then
    condition := private.suppressed_condition(scope);
    indexed := case
      when condition = 'false' or cardinality(scope) is distinct from 1 then condition
      else format('id = any (array(%s))', private.suppressed_leads_sql(scope[1]))
    end;
    if filter -> 'suppressed' = 'false' then
      condition := 'not ' || condition;
      indexed := condition;
    end if;
    return next;
  end if;
  if jsonb_typeof(filter -> 'custom') is distinct from 'object' then
    return;
  elsif cardinality(scope) > 1 or scope is null then
    raise exception 'A filter by custom fields needs one customer' using errcode = '22023';
  elsif (select count(*) from jsonb_object_keys(filter -> 'custom')) > most then
    raise exception 'At most % custom fields can be filtered by', most using errcode = '22023';
  end if;
  for wanted in select key, value #>> '{}' as text from jsonb_each(filter -> 'custom') loop
    select * into field
    from public.custom_fields stored
    where stored.customer_id = scope[1] and stored.table_name = filter_conditions.table_name and stored.key = wanted.key
      and removed_at is null;
    if field.id is null or field.is_internal and not private.is_admin() then
      return query select 'false', 'false';
    elsif field.is_internal then
      filled := format(
        'select %s from public.internal_values where customer_id = %L and lead_id is %s and custom ',
        case table_name when 'leads' then 'lead_id' else 'company_id' end, scope[1], case table_name when 'leads' then 'not null' else 'null' end
      );
      condition := case
        when wanted.text is null then format('id not in (%s ? %L)', filled, wanted.key)
        else format('id in (%s @> %L)', filled, jsonb_build_object(wanted.key, wanted.text))
      end;
      indexed := condition;
      return next;
    elsif wanted.text is null then
      condition := format('not custom ? %L', wanted.key);
      indexed := coalesce(
        format('private.custom_shape(custom) = any (%L)', private.custom_shapes(relation, scope[1], wanted.key, false)), condition
      );
      return next;
    else
      condition := format('custom <> ''{}'' and custom @> %L', jsonb_build_object(wanted.key, wanted.text));
      indexed := condition;
      return next;
    end if;
  end loop;
end $$;

-- To be repeated when a table gets another column.
do $$
declare
  subject text;
begin
  foreach subject in array '{leads,companies}'::text[] loop
    execute format(
      'create or replace function private.record_%s_update() returns trigger
       language plpgsql security definer set search_path = '''' set enable_nestloop = off as %L',
      subject, private.update_trigger_sql(('public.' || subject)::regclass)
    );
  end loop;
end $$;
