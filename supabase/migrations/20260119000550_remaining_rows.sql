-- Renames the counts of rows that undoing an import leaves in place.
do $$ begin
  lock table public.imports in access exclusive mode;
end $$;

alter table public.imports rename column kept_leads to remaining_leads;
alter table public.imports rename column kept_companies to remaining_companies;
alter table public.imports rename constraint imports_kept_rows_check to imports_remaining_rows_check;

create or replace function public.undo_import(import_id uuid) returns public.imports
language plpgsql volatile security definer set search_path = ''
as $$
declare
  max_leads constant int := 50000;
  max_companies constant int := 20000;
  import public.imports;
  deleted_leads int;
  deleted_companies int := 0;
  is_complete boolean;
begin
  perform private.require_admin('Only an administrator can undo an import');
  perform private.lock_imports(customer_id) from public.imports where id = undo_import.import_id;
  select * into import from public.imports where id = undo_import.import_id for update;
  if not found then
    raise exception 'There is no such import' using errcode = 'PT404';
  elsif import.remaining_leads is not null then
    raise exception 'This import has been undone already' using errcode = 'PT409';
  end if;

  deleted_leads := private.remove_imported_leads(import, max_leads);
  if deleted_leads < max_leads then
    deleted_companies := private.remove_imported_companies(import, max_companies);
  end if;
  is_complete := deleted_leads < max_leads and deleted_companies < max_companies;

  update public.imports set
    undone_at = coalesce(undone_at, now()),
    undone_by = coalesce(undone_by, auth.uid()),
    removed_leads = removed_leads + deleted_leads,
    removed_companies = removed_companies + deleted_companies,
    remaining_leads = case when is_complete then (select count(*) from public.leads where leads.import_id = import.id) end,
    remaining_companies = case when is_complete then (select count(*) from public.companies where companies.import_id = import.id) end
  where id = import.id
  returning * into import;

  if is_complete then
    insert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
    select auth.uid(), private.impersonation_of(customer.id), customer.id, customer.name, 'update', 'imports', 1, array[import.id],
      array['undone_at']
    from public.customers customer
    where customer.id = import.customer_id;
  end if;
  return import;
end $$;
