-- What the history of imports shows beyond the counts: the file's columns in their order, by which the refused rows can be written as
-- a file again, and whether the import was undone.

alter table public.imports
  -- Header texts in the file's order; null for what was imported before this column was.
  add column columns jsonb check (jsonb_typeof(columns) = 'array'),
  -- When undoing began; without kept counts it has not come to its end.
  add column undone_at timestamptz,
  add column undone_by uuid references auth.users on delete set null,
  add column removed_leads int not null default 0,
  add column removed_companies int not null default 0,
  add column kept_leads int,
  add column kept_companies int,
  add check ((kept_leads is null) = (kept_companies is null)),
  add check (undone_at is not null or kept_leads is null);

drop index public.imports_customer_idx;
create index imports_created_idx on public.imports (created_at desc, id desc);
create index imports_customer_created_idx on public.imports (customer_id, created_at desc, id desc);
create index imports_with_errors_idx on public.imports (created_at desc, id desc) where error_rows > 0;

-- An import's rows are listed in the file's order.
drop index public.leads_import_idx;
create index leads_import_idx on public.leads (import_id, created_at desc, id desc) where import_id is not null;
drop index public.companies_import_idx;
create index companies_import_idx on public.companies (import_id, created_at desc, id desc) where import_id is not null;

-- One import or undo of a customer at a time, to the end of the transaction.
create function private.lock_imports(customer_id uuid) returns void language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.import ' || customer_id, 0))
$$;

drop function public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean);

-- rows: objects of stored columns, each with its `row` in the file; errors: objects of row, error and cells; headers: sorted, the set
-- that the mapping is remembered for; columns: every header in the file's order. The same import_id and first_row again is answered as
-- the first time, until the import is undone. A dry run does all of it, then takes it back.
create function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false, columns jsonb default null
) returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  import public.imports;
  chunk public.import_chunks;
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator can import' using errcode = 'PT403';
  end if;
  perform from public.customers customer where customer.id = import_rows.customer_id for key share;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(import_rows.customer_id);

  begin
    insert into public.imports (id, customer_id, file_name, import_type, audience, columns)
    values (
      coalesce(import_rows.import_id, gen_random_uuid()), import_rows.customer_id, import_rows.file_name, import_rows.import_type,
      import_rows.audience, import_rows.columns
    )
    on conflict (id) do nothing
    returning * into import;
    if not found then
      select * into import from public.imports known where known.id = import_rows.import_id;
      select * into chunk from public.import_chunks known where known.import_id = import.id and known.first_row = import_rows.first_row;
    end if;

    if (import.customer_id, import.import_type) <> (import_rows.customer_id, import_rows.import_type) then
      raise exception 'This importId belongs to an import of another customer or type' using errcode = 'PT409';
    elsif import.undone_at is not null then
      raise exception 'This import has been undone: import the file anew' using errcode = 'PT409';
    elsif chunk.hash <> import_rows.hash then
      raise exception 'This importId and firstRow were used for another content' using errcode = 'PT409';
    elsif chunk.hash is not null then
      return chunk.answer;
    end if;

    insert into public.import_mappings as known (customer_id, import_type, headers, mapping)
    values (import_rows.customer_id, import_rows.import_type, import_rows.headers, import_rows.mapping)
    on conflict (customer_id, import_type, headers_key) do update set mapping = excluded.mapping, created_at = excluded.created_at
      where known.mapping <> excluded.mapping;
    answer := private.import_chunk(import, first_row, hash, audience, rows, errors);
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- what the block wrote is undone, its answer stays
  end;
  return answer;
end $$;

-- The mapping last used for a customer and exactly these headers (sorted, as import_rows got them), and since when it is that one.
create function public.remembered_mapping(customer_id uuid, import_type text, headers jsonb)
returns table (mapping jsonb, created_at timestamptz) language sql stable set search_path = ''
as $$
  select known.mapping, known.created_at
  from public.import_mappings known
  where known.customer_id = remembered_mapping.customer_id
    and known.import_type = remembered_mapping.import_type
    and known.headers_key = md5(remembered_mapping.headers::text)
$$;

revoke all on function
  private.lock_imports(uuid),
  public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean, jsonb),
  public.remembered_mapping(uuid, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean, jsonb),
  public.remembered_mapping(uuid, text, jsonb)
  to authenticated;
