-- When which admin had which invitation mailed: what keeps the mail from being used to pester. Rows older than an hour are let go.
create table private.invitation_mails (
  id bigint generated always as identity primary key,
  invitation_id uuid references public.invitations on delete set null,
  sender_id uuid not null,
  sent_at timestamptz not null default now()
);
create index invitation_mails_sender_idx on private.invitation_mails (sender_id, sent_at);
create index invitation_mails_invitation_idx on private.invitation_mails (invitation_id, sent_at);

revoke all on private.invitation_mails from public, anon, authenticated, service_role;

-- The right to mail one invitation once, given before the mail goes out: 60 mails an hour for an admin, 5 for an invitation.
-- All that the mail will say has to be the invitation's own. Answers the invitation's id.
create function public.claim_invitation_mail(token text, email text, customer_name text, expires_at timestamptz)
returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  sender uuid := private.caller_id();
  found_id uuid;
  was_accepted boolean;
begin
  perform private.require_admin('Only an administrator can send invitations');
  select invitation.id, invitation.accepted_at is not null into found_id, was_accepted
  from public.invitations invitation
  join public.customers customer on customer.id = invitation.customer_id
  where invitation.token = claim_invitation_mail.token
    and lower(invitation.email) = lower(claim_invitation_mail.email)
    and customer.name = claim_invitation_mail.customer_name
    -- A date of JavaScript ends with the milliseconds.
    and date_trunc('milliseconds', invitation.expires_at) = date_trunc('milliseconds', claim_invitation_mail.expires_at);
  if found_id is null then
    raise exception 'There is no such invitation' using errcode = 'PT404';
  elsif was_accepted then
    raise exception 'This invitation has already been used' using errcode = 'PT409';
  elsif claim_invitation_mail.expires_at <= now() then
    raise exception 'This invitation has expired' using errcode = 'PT409';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('invitation mails of ' || sender, 0));
  delete from private.invitation_mails where sent_at < now() - interval '1 hour';
  if (select count(*) from private.invitation_mails where sender_id = sender) >= 60
    or (select count(*) from private.invitation_mails where invitation_id = found_id) >= 5
  then
    raise exception 'Too many invitation emails within an hour: try again later' using errcode = 'PT429';
  end if;
  insert into private.invitation_mails (invitation_id, sender_id) values (found_id, sender);
  return found_id;
end $$;

revoke all on function public.claim_invitation_mail(text, text, text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.claim_invitation_mail(text, text, text, timestamptz) to authenticated;
