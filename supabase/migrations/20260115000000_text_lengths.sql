-- Every text that members and strangers may write has a length, as in domain/limits.ts, and so has every imported column, as in
-- domain/import/targets.ts (tests/database/text-lengths.test.ts compares them). In characters, as char_length counts them.
-- Checked for new rows and changes from here on; the next migration looks at the rows that are there.
alter table public.profiles
  add constraint profiles_email_length check (char_length(email) <= 255) not valid,
  add constraint profiles_full_name_length check (char_length(full_name) <= 200) not valid;
alter table public.campaigns
  add constraint campaigns_name_length check (char_length(name) <= 200) not valid;
alter table public.campaign_steps
  add constraint campaign_steps_subject_length check (char_length(subject) <= 300) not valid,
  add constraint campaign_steps_message_content_length check (char_length(message_content) <= 10000) not valid;
alter table public.imports
  add constraint imports_file_name_length check (char_length(file_name) <= 255) not valid,
  add constraint imports_audience_length check (char_length(audience) <= 100) not valid;
alter table public.leads
  add constraint leads_name_length check (char_length(name) <= 500) not valid,
  add constraint leads_first_name_length check (char_length(first_name) <= 500) not valid,
  add constraint leads_last_name_length check (char_length(last_name) <= 500) not valid,
  add constraint leads_email_length check (char_length(email) <= 500) not valid,
  add constraint leads_phone_length check (char_length(phone) <= 500) not valid,
  add constraint leads_company_length check (char_length(company) <= 500) not valid,
  add constraint leads_title_length check (char_length(title) <= 500) not valid,
  add constraint leads_location_length check (char_length(location) <= 500) not valid,
  add constraint leads_headline_length check (char_length(headline) <= 2000) not valid,
  add constraint leads_notes_length check (char_length(notes) <= 10000) not valid,
  add constraint leads_linkedin_profile_url_length check (char_length(linkedin_profile_url) <= 2000) not valid,
  add constraint leads_profile_picture_url_length check (char_length(profile_picture_url) <= 2000) not valid;
alter table public.companies
  add constraint companies_name_length check (char_length(name) <= 500) not valid,
  add constraint companies_website_length check (char_length(website) <= 2000) not valid,
  add constraint companies_domain_length check (char_length(domain) <= 500) not valid,
  add constraint companies_linkedin_url_length check (char_length(linkedin_url) <= 2000) not valid,
  add constraint companies_industry_length check (char_length(industry) <= 500) not valid,
  add constraint companies_size_length check (char_length(size) <= 500) not valid,
  add constraint companies_location_length check (char_length(location) <= 500) not valid,
  add constraint companies_description_length check (char_length(description) <= 10000) not valid;

-- Follows the account. A hosted project's accounts take any name, and a sign-up must not fail for its length: the profile has the
-- beginning of it. The project's own server rejects such a name.
create or replace function private.keep_profile() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  name text := nullif(private.folded(left(new.raw_user_meta_data ->> 'full_name', 200)), '');
  address text := left(coalesce(new.email, ''), 255);
begin
  if tg_op = 'INSERT' then
    insert into public.profiles (id, email, full_name) values (new.id, address, name);
  else
    update public.profiles
    set email = address,
      full_name = case
        when new.raw_user_meta_data ->> 'full_name' is distinct from old.raw_user_meta_data ->> 'full_name' then name
        else full_name
      end
    where id = new.id;
  end if;
  return null;
end $$;
