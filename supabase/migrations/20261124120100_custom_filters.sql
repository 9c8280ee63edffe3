create function private.filter_conditions(filter jsonb, scope uuid[], table_name text) returns table (condition text, indexed text)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 5;
  relation constant regclass := 'public.' || table_name;
  wanted record;
  field public.custom_fields;
  filled text;
begin
  if filter -> 'changed' = 'true' then
    return query select 'decided_values is not null', 'decided_values is not null';
  end if;
  if jsonb_typeof(filter -> 'custom') is distinct from 'object' then
    return;
  elsif cardinality(scope) > 1 or scope is null then
    raise exception 'A filter by custom fields needs one customer' using errcode = '22023';
  elsif (select count(*) from jsonb_object_keys(filter -> 'custom')) > most then
    raise exception 'At most % custom fields can be filtered by', most using errcode = '22023';
  end if;
  for wanted in select key, value #>> '{}' as text from jsonb_each(filter -> 'custom') loop
    select * into field
    from public.custom_fields stored
    where stored.customer_id = scope[1] and stored.table_name = filter_conditions.table_name and stored.key = wanted.key
      and removed_at is null;
    if field.id is null or field.is_internal and not private.is_admin() then
      return query select 'false', 'false';
    elsif field.is_internal then
      filled := format(
        'select %s from public.internal_values where customer_id = %L and lead_id is %s and custom ',
        case table_name when 'leads' then 'lead_id' else 'company_id' end, scope[1], case table_name when 'leads' then 'not null' else 'null' end
      );
      condition := case
        when wanted.text is null then format('id not in (%s ? %L)', filled, wanted.key)
        else format('id in (%s @> %L)', filled, jsonb_build_object(wanted.key, wanted.text))
      end;
      indexed := condition;
      return next;
    elsif wanted.text is null then
      condition := format('not custom ? %L', wanted.key);
      indexed := coalesce(
        format('private.custom_shape(custom) = any (%L)', private.custom_shapes(relation, scope[1], wanted.key, false)), condition
      );
      return next;
    else
      condition := format('custom <> ''{}'' and custom @> %L', jsonb_build_object(wanted.key, wanted.text));
      indexed := condition;
      return next;
    end if;
  end loop;
end $$;
comment on function private.filter_conditions is
  'SQL conditions for the rows of leads or companies (table_name) that match a filter, and the same as an index is read for them. Internal fields are unknown to members.';

create function private.narrowed_term(term text, filter jsonb) returns text language plpgsql immutable as $$
begin
  perform private.require_size('filter', pg_catalog.pg_column_size(filter), 20000);
  if filter is not null and jsonb_typeof(filter) <> 'object' then
    raise exception 'filter must be an object' using errcode = '22023';
  end if;
  return coalesce(translate(term, chr(30), ' '), '') || coalesce(chr(30) || nullif(filter, '{}'), '');
end $$;
comment on function private.narrowed_term is 'A search term followed by a filter, which search_conditions separates at the character U+001E.';

-- As before, and with the conditions of a filter.
create or replace function private.search_conditions(term text, scope uuid[], has_email boolean, out matches text, out candidates text)
language plpgsql stable security definer set search_path = '' as $$
declare
  word text;
  seen text[] := '{}';
  pattern text;
  local_part text;
  domain text;
  others text;
  match text;
  candidate text;
  narrowed record;
