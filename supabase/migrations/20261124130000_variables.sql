-- As before, and no value is blank, for which messages have the fallback.
create or replace function private.is_custom(value jsonb) returns boolean language plpgsql immutable parallel safe as $$
begin
  return value = '{}' or jsonb_typeof(value) = 'object' and octet_length(value::text) <= 16384 and not exists (
    select from jsonb_each(value) field (key, content)
    where not private.is_custom_key(key) or jsonb_typeof(content) <> 'string' or char_length(content #>> '{}') > 2000
      or not private.has_text(content #>> '{}')
  );
end $$;
comment on function private.is_custom is
  'Whether a value has custom fields: an object of texts of at most 2,000 characters by key, of at most 16,384 bytes as text. An empty or blank field has no key.';

create function private.without_blanks(value jsonb) returns jsonb language sql immutable parallel safe
return (select coalesce(jsonb_object_agg(key, content), '{}') from jsonb_each_text(value) field (key, content) where private.has_text(content));

set local "leadlight.removing_values" to 'on';
update public.leads set custom = private.without_blanks(custom) where not private.is_custom(custom);
update public.companies set custom = private.without_blanks(custom) where not private.is_custom(custom);
update public.internal_values set custom = private.without_blanks(custom) where not private.is_custom(custom);
update private.deleted_rows set content = jsonb_set(content, '{custom}', private.without_blanks(content -> 'custom'))
where content ? 'custom' and not private.is_custom(content -> 'custom');
set local "leadlight.removing_values" to '';
drop function private.without_blanks;

-- Variables of messages, as in domain/campaign/variables.ts: of leads, of the company that a lead names, and custom fields.
create function private.standard_variables() returns text[] language sql immutable parallel safe
return '{first_name,last_name,company,title,location,audience,company_website,company_domain,company_industry,company_size,company_location}'::text[];
comment on function private.standard_variables is 'The variables besides custom fields.';

create function private.variable_sql(variable text) returns text language sql immutable parallel safe
return case
  when variable = 'first_name' then 'private.first_name_of(leads.first_name, leads.name)'
  when variable = 'last_name' then 'private.last_name_of(leads.last_name, leads.name)'
  when variable <> all (private.standard_variables()) then format('leads.custom ->> %L', variable)
  when variable like 'company\_%' then format('private.trimmed(employer.%I)', substr(variable, 9))
  else format('private.trimmed(leads.%I)', variable)
end;
comment on function private.variable_sql is 'SQL expression for the value of a variable, null or '''' if it is empty, of the tables leads and employer (employer_sql).';

create function private.employer_sql(scope uuid[], is_page boolean) returns text language plpgsql immutable parallel safe as $$
declare
  key constant text := 'private.index_key(private.text_key(leads.company))';
begin
  return case
    when is_page then format(
      $sql$ left join lateral (
        select website, domain, industry, size, location
        from public.companies where %s and customer_id = leads.customer_id and name_key = %s
        order by created_at, id
        limit 1
      ) employer on true$sql$,
      private.scope_condition(scope), key
    )
    else format(
      $sql$ left join (
        select distinct on (customer_id, name_key)
          customer_id as employer_customer, name_key as employer_key, website, domain, industry, size, location
        from public.companies where %s
        order by customer_id, name_key, created_at, id
      ) employer on employer_customer = leads.customer_id and employer_key = %s$sql$,
      private.scope_condition(scope), key
    )
  end;
end $$;
comment on function private.employer_sql is
  'SQL join of leads with the companies that they name, as in lead_company: one by one for a page of leads, or all at once for a pass over the leads of these customers.';

create function private.lead_values(customer uuid, ids uuid[]) returns table (
  id uuid, name text, created_at timestamptz, variable_values jsonb
) language plpgsql stable security definer set search_path = '' as $$
declare
  pairs text;
begin
  select string_agg(format('%L, nullif(%s, '''')', variable, private.variable_sql(variable)), ', ') into pairs
  from unnest(private.standard_variables()) variable;
  return query execute format(
    $sql$
      select leads.id, leads.name, leads.created_at, leads.custom - private.standard_variables() || jsonb_strip_nulls(jsonb_build_object(%1$s))
      from public.leads%3$s
      where leads.customer_id = %2$L and leads.id = any ($1)
      order by leads.created_at desc, leads.id desc
    $sql$, pairs, customer, private.employer_sql(array[customer], true)
  ) using ids;
end $$;
comment on function private.lead_values is 'Values of the variables of a customer''s leads, newest first. An empty variable has none; those of internal custom fields are no variables.';

