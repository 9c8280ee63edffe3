-- Renames the functions that send-invitation calls around sending an email, and the table that limits how many it sends. A server of the
-- previous version that is still running cannot send invitations until it stops.
alter table private.invitation_mails rename to invitation_emails;
alter table private.invitation_emails rename constraint invitation_mails_pkey to invitation_emails_pkey;
alter table private.invitation_emails rename constraint invitation_mails_invitation_id_fkey to invitation_emails_invitation_id_fkey;
alter sequence private.invitation_mails_id_seq rename to invitation_emails_id_seq;
alter index private.invitation_mails_sender_idx rename to invitation_emails_sender_idx;
alter index private.invitation_mails_invitation_idx rename to invitation_emails_invitation_idx;

alter function public.claim_invitation_mail(text, text, text, timestamptz) rename to begin_invitation_email;
create or replace function public.begin_invitation_email(token text, email text, customer_name text, expires_at timestamptz)
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

alter function public.confirm_invitation_mail(uuid) rename to confirm_invitation_email;
create or replace function public.confirm_invitation_email(invitation uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
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