begin
  perform private.require_length('search term', split_part(term, chr(30), 1), 200);
  foreach word in array string_to_array(private.collapse_spaces(coalesce(split_part(term, chr(30), 1), '')), ' ') loop
    pattern := private.word_pattern(word);
    continue when pattern is null or word = any (seen);
    seen := seen || word;
    match := format('search_text like %L', pattern);
    candidate := case when pattern ~ '^%[^ ]{6,}$' then format('search_text like %L', left(pattern, 6) || '%') else match end;
    -- A part of an email without letters is in no index.
    if has_email and position('@' in word) > 0 and char_length(word) > 2 and pattern ~ '[^ᚠ-ᛀ %]' then
      local_part := private.text_key(split_part(word, '@', 1));
      domain := private.text_key(substr(word, position('@' in word) + 1));
      match := match || format(' or email_key like %L', private.search_pattern(private.text_key(word)));
      candidate := candidate || case
        when local_part = '' then format(' or email_key like %L', private.search_pattern('@' || domain))
        else format(
          $sql$ or reverse(split_part(email_key, '@', 1)) like %L and split_part(email_key, '@', 2) like %L$sql$,
          substr(private.search_pattern(reverse(local_part)), 2), substr(private.search_pattern(domain), 2)
        )
      end;
    end if;
    -- Administrators who search the rows of all customers find the customers' names, too.
    if scope is null then
      select format(' or customer_id = any (%L)', array_agg(id)) into others from public.customers where search_text like pattern having count(*) > 0;
    end if;
    matches := concat_ws(' and ', matches, '(' || match || coalesce(others, '') || ')');
    candidates := concat_ws(' and ', candidates, '(' || candidate || coalesce(others, '') || ')');
  end loop;
  for narrowed in
    select *
    from private.filter_conditions(
      nullif(split_part(term, chr(30), 2), '')::jsonb, scope, case when has_email then 'leads' else 'companies' end
    )
  loop
    matches := concat_ws(' and ', matches, narrowed.condition);
    candidates := concat_ws(' and ', candidates, narrowed.indexed);
  end loop;
end $$;

drop function public.search_leads(text, uuid[], text, timestamptz, uuid, int, text, uuid, text, text, uuid);
drop function public.search_companies(text, uuid[], timestamptz, uuid, int, text, uuid, text, text, uuid);
drop function public.count_leads_among(uuid[], text, uuid[], text, text, uuid, uuid);
drop function public.count_companies_among(uuid[], text, uuid[], text, uuid, uuid);
drop function public.lead_totals(text, uuid[], text, boolean, uuid, uuid);
drop function public.company_totals(text, uuid[], boolean, uuid, uuid);
drop function public.count_leads(text, uuid[], text, boolean, uuid);
drop function public.count_companies(text, uuid[], boolean, uuid);

create function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null, before_created_at timestamptz default null,
  before_id uuid default null, page_size int default 50, status text default null, reason uuid default null, sort text default 'newest',
  after_text text default null, import_id uuid default null, filter jsonb default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  page constant public.leads[] := private.search_rows(
    '{}'::public.leads[], private.narrowed_term(term, filter), private.scope(customers), audience_name, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
begin
  return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
end $$;
comment on function public.search_leads is
  'A page of the leads that contain each word of the term in name, company, title or, for a word with @, email. Ignores case and accents; a word of one or two letters matches the beginning of a word. Administrators who search all customers also find leads by the customer''s name. status is to_review, approved or rejected; reason is an id of rejection_reasons; sort is newest, name or company; import_id limits the page to the rows of an import. filter: {"changed": true} for rows that have changed since the decision; {"custom": {key: text}} for rows in which custom fields have these values, null: are empty, of one customer. The page follows the lead with before_id and its created_at or, sorted by a text, that text in after_text.';

create function public.search_companies(
  term text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, status text default null, reason uuid default null, sort text default 'newest', after_text text default null,
  import_id uuid default null, filter jsonb default null
) returns setof public.companies language plpgsql stable security definer set search_path = '' as $$
declare
  page public.companies[];
begin
  if sort = 'company' then
    raise exception 'Unknown sort order: %', sort using errcode = '22023';
  end if;
  page := private.search_rows(
    '{}'::public.companies[], private.narrowed_term(term, filter), private.scope(customers), null, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
  return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
end $$;
comment on function public.search_companies is 'A page of the companies that contain each word of the term in name, industry or location. sort is newest or name; otherwise as search_leads.';

create function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null, status text default null,
  reason uuid default null, import_id uuid default null, filter jsonb default null
) returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.leads where id = any ($1) offset 0) selected where '
    || concat_ws(' and ',
      private.scope_condition(scope, audience_name, status, reason, import_id),
      private.word_condition(private.narrowed_term(term, filter), scope, true)
    )
    into total using ids;
  return total;
