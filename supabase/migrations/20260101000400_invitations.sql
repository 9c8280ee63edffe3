-- The token is the database's alone: nobody may choose or change it.
create function private.invitation_end() returns timestamptz language sql stable security definer set search_path = ''
as $$
  select now() + make_interval(days => invitation_days) from private.settings
$$;

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  email text not null check (email ~ '^[^@\u0009-\u0020\u00a0]+@[^@\u0009-\u0020\u00a0]+$' and char_length(email) <= 255),
  invited_by uuid default auth.uid() references auth.users on delete set null,
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  expires_at timestamptz not null default private.invitation_end(),
  accepted_at timestamptz,
  accepted_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now()
);
create index invitations_customer_idx on public.invitations (customer_id, created_at desc);

revoke all on function private.invitation_end() from public, anon, authenticated, service_role;
grant execute on function private.invitation_end() to authenticated, service_role;

revoke all on public.invitations from public, anon, authenticated, service_role;
grant select, insert (customer_id, email, invited_by, expires_at), update (email, expires_at, accepted_at), delete
  on public.invitations to authenticated, service_role;

alter table public.invitations enable row level security;

create policy "Admins manage every invitation" on public.invitations to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "The service manages invitations" on public.invitations to service_role using (true) with check (true);

-- A policy cannot see the filter of a query, so the bearer of a token reads through this: one invitation, never a list.
create function public.read_invitation(token text)
returns table (customer_name text, email text, expires_at timestamptz, is_accepted boolean)
language sql stable security definer set search_path = ''
as $$
  select customer.name, invitation.email, invitation.expires_at, invitation.accepted_at is not null
  from public.invitations invitation
  join public.customers customer on customer.id = invitation.customer_id
  where invitation.token = read_invitation.token
$$;

-- Membership, role and acceptance together or not at all; answers the customer's id. The same person may call it again, to no effect.
create function public.accept_invitation(token text) returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := private.caller_id();
  invitation public.invitations;
begin
  if person is null then
    raise exception 'Sign in to accept the invitation' using errcode = 'insufficient_privilege';
  end if;
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
  if invitation.expires_at <= now() then
    raise exception 'This invitation has expired';
  end if;

  insert into public.customer_users (user_id, customer_id, invited_by, accepted_at)
  values (person, invitation.customer_id, invitation.invited_by, now())
  on conflict (user_id, customer_id) do update
    set is_active = true, accepted_at = coalesce(customer_users.accepted_at, excluded.accepted_at);
  insert into public.user_roles (user_id, role) values (person, 'customer') on conflict do nothing;
  update public.invitations set accepted_at = now(), accepted_by = person where id = invitation.id;
  return invitation.customer_id;
end $$;

revoke all on function public.read_invitation(text), public.accept_invitation(text) from public, anon, authenticated, service_role;
grant execute on function public.read_invitation(text) to anon, authenticated, service_role;
grant execute on function public.accept_invitation(text) to authenticated, service_role;
