alter function private.is_plausible(timestamptz) rename to is_plausible_date;
alter function private.invitation_end() rename to invitation_expiry;
create or replace function public.renew_invitation(invitation uuid) returns timestamptz language sql security invoker set search_path = ''
as $$
  update public.invitations set expires_at = private.invitation_expiry()
  where id = renew_invitation.invitation and accepted_at is null
  returning expires_at
$$;

alter table private.shortened_texts rename column whole to original_text;
