-- What callers pass to searches is bounded, as a term is: after_text of 8 MB took 8 s to fold, and a term of 200 characters that are 18
-- each once folded took 40 s to search for in 20,000 leads.
create function private.require_length(what text, value text, most int) returns void
language plpgsql immutable parallel safe
as $$
begin
  if char_length(value) > most then
    raise exception 'The % is too long: % characters, at most %', what, char_length(value), most using errcode = '22001';
  end if;
end $$;

create function private.require_cardinality(what text, ids uuid[], most int) returns void
language plpgsql immutable parallel safe
as $$
begin
  if cardinality(ids) > most then
    raise exception 'Too many %: %, at most %', what, cardinality(ids), most using errcode = '22023';
  end if;
end $$;

create or replace function private.scope(wanted uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_cardinality('customers', wanted, 10000);
  if private.is_admin() then
    return wanted;
  end if;
  return array(
    select customer_id from private.my_customer_ids() mine (customer_id) where wanted is null or customer_id = any (wanted)
  );
end $$;

create or replace function private.scope_condition(
  scope uuid[], audience text default null, status text default null, reason uuid default null
) returns text
language plpgsql immutable parallel safe
as $$
begin
  if status not in ('to_review', 'approved', 'rejected') then
    raise exception 'Unknown status: %', left(status, 100) using errcode = '22023';
  end if;
  perform private.require_length('audience', audience, 100);
  return concat_ws(' and ',
    case
      when cardinality(scope) = 1 then format('customer_id = %L', scope[1])
      when scope is not null then format('customer_id = any (%L)', scope)
    end,
    case when audience = '' then 'audience is null' else 'audience = ' || quote_literal(audience) end,
    case status
      when 'to_review' then 'is_approved is null' when 'approved' then 'is_approved is true' when 'rejected' then 'is_approved is false'
    end,
    'rejection_reason_id = ' || quote_literal(reason),
    'true'
  );
end $$;

create or replace function private.sort_sql(sort text, out key text, out direction text)
language plpgsql immutable parallel safe
as $$
begin
  key := case sort
    when 'newest' then 'created_at'
    when 'name' then 'private.name_sort_key(search_text)'
    when 'company' then 'private.company_sort_key(search_text)'
  end;
  direction := case sort when 'newest' then 'desc' else 'asc' end;
  if key is null then
    raise exception 'Unknown sort order: %', left(sort, 100) using errcode = '22023';
  end if;
end $$;

create or replace function private.word_condition(term text, scope uuid[], has_email boolean) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  longest_word constant int := 420; -- twice the characters of a term: symbols and Han get a space each
  word text;
  folded text;
  pattern text;
  local_part text;
  named uuid[];
  conditions text[] := '{}';
begin
  perform private.require_length('search term', term, 200);
  foreach word in array string_to_array(private.collapse_spaces(coalesce(term, '')), ' ') loop
    folded := left(private.fold_text(word), longest_word);
    continue when folded = '';
    pattern := case when char_length(normalize(word, nfc)) <= 2 then '% ' else '%' end || folded || '%';
    -- Administrators who search the rows of all customers find the customers' names, too.
    named := array(select id from public.customers where scope is null and search_text like pattern);
    local_part := split_part(word, '@', 1) || '@';
    conditions := conditions || format('(%s)', concat_ws(' or ',
      format('search_text like %L', pattern),
      -- A part of an email without letters is in no index.
      case
        when not has_email or position('@' in word) = 0 or char_length(word) <= 2 or folded !~ '[^ᚠ-ᛀ ]' then null
        when private.fold_text(local_part) !~ '[^ᚠ-ᛀ ]{3}' then format('email_key like %L', private.search_pattern(private.text_key(word)))
        -- Many emails have the same domain, so that the index is only read for what precedes it.
        else format(
          'email_key like %L and email_key || '''' like %L',
          private.search_pattern(private.text_key(local_part)), private.search_pattern(private.text_key(word))
        )
      end,
      case when cardinality(named) > 0 then format('customer_id = any (%L)', named) end
    ));
  end loop;
  return (select string_agg(distinct condition, ' and ') from unnest(conditions) condition);
end $$;

create function private.last_sort_key(sort text, created_at timestamptz, name text) returns text
language plpgsql stable parallel safe
as $$
begin
  perform private.require_length('after_text', name, 500);
  return case sort
    when 'newest' then created_at::text
    when 'name' then private.name_sort_key(private.search_text(coalesce(name, '')))
    when 'company' then private.company_sort_key(private.search_text('', name))
  end;
end $$;

create or replace function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50,
  status text default null, reason uuid default null, sort text default 'newest', after_text text default null
) returns setof public.leads
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  scope uuid[] := private.scope(customers);
  ids uuid[] := private.search_ids(
    'public.leads', private.word_condition(term, scope, true), scope, audience_name, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size
  );
begin
  return query
    select lead.*
    from public.leads lead
    join unnest(ids) with ordinality as listed (id, place) on listed.id = lead.id
    where scope is null or lead.customer_id = any (scope)
    order by listed.place;
end $$;

create or replace function public.search_companies(
  term text, customers uuid[] default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50,
  status text default null, reason uuid default null, sort text default 'newest', after_text text default null
) returns setof public.companies
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  scope uuid[] := private.scope(customers);
  ids uuid[];
begin
  if sort = 'company' then
    raise exception 'Unknown sort order: %', sort using errcode = '22023';
  end if;
  ids := private.search_ids(
    'public.companies', private.word_condition(term, scope, false), scope, null, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size
  );
  return query
    select company.*
    from public.companies company
    join unnest(ids) with ordinality as listed (id, place) on listed.id = company.id
    where scope is null or company.customer_id = any (scope)
    order by listed.place;
end $$;

-- The app counts among rows that a user has ticked.
create or replace function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null, status text default null,
  reason uuid default null
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  scope uuid[] := private.scope(customers);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.leads where id = any ($1) offset 0) selected where '
    || concat_ws(' and ', private.scope_condition(scope, audience_name, status, reason), private.word_condition(term, scope, true))
    into total using ids;
  return total;
end $$;

create or replace function public.count_companies_among(
  ids uuid[], term text default '', customers uuid[] default null, status text default null,
  reason uuid default null
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  scope uuid[] := private.scope(customers);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.companies where id = any ($1) offset 0) selected where '
    || concat_ws(' and ', private.scope_condition(scope, null, status, reason), private.word_condition(term, scope, false))
    into total using ids;
  return total;
end $$;

revoke all on function
  private.require_length(text, text, int), private.require_cardinality(text, uuid[], int), private.last_sort_key(text, timestamptz, text)
  from public, anon, authenticated, service_role;

comment on function private.require_length(text, text, int) is 'Raises an error if a text has more characters.';
comment on function private.require_cardinality(text, uuid[], int) is 'Raises an error if an array has more elements.';
comment on function private.last_sort_key(text, timestamptz, text) is
  'The sort key of the row that a page follows, from its created_at or its name or company, at most 500 characters.';
comment on function private.scope(uuid[]) is
  'The requested customers, at most 10,000, that the caller can see; null: all customers, for administrators only.';
comment on function private.word_condition(text, uuid[], boolean) is
  'SQL condition for the rows that contain each word of a search term, a word of one or two letters at the beginning of a word; null without words. A word that is longer than 420 characters once folded is cut there. Search does not rely on row-level security, because LIKE is not leakproof and could then use no index.';
comment on function public.count_leads_among(uuid[], text, uuid[], text, text, uuid) is
  'How many of the selected leads, at most 10,000, match the present filter of the list.';
comment on function public.count_companies_among(uuid[], text, uuid[], text, uuid) is
  'How many of the selected companies, at most 10,000, match the present filter of the list.';
