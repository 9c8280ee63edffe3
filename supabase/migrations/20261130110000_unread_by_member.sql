-- The filter by unread comments can be that of a member, for an administrator who views the app as one.
create or replace function private.filter_conditions(filter jsonb, scope uuid[], table_name text) returns table (condition text, indexed text)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 5;
  relation constant regclass := 'public.' || table_name;
  wanted record;
  field public.custom_fields;
  filled text;
  unread uuid[];
begin
  if filter -> 'changed' = 'true' then
    return query select 'decided_values is not null', 'decided_values is not null';
  end if;
  if filter -> 'duplicate' = 'true' then
    return query select 'duplicate_of is not null and not is_separate', 'duplicate_of is not null and not is_separate';
  end if;
  if filter -> 'unread' in ('true', '"by member"') then
    unread := array(
      select row_id from private.unread_comments(scope, as_member => filter ->> 'unread' = 'by member') where subject = table_name
    );
    return query select format('id = any (%L)', unread), format('id = any (%L)', unread);
  end if;
  if filter ? 'updated_by' then
    condition := case
      when not private.is_admin() then 'false'
      when cardinality(scope) is distinct from 1 then null
      else format(
        'select %s from public.import_matches where customer_id = %L and import_id = %L and given is not null and %1$s is not null',
        case table_name when 'leads' then 'lead_id' else 'company_id' end, scope[1], (filter ->> 'updated_by')::uuid
      )
    end;
    if condition is null then
      raise exception 'A filter by an import that updated rows needs one customer' using errcode = '22023';
    elsif condition <> 'false' then
      indexed := format('id = any (array(%s))', condition);
      condition := format('id in (%s)', condition);
    else
      indexed := condition;
    end if;
    return next;
  end if;
  if table_name = 'leads' and jsonb_typeof(filter -> 'suppressed') = 'boolean' then
    condition := private.suppressed_condition(scope);
    indexed := case
      when condition = 'false' or cardinality(scope) is distinct from 1 then condition
      else format('id = any (array(%s))', private.suppressed_leads_sql(scope[1]))
    end;
    if filter -> 'suppressed' = 'false' then
      condition := 'not ' || condition;
      indexed := condition;
    end if;
    return next;
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
