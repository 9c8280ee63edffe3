-- A row is unchanged while its updated_at is that of its chunk. Rows are dated by their number in the file, so that a date separates the first
-- ones from the rest. The lock waits for comments that are being added and keeps new ones out; where fewer rows than expected were deleted, further
-- ones are read, so that an undo is complete only when no row is left to delete.
create function private.remove_imported_leads(import public.imports, most int) returns int language plpgsql set search_path = '' as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented uuid[] := '{}';
  last_date timestamptz;
  amount int;
  removed int := 0;
begin
  loop
    select created_at into last_date
    from public.leads
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and id <> all (commented)
    order by created_at desc
    offset most - removed - 1 limit 1;
    last_date := coalesce(last_date, '-infinity');
    perform id
    from public.leads
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and created_at >= last_date
    order by id
    for update;
    commented := array(
      select lead.id
      from public.leads lead
      join public.comments comment on comment.customer_id = lead.customer_id and comment.lead_id = lead.id
      where lead.customer_id = import.customer_id and lead.import_id = import.id
    );
    delete from public.leads
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and created_at >= last_date
      and id <> all (commented);
    get diagnostics amount = row_count;
    removed := removed + amount;
    exit when removed >= most or last_date = '-infinity';
  end loop;
  return removed;
end $$;
comment on function private.remove_imported_leads is
  'Deletes leads of an import that are unchanged and have no comments, up to a limit, the first of the file first. Waits for changes and comments that are under way.';

create function private.remove_imported_companies(import public.imports, most int) returns int language plpgsql set search_path = '' as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented uuid[] := '{}';
  ids uuid[];
  missing int := most;
  amount int;
begin
  loop
    with named as materialized (
      select distinct private.index_key(private.text_key(company)) as name_key
      from (
        select company from public.leads where customer_id = import.customer_id and import_id = import.id
        union
        select company from public.leads where customer_id = import.customer_id and created_at > import.created_at
      ) remaining
      where company is not null
    )
    select coalesce(array_agg(id), '{}') into ids
    from (
      select id
      from public.companies
      where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and id <> all (commented)
        and name_key not in (select name_key from named where name_key is not null)
      order by created_at desc
      limit missing
    ) removable;
    perform id from public.companies where customer_id = import.customer_id and id = any (ids) order by id for update;
    commented := array(
      select company.id
      from public.companies company
      join public.comments comment on comment.customer_id = company.customer_id and comment.company_id = company.id
      where company.customer_id = import.customer_id and company.import_id = import.id
    );
    delete from public.companies
    where customer_id = import.customer_id and id = any (ids) and updated_at = any (unchanged) and id <> all (commented);
    get diagnostics amount = row_count;
    exit when amount = missing or cardinality(ids) < missing;
    missing := missing - amount;
  end loop;
  return most - missing + amount;
end $$;
comment on function private.remove_imported_companies is
  'Deletes companies of an import that are unchanged and have no comments, up to a limit, the first of the file first, except those that a remaining lead of this or a later import names. Waits for changes and comments that are under way.';

create function public.undo_import(import_id uuid) returns public.imports language plpgsql security definer set search_path = '' as $$
declare
  max_leads constant int := 50000;
  max_companies constant int := 20000;
  import public.imports;
  deleted_leads int;
  deleted_companies int := 0;
  is_complete boolean;
  customer text;
begin
  perform private.require_admin('Only an administrator can undo an import');
  select * into import from public.imports where id = undo_import.import_id;
  perform private.lock_imports(import.customer_id);
  select * into import from public.imports where customer_id = import.customer_id and id = undo_import.import_id for update;
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

  import.undone_at := coalesce(import.undone_at, now());
  import.undone_by := coalesce(import.undone_by, auth.uid());
  if is_complete then
    select count(*) into import.remaining_leads
    from public.leads where leads.customer_id = import.customer_id and leads.import_id = import.id;
    select count(*) into import.remaining_companies
    from public.companies where companies.customer_id = import.customer_id and companies.import_id = import.id;
  end if;
  update public.imports set
    undone_at = import.undone_at,
    undone_by = import.undone_by,
    removed_leads = removed_leads + deleted_leads,
    removed_companies = removed_companies + deleted_companies,
    remaining_leads = import.remaining_leads,
    remaining_companies = import.remaining_companies
  where id = import.id and customer_id = import.customer_id
  returning * into import;

  if is_complete then
    select name into customer from public.customers where customers.id = import.customer_id;
    insert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
    values (
      auth.uid(), private.impersonation_of(import.customer_id), import.customer_id, customer, 'update', 'imports', 1, array[import.id],
      array['undone_at']
    );
  end if;
  return import;
end $$;
comment on function public.undo_import is
  'Deletes what an import created and no one has changed since, at most 50,000 leads and 20,000 companies per call. Call it again until remaining_leads is set.';

create function public.undo_preview(import_id uuid) returns table (
  leads int, leads_left int, leads_reviewed int, companies int, companies_left int
) language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.undo_preview is
  'Number of leads and companies that an import has created and that still exist, of those that undoing it would leave, and of the leads that have been approved or rejected. Administrators only.';

revoke all on function
  private.remove_imported_leads, private.remove_imported_companies, public.undo_import, public.undo_preview
  from public, anon, authenticated, service_role;
grant execute on function public.undo_import, public.undo_preview to authenticated;
