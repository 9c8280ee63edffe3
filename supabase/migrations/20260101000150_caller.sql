-- The person behind the token. Null once the session has ended or the person is banned, and below aal2 for whoever has a second
-- factor: signing out and two-factor count for rows too, not only at the auth endpoints.
create function private.caller_id() returns uuid language sql stable security definer set search_path = ''
as $$
  select person.id
  from auth.sessions session
  join auth.users person on person.id = session.user_id
  where session.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
    and person.id = auth.uid()
    and (session.not_after is null or session.not_after > now())
    and (person.banned_until is null or person.banned_until <= now())
    and person.deleted_at is null
    and (
      auth.jwt() ->> 'aal' = 'aal2'
      or not exists (select from auth.mfa_factors factor where factor.user_id = person.id and factor.status = 'verified')
    )
$$;

revoke all on function private.caller_id() from public, anon, authenticated, service_role;
grant execute on function private.caller_id() to authenticated, service_role;
