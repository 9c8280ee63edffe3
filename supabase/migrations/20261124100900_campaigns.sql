create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null
    check (private.has_text(name) and char_length(name) <= 500)
    constraint campaigns_name_length check (char_length(name) <= 200),
  status text not null default 'draft' check (status in ('draft', 'active', 'paused', 'completed')),
  created_at timestamptz not null default now() constraint campaigns_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz check (private.is_plausible_date(updated_at)),
  search_text text collate "C" generated always as (private.search_text(name)) stored,
  unique (id, customer_id)
);
comment on table public.campaigns is 'Outreach campaigns of a customer: a sequence of steps.';
comment on column public.campaigns.customer_id is 'Cannot be changed.';
comment on column public.campaigns.status is 'A campaign needs at least one step to become active.';
comment on column public.campaigns.updated_at is 'When the campaign last changed or a step was deleted; null if it has not. Set by triggers.';

create index campaigns_created_idx on public.campaigns (created_at desc, id desc);
create index campaigns_customer_created_idx on public.campaigns (customer_id, created_at desc, id desc);

create table public.campaign_steps (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null,
  step_number int not null check (step_number > 0),
  step_type text not null check (step_type in ('linkedin_connection', 'linkedin_message', 'email')),
  delay_days int not null default 0 check (delay_days >= 0) constraint campaign_steps_delay_days_range check (delay_days <= 3650),
  subject text constraint campaign_steps_subject_length check (char_length(subject) <= 300),
  message_content text not null default '' constraint campaign_steps_message_content_length check (char_length(message_content) <= 10000),
  created_at timestamptz not null default now() constraint campaign_steps_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz not null default now(),
  customer_id uuid not null,
  constraint campaign_steps_subject_check check (subject is null or step_type = 'email'),
  unique (campaign_id, step_number) deferrable,
  unique (id, customer_id),
  constraint campaign_steps_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade
);
comment on table public.campaign_steps is 'Steps of a campaign.';
comment on column public.campaign_steps.step_number is 'Position in the campaign, from 1 without gaps. Set by triggers and reorder_steps.';
comment on column public.campaign_steps.delay_days is 'Days after the previous step; 0 is immediately.';
comment on column public.campaign_steps.subject is 'Of email steps only.';
comment on column public.campaign_steps.message_content is 'Text with variables, such as {{first_name}}.';
comment on column public.campaign_steps.updated_at is 'Changes with the content of the step, not with its number.';
comment on column public.campaign_steps.customer_id is 'Customer of the campaign. A trigger sets it if the insert does not name it.';

create function private.require_steps() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or old.status = 'draft') and not exists (
    select 1 from public.campaign_steps where customer_id = new.customer_id and campaign_id = new.id
  ) then
    raise exception 'Cannot launch campaign without any steps' using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function private.require_steps is 'Rejects launching a campaign without steps.';

-- A campaign that does not exist has the nil UUID as its customer, so that the foreign key rejects the step.
create function private.number_step() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.customer_id is null then
    select campaign.customer_id into new.customer_id from public.campaigns campaign where campaign.id = new.campaign_id;
    new.customer_id := coalesce(new.customer_id, '00000000-0000-0000-0000-000000000000');
  end if;
  perform 1 from public.campaigns campaign
  where campaign.customer_id = new.customer_id and campaign.id = new.campaign_id
  for no key update;
  select coalesce(max(step.step_number), 0) + 1 into new.step_number
  from public.campaign_steps step
  where step.customer_id = new.customer_id and step.campaign_id = new.campaign_id;
  return new;
end $$;
comment on function private.number_step is 'Gives a new step the next number, and the customer of its campaign unless the insert names it. Locks the campaign, so that two new steps get two numbers.';

create function private.renumber_steps() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  campaign record;
begin
  for campaign in select distinct customer_id, campaign_id from former_steps loop
    update public.campaign_steps step
    set step_number = numbered.step_number
    from (
      select id, row_number() over (order by step_number) as step_number
      from public.campaign_steps
      where customer_id = campaign.customer_id and campaign_id = campaign.campaign_id
    ) numbered
    where step.customer_id = campaign.customer_id and step.id = numbered.id and step.step_number <> numbered.step_number;
  end loop;
  return null;
end $$;
comment on function private.renumber_steps is 'Closes gaps in the numbers after steps are deleted.';

create function private.set_campaign_updated_at() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  former record;
begin
  for former in select distinct customer_id, campaign_id from former_steps loop
    update public.campaigns campaign
    set updated_at = now()
    where campaign.customer_id = former.customer_id and campaign.id = former.campaign_id;
  end loop;
  return null;
end $$;
comment on function private.set_campaign_updated_at is 'Sets updated_at of the campaigns whose steps a statement deleted.';

