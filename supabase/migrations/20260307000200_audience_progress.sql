-- How many leads of each audience were reviewed, which the dashboard's bars show beside those approved.
drop function public.audience_totals(uuid[], bigint, text, int);
create function public.audience_totals(
  customers uuid[] default null, after_total bigint default null, after_name text default null, page_size int default 1000
) returns table (name text, total bigint, approved bigint, pending bigint, reviewed bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  scope uuid[] := private.scope(customers);
begin
  return query
    select audiences.name, audiences.total, audiences.approved, audiences.total - audiences.approved, audiences.reviewed
    from (
      select audience collate "und-x-icu" as name, sum(counter.total)::bigint as total, sum(counter.approved)::bigint as approved,
        sum(counter.reviewed)::bigint as reviewed
      from public.lead_counters counter
      where audience is not null and (scope is null or customer_id = any (scope))
      group by audience
      having sum(counter.total) > 0
    ) audiences
    where after_total is null or audiences.total < after_total or (audiences.total = after_total and audiences.name > after_name)
    order by audiences.total desc, audiences.name
    limit least(greatest(page_size, 0), 1000);
end $$;
revoke all on function public.audience_totals(uuid[], bigint, text, int) from public, anon, authenticated, service_role;
grant execute on function public.audience_totals(uuid[], bigint, text, int) to authenticated;
comment on function public.audience_totals(uuid[], bigint, text, int) is
  'A page of the audiences with their number of leads, the largest first, after the given audience. Equal names of several customers are added up.';
