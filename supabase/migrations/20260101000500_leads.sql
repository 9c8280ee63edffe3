create table public.leads (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name)),
  first_name text,
  last_name text,
  email text,
  phone text,
  company text,
  title text,
  location text,
  headline text,
  notes text,
  -- None is null, never blank, so that there is one way to have no audience.
  audience text check (private.has_text(audience) and char_length(audience) <= 100),
  is_approved boolean,
  profile_picture_url text,
  linkedin_profile_url text,
  import_id uuid references public.imports on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  linkedin_key text collate "C" generated always as (private.linkedin_key(linkedin_profile_url)) stored,
  email_key text collate "C" generated always as (private.index_key(private.text_key(email))) stored,
  -- A line break, which no folded text holds, keeps name and company apart.
  name_key text collate "C" generated always as (
    case
      when private.text_key(email) is null and private.linkedin_key(linkedin_profile_url) is null
      then private.index_key(private.text_key(name) || e'\n' || coalesce(private.text_key(company), ''))
    end
  ) stored
);

create unique index leads_linkedin_key on public.leads (customer_id, linkedin_key) where linkedin_key is not null;
create unique index leads_email_key on public.leads (customer_id, email_key) where email_key is not null;
create unique index leads_name_key on public.leads (customer_id, name_key) where name_key is not null;
create index leads_created_idx on public.leads (created_at desc, id desc);
create index leads_customer_created_idx on public.leads (customer_id, created_at desc, id desc) include (is_approved);
create index leads_audience_idx on public.leads (audience, created_at desc, id desc) where audience is not null;
create index leads_customer_audience_idx on public.leads (customer_id, audience, created_at desc, id desc) include (is_approved);
create index leads_import_idx on public.leads (import_id) where import_id is not null;
create index leads_search_idx on public.leads
  using gin (name extensions.gin_trgm_ops, company extensions.gin_trgm_ops, title extensions.gin_trgm_ops);

create function private.touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger touch before update on public.leads for each row execute function private.touch();

-- Grants are one database role's, and admins and members share it; this is what tells them apart. It runs once per statement.
create function private.refuse_members() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0] using errcode = 'insufficient_privilege';
end $$;

create trigger members_only_approve before update of
  id, customer_id, name, first_name, last_name, email, phone, company, title, location, headline, notes, audience,
  profile_picture_url, linkedin_profile_url, import_id, created_at, updated_at
  on public.leads for each statement
  when (current_user = 'authenticated' and not private.is_admin())
  execute function private.refuse_members('Of a lead only is_approved may be changed');

revoke all on function private.touch(), private.refuse_members() from public, anon, authenticated, service_role;

revoke all on public.leads from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.leads to authenticated, service_role;

alter table public.leads enable row level security;

create policy "Admins manage every lead" on public.leads to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members see their customers' leads" on public.leads for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "Members approve their customers' leads" on public.leads for update to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages leads" on public.leads to service_role using (true) with check (true);
