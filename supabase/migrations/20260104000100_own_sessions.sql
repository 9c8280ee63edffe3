-- Where a person is signed in, and how each of those sessions ends by itself. Schema auth is nobody's to read.

-- The caller's own sessions, the current one first, then the last used.
create function public.my_sessions()
returns table (id uuid, created_at timestamptz, active_at timestamptz, user_agent text, address text, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  select session.id, session.created_at, used.at, session.user_agent, host(session.ip), used.is_current
  from auth.sessions session
  cross join lateral (
    select
      coalesce(session.refreshed_at at time zone 'utc', session.created_at) as at,
      session.id = nullif(auth.jwt() ->> 'session_id', '')::uuid as is_current
  ) used
  where session.user_id = (select private.caller_id())
    and (session.not_after is null or session.not_after > now())
  order by used.is_current desc, used.at desc
  limit 100
$$;

-- Ends one of the caller's own sessions; false where there is no such session (any more).
create function public.end_my_session(session uuid) returns boolean language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions own where own.id = end_my_session.session and own.user_id = private.caller_id();
  return found;
end $$;

revoke all on function public.my_sessions(), public.end_my_session(uuid) from public, anon, authenticated, service_role;
grant execute on function public.my_sessions(), public.end_my_session(uuid) to authenticated;
