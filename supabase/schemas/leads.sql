-- Leads, and the texts that an upgrade shortened.

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name)) constraint leads_name_length check (char_length(name) <= 500),
  first_name text constraint leads_first_name_length check (char_length(first_name) <= 500),
  last_name text constraint leads_last_name_length check (char_length(last_name) <= 500),
  email text constraint leads_email_length check (char_length(email) <= 500),
  phone text constraint leads_phone_length check (char_length(phone) <= 500),
  company text constraint leads_company_length check (char_length(company) <= 500),
  title text constraint leads_title_length check (char_length(title) <= 500),
  location text constraint leads_location_length check (char_length(location) <= 500),
  headline text constraint leads_headline_length check (char_length(headline) <= 2000),
  notes text constraint leads_notes_length check (char_length(notes) <= 10000),
  audience text check (private.has_text(audience) and char_length(audience) <= 100),
  is_approved boolean,
  profile_picture_url text constraint leads_profile_picture_url_length check (char_length(profile_picture_url) <= 2000),
  linkedin_profile_url text constraint leads_linkedin_profile_url_length check (char_length(linkedin_profile_url) <= 2000),
  import_id uuid,
  created_at timestamptz not null default now() constraint leads_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz not null default now() constraint leads_updated_at_range check (private.is_plausible_date(updated_at)),
  linkedin_key text collate "C" generated always as (private.linkedin_key(linkedin_profile_url)) stored,
  email_key text collate "C" generated always as (private.index_key(private.text_key(email))) stored,
  name_key text collate "C" generated always as (
    case
      when private.text_key(email) is null and private.linkedin_key(linkedin_profile_url) is null
        -- No normalized text has a line break.
        then private.index_key(private.text_key(name) || e'\n' || coalesce(private.text_key(company), ''))
    end
  ) stored,
  decided_at timestamptz constraint leads_decided_at_range check (private.is_plausible_date(decided_at)),
  decided_by uuid,
  rejection_reason_id uuid,
  rejection_note text check (private.has_text(rejection_note) and char_length(rejection_note) <= 500),
  search_text text collate "C" generated always as (private.search_text(name, company, title)) stored,
  custom jsonb not null default '{}' check (private.is_custom(custom)),
  decided_values jsonb check (octet_length(decided_values::text) <= 500000),
  duplicate_of uuid,
  duplicate_keys text[] check (octet_length(duplicate_keys::text) <= 200),
  is_separate boolean not null default false,
  constraint leads_rejection_check check (is_approved is false or rejection_reason_id is null and rejection_note is null),
  constraint leads_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete set null (import_id),
  foreign key (rejection_reason_id) references public.rejection_reasons
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.leads is 'Contacts of a customer. The unique keys decide which rows of an import are duplicates.';
comment on column public.leads.customer_id is 'Cannot be changed.';
comment on column public.leads.audience is 'Name of the audience; null for none.';
comment on column public.leads.is_approved is 'True: approved; false: rejected; null: not reviewed. False and null count as pending.';
comment on column public.leads.import_id is 'The import that created the lead; null if it was created otherwise.';
comment on column public.leads.created_at is
  'For an imported lead, the start of the import minus the row number in microseconds, so that newest first is the order of the file.';
comment on column public.leads.linkedin_key is 'Normalized LinkedIn address. Unique within the customer.';
comment on column public.leads.email_key is 'Normalized email. Unique within the customer.';
comment on column public.leads.name_key is 'Normalized name and company, only without email and LinkedIn address. Unique within the customer.';
comment on column public.leads.decided_at is
  'When is_approved, the reason or the note last changed; null without a decision, and for the oldest ones. Set by a trigger, whatever a request says.';
comment on column public.leads.decided_by is 'The user who made that change. Set by the same trigger.';
comment on column public.leads.rejection_reason_id is 'Set for rejected leads only: cleared when the lead is approved or its decision is reset.';
comment on column public.leads.rejection_note is 'See rejection_reason_id.';
comment on column public.leads.custom is 'Values of the custom fields by their keys, without empty ones.';
comment on column public.leads.decided_values is
  'The values that fields had at the decision, if they have changed since. Null if none has. Set by a trigger, whatever a request says.';
comment on column public.leads.duplicate_of is
  'The older lead that has a key of this one, since an upgrade changed how keys are made. Imports match the older one; do-not-contact entries apply to both. Set by triggers and migrations, whatever a request says.';
comment on column public.leads.duplicate_keys is
  'The columns of the keys that are those of older leads. By its other keys an import matches the lead.';
