-- Counts: without a term from what is kept, with one from the rows. A count of many matches may first be told roughly.

drop function public.tally_leads(text, uuid[], text), public.tally_companies(text, uuid[]);

-- How many rows of a table match a term, and how far their review has come; `known` is how many there are without the term.
-- Roughly, it is the share among the newest of the rows that the caller sees, not what PostgreSQL knows of everybody's, which would
-- tell of other customers. What is likely few is counted at once.
create function private.found_tally(
  relation regclass, columns text[], pattern text, scope uuid[], named uuid[], audience_name text, known bigint, roughly boolean,
  out total bigint, out approved bigint, out reviewed bigint, out is_estimated boolean
) language plpgsql stable security definer set search_path = ''
as $$
declare
  looked_at constant int := 2000;
  few constant int := 5000;
  counted constant text := 'select count(*), count(*) filter (where is_approved), count(is_approved) from ';
begin
  is_estimated := false;
  if roughly and known > few then
    execute counted || format(
      '(select * from %s where %s order by created_at desc, id desc limit %s) newest where %s',
      relation, private.matching(columns, '%%', scope, null, audience_name, null), looked_at,
      private.matching(columns, pattern, null, named, null, null)
    ) into total, approved, reviewed using pattern, scope, named, audience_name;
    total := total * known / looked_at;
    approved := approved * known / looked_at;
    reviewed := reviewed * known / looked_at;
    is_estimated := total > few;
  end if;
  if not is_estimated then
    execute counted || format('%s where %s', relation, private.matching(columns, pattern, scope, named, audience_name, null))
      into total, approved, reviewed using pattern, scope, named, audience_name;
  end if;
end $$;

create function public.tally_leads(
  term text default '', customers uuid[] default null, audience_name text default null, roughly boolean default false
) returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  kept record := private.lead_tally(scope, audience_name);
begin
  if pattern = '%%' then
    return query select kept.total, kept.approved, kept.reviewed, false;
  else
    return query select * from private.found_tally(
      'public.leads', '{name,company,title}', pattern, scope, named, audience_name, kept.total, roughly
    );
  end if;
end $$;

create function public.tally_companies(term text default '', customers uuid[] default null, roughly boolean default false)
returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  kept record := private.company_tally(scope);
begin
  if pattern = '%%' then
    return query select kept.total, kept.approved, kept.reviewed, false;
  else
    return query select * from private.found_tally(
      'public.companies', '{name,industry,location}', pattern, scope, named, null, kept.total, roughly
    );
  end if;
end $$;

create or replace function public.count_leads(
  term text default '', customers uuid[] default null, audience_name text default null, approved boolean default null
) returns bigint language sql stable security invoker set search_path = ''
as $$
  select case when count_leads.approved then tally.approved when not count_leads.approved then tally.total - tally.approved else tally.total end
  from public.tally_leads(term, customers, audience_name) tally
$$;

create or replace function public.count_companies(term text default '', customers uuid[] default null, approved boolean default null)
returns bigint language sql stable security invoker set search_path = ''
as $$
  select case
    when count_companies.approved then tally.approved
    when not count_companies.approved then tally.total - tally.approved
    else tally.total
  end
  from public.tally_companies(term, customers) tally
$$;

revoke all on function
  private.found_tally(regclass, text[], text, uuid[], uuid[], text, bigint, boolean),
  public.tally_leads(text, uuid[], text, boolean), public.tally_companies(text, uuid[], boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.tally_leads(text, uuid[], text, boolean), public.tally_companies(text, uuid[], boolean) to authenticated;
