-- For the person who has lost the second factor: an admin takes it away, and the act is on record.

create function private.require_admin(refusal text) returns void language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception '%', refusal using errcode = 'PT403';
  end if;
end $$;

-- Which of these people have a second factor; schema auth itself is nobody's to read.
create function public.people_with_second_factor(people uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin('Only an administrator can see who has a second factor');
  return query
    select distinct factor.user_id from auth.mfa_factors factor where factor.user_id = any (people) and factor.status = 'verified';
end $$;

-- Takes away every factor of a person and ends the person's sessions, for whoever holds one of them may not be that person.
-- Answers how many verified factors there were; none is no error, so that a second press is harmless.
create function public.reset_second_factor(person uuid) returns int language plpgsql security definer set search_path = ''
as $$
declare
  verified int;
begin
  perform private.require_admin('Only an administrator can reset a second factor');
  with taken as (delete from auth.mfa_factors where user_id = person returning status)
  select count(*) filter (where status = 'verified') into verified from taken;
  if verified > 0 then
    delete from auth.sessions where user_id = person;
    insert into public.activity (actor_id, action, subject, row_count, row_ids)
    values (auth.uid(), 'delete', 'second_factor', verified, array[person]);
  end if;
  return verified;
end $$;

revoke all on function
  private.require_admin(text), public.people_with_second_factor(uuid[]), public.reset_second_factor(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.people_with_second_factor(uuid[]), public.reset_second_factor(uuid) to authenticated;
