-- The history of imports. Written by the import's own rpc only; admins read it.
create table public.imports (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  file_name text not null,
  import_type text not null check (import_type in ('leads', 'companies')),
  audience text,
  created_by uuid default auth.uid() references auth.users on delete set null,
  total_rows int not null default 0,
  successful_rows int not null default 0,
  duplicate_rows int not null default 0,
  error_rows int not null default 0,
  companies_created int not null default 0,
  created_at timestamptz not null default now(),
  check (total_rows = successful_rows + duplicate_rows + error_rows)
);
create index imports_customer_idx on public.imports (customer_id, created_at desc);

-- One call of an import: the same chunk again is answered as the first time.
create table public.import_chunks (
  import_id uuid not null references public.imports on delete cascade,
  first_row int not null check (first_row >= 2),
  hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (import_id, first_row)
);

create table public.import_errors (
  import_id uuid not null references public.imports on delete cascade,
  "row" int not null check ("row" >= 2),
  error text not null,
  cells jsonb not null,
  created_at timestamptz not null default now(),
  primary key (import_id, "row")
);

-- The mapping that was last used for a customer and a set of headers (a sorted JSON array).
create table public.import_mappings (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  import_type text not null check (import_type in ('leads', 'companies')),
  headers jsonb not null check (jsonb_typeof(headers) = 'array'),
  headers_key text not null generated always as (md5(headers::text)) stored,
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object'),
  created_at timestamptz not null default now(),
  unique (customer_id, import_type, headers_key)
);

revoke all on public.imports, public.import_chunks, public.import_errors, public.import_mappings
  from public, anon, authenticated, service_role;
grant select on public.imports, public.import_chunks, public.import_errors, public.import_mappings to authenticated, service_role;

alter table public.imports enable row level security;
alter table public.import_chunks enable row level security;
alter table public.import_errors enable row level security;
alter table public.import_mappings enable row level security;

create policy "Admins see every import" on public.imports for select to authenticated using ((select private.is_admin()));
create policy "The service sees imports" on public.imports for select to service_role using (true);
create policy "Admins see every chunk" on public.import_chunks for select to authenticated using ((select private.is_admin()));
create policy "The service sees chunks" on public.import_chunks for select to service_role using (true);
create policy "Admins see every import error" on public.import_errors for select to authenticated using ((select private.is_admin()));
create policy "The service sees import errors" on public.import_errors for select to service_role using (true);
create policy "Admins see every mapping" on public.import_mappings for select to authenticated using ((select private.is_admin()));
create policy "The service sees mappings" on public.import_mappings for select to service_role using (true);
