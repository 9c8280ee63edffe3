create function private.is_custom(value jsonb) returns boolean language plpgsql immutable parallel safe as $$
begin
  return value = '{}' or jsonb_typeof(value) = 'object' and octet_length(value::text) <= 16384 and not exists (
    select from jsonb_each(value) field (key, content)
    where not private.is_custom_key(key) or jsonb_typeof(content) <> 'string' or char_length(content #>> '{}') not between 1 and 2000
  );
end $$;
comment on function private.is_custom is
  'Whether a value has custom fields: an object of texts of 1 to 2,000 characters by key, of at most 16,384 bytes as text. An empty field has no key.';

create function private.is_custom_key(value text) returns boolean language sql immutable parallel safe
return char_length(value) <= 60 and value collate "C" ~ '^[^\u0001-/:-^`{-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+$';
comment on function private.is_custom_key is 'Whether a text is the key of a custom field: of word characters of any script, without capitals of A to Z.';

create function private.custom_keys(value jsonb) returns text language sql immutable parallel safe
return private.index_key(array_to_string(array(select jsonb_object_keys(value)), ','));
comment on function private.custom_keys is 'The keys of an object in one text, or its hash if it is too long for an index entry.';

create function private.custom_shape(value jsonb) returns text language sql immutable parallel safe
return case when value = '{}' then '' else private.custom_keys(value) end;
comment on function private.custom_shape is
  'Which custom fields of a row are filled. The few shapes of a customer''s rows find those with an empty field by an index.';

create table public.custom_fields (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  table_name text not null check (table_name in ('leads', 'companies')),
  key text not null check (private.is_custom_key(key)),
  label text not null check (private.has_text(label) and char_length(label) <= 200),
  is_internal boolean not null default false,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz constraint custom_fields_removed_at_range check (private.is_plausible_date(removed_at)),
  constraint custom_fields_key unique (customer_id, table_name, key)
);
comment on table public.custom_fields is
  'Fields of a customer''s leads or companies besides the columns, at most 40 of each that are not removed. The values are in `custom` of leads and companies, those of internal fields in internal_values.';
comment on column public.custom_fields.key is 'Name of the field in values, column mappings and messages. Cannot be changed.';
comment on column public.custom_fields.label is 'The header that the field was made from, unless it was renamed.';
comment on column public.custom_fields.is_internal is 'Only administrators see the field and its values. Cannot be changed.';
comment on column public.custom_fields.created_at is 'By which fields are ordered, those of one statement too.';
comment on column public.custom_fields.removed_at is
  'Setting it removes the field, at the time of the database; setting it to null within 30 minutes restores it. Afterwards remove_custom_values deletes values and field.';

create table public.internal_values (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  lead_id uuid,
  company_id uuid,
  custom jsonb not null check (private.is_custom(custom)),
  constraint internal_values_row_check check (num_nonnulls(lead_id, company_id) = 1),
  constraint internal_values_lead_key unique (lead_id, customer_id),
  constraint internal_values_company_key unique (company_id, customer_id),
  constraint internal_values_lead_id_fkey foreign key (lead_id, customer_id)
    references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint internal_values_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade
);
comment on table public.internal_values is 'Values of the internal custom fields of a lead or company, which only administrators see. Deleted with the row.';
comment on column public.internal_values.custom is 'As of leads.';

create index internal_values_customer_idx on public.internal_values (customer_id);

create table public.list_columns (
  customer_id uuid not null references public.customers on delete cascade,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  table_name text check (table_name in ('leads', 'companies')),
  keys text[] not null constraint list_columns_keys_check check (cardinality(keys) <= 40 and octet_length(keys::text) <= 10000),
  primary key (customer_id, user_id, table_name)
);
comment on table public.list_columns is 'The custom fields that a user has chosen as columns of a list, in their order.';

create index list_columns_user_idx on public.list_columns (user_id);

alter table public.leads add column custom jsonb not null default '{}', add column decided_values jsonb;
alter table public.companies add column custom jsonb not null default '{}', add column decided_values jsonb;
alter table public.leads add constraint leads_custom_check check (private.is_custom(custom));
alter table public.companies add constraint companies_custom_check check (private.is_custom(custom));
alter table public.leads add constraint leads_decided_values_check check (octet_length(decided_values::text) <= 500000);
alter table public.companies add constraint companies_decided_values_check check (octet_length(decided_values::text) <= 500000);
comment on column public.leads.custom is 'Values of the custom fields by their keys, without empty ones.';
comment on column public.leads.decided_values is
  'Of the fields that have changed since the decision, the values at the decision. Null if there are none. Set by a trigger, whatever a request says.';
comment on column public.companies.custom is 'As of leads.';
comment on column public.companies.decided_values is 'As of leads.';
-- Rows that were deleted before can still be restored.
update private.deleted_rows set content = content || '{"custom": {}}' where parent_id is null;

create index leads_custom_idx on public.leads using gin (custom jsonb_path_ops) where custom <> '{}';
create index companies_custom_idx on public.companies using gin (custom jsonb_path_ops) where custom <> '{}';
create index leads_shape_idx on public.leads (customer_id, private.custom_shape(custom), created_at desc, id desc);
create index companies_shape_idx on public.companies (customer_id, private.custom_shape(custom), created_at desc, id desc);
create index leads_changed_idx on public.leads (customer_id, created_at desc, id desc) where decided_values is not null;
create index companies_changed_idx on public.companies (customer_id, created_at desc, id desc) where decided_values is not null;

create function private.check_custom_field() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 40;
begin
  if new.removed_at is not null then
    new.removed_at := now();
    return new;
  elsif tg_op = 'UPDATE' and old.removed_at < now() - interval '30 minutes' then
    raise exception 'This field was removed more than 30 minutes ago' using errcode = 'PT409';
  end if;
  perform private.lock_imports(new.customer_id);
  perform 1
  from public.custom_fields field
  where field.customer_id = new.customer_id and field.table_name = new.table_name and field.removed_at is null
  offset most - 1;
  if found then
    raise exception 'A customer can have at most % custom fields of %', most, new.table_name using errcode = 'PT409';
  end if;
  return new;
end $$;
comment on function private.check_custom_field is 'Rejects more than 40 fields, and restoring one after 30 minutes.';

create function private.repeat_decision() returns trigger language plpgsql as $$
begin
  new.decided_at := greatest(private.time_after(old.updated_at), old.decided_at + interval '1 microsecond');
  new.decided_by := auth.uid();
  return new;
end $$;
comment on function private.repeat_decision is 'Dates a decision that was made again.';

create function private.set_decided_values() returns trigger language plpgsql as $$
declare
  stored jsonb := to_jsonb(old);
  given jsonb := to_jsonb(new);
begin
  if current_setting('leadlight.removing_values', true) = 'on' then
    new.updated_at := old.updated_at;
    new.decided_values := old.decided_values;
  elsif new.is_approved is null or (new.is_approved, new.decided_at) is distinct from (old.is_approved, old.decided_at) then
    new.decided_values := null;
  else
    select jsonb_object_agg(name, decided) into new.decided_values
    from (
      select name, case when old.decided_values ? name then old.decided_values -> name else stored -> name end as decided
      from unnest(tg_argv) name
    ) field
    where decided <> given -> name;
  end if;
  return new;
end $$;
comment on function private.set_decided_values is
  'Sets decided_values for the fields that the trigger names. Removing the values of a removed field changes nothing else about a row.';

create trigger check_on_insert before insert on public.custom_fields for each row execute function private.check_custom_field();
create trigger check_on_update before update of removed_at on public.custom_fields
  for each row when ((new.removed_at is null) <> (old.removed_at is null)) execute function private.check_custom_field();
-- In the order of their names: after set_decision_on_update, which would reset the date.
create trigger set_decision_when_repeated before update of is_approved on public.leads
  for each row when (
    old.decided_values is not null and new.decided_at is not distinct from old.decided_at and new.is_approved = old.is_approved
  )
  execute function private.repeat_decision();
create trigger set_values_of_decision before update on public.leads
  for each row when (
    (old.is_approved is not null or new.is_approved is not null or current_setting('leadlight.removing_values', true) = 'on')
    and (
      old.decided_values is not null or new.decided_values is not null
      or (
        new.name, new.first_name, new.last_name, new.email, new.phone, new.title, new.company, new.location, new.headline, new.notes,
        new.linkedin_profile_url, new.custom
      ) is distinct from (
        old.name, old.first_name, old.last_name, old.email, old.phone, old.title, old.company, old.location, old.headline, old.notes,
        old.linkedin_profile_url, old.custom
      )
    )
  )
  execute function private.set_decided_values(
    'name', 'first_name', 'last_name', 'email', 'phone', 'title', 'company', 'location', 'headline', 'notes', 'linkedin_profile_url', 'custom'
  );
create trigger set_decision_when_repeated before update of is_approved on public.companies
  for each row when (
    old.decided_values is not null and new.decided_at is not distinct from old.decided_at and new.is_approved = old.is_approved
  )
  execute function private.repeat_decision();
create trigger set_values_of_decision before update on public.companies
  for each row when (
    (old.is_approved is not null or new.is_approved is not null or current_setting('leadlight.removing_values', true) = 'on')
    and (
      old.decided_values is not null or new.decided_values is not null
      or (
        new.name, new.website, new.domain, new.linkedin_url, new.industry, new.size, new.location, new.description, new.employee_count,
        new.founded_year, new.custom
      ) is distinct from (
        old.name, old.website, old.domain, old.linkedin_url, old.industry, old.size, old.location, old.description, old.employee_count,
        old.founded_year, old.custom
      )
    )
  )
  execute function private.set_decided_values(
    'name', 'website', 'domain', 'linkedin_url', 'industry', 'size', 'location', 'description', 'employee_count', 'founded_year', 'custom'
  );

drop trigger limit_member_updates on public.leads;
create trigger limit_member_updates before update of
  id, customer_id, name, first_name, last_name, email, phone, company, title, location, headline, notes, audience, profile_picture_url,
  linkedin_profile_url, import_id, created_at, updated_at, custom, decided_values
  on public.leads
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a lead');
drop trigger limit_member_updates on public.companies;
create trigger limit_member_updates before update of
  id, customer_id, name, website, domain, linkedin_url, industry, size, location, description, employee_count, founded_year, import_id,
  created_at, updated_at, custom, decided_values
  on public.companies
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a company');

-- As before, and without decided_values, which a trigger sets.
create or replace function private.change_expressions(relation regclass) returns table (changed_columns text, new_values text)
language sql stable security definer set search_path = '' as $$
  select
    'array_remove(array[' || string_agg(format(
      case when attname in ('rejection_reason_id', 'rejection_note')
        then 'case when n.%1$I is distinct from o.%1$I and n.is_approved is false then %1$L end'
        else 'case when n.%1$I is distinct from o.%1$I then %1$L end'
      end, attname), ', ' order by attnum) || '], null)',
    'nullif(' || coalesce(string_agg(
      format('case when n.%1$I is distinct from o.%1$I then jsonb_build_object(%1$L, n.%1$I) else ''{}'' end', attname), ' || ' order by attnum
    ) filter (where attname in ('is_approved', 'audience', 'status', 'is_active', 'role')), '''{}''::jsonb') || ', ''{}'')'
  from pg_catalog.pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = ''
    and attname not in ('updated_at', 'decided_at', 'decided_by', 'decided_values', 'position')
$$;
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

revoke all on public.custom_fields, public.internal_values, public.list_columns from public, anon, authenticated, service_role;
grant select, insert (customer_id, table_name, key, label, is_internal), update (label, removed_at) on public.custom_fields to authenticated, service_role;
grant select, insert (customer_id, lead_id, company_id, custom), update (custom) on public.internal_values to authenticated, service_role;
grant select, insert (customer_id, table_name, keys), update (keys) on public.list_columns to authenticated;
grant select on public.list_columns to service_role;
alter table public.custom_fields enable row level security;
alter table public.internal_values enable row level security;
alter table public.list_columns enable row level security;
create policy "Admins manage every custom field" on public.custom_fields for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members see their customers' custom fields" on public.custom_fields for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())) and not is_internal);
create policy "The service manages custom fields" on public.custom_fields for all to service_role using (true) with check (true);
create policy "Admins manage internal values" on public.internal_values for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "The service manages internal values" on public.internal_values for all to service_role using (true) with check (true);
create policy "Users see their columns" on public.list_columns for select to authenticated
  using (user_id = (select private.caller_id()));
create policy "Administrators choose their columns" on public.list_columns for insert to authenticated
  with check (user_id = (select private.caller_id()) and (select private.is_admin()));
create policy "Members choose their columns" on public.list_columns for insert to authenticated
  with check (user_id = (select private.caller_id()) and customer_id = any (array(select private.my_customer_ids())));
create policy "Users change their columns" on public.list_columns for update to authenticated
  using (user_id = (select private.caller_id())) with check (user_id = (select private.caller_id()));
create policy "The service sees columns" on public.list_columns for select to service_role using (true);

create function private.custom_shapes(relation regclass, customer uuid, key text, is_filled boolean) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 200;
  shapes text[] := '{}';
  last text := '';
  found record;
begin
  for place in 0 .. most loop
    execute format(
      'select private.custom_shape(custom) as shape, custom from %s
       where customer_id = %L and private.custom_shape(custom) %s %L order by private.custom_shape(custom) limit 1',
      relation, customer, case place when 0 then '>=' else '>' end, last
    ) into found;
    if found.shape is null then
      return shapes;
    end if;
    last := found.shape;
    if (found.custom ? key) = is_filled then
      shapes := shapes || last;
    end if;
  end loop;
  return null;
end $$;
comment on function private.custom_shapes is
  'The shapes (custom_shape) of a customer''s leads or companies in which a field is filled, or those in which it is empty. Null if there are more than 200 shapes.';

create function public.count_custom_values(customer_id uuid, table_name text, key text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  relation regclass := case table_name when 'leads' then 'public.leads'::regclass when 'companies' then 'public.companies' end;
  shapes text[];
  total bigint := 0;
begin
  perform private.require_admin('Only an administrator can manage custom fields');
  perform private.require_length('key', key, 60);
  perform private.require_length('table_name', table_name, 100);
  if exists (
    select from public.custom_fields field
    where field.customer_id = count_custom_values.customer_id and field.table_name = count_custom_values.table_name
      and field.key = count_custom_values.key and is_internal
  ) then
    select count(*) into total
    from public.internal_values stored
    where stored.customer_id = count_custom_values.customer_id and custom ? count_custom_values.key
      and (lead_id is not null) = (count_custom_values.table_name = 'leads');
  elsif relation is not null then
    shapes := private.custom_shapes(relation, count_custom_values.customer_id, count_custom_values.key, true);
    execute format(
      'select count(*) from %s where customer_id = $1 and ($2 is null or private.custom_shape(custom) = any ($2)) and custom ? $3', relation
    ) into total using count_custom_values.customer_id, shapes, count_custom_values.key;
  end if;
  return total;
end $$;
comment on function public.count_custom_values is 'In how many leads or companies (table_name) of a customer a custom field is filled. Administrators only.';

create function public.remove_custom_values(customer_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 5000;
  field public.custom_fields;
  relation text;
  amount int;
begin
  perform private.require_admin('Only an administrator can manage custom fields');
  perform private.lock_imports(remove_custom_values.customer_id);
  select * into field
  from public.custom_fields stored
  where stored.customer_id = remove_custom_values.customer_id and removed_at < now() - interval '30 minutes'
  order by removed_at, id
  limit 1
  for update;
  if not found then
    return 0;
  end if;
  relation := case when field.is_internal then 'public.internal_values' else 'public.' || field.table_name end;
  set local "leadlight.removing_values" to 'on';
  execute format(
    'update %1$s set custom = custom - $1 where customer_id = $2 and id = any (array(
       select id from %1$s where customer_id = $2 and custom ? $1 %2$s limit %3$L
     ))',
    relation,
    case when field.is_internal then 'and lead_id is ' || case field.table_name when 'leads' then 'not null' else 'null' end end, most
  ) using field.key, field.customer_id;
  get diagnostics amount = row_count;
  set local "leadlight.removing_values" to '';
  if amount < most then
    delete from public.custom_fields stored where stored.customer_id = field.customer_id and stored.id = field.id;
  end if;
  return amount + 1;
end $$;
comment on function public.remove_custom_values is
  'Deletes up to 5,000 values of a custom field that was removed more than 30 minutes ago, and then the field. Returns how many rows it has changed; 0: nothing is left. Administrators only.';

revoke all on function
  private.is_custom, private.is_custom_key, private.custom_keys, private.custom_shape, private.check_custom_field, private.repeat_decision,
  private.set_decided_values, private.custom_shapes, public.count_custom_values, public.remove_custom_values
  from public, anon, authenticated, service_role;
grant execute on function
  private.is_custom, private.is_custom_key, private.custom_keys, private.custom_shape
  to authenticated, service_role;
grant execute on function public.count_custom_values, public.remove_custom_values to authenticated;
