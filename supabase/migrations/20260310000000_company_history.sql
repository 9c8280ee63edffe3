-- The history of a company, read as that of a lead.
create function private.row_history(table_name text, row_id uuid, customer uuid, row_created_at timestamptz, row_import_id uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  entry public.activity;
  entries public.activity[];
  import public.imports;
begin
  for entry in execute case when customer is null
    then 'select * from public.activity where subject = $4 and row_ids @> array[$1]'
    else 'select * from public.activity
        where customer_id = $2 and subject = $4 and row_ids @> array[$1]'
        || case when row_import_id is null then '' else ' and action <> ''insert''' end || '
      union all
      select * from public.activity
        where customer_id = $2 and subject = $4 and row_ids is null and action = ''update'' and created_at > $3'
    end || ' order by created_at desc limit 100'
    using row_id, customer, row_created_at, table_name
  loop
    entries := array_append(entries, entry);
  end loop;
  select * into import from public.imports where imports.customer_id = customer and imports.id = row_import_id;
  return query
    select shown.*
    from private.describe_activity(entries) shown
    union all
    select
      import.id, import.created_at, import.created_by, creator.full_name, creator.email, false, import.customer_id, owner.name,
      'insert', 'imports', 1, import.file_name, null, null, true
    from public.customers owner
    left join public.profiles creator on creator.id = import.created_by
    where owner.id = import.customer_id
    order by 2 desc
    limit 100;
end $$;

create or replace function public.lead_history(lead uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  stored public.leads;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.leads where leads.id = lead;
  return query select * from private.row_history('leads', lead, stored.customer_id, stored.created_at, stored.import_id);
end $$;

create function public.company_history(company uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  stored public.companies;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.companies where companies.id = company;
  return query select * from private.row_history('companies', company, stored.customer_id, stored.created_at, stored.import_id);
end $$;

revoke all on function private.row_history(text, uuid, uuid, timestamptz, uuid), public.company_history(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.company_history(uuid) to authenticated;

comment on function private.row_history(text, uuid, uuid, timestamptz, uuid) is
  'As lead_history, for a row of leads or companies. customer is null if the row is deleted.';
comment on function public.company_history(uuid) is 'As lead_history, for a company.';