end $$;
comment on function public.count_leads_among is 'How many of the selected leads, at most 10,000, match the present filter of the list.';

create function public.count_companies_among(
  ids uuid[], term text default '', customers uuid[] default null, status text default null, reason uuid default null,
  import_id uuid default null, filter jsonb default null
) returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.companies where id = any ($1) offset 0) selected where '
    || concat_ws(' and ',
      private.scope_condition(scope, null, status, reason, import_id),
      private.word_condition(private.narrowed_term(term, filter), scope, false)
    )
    into total using ids;
  return total;
end $$;
comment on function public.count_companies_among is 'How many of the selected companies, at most 10,000, match the present filter of the list.';

create function public.lead_totals(
  term text default '', customers uuid[] default null, audience_name text default null, estimate boolean default false,
  reason uuid default null, import_id uuid default null,
  filter jsonb default null
) returns table (
  total bigint, approved bigint, reviewed bigint, is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  stored record := private.stored_lead_totals(scope, audience_name);
begin
  perform private.require_length('audience_name', audience_name, 100);
  if reason is null and import_id is null and coalesce(filter, '{}') = '{}' and not exists (select from private.words_of(term)) then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.leads', private.narrowed_term(term, filter), scope, audience_name, reason,
      case when reason is null then stored.total else stored.reviewed - stored.approved end, estimate, import_id
    );
  end if;
end $$;
comment on function public.lead_totals is
  'How many leads match a search, and how many of them are approved and reviewed (approved or rejected). Without a term, a reason and an import the counters answer. With estimate, a search with many matches is estimated, except among the rows of an import.';

create function public.company_totals(
  term text default '', customers uuid[] default null, estimate boolean default false, reason uuid default null, import_id uuid default null,
  filter jsonb default null
) returns table (
  total bigint, approved bigint, reviewed bigint, is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  stored record := private.stored_company_totals(scope);
begin
  if reason is null and import_id is null and coalesce(filter, '{}') = '{}' and not exists (select from private.words_of(term)) then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.companies', private.narrowed_term(term, filter), scope, null, reason,
      case when reason is null then stored.total else stored.reviewed - stored.approved end, estimate, import_id
    );
  end if;
end $$;
comment on function public.company_totals is 'How many companies match a search, and how many of them are approved and reviewed. See lead_totals.';

create function public.count_leads(
  term text default '', customers uuid[] default null, audience_name text default null, approved boolean default null,
  import_id uuid default null, filter jsonb default null
) returns bigint language sql stable set search_path = '' as $$
  select case
    when count_leads.approved then totals.approved
    when not count_leads.approved then totals.total - totals.approved
    else totals.total
  end
  from public.lead_totals(term, customers, audience_name, import_id => import_id, filter => filter) totals
$$;
comment on function public.count_leads is 'Number of leads that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';

create function public.count_companies(
  term text default '', customers uuid[] default null, approved boolean default null, import_id uuid default null, filter jsonb default null
) returns bigint language sql stable set search_path = '' as $$
  select case
    when count_companies.approved then totals.approved
    when not count_companies.approved then totals.total - totals.approved
    else totals.total
  end
  from public.company_totals(term, customers, import_id => import_id, filter => filter) totals
$$;
comment on function public.count_companies is 'Number of companies that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';

revoke all on function
  private.filter_conditions, private.narrowed_term, public.search_leads, public.search_companies, public.count_leads_among,
  public.count_companies_among, public.lead_totals, public.company_totals, public.count_leads, public.count_companies
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_leads, public.search_companies, public.count_leads_among, public.count_companies_among, public.lead_totals,
  public.company_totals, public.count_leads, public.count_companies
  to authenticated;