create trigger limit_member_updates before update of id, customer_id, created_at, updated_at on public.campaigns
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only name and status of a campaign');
create trigger normalize_name before insert or update of name on public.campaigns for each row execute function private.normalize_name();
create trigger reject_new_customer before update of customer_id on public.campaigns
  for each row when (current_user in ('authenticated', 'service_role') and new.customer_id is distinct from old.customer_id)
  execute function private.reject_change('The customer of a campaign cannot be changed');
create trigger require_steps before insert or update of status on public.campaigns
  for each row when (new.status = 'active') execute function private.require_steps();
create trigger set_updated_at before update on public.campaigns for each row execute function private.set_updated_at();
create trigger number_step before insert on public.campaign_steps for each row execute function private.number_step();
create trigger renumber_steps after delete on public.campaign_steps
  referencing old table as former_steps for each statement execute function private.renumber_steps();
create trigger set_campaign_updated_at after delete on public.campaign_steps
  referencing old table as former_steps for each statement execute function private.set_campaign_updated_at();
create trigger set_updated_at before update of step_type, delay_days, subject, message_content on public.campaign_steps
  for each row execute function private.set_updated_at();

revoke all on public.campaigns from public, anon, authenticated, service_role;
grant select, insert (customer_id, name, status), update, delete on public.campaigns to authenticated;
grant select, insert, update, delete on public.campaigns to service_role;
alter table public.campaigns enable row level security;
create policy "Admins manage every campaign" on public.campaigns for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members manage their customers' campaigns" on public.campaigns for all to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages campaigns" on public.campaigns for all to service_role using (true) with check (true);

revoke all on public.campaign_steps from public, anon, authenticated, service_role;
grant
  select, insert (campaign_id, step_number, step_type, delay_days, subject, message_content, customer_id),
  update (step_type, delay_days, subject, message_content), delete
  on public.campaign_steps to authenticated;
grant select, insert, update (step_type, delay_days, subject, message_content), delete on public.campaign_steps to service_role;
alter table public.campaign_steps enable row level security;
create policy "Admins manage every step" on public.campaign_steps for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members manage the steps of their customers' campaigns" on public.campaign_steps for all to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages steps" on public.campaign_steps for all to service_role using (true) with check (true);

create view public.campaign_counts with (security_invoker = true) as
select
  campaign.id as campaign_id,
  campaign.customer_id,
  (
    select count(*) from public.campaign_steps step where step.customer_id = campaign.customer_id and step.campaign_id = campaign.id
  ) as steps,
  (
    select coalesce(sum(counter.approved), 0)::bigint from public.lead_counters counter where counter.customer_id = campaign.customer_id
  ) as approved_leads,
  greatest(campaign.created_at, campaign.updated_at, (
    select max(step.updated_at)
    from public.campaign_steps step
    where step.customer_id = campaign.customer_id and step.campaign_id = campaign.id
  )) as changed_at
from public.campaigns campaign;
comment on view public.campaign_counts is 'Number of steps and of approved leads of the customer for each campaign, and when it or a step last changed.';

revoke all on public.campaign_counts from public, anon, authenticated, service_role;
grant select on public.campaign_counts to authenticated, service_role;

create function public.search_campaigns(term text, customers uuid[] default null) returns setof public.campaigns
language plpgsql stable as $$
#variable_conflict use_column
declare
  patterns text[] := array(select private.word_pattern(word) from private.words_of(term) word);
begin
  if cardinality(customers) > 10000 then
    raise exception 'Too many customers: %, at most 10000', cardinality(customers) using errcode = '22023';
  end if;
  if customers is null then
    return query select * from public.campaigns where search_text like all (patterns);
  else
    return query select * from public.campaigns where customer_id = any (customers) and search_text like all (patterns);
  end if;
end $$;
comment on function public.search_campaigns is 'The campaigns, of those that the caller can see and of these customers, whose name contains each word of the term, as search_customers.';

create function public.duplicate_campaign(campaign_id uuid, name text) returns setof public.campaigns
language plpgsql set search_path = '' as $$
declare
  original public.campaigns;
  copy public.campaigns;
  steps int;
begin
  perform private.require_length('name', duplicate_campaign.name::text, 20000);
  select * into original from public.campaigns where campaigns.id = duplicate_campaign.campaign_id;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
  insert into public.campaigns (customer_id, name) values (original.customer_id, duplicate_campaign.name) returning * into copy;

  -- An insert that returns rows: a distributed database inserts others by COPY, which row-level security rejects.
  with copied as (
    insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, delay_days, subject, message_content)
    select copy.customer_id, copy.id, step.step_number, step.step_type, step.delay_days, step.subject, step.message_content
    from public.campaign_steps step
    where step.customer_id = original.customer_id and step.campaign_id = original.id
    order by step.step_number
    returning id
  )
  select count(*) into steps from copied;

  return next copy;
