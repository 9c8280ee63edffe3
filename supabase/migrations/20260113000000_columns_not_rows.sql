-- What a message's variables stand for, by the columns of a lead instead of its row: PostgreSQL alters no table whose row type a parsed
-- function body uses (see 20260107000200).

create function private.first_name_of(first_name text, name text) returns text language sql immutable parallel safe
return case
  when private.has_text(first_name) then private.trimmed(first_name)
  else split_part(private.trimmed(name), ' ', 1)
end;

create function private.last_name_of(last_name text, name text) returns text language sql immutable parallel safe
return case
  when private.has_text(last_name) then private.trimmed(last_name)
  when position(' ' in private.trimmed(name)) = 0 then ''
  else private.trimmed(substr(private.trimmed(name), position(' ' in private.trimmed(name))))
end;

-- Whether a message to a lead would have a gap: the variable's value, or the address, is blank.
create function private.lacks(missing text, last_name text, name text, company text, email text) returns boolean
language sql immutable parallel safe
return case missing
  when 'last_name' then private.last_name_of(last_name, name) = ''
  when 'company' then private.has_text(company) is not true
  when 'email' then private.has_text(email) is not true
end;

create or replace function public.count_lead_gaps(customer_id uuid)
returns table (approved bigint, last_name bigint, company bigint, email bigint)
language sql stable security definer set search_path = ''
as $$
  select
    count(*),
    count(*) filter (where private.lacks('last_name', lead.last_name, lead.name, lead.company, lead.email)),
    count(*) filter (where private.lacks('company', lead.last_name, lead.name, lead.company, lead.email)),
    count(*) filter (where private.lacks('email', lead.last_name, lead.name, lead.company, lead.email))
  from public.leads lead
  where lead.customer_id = any (private.scope(array[count_lead_gaps.customer_id])) and lead.is_approved
$$;

create or replace function public.longest_lead(
  customer_id uuid, first_names int default 0, last_names int default 0, companies int default 0
) returns setof public.leads language sql stable security definer set search_path = ''
as $$
  select lead.*
  from public.leads lead
  where lead.customer_id = any (private.scope(array[longest_lead.customer_id])) and lead.is_approved
  order by
    first_names::bigint * char_length(private.first_name_of(lead.first_name, lead.name))
      + last_names::bigint * char_length(private.last_name_of(lead.last_name, lead.name))
      + companies::bigint * coalesce(char_length(private.trimmed(lead.company)), 0) desc,
    lead.created_at desc, lead.id desc
  limit 1
$$;

create or replace function public.approved_leads_without(
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
    'select * from public.leads where is_approved and private.lacks($8, last_name, name, company, email) and '
      || private.matching('{name,company,title}', pattern, scope, named, audience_name, null)
      || case when before_created_at is not null then ' and created_at <= $5 and (created_at < $5 or id < $6)' else '' end
      || ' order by created_at desc, id desc limit $7'
    using pattern, scope, named, audience_name, before_created_at, before_id, least(greatest(page_size, 0), 1000), missing;
end $$;

create or replace function public.count_approved_leads_without(
  missing text, customers uuid[] default null, term text default '', audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  total bigint;
begin
  execute 'select count(*) from public.leads where is_approved and private.lacks($5, last_name, name, company, email) and '
    || private.matching('{name,company,title}', pattern, scope, named, audience_name, null)
    into total using pattern, scope, named, audience_name, missing;
  return total;
end $$;

drop function private.lacks(public.leads, text), private.first_name_of(public.leads), private.last_name_of(public.leads);

revoke all on function
  private.first_name_of(text, text), private.last_name_of(text, text), private.lacks(text, text, text, text, text)
  from public, anon, authenticated, service_role;
