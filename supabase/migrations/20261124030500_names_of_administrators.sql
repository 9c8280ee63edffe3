-- A member named as an administrator, or 'Agency', could not be distinguished from one.
drop function public.user_names(uuid, uuid[], boolean);

create function public.user_names(customer_id uuid, user_ids uuid[], as_member boolean default false)
returns table (id uuid, name text, is_admin boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller_is_admin boolean := private.is_admin();
  as_admin boolean := caller_is_admin and not coalesce(as_member, false);
begin
  perform private.require_cardinality('ids', user_ids, 1000);
  if caller_is_admin or user_names.customer_id = any (array(select private.my_customer_ids())) then
    return query
      select
        profile.id,
        case
          when as_admin then coalesce(profile.full_name, profile.email)
          when agency.user_id is not null then 'Agency'
          else coalesce(profile.full_name, 'Member')
        end,
        agency.user_id is not null
      from public.profiles profile
      left join public.user_roles agency on agency.user_id = profile.id and agency.role = 'admin'
      where profile.id = any (user_ids) and (
        as_admin or agency.user_id is not null or exists (
          select from public.customer_users member where member.user_id = profile.id and member.customer_id = user_names.customer_id
        )
      );
  end if;
end $$;

revoke all on function public.user_names(uuid, uuid[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.user_names(uuid, uuid[], boolean) to authenticated;

comment on function public.user_names(uuid, uuid[], boolean) is
  'Names of users, at most 1,000 ids, and whether they are administrators: to members those of their customer''s members, deactivated ones too, and "Agency" for administrators; to administrators all. A member without a full name is "Member", or to administrators the email. With as_member, administrators get what members get.';
