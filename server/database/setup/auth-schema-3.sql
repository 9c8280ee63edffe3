-- A pending confirmation belongs to the credential that asked for it. Several sign-ups with one email are confirmed independently.

set role supabase_auth_admin;

alter table auth.one_time_tokens
  -- Ours: what stays of the account when the token verifies its email: 'password:<hash>', 'identity:<id>' or nothing.
  add column credential text not null default '',
  -- Ours: the metadata of the sign-up that the token confirms.
  add column user_metadata jsonb;

update auth.one_time_tokens token set credential = 'password:' || account.encrypted_password
from auth.users account
where account.id = token.user_id and token_type = 'confirmation_token' and account.encrypted_password is not null and account.invited_at is null;

create unique index one_time_tokens_user_id_token_type_credential_key on auth.one_time_tokens (user_id, token_type, credential);
drop index auth.one_time_tokens_user_id_token_type_key;

reset role;
