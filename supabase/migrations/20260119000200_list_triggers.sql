-- Plain names for the triggers of leads, companies, campaigns and their steps, and plain messages for what members cannot change.
do $$ begin
  lock table public.leads, public.companies, public.campaigns, public.campaign_steps, public.activity in access exclusive mode;
end $$;

alter function private.touch() rename to set_updated_at;
alter trigger touch on public.leads rename to set_updated_at;
alter trigger touch on public.companies rename to set_updated_at;
alter trigger touch on public.campaign_steps rename to set_updated_at;

alter function private.close_gaps() rename to renumber_steps;
alter trigger close_gaps on public.campaign_steps rename to renumber_steps;
alter trigger keep_name_plain on public.campaigns rename to normalize_name;
alter table public.campaign_steps rename constraint campaign_steps_check to campaign_steps_subject_check;

alter function private.refuse_members() rename to reject_change;
alter trigger members_only_approve on public.leads rename to limit_member_updates;
alter trigger members_only_approve on public.companies rename to limit_member_updates;
alter trigger members_keep_the_customer on public.campaigns rename to limit_member_updates;

create or replace trigger limit_member_updates
  before update of id, customer_id, name, first_name, last_name, email, phone, company, title, location, headline, notes, audience,
    profile_picture_url, linkedin_profile_url, import_id, created_at, updated_at
  on public.leads for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only is_approved of a lead');
create or replace trigger limit_member_updates
  before update of id, customer_id, name, website, domain, linkedin_url, industry, size, location, description, employee_count,
    founded_year, import_id, created_at, updated_at
  on public.companies for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only is_approved of a company');
create or replace trigger limit_member_updates before update of id, customer_id, created_at
  on public.campaigns for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only name and status of a campaign');
create or replace trigger append_only before update or delete or truncate
  on public.activity for each statement execute function private.reject_change('Activity cannot be changed or deleted');
