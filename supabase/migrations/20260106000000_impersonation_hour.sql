-- An impersonation lasts an hour at most, and begins with an active customer: what a deactivated one's people cannot see, nobody sees in their place.
alter table public.impersonations alter column expires_at set default now() + interval '60 minutes';
update public.impersonations set expires_at = least(expires_at, started_at + interval '60 minutes') where ended_at is null;

alter policy "Admins begin their own impersonations" on public.impersonations
  with check (
    (select private.is_admin()) and admin_id = (select private.caller_id())
    and exists (select from public.customers customer where customer.id = customer_id and customer.is_active)
  );

-- As before, but found by its key: every recorded statement asks for it.
create or replace function private.impersonation_of(customer uuid) returns uuid language sql stable security definer set search_path = ''
as $$
  select impersonation.id
  from (select nullif(current_setting('request.headers', true), '')::json ->> 'x-impersonation-id' as named) header
  join public.impersonations impersonation
    on impersonation.id = case when named ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named::uuid end
  where impersonation.admin_id = (select private.caller_id())
    and impersonation.customer_id = customer
    and impersonation.ended_at is null
    and impersonation.expires_at > now()
$$;