comment on column public.leads.is_separate is 'Whether an administrator keeps the lead beside the one that it is a duplicate of.';

create index leads_created_idx on public.leads (created_at desc, id desc);
create index leads_customer_created_idx on public.leads (customer_id, created_at desc, id desc) include (is_approved);
create index leads_audience_idx on public.leads (audience, created_at desc, id desc) where audience is not null;
create index leads_customer_audience_idx on public.leads (customer_id, audience, created_at desc, id desc) include (is_approved);
create index leads_import_idx on public.leads (import_id, created_at desc, id desc) where import_id is not null;
alter table public.leads add unique (id, customer_id);
create index leads_customer_unreviewed_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is null;
create index leads_customer_approved_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is true;
create index leads_customer_rejected_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is false;
create index leads_created_unreviewed_idx on public.leads (created_at desc, id desc) where is_approved is null;
create index leads_created_approved_idx on public.leads (created_at desc, id desc) where is_approved is true;
create index leads_created_rejected_idx on public.leads (created_at desc, id desc) where is_approved is false;
create index leads_reason_idx on public.leads (rejection_reason_id, created_at desc, id desc) where rejection_reason_id is not null;
create index leads_company_idx on public.leads (customer_id, private.index_key(private.text_key(company)), created_at desc, id desc)
  where company is not null;
create index leads_customer_name_idx on public.leads (customer_id, coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index leads_name_idx on public.leads (coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index leads_customer_company_idx on public.leads (customer_id, coalesce(is_approved::int, 2), private.company_sort_key(search_text), id);
create index leads_company_sort_idx on public.leads (coalesce(is_approved::int, 2), private.company_sort_key(search_text), id);
create index leads_email_parts_idx on public.leads (reverse(split_part(email_key, '@', 1)) text_pattern_ops, split_part(email_key, '@', 2) text_pattern_ops);
create index leads_custom_idx on public.leads using gin (custom jsonb_path_ops) where custom <> '{}';
create index leads_shape_idx on public.leads (customer_id, private.custom_shape(custom), created_at desc, id desc);
create index leads_changed_idx on public.leads (customer_id, created_at desc, id desc) where decided_values is not null;
-- A reversed domain begins with the reversed domains that it is a subdomain of.
create index leads_email_domain_idx on public.leads (customer_id, reverse(split_part(email_key, '@', 2))) where email_key is not null;
create unique index leads_linkedin_key on public.leads (customer_id, linkedin_key, (case when 'linkedin_key' = any (duplicate_keys) then id else customer_id end))
  where linkedin_key is not null;
create unique index leads_email_key on public.leads (customer_id, email_key, (case when 'email_key' = any (duplicate_keys) then id else customer_id end))
  where email_key is not null;
create unique index leads_name_key on public.leads (customer_id, name_key, (case when 'name_key' = any (duplicate_keys) then id else customer_id end))
  where name_key is not null;
create index leads_duplicate_idx on public.leads (customer_id, duplicate_of) where duplicate_of is not null;
create index leads_duplicates_idx on public.leads (customer_id, created_at desc, id desc) where duplicate_of is not null and not is_separate;
-- The index holds an expression, so that no equality of keys reads it, as that of do-not-contact entries.
create index leads_search_text_idx on public.leads using gin (search_text extensions.gin_trgm_ops, (email_key || '') extensions.gin_trgm_ops);

alter table public.leads
  alter customer_id set statistics 1,
  alter audience set statistics 1,
  alter import_id set statistics 1;

create table private.shortened_texts (
  id bigint generated always as identity primary key,
  relation text not null,
  row_id uuid not null,
  column_name text not null,
  original_text text not null,
  shortened_at timestamptz not null default now()
);
comment on table private.shortened_texts is 'Texts that an upgrade shortened to their limits, in full. Only the owner reads it and can empty it.';

create function private.clean_lead_email() returns trigger language plpgsql as $$
begin
  new.email := private.stored_email(new.email);
  return new;
end $$;
comment on function private.clean_lead_email is 'Stores the address alone, without what surrounds it, so that lists and tools know it.';

create trigger limit_member_updates before update of
  id, customer_id, name, first_name, last_name, email, phone, company, title, location, headline, notes, audience, profile_picture_url,
  linkedin_profile_url, import_id, created_at, updated_at, custom, decided_values, duplicate_of, duplicate_keys, is_separate
  on public.leads
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a lead');
create trigger clean_email before insert or update of email on public.leads
  for each row when (new.email is not null) execute function private.clean_lead_email();