end $$;
comment on function public.duplicate_campaign is 'Copies a campaign with its steps as a draft with this name.';

create function public.reorder_steps(campaign_id uuid, step_ids uuid[]) returns setof public.campaign_steps
language plpgsql security definer set search_path = '' as $$
declare
  customer uuid;
begin
  perform private.require_cardinality('step_ids', reorder_steps.step_ids, 10000);
  select campaign.customer_id into customer from public.campaigns campaign where campaign.id = reorder_steps.campaign_id;
  if not private.is_admin() and customer <> all (array(select private.my_customer_ids())) then
    customer := null;
  end if;
  perform 1 from public.campaigns campaign
  where campaign.customer_id = customer and campaign.id = reorder_steps.campaign_id
  for no key update;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
  if (
    select array_agg(step.id order by step.id) from public.campaign_steps step
    where step.customer_id = customer and step.campaign_id = reorder_steps.campaign_id
  ) is distinct from (select array_agg(id order by id) from unnest(step_ids) listed (id)) then
    raise exception 'The list must contain each step of the campaign once' using errcode = 'check_violation';
  end if;

  update public.campaign_steps step
  set step_number = array_position(step_ids, step.id)
  where step.customer_id = customer and step.campaign_id = reorder_steps.campaign_id
    and step.step_number <> array_position(step_ids, step.id);

  return query
    select * from public.campaign_steps step
    where step.customer_id = customer and step.campaign_id = reorder_steps.campaign_id
    order by step.step_number;
end $$;
comment on function public.reorder_steps is 'Numbers the steps of a campaign in the order of the list, which must contain each of them once.';

-- Variables of messages, as in domain/campaign/variables.ts. Functions of columns and not of a row: PostgreSQL alters no table whose row type a
-- parsed function body uses.
create function private.first_name_of(first_name text, name text) returns text language sql immutable parallel safe
return case
  when private.has_text(first_name) then private.trimmed(first_name)
  else split_part(private.trimmed(name), ' ', 1)
end;
comment on function private.first_name_of is 'Value of the variable first name: the first name, or else the first word of the name.';

create function private.last_name_of(last_name text, name text) returns text language sql immutable parallel safe
return case
  when private.has_text(last_name) then private.trimmed(last_name)
  when position(' ' in private.trimmed(name)) = 0 then ''
  else private.trimmed(substr(private.trimmed(name), position(' ' in private.trimmed(name))))
end;
comment on function private.last_name_of is 'Value of the variable last name: the last name, or else the name without its first word.';

create function private.is_missing(missing text, last_name text, name text, company text, email text) returns boolean
language sql immutable parallel safe
return case missing
  when 'last_name' then private.last_name_of(last_name, name) = ''
  when 'company' then private.has_text(company) is not true
  when 'email' then private.has_text(email) is not true
end;
comment on function private.is_missing is 'Whether a message to a lead would lack this field.';

create function public.count_missing_fields(customer_id uuid) returns table (
  approved bigint, last_name bigint, company bigint, email bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  scope uuid[] := private.scope(array[count_missing_fields.customer_id]);
begin
  return query
    select
      count(*),
      count(*) filter (where private.is_missing('last_name', lead.last_name, lead.name, lead.company, lead.email)),
      count(*) filter (where private.is_missing('company', lead.last_name, lead.name, lead.company, lead.email)),
      count(*) filter (where private.is_missing('email', lead.last_name, lead.name, lead.company, lead.email))
    from public.leads lead
    where lead.customer_id = any (scope) and lead.is_approved;
end $$;
comment on function public.count_missing_fields is 'Number of approved leads of a customer, and for how many of them a message would lack each field.';

create function public.longest_lead(
  customer_id uuid, first_names int default 0, last_names int default 0, companies int default 0
) returns setof public.leads language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  scope uuid[] := private.scope(array[longest_lead.customer_id]);
begin
  return query
    select lead.*
    from public.leads lead
    where lead.customer_id = any (scope) and lead.is_approved
    order by
      first_names::bigint * char_length(private.first_name_of(lead.first_name, lead.name))
        + last_names::bigint * char_length(private.last_name_of(lead.last_name, lead.name))
        + companies::bigint * coalesce(char_length(private.trimmed(lead.company)), 0) desc,
      lead.created_at desc, lead.id desc
    limit 1;
end $$;
comment on function public.longest_lead is 'The approved lead for whom a text is longest that uses the variables so many times.';

revoke all on function
  private.require_steps, private.number_step, private.renumber_steps, private.set_campaign_updated_at, public.search_campaigns,
  public.duplicate_campaign, public.reorder_steps, private.first_name_of, private.last_name_of, private.is_missing,
  public.count_missing_fields, public.longest_lead
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_campaigns, public.duplicate_campaign, public.reorder_steps, public.count_missing_fields, public.longest_lead
  to authenticated;
