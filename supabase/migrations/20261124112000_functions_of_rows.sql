-- PostgreSQL inlines SQL functions of generated columns and checks anew in each statement, which takes longer than calling these.
create or replace function private.collapse_spaces(value text) returns text language plpgsql immutable parallel safe as $$
begin
  return btrim(regexp_replace(
    value collate "C",
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
  ));
end $$;

create or replace function private.has_text(value text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return value collate "C" ~ '[^\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';
end $$;

create or replace function private.index_key(value text) returns text language plpgsql immutable parallel safe as $$
begin
  return case when octet_length(value) <= 600 then value else 'md5:' || md5(value) end;
end $$;

create or replace function private.text_key(value text) returns text language plpgsql immutable parallel safe as $$
begin
  return nullif(private.collapse_spaces(
    case
      when octet_length(value) = char_length(value) then lower(value collate "C") collate "C"
      else lower(normalize(value, nfc) collate "und-x-icu") collate "C"
    end
  ), '');
end $$;

create or replace function private.is_plausible_date(moment timestamptz) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return moment between '1900-01-01 00:00:00+00' and '9999-12-31 23:59:59+00';
end $$;

-- Not a definer of security and without settings, so that its callers, which are, read it as a part of their own query. The claims are parsed once.
create function private.callers() returns table (user_id uuid) language sql stable as $$
  select account.id
  from (select auth.jwt() as claims offset 0) token
  join auth.sessions session on session.id = nullif(claims ->> 'session_id', '')::uuid
  join auth.users account on account.id = session.user_id
  where account.id = coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), claims ->> 'sub')::uuid
    and (session.not_after is null or session.not_after > now())
    and (account.banned_until is null or account.banned_until <= now())
    and account.deleted_at is null
    and (
      claims ->> 'aal' = 'aal2'
      or not exists (select from auth.mfa_factors factor where factor.user_id = account.id and factor.status = 'verified')
    )
$$;
comment on function private.callers is 'The user of the request as a row, or none. See caller_id.';
revoke all on function private.callers from public, anon, authenticated, service_role;

create or replace function private.caller_id() returns uuid language sql stable security definer set search_path = '' as $$
  select user_id from private.callers()
$$;

create or replace function private.is_admin() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from private.callers() join public.user_roles using (user_id) where role = 'admin')
$$;

create or replace function private.my_customer_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select membership.customer_id
  from private.callers() caller
  join public.customer_users membership on membership.user_id = caller.user_id and membership.is_active
  join public.customers customer on customer.id = membership.customer_id and customer.is_active
  where exists (select from public.user_roles where user_id = caller.user_id and role = 'customer')
$$;
