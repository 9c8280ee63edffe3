-- Undoing an import leaves the leads and companies that have comments, as it leaves those that were changed.
create or replace function private.remove_imported_leads(import public.imports, most int) returns int
language plpgsql set search_path = ''
as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented uuid[] := array(
    select lead.id
    from public.leads lead
    join public.comments comment on comment.customer_id = lead.customer_id and comment.lead_id = lead.id
    where lead.customer_id = import.customer_id and lead.import_id = import.id
  );
  last_date timestamptz := '-infinity';
  removed int;
begin
  if import.successful_rows > most then
    select coalesce(min(created_at), '-infinity') into last_date
    from (
      select created_at from public.leads
      where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and id <> all (commented)
      order by created_at desc
      limit most
    ) first_rows;
  end if;
  delete from public.leads
  where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and created_at >= last_date
    and id <> all (commented);
  get diagnostics removed = row_count;
  return removed;
end $$;

create or replace function private.remove_imported_companies(import public.imports, most int) returns int
language plpgsql set search_path = ''
as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented uuid[] := array(
    select company.id
    from public.companies company
    join public.comments comment on comment.customer_id = company.customer_id and comment.company_id = company.id
    where company.customer_id = import.customer_id and company.import_id = import.id
  );
  removed int;
begin
  with named as materialized (
    select distinct private.index_key(private.text_key(company)) as name_key
    from (
      select company from public.leads where customer_id = import.customer_id and import_id = import.id
      union
      select company from public.leads where customer_id = import.customer_id and created_at > import.created_at
    ) remaining
    where company is not null
  )
  delete from public.companies
  where customer_id = import.customer_id and updated_at = any (unchanged) and id = any (array(
    select id
    from public.companies
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged)
      and id <> all (commented)
      and name_key not in (select name_key from named where name_key is not null)
    limit most
  ));
  get diagnostics removed = row_count;
  return removed;
end $$;

comment on function private.remove_imported_leads(public.imports, int) is
  'Deletes leads of an import that are unchanged and have no comments, up to a limit, the first of the file first. A row that is being changed stays.';
comment on function private.remove_imported_companies(public.imports, int) is
  'Deletes companies of an import that are unchanged and have no comments, up to a limit, except those that a remaining lead of this or a later import names.';
comment on column public.imports.remaining_leads is
  'Leads that undo did not delete because they were changed after the import or have comments; null until undo is complete.';
comment on column public.imports.remaining_companies is
  'Companies that undo did not delete because they were changed, have comments, or are named by a remaining lead; null until undo is complete.';
