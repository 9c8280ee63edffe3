-- An import of a file of errors is linked to the import whose errors it corrects, which then needs no attention.
alter table public.imports add column corrects_import_id uuid;
alter table public.imports add constraint imports_corrects_import_id_fkey foreign key (corrects_import_id, customer_id)
  references public.imports (id, customer_id);
create index imports_corrects_idx on public.imports (corrects_import_id, customer_id) where corrects_import_id is not null;
comment on column public.imports.corrects_import_id is 'The import whose rejected rows this file has: it is named after that file, as the app names a file of errors.';

create function private.import_with_errors(customer uuid, type text, file_name text) returns uuid
language sql stable set search_path = ''
return (
  select id
  from public.imports
  where customer_id = import_with_errors.customer
    and import_type = import_with_errors.type
    and error_rows > 0 and undone_at is null
    and import_with_errors.file_name ~* '. - errors( ?\(\d+\))?\.csv$'
    and regexp_replace(lower(imports.file_name), '( - errors( ?\(\d+\))?)?\.csv$', '')
      = regexp_replace(lower(import_with_errors.file_name), ' - errors( ?\(\d+\))?\.csv$', '')
  order by created_at desc
  limit 1
);
comment on function private.import_with_errors(uuid, text, text) is
  'For a file of errors, such as ''team - errors.csv'': the latest import of team.csv, or of its errors, that has errors. Null for another file.';
revoke all on function private.import_with_errors(uuid, text, text) from public, anon, authenticated, service_role;

create or replace function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false, columns jsonb default null,
  corrected_rows int[] default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  import public.imports;
  chunk public.import_chunks;
  corrects uuid;
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator can import' using errcode = 'PT403';
  end if;
  perform 1 from public.customers customer where customer.id = import_rows.customer_id for key share;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(import_rows.customer_id);
  corrects := private.import_with_errors(import_rows.customer_id, import_rows.import_type, import_rows.file_name);

  begin
    insert into public.imports (id, customer_id, file_name, import_type, audience, columns, corrects_import_id)
    values (
      coalesce(import_rows.import_id, gen_random_uuid()), import_rows.customer_id, import_rows.file_name, import_rows.import_type,
      import_rows.audience, import_rows.columns, corrects
    )
    on conflict do nothing
    returning * into import;
    if not found then
      select * into import
      from public.imports stored
      where stored.customer_id = import_rows.customer_id and stored.id = import_rows.import_id;
      select * into chunk
      from public.import_chunks stored
      where stored.customer_id = import_rows.customer_id and stored.import_id = import_rows.import_id
        and stored.first_row = import_rows.first_row;
    elsif exists (
      select 1 from public.imports other where other.id = import_rows.import_id and other.customer_id <> import_rows.customer_id
    ) then
      import := null; -- In a distributed database ids are unique per customer only.
    end if;

    if import.import_type is distinct from import_rows.import_type then
      raise exception 'This importId belongs to an import of another customer or type' using errcode = 'PT409';
    elsif import.undone_at is not null then
      raise exception 'This import has been undone: import the file again' using errcode = 'PT409';
    elsif chunk.hash <> import_rows.hash then
      raise exception 'This importId and firstRow were used for other content' using errcode = 'PT409';
    elsif chunk.hash is not null then
      return chunk.answer;
    end if;

    insert into public.import_mappings as saved (customer_id, import_type, headers, mapping)
    values (import_rows.customer_id, import_rows.import_type, import_rows.headers, import_rows.mapping)
    on conflict (customer_id, import_type, headers_key) do update set mapping = excluded.mapping, created_at = excluded.created_at
      where saved.mapping <> excluded.mapping;
    perform private.remove_import_errors(import, import_rows.corrected_rows);
    answer := private.import_chunk(import, first_row, hash, audience, rows, errors);
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote; the answer remains.
  end;
  return answer;
end $$;

create or replace function public.needs_attention()
returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see what needs attention');
  return query
    with waiting as materialized (
      select customer_id, amount, since, (
        select max(lead.created_at) + interval '7 days'
        from public.leads lead
        where lead.customer_id = waiting_leads.customer_id and lead.is_approved is null and lead.created_at < now() - interval '7 days'
      ) as latest
      from private.waiting_leads()
    ), corrected as materialized (
      select customer_id, corrects_import_id as id, sum(total_rows) as rows
      from public.imports
      where corrects_import_id is not null and undone_at is null and created_at > now() - interval '7 days'
      group by customer_id, corrects_import_id
    ), failed as materialized (
      select import.customer_id, count(*) as amount, max(import.created_at) as since
      from public.imports import
      left join corrected on corrected.customer_id = import.customer_id and corrected.id = import.id
      where import.error_rows > coalesce(corrected.rows, 0) and import.undone_at is null and import.created_at > now() - interval '7 days'
      group by import.customer_id
    ), open as materialized (
      select customer_id, mailed_at, created_at, expires_at from public.invitations where accepted_at is null
    ), found as (
      select 'leads waiting' as reason, customer_id, amount, since, latest from waiting
      union all
      select 'imports with errors', customer_id, amount, since, since from failed
      union all
      select 'invitations not mailed', customer_id, count(*), min(created_at), max(created_at)
      from open where mailed_at is null group by customer_id
      union all
      select 'invitations expiring', customer_id, count(*), min(expires_at), max(expires_at) - interval '2 days'
      from open
      where mailed_at is not null and expires_at > now() and expires_at < now() + interval '2 days'
      group by customer_id
    ), dismissed as materialized (
      select customer_id, reason, dismissed_at from private.attention_dismissals where user_id = auth.uid()
    )
    select found.reason, customer.id, customer.name, found.amount::int, found.since
    from found
    join public.customers customer on customer.id = found.customer_id and customer.is_active
    left join dismissed on dismissed.customer_id = found.customer_id and dismissed.reason = found.reason
    where dismissed.dismissed_at is null or found.latest > dismissed.dismissed_at
    order by found.reason, case when found.reason = 'imports with errors' then now() - found.since else found.since - now() end, customer.name;
end $$;
