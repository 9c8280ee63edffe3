-- An impersonation lasts an hour at most, and begins with an active customer: what a deactivated one's people cannot see, nobody sees in their place.
alter table public.impersonations alter column expires_at set default now() + interval '60 minutes';
update public.impersonations set expires_at = least(expires_at, started_at + interval '60 minutes') where ended_at is null;

alter policy "Admins begin their own impersonations" on public.impersonations
  with check (
    (select private.is_admin()) and admin_id = (select private.caller_id())
    and exists (select from public.customers customer where customer.id = customer_id and customer.is_active)
  );
