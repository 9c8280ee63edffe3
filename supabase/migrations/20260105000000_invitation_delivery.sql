-- When an invitation's mail was last taken by a mail server; null is never. Those from before this was recorded count as mailed.
alter table public.invitations add column mailed_at timestamptz default now();
alter table public.invitations alter column mailed_at drop default;
select private.record_activity_of('public.invitations', '{update}');

-- Every open invitation of a customer; the accepted ones, which are many in time, lie elsewhere.
create index invitations_open_idx on public.invitations (customer_id) include (expires_at, mailed_at, created_at)
  where accepted_at is null;

-- Puts on record that a mail has gone out, for the admin who has claimed it. Answers when.
create function public.confirm_invitation_mail(invitation uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin('Only an administrator can send invitations');
  if not exists (
    select from private.invitation_mails mail
    where mail.invitation_id = confirm_invitation_mail.invitation and mail.sender_id = private.caller_id()
  ) then
    raise exception 'There is no such mail' using errcode = 'PT404';
  end if;
  update public.invitations set mailed_at = now() where id = confirm_invitation_mail.invitation;
  return now();
end $$;

-- Has an open invitation hold as long as a new one, its link being the same. Answers its end; null where it is accepted or gone.
create function public.renew_invitation(invitation uuid) returns timestamptz language sql security invoker set search_path = ''
as $$
  update public.invitations set expires_at = private.invitation_end()
  where id = renew_invitation.invitation and accepted_at is null
  returning expires_at
$$;

revoke all on function public.confirm_invitation_mail(uuid), public.renew_invitation(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.confirm_invitation_mail(uuid), public.renew_invitation(uuid) to authenticated;
