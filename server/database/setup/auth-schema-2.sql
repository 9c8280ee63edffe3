-- Pending flows end with the user and the session that they belong to, and are counted by client; a session can be reauthenticated.

set role supabase_auth_admin;

-- Ours: when the user last showed the password or an emailed code within this session.
alter table auth.sessions add column reauthenticated_at timestamptz;

-- A pending link of an earlier version names no session, so it cannot be finished.
delete from auth.flow_state flow
where linking_target_id is not null
  or user_id is not null and not exists (select from auth.users where id = flow.user_id);

alter table auth.flow_state
  -- Ours: the session that asked for a link, what the provider said of its user, and a hash of the client that began the flow.
  add column linking_session_id uuid references auth.sessions on delete cascade,
  add column linking_account jsonb,
  add column begun_by text,
  add foreign key (user_id) references auth.users on delete cascade,
  add foreign key (linking_target_id) references auth.users on delete cascade;
create index flow_state_linking_target_id_idx on auth.flow_state (linking_target_id) where linking_target_id is not null;
create index flow_state_linking_session_id_idx on auth.flow_state (linking_session_id) where linking_session_id is not null;
create index flow_state_begun_by_idx on auth.flow_state (begun_by) where begun_by is not null;
create index flow_state_provider_created_at_idx on auth.flow_state (created_at) where provider_type <> 'email';

reset role;
