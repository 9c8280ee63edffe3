-- What `supabase db reset` puts into a local project: an admin to sign in with. The CLI never sends it to a hosted one.
with account as (
  insert into auth.users (
    instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
    created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change
  )
  values (
    '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'admin@leadlight.example',
    extensions.crypt('leadlight', extensions.gen_salt('bf', 10)), now(),
    '{"provider": "email", "providers": ["email"]}', '{"full_name": "Alex Morgan"}', now(), now(), '', '', '', ''
  )
  returning id, email
), identity as (
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
  select id, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email', now(), now() from account
)
insert into public.user_roles (user_id, role) select id, 'admin' from account;
