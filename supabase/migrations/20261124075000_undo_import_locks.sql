-- A comment that was under way when an import was undone was deleted with its lead or company. The rows are locked before the comments are
-- read: the lock waits for comments and keeps new ones out. Where fewer rows than expected were deleted, further ones are read, so that an
-- undo is complete only when no row is left to delete.
create or replace function private.remove_imported_leads(import public.imports, most int) returns int
language plpgsql set search_path = ''
as $$
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

create or replace function private.remove_imported_companies(import public.imports, most int) returns int
language plpgsql set search_path = ''
as $$
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

revoke all on function private.remove_imported_leads(public.imports, int), private.remove_imported_companies(public.imports, int)
  from public, anon, authenticated, service_role;

comment on function private.remove_imported_leads(public.imports, int) is
  'Deletes leads of an import that are unchanged and have no comments, up to a limit, the first of the file first. Waits for changes and comments that are under way.';
comment on function private.remove_imported_companies(public.imports, int) is
  'Deletes companies of an import that are unchanged and have no comments, up to a limit, the first of the file first, except those that a remaining lead of this or a later import names. Waits for changes and comments that are under way.';
