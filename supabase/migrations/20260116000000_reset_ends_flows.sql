-- Resetting a second factor ends the user's pending sign-ins with the sessions: an issued code would open another session.

create or replace function public.reset_second_factor(person uuid) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  verified int;
begin
  perform private.require_admin('Only an administrator can reset a second factor');
  with taken as (delete from auth.mfa_factors where user_id = person returning status)
  select count(*) filter (where status = 'verified') into verified from taken;
  if verified > 0 then
    delete from auth.sessions where user_id = person;
    delete from auth.flow_state where user_id = person and auth_code is not null;
    insert into public.activity (actor_id, action, subject, row_count, row_ids)
    values (auth.uid(), 'delete', 'second_factor', verified, array[person]);
  end if;
  return verified;
end $$;
