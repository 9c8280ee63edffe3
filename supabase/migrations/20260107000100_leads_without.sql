-- The approved leads that lack last_name, company or email, narrowed as any list of leads is, and how many they are.

drop function public.approved_leads_without(text, uuid[], timestamptz, uuid, int);

create function public.approved_leads_without(
  missing text, customers uuid[] default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50,
  term text default '', audience_name text default null
) returns setof public.leads language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
begin
  return query execute
    'select * from public.leads where is_approved and private.lacks(leads, $8) and '
      || private.matching('{name,company,title}', pattern, scope, named, audience_name, null)
      || case when before_created_at is not null then ' and created_at <= $5 and (created_at < $5 or id < $6)' else '' end
      || ' order by created_at desc, id desc limit $7'
    using pattern, scope, named, audience_name, before_created_at, before_id, least(greatest(page_size, 0), 1000), missing;
end $$;

create function public.count_approved_leads_without(
  missing text, customers uuid[] default null, term text default '', audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  total bigint;
begin
  execute 'select count(*) from public.leads where is_approved and private.lacks(leads, $5) and '
    || private.matching('{name,company,title}', pattern, scope, named, audience_name, null)
    into total using pattern, scope, named, audience_name, missing;
  return total;
end $$;

revoke all on function
  public.approved_leads_without(text, uuid[], timestamptz, uuid, int, text, text),
  public.count_approved_leads_without(text, uuid[], text, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.approved_leads_without(text, uuid[], timestamptz, uuid, int, text, text),
  public.count_approved_leads_without(text, uuid[], text, text)
  to authenticated;
