-- Who is waited for: comments that the caller has not read, and campaigns whose review was asked for or decided.
create index comments_recent_idx on public.comments (created_at desc) where deleted_at is null;
create index comments_customer_recent_idx on public.comments (customer_id, created_at desc) where deleted_at is null;

create function private.unread_comments(scope uuid[], as_member boolean) returns table (
  customer_id uuid, subject text, row_id uuid, created_at timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  oldest constant timestamptz := now() - interval '90 days';
  caller constant uuid := auth.uid();
  is_agency constant boolean := private.is_admin() and not as_member;
  others constant uuid[] := case when is_agency then array(select user_id from public.user_roles where role = 'admin') else array[caller] end;
  recent uuid[];
begin
  if scope is null then
    recent := array(
      select id from public.comments
      where created_at > oldest and deleted_at is null and author_id <> all (others) and not is_internal
      order by created_at desc
      limit most
    );
  else
    recent := array(
      select id from public.comments
      where customer_id = any (scope) and created_at > oldest and deleted_at is null and author_id <> all (others) and not is_internal
      order by created_at desc
      limit most
    );
  end if;
  recent := array(
    select unnest(recent) except select comment_id from public.comment_reads where user_id = caller and comment_id = any (recent)
  );
  return query
    select
      comment.customer_id,
      case when comment.lead_id is not null then 'leads' when comment.company_id is not null then 'companies' else 'campaigns' end,
      coalesce(comment.lead_id, comment.company_id, comment.campaign_id, step.campaign_id),
      comment.created_at
    from public.comments comment
    left join public.campaign_steps step on step.customer_id = comment.customer_id and step.id = comment.step_id
    where comment.id = any (recent);
end $$;
comment on function private.unread_comments is
  'The leads, companies and campaigns with comments of the last 90 days that the caller has not read, of the newest 1,000 by others: for an administrator by members, for a member by anyone else and not internal. A comment on a step counts for its campaign. The scope is what the caller can see; null: all.';

create function public.waiting_rows(customers uuid[] default null, as_member boolean default false) returns table (
  customer_id uuid, subject text, row_id uuid, reason text, since timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  scope constant uuid[] := private.scope(customers);
  is_agency constant boolean := private.is_admin() and not as_member;
begin
  return query
    select customer_id, subject, row_id, 'comment', min(created_at)
    from private.unread_comments(scope, as_member)
    group by customer_id, subject, row_id;
  return query
    select version.customer_id, 'campaigns', campaign_id, version.status, coalesce(decided_at, requested_at)
    from public.campaign_versions version
    join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
    where (scope is null or version.customer_id = any (scope))
      and case
        when not is_agency then version.status = 'in_review'
        when version.status = 'approved' then
          not on_behalf and launched_at is null and decided_at > now() - interval '90 days' and campaign.status = 'draft'
        else version.status = 'changes_requested'
      end
      and number = (
        select max(number)
        from public.campaign_versions other
        where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
      )
    limit most;
end $$;
comment on function public.waiting_rows is
  'What waits for the caller: leads, companies and campaigns with unread comments (comment, see unread_comments), and campaigns by the newest version, at most 1,000: for a member those in review (in_review), for an administrator those that a member has approved (approved, in the last 90 days, of a draft) or requested changes of (changes_requested). as_member: as a member sees them.';

-- The filters now include the rows that an import has updated, and those with unread comments.
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
  if filter -> 'unread' = 'true' then
    unread := array(select row_id from private.unread_comments(scope, false) where subject = table_name);
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

alter table private.attention_dismissals drop constraint attention_dismissals_reason_check;
alter table private.attention_dismissals add constraint attention_dismissals_reason_check
  check (reason in (
    'leads waiting', 'leads changed', 'duplicate leads', 'duplicate companies', 'copy changes requested', 'copy approved', 'imports with errors',
    'invitations not mailed', 'invitations expiring', 'handed off leads', 'comments on leads', 'comments on companies', 'comments on campaigns'
  ));

-- The list now names duplicates, approved copy and members' comments, and leaves out imports whose only errors are rows on a do-not-contact list.
create or replace function public.needs_attention() returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see what needs attention');
  return query
    with waiting as materialized (
      select customer_id, oldest.amount, oldest.since, (
        select max(created_at) + interval '7 days'
        from public.leads lead
        where lead.customer_id = counter.customer_id and is_approved is null and created_at < now() - interval '7 days'
      ) as latest
      from (select distinct customer_id from public.lead_counters) counter
      cross join lateral (
        select count(*) as amount, min(created_at) as since
        from (
          select created_at
          from public.leads lead
          where lead.customer_id = counter.customer_id and is_approved is null and created_at < now() - interval '7 days'
          order by created_at
          limit 1000
        ) first
      ) oldest
      where oldest.amount > 0
    ), corrected as materialized (
      select customer_id, corrects_import_id as id, sum(total_rows) as rows
      from public.imports
      where corrects_import_id is not null and undone_at is null and created_at > now() - interval '7 days'
      group by customer_id, corrects_import_id
    ), failed as materialized (
      select import.customer_id, count(*) as amount, max(import.created_at) as since
      from public.imports import
      left join corrected on corrected.customer_id = import.customer_id and corrected.id = import.id
      where import.error_rows > coalesce(corrected.rows, 0) and import.undone_at is null and import.created_at > now() - interval '7 days'
        and exists (
          select 1
          from public.import_errors
          where customer_id = import.customer_id and import_id = import.id and error not like 'On the do-not-contact list: %'
        )
      group by import.customer_id
    ), open as materialized (
      select customer_id, mailed_at, created_at, expires_at from public.invitations where accepted_at is null
    ), changed as materialized (
      select customer_id, count(*) as amount, min(updated_at) as since, max(updated_at) as latest
      from public.leads
      where decided_values is not null
      group by customer_id
    ), repeated as materialized (
      select 'duplicate leads' as reason, customer_id, count(*) as amount, min(created_at) as since, max(created_at) as latest
      from public.leads
      where duplicate_of is not null and not is_separate
      group by customer_id
      union all
      select 'duplicate companies', customer_id, count(*), min(created_at), max(created_at)
      from public.companies
      where duplicate_of is not null and not is_separate
      group by customer_id
    ), requested as materialized (
      select customer_id, count(*) as amount, min(decided_at) as since, max(decided_at) as latest
      from public.campaign_versions version
      where status = 'changes_requested' and number = (
        select max(number)
        from public.campaign_versions other
        where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
      )
      group by customer_id
    ), approved as materialized (
      select version.customer_id, count(*) as amount, min(decided_at) as since, max(decided_at) as latest
      from public.campaign_versions version
      join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
      where version.status = 'approved' and not on_behalf and launched_at is null and decided_at > now() - interval '90 days'
        and campaign.status = 'draft' and number = (
          select max(number)
          from public.campaign_versions other
          where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
        )
      group by version.customer_id
    ), commented as materialized (
      select customer_id, 'comments on ' || subject as reason, count(distinct row_id) as amount, min(created_at) as since, max(created_at) as latest
      from private.unread_comments(null, false)
      group by customer_id, subject
    ), found as (
      select 'leads waiting' as reason, customer_id, amount, since, latest from waiting
      union all
      select 'leads changed', customer_id, amount, since, latest from changed
      union all
      select reason, customer_id, amount, since, latest from repeated
      union all
      select 'copy changes requested', customer_id, amount, since, latest from requested
      union all
      select 'copy approved', customer_id, amount, since, latest from approved
      union all
      select reason, customer_id, amount, since, latest from commented
      union all
      select 'imports with errors', customer_id, amount, since, since from failed
      union all
      select 'invitations not mailed', customer_id, count(*), min(created_at), max(created_at)
      from open where mailed_at is null group by customer_id
      union all
      select 'invitations expiring', customer_id, count(*), min(expires_at), max(expires_at) - interval '2 days'
      from open
      where mailed_at is not null and expires_at > now() and expires_at < now() + interval '2 days'
      group by customer_id
      union all
      select 'handed off leads', customer_id, count(distinct lead_id), max(flagged_at), max(flagged_at)
      from public.handed_off_leads where flag is not null group by customer_id
    ), dismissed as materialized (
      select customer_id, reason, dismissed_at from private.attention_dismissals where user_id = auth.uid()
    )
    select found.reason, customer.id, customer.name, found.amount::int, found.since
    from found
    join public.customers customer on customer.id = found.customer_id and customer.is_active
    left join dismissed on dismissed.customer_id = found.customer_id and dismissed.reason = found.reason
    where dismissed.dismissed_at is null or found.latest > dismissed.dismissed_at
    order by found.reason, case when found.reason = 'imports with errors' then now() - found.since else found.since - now() end, customer.name;
end $$;
comment on function public.needs_attention is
  'What an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), leads that have changed since the decision, leads and companies that are duplicates until they are kept or deleted, campaigns whose newest version has changes requested or was approved by a member and not launched, unread comments of members, open invitations without an email or ending within 2 days, imports of the last 7 days with errors (not only rows on a do-not-contact list), leads to stop in the tools that they were handed off to.';

revoke all on function private.unread_comments, public.waiting_rows from public, anon, authenticated, service_role;
grant execute on function public.waiting_rows to authenticated;
