-- Invitations of members, and the emails with their links.

create function private.invitation_expiry() returns timestamptz language sql stable security definer set search_path = '' as $$
  select now() + make_interval(days => invitation_days) from private.settings
$$;
comment on function private.invitation_expiry is 'When an invitation created now expires.';

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  email text not null,
  invited_by uuid default auth.uid() references auth.users on delete set null,
  token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') unique,
  expires_at timestamptz not null default private.invitation_expiry() constraint invitations_expires_at_range check (private.is_plausible_date(expires_at)),
  accepted_at timestamptz constraint invitations_accepted_at_range check (private.is_plausible_date(accepted_at)),
  accepted_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  mailed_at timestamptz,
  role text not null default 'approver' constraint invitations_role_check check (role in ('viewer', 'reviewer', 'approver')),
  constraint invitations_email_check check (char_length(email) <= 255 and (accepted_at is not null or private.is_email(email)))
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.invitations is 'Invitations of an email address to a customer.';
comment on column public.invitations.token is 'Secret part of the invitation link. Chosen by the database only.';
comment on column public.invitations.accepted_by is 'The user who accepted; the same user can accept again without effect.';
comment on column public.invitations.mailed_at is 'When a mail server last accepted the email; null if none did.';
comment on column public.invitations.role is 'The role of the membership that accepting creates; a member keeps the role of the membership.';

create index invitations_customer_idx on public.invitations (customer_id, created_at desc);
create index invitations_open_idx on public.invitations (customer_id) include (expires_at, mailed_at, created_at) where accepted_at is null;
create index invitations_email_idx on public.invitations (lower(email)) where accepted_at is null;

alter table public.invitations
  alter customer_id set statistics 1;

create table private.invitation_emails (
  id bigint generated always as identity primary key,
  invitation_id uuid references public.invitations on delete set null,
  sender_id uuid not null,
  sent_at timestamptz not null default now()
);
comment on table private.invitation_emails is 'Emails sent within the last hour, to limit them. Older rows are deleted when an email is sent.';

create index invitation_emails_sender_idx on private.invitation_emails (sender_id, sent_at);
create index invitation_emails_invitation_idx on private.invitation_emails (invitation_id, sent_at);

-- A deactivated member could not accept the invitation.
create function private.reject_deactivated_members() returns trigger language plpgsql security definer set search_path = '' as $$
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
comment on function private.reject_deactivated_members is 'Rejects an open invitation of a deactivated member.';

