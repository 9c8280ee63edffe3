-- What undoing an import would delete and leave, to be shown before it.
create function public.undo_preview(import_id uuid)
returns table (leads int, leads_left int, leads_reviewed int, companies int, companies_left int)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  import public.imports;
  unchanged timestamptz[];
  commented uuid[];
begin
  perform private.require_admin('Only an administrator can undo an import');
  select * into import from public.imports where id = undo_preview.import_id;
  if not found then
    raise exception 'There is no such import' using errcode = 'PT404';
  end if;
  unchanged := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented := array(
    select lead.id
    from public.leads lead
    join public.comments comment on comment.customer_id = lead.customer_id and comment.lead_id = lead.id
    where lead.customer_id = import.customer_id and lead.import_id = import.id
    union all
    select company.id
    from public.companies company
    join public.comments comment on comment.customer_id = company.customer_id and comment.company_id = company.id
    where company.customer_id = import.customer_id and company.import_id = import.id
  );

  select count(*), count(*) filter (where updated_at <> all (unchanged) or id = any (commented)), count(is_approved)
  into leads, leads_left, leads_reviewed
  from public.leads lead
  where lead.customer_id = import.customer_id and lead.import_id = import.id;

  with named as materialized (
    select distinct private.index_key(private.text_key(company)) as name_key
    from (
      select company from public.leads lead
      where lead.customer_id = import.customer_id and lead.import_id = import.id
        and (updated_at <> all (unchanged) or id = any (commented))
      union
      select company from public.leads lead
      where lead.customer_id = import.customer_id and lead.created_at > import.created_at and lead.import_id is distinct from import.id
    ) remaining
    where company is not null
  )
  select count(*), count(*) filter (
    where updated_at <> all (unchanged) or id = any (commented)
      or name_key in (select name_key from named where name_key is not null)
  )
  into companies, companies_left
  from public.companies company
  where company.customer_id = import.customer_id and company.import_id = import.id;
  return next;
end $$;

revoke all on function public.undo_preview(uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_preview(uuid) to authenticated;

comment on function public.undo_preview(uuid) is
  'Number of leads and companies that an import has created and that still exist, of those that undoing it would leave, and of the leads that have been approved or rejected. Administrators only.';
