-- Custom fields, their internal values, and the columns that a user has chosen for lists.

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
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.custom_fields is
  'Fields of a customer''s leads or companies besides the columns, at most 40 of each that are not removed. The values are in `custom` of leads and companies, those of internal fields in internal_values.';
comment on column public.custom_fields.key is 'Name of the field in values, column mappings and messages. Cannot be changed.';
comment on column public.custom_fields.label is 'The header that the field was made from, unless it was renamed.';
comment on column public.custom_fields.is_internal is 'Only administrators see the field and its values. Cannot be changed.';
comment on column public.custom_fields.created_at is 'The order of the fields, also of those that one statement adds.';
comment on column public.custom_fields.removed_at is
  'Setting it removes the field, at the time of the database; setting it to null within 30 minutes restores it. Afterwards remove_custom_values deletes values and field.';

alter table public.custom_fields
  alter customer_id set statistics 1;

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
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.internal_values is
  'Values of the internal custom fields of a lead or company, which only administrators see. Deleted with the row.';
comment on column public.internal_values.custom is 'See leads.custom.';

create index internal_values_customer_idx on public.internal_values (customer_id);

alter table public.internal_values
  alter customer_id set statistics 1;

create table public.list_columns (
  customer_id uuid not null references public.customers on delete cascade,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  table_name text not null check (table_name in ('leads', 'companies')),
  keys text[] not null check (cardinality(keys) <= 40 and octet_length(keys::text) <= 10000),
  primary key (customer_id, user_id, table_name)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.list_columns is 'The custom fields that a user has chosen as columns of a list, in their order.';

create index list_columns_user_idx on public.list_columns (user_id);

alter table public.list_columns
  alter customer_id set statistics 1;

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
  where field.customer_id = new.customer_id and field.table_name = new.table_name and field.removed_at is null and field.id <> new.id
  offset most - 1;
  if found then
    raise exception 'A customer can have at most % custom fields of %', most, new.table_name using errcode = 'PT409';
  end if;
  return new;
end $$;
comment on function private.check_custom_field is 'Rejects more than 40 fields, and restoring one after 30 minutes.';

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
comment on function public.count_custom_values is
  'In how many leads or companies (table_name) of a customer a custom field is filled. Administrators only.';

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

create trigger check_on_update before update of removed_at on public.custom_fields
  for each row when ((new.removed_at is null) <> (old.removed_at is null)) execute function private.check_custom_field();
create trigger check_on_insert after insert on public.custom_fields for each row execute function private.check_custom_field();

grant execute on function public.count_custom_values, public.remove_custom_values to authenticated;