create function private.expire_invitations(user_id uuid, customer_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.invitations invitation
  set expires_at = now()
  from auth.users account
  where account.id = expire_invitations.user_id
    and lower(invitation.email) = lower(account.email)
    and (expire_invitations.customer_id is null or invitation.customer_id = expire_invitations.customer_id)
    and invitation.accepted_at is null and invitation.expires_at > now()
$$;
comment on function private.expire_invitations is 'Expires the open invitations of a user, to one customer or to all.';

create function private.expire_invitations_of_membership() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_invitations(old.user_id, old.customer_id);
  return null;
end $$;
comment on function private.expire_invitations_of_membership is 'Expires the open invitations of a user whose membership ends, to that customer.';

-- An open invitation would give the role back.
create function private.expire_invitations_of_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_invitations(old.user_id, null);
  return null;
end $$;
comment on function private.expire_invitations_of_role is 'Expires the open invitations of a user who loses the role customer.';

create function public.read_invitation(token text) returns table (
  customer_name text, email text, expires_at timestamptz, is_accepted boolean
) language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_length('token', read_invitation.token, 200);
  return query
    select customer.name, invitation.email, invitation.expires_at, invitation.accepted_at is not null
    from public.invitations invitation
    join public.customers customer on customer.id = invitation.customer_id
    where invitation.token = read_invitation.token;
end $$;
comment on function public.read_invitation is
  'The invitation with this token. Callers need not be signed in: a policy could not limit them to the one invitation that they know the token of.';

-- Locks the membership first, as a deactivation does, so that the two cannot deadlock. Never reactivates a membership.
create function public.accept_invitation(token text) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.caller_id();
  invitation public.invitations;
begin
  perform private.require_length('token', accept_invitation.token::text, 200);
  if caller is null then
    raise exception 'Sign in to accept the invitation' using errcode = 'insufficient_privilege';
  end if;
  perform from public.customer_users membership
  where membership.user_id = caller
    and membership.customer_id = (select i.customer_id from public.invitations i where i.token = accept_invitation.token)
  for update;
  select * into invitation from public.invitations i where i.token = accept_invitation.token for update;
  if not found then
    raise exception 'Invalid invitation link';
  end if;
  if not exists (select from auth.users u where u.id = caller and lower(u.email) = lower(invitation.email)) then
    raise exception 'This invitation is for another email address' using errcode = 'insufficient_privilege';
  end if;
  if invitation.accepted_at is not null then
    if invitation.accepted_by = caller then
      return invitation.customer_id;
    end if;
    raise exception 'This invitation has already been used';
  end if;
  -- Not now(), the beginning of this transaction: what has just been expired by another one counts.
  if invitation.expires_at <= clock_timestamp() then
    raise exception 'This invitation has expired';
  end if;

  insert into public.customer_users as membership (user_id, customer_id, invited_by, accepted_at, role)
  values (caller, invitation.customer_id, invitation.invited_by, now(), invitation.role)
  on conflict (user_id, customer_id) do update set accepted_at = coalesce(membership.accepted_at, excluded.accepted_at)
    where membership.is_active;
  if not found then
    raise exception 'Your access to this customer has been deactivated' using errcode = 'insufficient_privilege';
  end if;
  insert into public.user_roles (user_id, role) values (caller, 'customer') on conflict do nothing;
  update public.invitations set accepted_at = now(), accepted_by = caller where id = invitation.id;
  return invitation.customer_id;
end $$;
comment on function public.accept_invitation is
  'Makes the caller a member of the invitation''s customer and returns the customer''s id. Membership, role and acceptance are written together or not at all.';

create function public.renew_invitation(invitation uuid) returns timestamptz language sql set search_path = '' as $$
  update public.invitations set expires_at = private.invitation_expiry()
  where id = renew_invitation.invitation and accepted_at is null
  returning expires_at
$$;
comment on function public.renew_invitation is
  'Extends an open invitation as if it were new, with the same link. Returns null if it is accepted or gone.';

create function public.begin_invitation_email(token text, email text, customer_name text, expires_at timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  sender uuid := private.caller_id();
  found_id uuid;
  was_accepted boolean;
begin
  perform private.require_length('customer_name', begin_invitation_email.customer_name::text, 500);
  perform private.require_length('email', begin_invitation_email.email::text, 255);
  perform private.require_length('token', begin_invitation_email.token::text, 200);
  perform private.require_admin('Only an administrator can send invitations');
  select invitation.id, invitation.accepted_at is not null into found_id, was_accepted
  from public.invitations invitation
  join public.customers customer on customer.id = invitation.customer_id
  where invitation.token = begin_invitation_email.token
    and lower(invitation.email) = lower(begin_invitation_email.email)
    and customer.name = begin_invitation_email.customer_name
    -- A JavaScript date has milliseconds only.
    and date_trunc('milliseconds', invitation.expires_at) = date_trunc('milliseconds', begin_invitation_email.expires_at);
  if found_id is null then
    raise exception 'There is no such invitation' using errcode = 'PT404';
  elsif was_accepted then
    raise exception 'This invitation has already been used' using errcode = 'PT409';
  elsif begin_invitation_email.expires_at <= now() then
    raise exception 'This invitation has expired' using errcode = 'PT409';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('invitation emails of ' || sender, 0));
  delete from private.invitation_emails where sent_at < now() - interval '1 hour';
  if (select count(*) from private.invitation_emails where sender_id = sender) >= 60
    or (select count(*) from private.invitation_emails where invitation_id = found_id) >= 5
  then
    raise exception 'Too many invitation emails within an hour: try again later' using errcode = 'PT429';
  end if;
  insert into private.invitation_emails (invitation_id, sender_id) values (found_id, sender);
  return found_id;
end $$;
comment on function public.begin_invitation_email is
  'Called before an invitation is sent: checks that the email says what the invitation says, and limits emails to 60 per hour and administrator and 5 per hour and invitation. Returns the invitation''s id.';

create function public.confirm_invitation_email(invitation uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can send invitations');
  if not exists (
    select from private.invitation_emails email
    where email.invitation_id = confirm_invitation_email.invitation and email.sender_id = private.caller_id()
  ) then
    raise exception 'There is no such invitation email' using errcode = 'PT404';
  end if;
  update public.invitations set mailed_at = now() where id = confirm_invitation_email.invitation;
  return now();
end $$;
comment on function public.confirm_invitation_email is 'Called after the mail server accepted the email: sets mailed_at.';

create trigger expire_invitations after update of role on public.user_roles
  for each row when (old.role = 'customer' and new.role <> 'customer') execute function private.expire_invitations_of_role();
create trigger expire_invitations_on_delete after delete on public.user_roles
  for each row when (old.role = 'customer') execute function private.expire_invitations_of_role();
create trigger expire_invitations after update of is_active on public.customer_users
  for each row when (old.is_active and not new.is_active) execute function private.expire_invitations_of_membership();
create trigger expire_invitations_on_delete after delete on public.customer_users
  for each row execute function private.expire_invitations_of_membership();
create trigger reject_deactivated_members after insert or update of email, expires_at, accepted_at on public.invitations
  for each row when (new.accepted_at is null and new.expires_at > now()) execute function private.reject_deactivated_members();

grant execute on function private.invitation_expiry, public.accept_invitation to authenticated, service_role;
grant execute on function public.read_invitation to anon, authenticated, service_role;
grant execute on function public.renew_invitation, public.begin_invitation_email, public.confirm_invitation_email to authenticated;