create function public.approved_lead_values(
  customer_id uuid, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (id uuid, name text, created_at timestamptz, variable_values jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  owner_id uuid := (private.scope(array[approved_lead_values.customer_id]))[1];
  ids uuid[] := array(
    select lead.id
    from public.leads lead
    where lead.customer_id = owner_id and lead.is_approved and lead.created_at <= coalesce(before_created_at, 'infinity')
      and (before_created_at is null or lead.created_at < before_created_at or lead.id < before_id)
    order by lead.created_at desc, lead.id desc
    limit least(greatest(page_size, 0), 1000)
  );
begin
  return query select * from private.lead_values(owner_id, ids);
end $$;
comment on function public.approved_lead_values is 'A page of the approved leads of a customer, newest first, at most 1,000, with the values of variables by name, without empty ones.';

create function public.longest_lead_values(customer_id uuid, uses jsonb, emptiest boolean default false)
returns table (id uuid, name text, created_at timestamptz, variable_values jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 60;
  scope uuid[] := private.scope(array[longest_lead_values.customer_id]);
  score text;
  found uuid;
begin
  perform private.require_size('uses', pg_column_size(uses), 20000);
  if (select count(*) from jsonb_object_keys(uses)) > most then
    raise exception 'At most % variables', most using errcode = '22023';
  end if;
  select concat_ws(' + ', '0::bigint', string_agg(
    case
      when emptiest then format(
        'case when coalesce(%s, '''') = '''' then %s else 0 end', private.variable_sql(key),
        case when (value -> 'bare')::int > 0 then most else 1 end
      )
      else format(
        'coalesce(nullif(char_length(%s), 0) * %s::bigint, %s)', private.variable_sql(key), coalesce((value -> 'times')::int, 0),
        coalesce((value -> 'fallbackLength')::int, 0)
      )
    end, ' + '
  ))
  into score from jsonb_each(uses);
  execute format(
    'select leads.id from public.leads%s where %s and is_approved %s order by %s desc, created_at desc, id desc limit 1',
    case when score like '%employer.%' then private.employer_sql(scope, false) end, private.scope_condition(scope),
    case when emptiest then format('and %s > 0', score) end, score
  ) into found;
  return query select * from private.lead_values(scope[1], array[found]);
end $$;
comment on function public.longest_lead_values is
  'As approved_lead_values, the lead for whom a message is longest, or emptiest: for whom most of its variables are empty, those without a fallback first; none if no variable is. uses has of each variable of the message how often it is used (times), how often without a fallback (bare) and the length of all its fallbacks (fallbackLength).';

create function private.missing_sql(missing text, scope uuid[], is_page boolean, out joined text, out condition text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_length('missing', missing, 100);
  if missing = any (private.standard_variables()) then
    joined := case when missing like 'company\_%' then private.employer_sql(scope, is_page) end;
    condition := format('coalesce(%s, '''') = ''''', private.variable_sql(missing));
  elsif missing = 'email' then
    condition := 'private.is_missing(''email'', last_name, name, company, email)';
  elsif missing is not null and cardinality(scope) = 1 then
    select indexed into condition
    from private.filter_conditions(jsonb_build_object('custom', jsonb_build_object(missing, null)), scope, 'leads');
  end if;
  condition := coalesce(condition, 'false');
end $$;
comment on function private.missing_sql is 'SQL join and condition for the leads for which a message would lack a variable, or its receiver an email.';

-- As before, and for all variables.
create or replace function public.approved_leads_without(
  missing text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, term text default '', audience_name text default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  sql record := private.missing_sql(missing, scope, true);
begin
  return query execute
    concat('select leads.* from public.leads', sql.joined, ' where is_approved and ')
      || concat_ws(' and ',
        sql.condition, private.scope_condition(scope, audience_name), private.word_condition(term, scope, true),
        private.after_condition('newest', before_created_at::text, before_id)
      )
      || ' order by created_at desc, id desc limit $1'
    using least(greatest(page_size, 0), 1000);
end $$;
comment on function public.approved_leads_without is
  'A page of the approved leads for which a message would lack email or a variable, such as last_name, company_size or the key of a custom field, newest first. A custom field is known of one customer only.';

create or replace function public.count_approved_leads_without(
  missing text, customers uuid[] default null, term text default '', audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  sql record := private.missing_sql(missing, scope, false);
  total bigint;
begin
  execute concat('select count(*) from public.leads', sql.joined, ' where is_approved and ')
    || concat_ws(' and ', sql.condition, private.scope_condition(scope, audience_name), private.word_condition(term, scope, true))
    into total;
  return total;
end $$;

revoke all on function
  private.standard_variables, private.variable_sql, private.employer_sql, private.lead_values, private.missing_sql,
  public.approved_lead_values, public.longest_lead_values
  from public, anon, authenticated, service_role;
grant execute on function public.approved_lead_values, public.longest_lead_values to authenticated;
