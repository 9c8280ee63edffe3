-- Takes an import back: what it made and nobody has touched since is deleted. A row is untouched while its updated_at is still the
-- moment of its chunk, for every update moves it: an approval, an audience, a word of the text. A company stays, too, as long as a lead
-- that stays and came with the import or after it names it, for that lead would have made the company otherwise.

-- Deletes up to so many untouched leads of an import; answers how many. By their places in the table, so that no plan looks for them
-- by reading all of it; a row that is changed at this moment moves, and stays.
create function private.remove_imported_leads(import public.imports, most int) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  removed int;
begin
  delete from public.leads where ctid = any (array(
    select ctid
    from public.leads
    where import_id = import.id
      and updated_at = any (array(select created_at from public.import_chunks chunk where chunk.import_id = import.id))
    limit most
  ));
  get diagnostics removed = row_count;
  return removed;
end $$;

-- The same for companies. Only after the leads, for the leads that are still there keep companies.
create function private.remove_imported_companies(import public.imports, most int) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  removed int;
begin
  with named as materialized (
    select distinct private.index_key(private.text_key(company)) as name_key
    from (
      select company from public.leads where import_id = import.id
      union
      select company from public.leads where customer_id = import.customer_id and created_at > import.created_at
    ) staying
    where company is not null
  )
  delete from public.companies where ctid = any (array(
    select ctid
    from public.companies
    where import_id = import.id
      and updated_at = any (array(select created_at from public.import_chunks chunk where chunk.import_id = import.id))
      and name_key not in (select name_key from named where name_key is not null)
    limit most
  ));
  get diagnostics removed = row_count;
  return removed;
end $$;

-- One call deletes up to 50,000 leads and 20,000 companies, so that it ends within a statement's 8 seconds; it is called again until
-- kept_leads is there. From the first call on nothing more is imported under this import's id. An undo that was interrupted goes on
-- where it was, by whichever administrator; one that has come to its end is not repeated.
create function public.undo_import(import_id uuid) returns public.imports
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_leads constant int := 50000;
  most_companies constant int := 20000;
  import public.imports;
  leads_gone int;
  companies_gone int := 0;
  is_done boolean;
begin
  perform private.require_admin('Only an administrator can undo an import');
  perform private.lock_imports(customer_id) from public.imports where id = undo_import.import_id;
  select * into import from public.imports where id = undo_import.import_id for update;
  if not found then
    raise exception 'There is no such import' using errcode = 'PT404';
  elsif import.kept_leads is not null then
    raise exception 'This import has been undone already' using errcode = 'PT409';
  end if;

  leads_gone := private.remove_imported_leads(import, most_leads);
  if leads_gone < most_leads then
    companies_gone := private.remove_imported_companies(import, most_companies);
  end if;
  is_done := leads_gone < most_leads and companies_gone < most_companies;

  update public.imports set
    undone_at = coalesce(undone_at, now()),
    undone_by = coalesce(undone_by, auth.uid()),
    removed_leads = removed_leads + leads_gone,
    removed_companies = removed_companies + companies_gone,
    kept_leads = case when is_done then (select count(*) from public.leads where leads.import_id = import.id) end,
    kept_companies = case when is_done then (select count(*) from public.companies where companies.import_id = import.id) end
  where id = import.id
  returning * into import;

  if is_done then
    insert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
    select auth.uid(), private.impersonation_of(customer.id), customer.id, customer.name, 'update', 'imports', 1, array[import.id],
      array['undone_at']
    from public.customers customer
    where customer.id = import.customer_id;
  end if;
  return import;
end $$;

revoke all on function
  private.remove_imported_leads(public.imports, int), private.remove_imported_companies(public.imports, int), public.undo_import(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.undo_import(uuid) to authenticated;
