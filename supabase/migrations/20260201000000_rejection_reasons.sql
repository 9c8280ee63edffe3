-- The agency's reasons for rejecting a lead or company. A reason is retired and never deleted, because decisions name it.
create table public.rejection_reasons (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.has_text(name) and char_length(name) <= 100),
  position int not null,
  retired_at timestamptz check (private.is_plausible_date(retired_at)),
  created_at timestamptz not null default now()
);
create unique index rejection_reasons_name_key on public.rejection_reasons (lower(name));

create trigger normalize_name before insert or update of name on public.rejection_reasons
  for each row execute function private.normalize_name();

insert into public.rejection_reasons (name, position)
select name, position
from unnest(array[
  'Wrong role', 'Wrong industry', 'Too small', 'Too large', 'Wrong location', 'Already a customer', 'Competitor', 'Other'
]) with ordinality as reason (name, position);

revoke all on public.rejection_reasons from public, anon, authenticated, service_role;
grant select, insert (name, position), update (name, position, retired_at) on public.rejection_reasons to authenticated, service_role;

alter table public.rejection_reasons enable row level security;

create policy "Admins manage every reason" on public.rejection_reasons to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members see the reasons" on public.rejection_reasons for select to authenticated
  using ((select exists (select private.my_customer_ids())));
create policy "The service manages reasons" on public.rejection_reasons to service_role using (true) with check (true);

comment on table public.rejection_reasons is 'Reasons for a rejection, the same for all customers. Retired, never deleted.';
comment on column public.rejection_reasons.name is 'Unique ignoring case.';
comment on column public.rejection_reasons.position is 'Order of the reasons, then by name.';
comment on column public.rejection_reasons.retired_at is 'Since when the reason can no longer be given; null: it can be given.';
