-- What an administrator ends stays ended: a deactivated member cannot come back by an invitation, and a member without the role `customer`
-- reads and writes no customer's rows.

-- The customers whose rows the caller may see: an active membership of an active customer, and the role.
create or replace function private.my_customer_ids() returns setof uuid language sql stable security definer set search_path = ''
as $$
  select membership.customer_id
  from public.customer_users membership
  join public.customers customer on customer.id = membership.customer_id
  where membership.user_id = (select private.caller_id()) and membership.is_active and customer.is_active
    and exists (select from public.user_roles where user_id = membership.user_id and role = 'customer')
$$;

create index invitations_email_idx on public.invitations (lower(email)) where accepted_at is null;

-- Expires the open invitations of a user, to one customer or, without one, to all.
create function private.expire_invitations(user_id uuid, customer_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.invitations invitation
  set expires_at = now()
  from auth.users account
  where account.id = expire_invitations.user_id
    and lower(invitation.email) = lower(account.email)
    and (expire_invitations.customer_id is null or invitation.customer_id = expire_invitations.customer_id)
    and invitation.accepted_at is null and invitation.expires_at > now()
$$;

create function private.expire_invitations_of_membership() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expire_invitations(old.user_id, old.customer_id);
  return null;
end $$;

-- An open invitation would give the role back.
create function private.expire_invitations_of_role() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expire_invitations(old.user_id, null);
  return null;
end $$;

create trigger expire_invitations after update of is_active on public.customer_users for each row
  when (old.is_active and not new.is_active) execute function private.expire_invitations_of_membership();
create trigger expire_invitations_on_delete after delete on public.customer_users for each row
  execute function private.expire_invitations_of_membership();
create trigger expire_invitations after update of role on public.user_roles for each row
  when (old.role = 'customer' and new.role <> 'customer') execute function private.expire_invitations_of_role();
create trigger expire_invitations_on_delete after delete on public.user_roles for each row
  when (old.role = 'customer') execute function private.expire_invitations_of_role();

-- An invitation could not be accepted by a deactivated member, so the administrator learns it now and how to go on.
create function private.reject_deactivated_members() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.customer_users membership
    join auth.users account on account.id = membership.user_id
    where membership.customer_id = new.customer_id and not membership.is_active and lower(account.email) = lower(new.email)
  ) then
    raise exception '% is a deactivated member of this customer: reactivate the user instead', new.email using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger reject_deactivated_members before insert or update of email, expires_at, accepted_at on public.invitations for each row
  when (new.accepted_at is null and new.expires_at > now()) execute function private.reject_deactivated_members();

-- As before, but never reactivates. The membership is locked first, in the order of a deactivation, so that the two cannot deadlock.
create or replace function public.accept_invitation(token text) returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := private.caller_id();
  invitation public.invitations;
begin
  if person is null then
    raise exception 'Sign in to accept the invitation' using errcode = 'insufficient_privilege';
  end if;
  perform from public.customer_users membership
  where membership.user_id = person
    and membership.customer_id = (select i.customer_id from public.invitations i where i.token = accept_invitation.token)
  for update;
  select * into invitation from public.invitations i where i.token = accept_invitation.token for update;
  if not found then
    raise exception 'Invalid invitation link';
  end if;
  if not exists (select from auth.users u where u.id = person and lower(u.email) = lower(invitation.email)) then
    raise exception 'This invitation is for another email address' using errcode = 'insufficient_privilege';
  end if;
  if invitation.accepted_at is not null then
    if invitation.accepted_by = person then
      return invitation.customer_id;
    end if;
    raise exception 'This invitation has already been used';
  end if;
  -- Not now(), the beginning of this transaction: what has just been expired by another one counts.
  if invitation.expires_at <= clock_timestamp() then
    raise exception 'This invitation has expired';
  end if;

  insert into public.customer_users as membership (user_id, customer_id, invited_by, accepted_at)
  values (person, invitation.customer_id, invitation.invited_by, now())
  on conflict (user_id, customer_id) do update set accepted_at = coalesce(membership.accepted_at, excluded.accepted_at)
    where membership.is_active;
  if not found then
    raise exception 'Your access to this customer has been deactivated' using errcode = 'insufficient_privilege';
  end if;
  insert into public.user_roles (user_id, role) values (person, 'customer') on conflict do nothing;
  update public.invitations set accepted_at = now(), accepted_by = person where id = invitation.id;
  return invitation.customer_id;
end $$;

revoke all on function
  private.expire_invitations(uuid, uuid), private.expire_invitations_of_membership(), private.expire_invitations_of_role(),
  private.reject_deactivated_members()
  from public, anon, authenticated, service_role;

-- Invitations that deactivated members could still accept.
update public.invitations invitation
set expires_at = now()
from public.customer_users membership
join auth.users account on account.id = membership.user_id
where membership.customer_id = invitation.customer_id and not membership.is_active and lower(account.email) = lower(invitation.email)
  and invitation.accepted_at is null and invitation.expires_at > now();
