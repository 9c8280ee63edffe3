-- What a message's variables stand for, over a customer's approved leads, so that no one downloads leads to measure a message.
-- The values are those of domain/campaign/variables.ts: a lead without a first or a last name of its own has the first word of its
-- name, or what follows it.

create function private.trimmed(value text) returns text language sql immutable parallel safe
return btrim(value, e'\t\n\x0b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');

create function private.first_name_of(lead public.leads) returns text language sql immutable parallel safe
return case
  when private.has_text(lead.first_name) then private.trimmed(lead.first_name)
  else split_part(private.trimmed(lead.name), ' ', 1)
end;

create function private.last_name_of(lead public.leads) returns text language sql immutable parallel safe
return case
  when private.has_text(lead.last_name) then private.trimmed(lead.last_name)
  when position(' ' in private.trimmed(lead.name)) = 0 then ''
  else private.trimmed(substr(private.trimmed(lead.name), position(' ' in private.trimmed(lead.name))))
end;

-- Whether a message to the lead would have a gap: the variable's value, or the address, is blank.
create function private.lacks(lead public.leads, missing text) returns boolean language sql immutable parallel safe
return case missing
  when 'last_name' then private.last_name_of(lead) = ''
  when 'company' then private.has_text(lead.company) is not true
  when 'email' then private.has_text(lead.email) is not true
end;

-- How many leads of a customer are approved, and how many of these lack what a message may need.
create function public.count_lead_gaps(customer_id uuid)
returns table (approved bigint, last_name bigint, company bigint, email bigint)
language sql stable security definer set search_path = ''
as $$
  select
    count(*),
    count(*) filter (where private.lacks(lead, 'last_name')),
    count(*) filter (where private.lacks(lead, 'company')),
    count(*) filter (where private.lacks(lead, 'email'))
  from public.leads lead
  where lead.customer_id = any (private.scope(array[count_lead_gaps.customer_id])) and lead.is_approved
$$;

-- The approved lead to whom a text is the longest that names the variables so many times.
create function public.longest_lead(customer_id uuid, first_names int default 0, last_names int default 0, companies int default 0)
returns setof public.leads language sql stable security definer set search_path = ''
as $$
  select lead.*
  from public.leads lead
  where lead.customer_id = any (private.scope(array[longest_lead.customer_id])) and lead.is_approved
  order by
    first_names::bigint * char_length(private.first_name_of(lead))
      + last_names::bigint * char_length(private.last_name_of(lead))
      + companies::bigint * coalesce(char_length(private.trimmed(lead.company)), 0) desc,
    lead.created_at desc, lead.id desc
  limit 1
$$;

-- The approved leads that lack last_name, company or email, newest first, from a row on.
create function public.approved_leads_without(
  missing text, customers uuid[] default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.leads language plpgsql stable security definer set search_path = ''
as $$
declare
  scope uuid[] := private.scope(customers);
begin
  return query
    select lead.*
    from public.leads lead
    where (scope is null or lead.customer_id = any (scope)) and lead.is_approved and private.lacks(lead, missing)
      and (
        before_created_at is null
        or lead.created_at <= before_created_at and (lead.created_at < before_created_at or lead.id < before_id)
      )
    order by lead.created_at desc, lead.id desc
    limit least(greatest(page_size, 0), 1000);
end $$;

revoke all on function
  private.trimmed(text), private.first_name_of(public.leads), private.last_name_of(public.leads), private.lacks(public.leads, text),
  public.count_lead_gaps(uuid), public.longest_lead(uuid, int, int, int),
  public.approved_leads_without(text, uuid[], timestamptz, uuid, int)
  from public, anon, authenticated, service_role;
grant execute on function
  public.count_lead_gaps(uuid), public.longest_lead(uuid, int, int, int),
  public.approved_leads_without(text, uuid[], timestamptz, uuid, int)
  to authenticated;
