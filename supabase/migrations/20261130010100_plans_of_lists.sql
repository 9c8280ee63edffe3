-- Plans that hold whatever the statistics say.

-- With an import, the customer only says whose rows may be read: as an equality it would be expected to select as few rows of the import as of the table, and its
-- indexes would be read instead of the import's. A distributed database finds the node by it.
create or replace function private.scope_condition(
  scope uuid[], audience text default null, status text default null, reason uuid default null, import_id uuid default null
) returns text language plpgsql stable parallel safe as $$
declare
  owned constant text := case
    when cardinality(scope) = 1 then format('customer_id = %L', scope[1])
    when scope is not null then format('customer_id = any (%L)', scope)
  end;
begin
  if status not in ('to_review', 'approved', 'rejected') then
    raise exception 'Unknown status: %', left(status, 100) using errcode = '22023';
  end if;
  perform private.require_length('audience', audience, 100);
  return concat_ws(' and ',
    case when import_id is null or to_regclass('pg_catalog.pg_dist_partition') is not null then owned else 'coalesce(' || owned || ', false)' end,
    case when audience = '' then 'audience is null' else 'audience = ' || quote_literal(audience) end,
    case status
      when 'to_review' then 'is_approved is null' when 'approved' then 'is_approved is true' when 'rejected' then 'is_approved is false'
    end,
    'rejection_reason_id = ' || quote_literal(reason),
    'import_id = ' || quote_literal(import_id),
    'true'
  );
end $$;

-- Each lead reads the index of names, and never all companies of the customer.
create or replace function public.leads_of_rejected_companies(ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  customers uuid[] := private.scope(null);
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  return query
    select lead.id
    from public.leads lead
    join lateral (
      select company.is_approved
      from public.companies company
      where company.customer_id = lead.customer_id and company.name_key = private.index_key(private.text_key(lead.company))
      order by company.created_at, company.id
      limit 1
    ) employer on employer.is_approved is false
    where lead.id = any (ids) and (customers is null or lead.customer_id = any (customers));
end $$;

-- Counts read each page once, and not once for each row in the order of an index.
alter function public.count_approved_leads_without set enable_indexscan = off;
alter function public.count_missing_fields set enable_indexscan = off;
