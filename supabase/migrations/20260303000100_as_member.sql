-- An administrator who views the app as a customer sees names and comments as its members do.
drop function public.user_names(uuid, uuid[]), public.comment_counts(uuid[]);

create function public.user_names(customer_id uuid, user_ids uuid[], as_member boolean default false)
returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  is_admin boolean := private.is_admin();
  as_admin boolean := is_admin and not coalesce(as_member, false);
begin
  if cardinality(user_ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(user_ids) using errcode = '22023';
  end if;
  if is_admin or user_names.customer_id = any (array(select private.my_customer_ids())) then
    return query
      select
        profile.id,
        case
          when as_admin then coalesce(profile.full_name, profile.email)
          when agency.user_id is not null then 'Agency'
          else coalesce(profile.full_name, 'Member')
        end
      from public.profiles profile
      left join public.user_roles agency on agency.user_id = profile.id and agency.role = 'admin'
      where profile.id = any (user_ids) and (
        as_admin or agency.user_id is not null or exists (
          select from public.customer_users member where member.user_id = profile.id and member.customer_id = user_names.customer_id
        )
      );
  end if;
end $$;

create function public.comment_counts(row_ids uuid[], as_member boolean default false)
returns table (row_id uuid, total bigint, unread bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if cardinality(row_ids) > 200 then
    raise exception 'Too many ids: %, at most 200', cardinality(row_ids) using errcode = '22023';
  end if;
  return query
    select
      coalesce(lead_id, company_id, campaign_id, step_id), count(*),
      count(*) filter (where author_id is distinct from auth.uid() and reading.comment_id is null)
    from public.comments comment
    left join public.comment_reads reading
      on reading.customer_id = comment.customer_id and reading.comment_id = comment.id and reading.user_id = auth.uid()
    where deleted_at is null and not (as_member and is_internal)
      and (lead_id = any (row_ids) or company_id = any (row_ids) or campaign_id = any (row_ids) or step_id = any (row_ids))
    group by 1;
end $$;

revoke all on function public.user_names(uuid, uuid[], boolean), public.comment_counts(uuid[], boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.user_names(uuid, uuid[], boolean), public.comment_counts(uuid[], boolean) to authenticated;

comment on function public.user_names(uuid, uuid[], boolean) is
  'Names of users, at most 1,000 ids: to members those of their customer''s members, deactivated ones too, and "Agency" for administrators; to administrators all. A member without a full name is "Member", or to administrators the email. With as_member, administrators get what members get.';
comment on function public.comment_counts(uuid[], boolean) is
  'How many comments these leads, companies, campaigns or steps (at most 200) have, and how many the caller has not read, for those with any. Deleted comments are not counted, own ones are never unread. as_member: without internal comments.';
