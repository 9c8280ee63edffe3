-- Names of the users who made decisions. Members cannot read the profiles of others.
create function public.user_names(customer_id uuid, user_ids uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  is_admin boolean := private.is_admin();
begin
  if cardinality(user_ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(user_ids) using errcode = '22023';
  end if;
  if is_admin or user_names.customer_id = any (array(select private.my_customer_ids())) then
    return query
      select
        profile.id,
        case
          when is_admin then coalesce(profile.full_name, profile.email)
          when agency.user_id is not null then 'Agency'
          else coalesce(profile.full_name, 'Member')
        end
      from public.profiles profile
      left join public.user_roles agency on agency.user_id = profile.id and agency.role = 'admin'
      where profile.id = any (user_ids) and (
        is_admin or agency.user_id is not null or exists (
          select from public.customer_users member where member.user_id = profile.id and member.customer_id = user_names.customer_id
        )
      );
  end if;
end $$;

revoke all on function public.user_names(uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.user_names(uuid, uuid[]) to authenticated;

comment on function public.user_names(uuid, uuid[]) is
  'Names of users, at most 1,000 ids: to members those of their customer''s members, deactivated ones too, and "Agency" for administrators; to administrators all. A member without a full name is "Member", or to administrators the email.';
