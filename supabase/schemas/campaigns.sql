-- Campaigns, their steps, and how much they contain.

create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name) and char_length(name) <= 500) constraint campaigns_name_length check (char_length(name) <= 200),
  status text not null default 'draft' check (status in ('draft', 'active', 'paused', 'completed')),
  created_at timestamptz not null default now() constraint campaigns_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz check (private.is_plausible_date(updated_at)),
  search_text text collate "C" generated always as (private.search_text(name)) stored,
  unique (id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.campaigns is 'Outreach campaigns of a customer: a sequence of steps.';
comment on column public.campaigns.customer_id is 'Cannot be changed.';
comment on column public.campaigns.status is 'A campaign needs at least one step to become active.';
comment on column public.campaigns.updated_at is 'When the campaign last changed or a step was deleted; null if it has not. Set by triggers.';

create index campaigns_created_idx on public.campaigns (created_at desc, id desc);
create index campaigns_customer_created_idx on public.campaigns (customer_id, created_at desc, id desc);

alter table public.campaigns
  alter customer_id set statistics 1;

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
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.campaign_steps is 'Steps of a campaign.';
comment on column public.campaign_steps.step_number is 'Position in the campaign, from 1 without gaps. Set by triggers and reorder_steps.';
comment on column public.campaign_steps.delay_days is 'Days after the previous step; 0 is immediately.';
comment on column public.campaign_steps.subject is 'Only email steps have one.';
comment on column public.campaign_steps.message_content is 'Text with variables, such as {{first_name}}.';
comment on column public.campaign_steps.updated_at is 'Changes with the content of the step, not with its number.';
comment on column public.campaign_steps.customer_id is 'Customer of the campaign. A trigger sets it if the insert does not name it.';

alter table public.campaign_steps
  alter campaign_id set statistics 1,
  alter customer_id set statistics 1;

-- The size of a campaign's steps is counted and their hash stored when they change: computed on every read, a campaign of 250 MB took 2 GB.
create table public.campaign_contents (
  campaign_id uuid not null,
  customer_id uuid not null,
  steps int not null default 0,
  bytes bigint not null default 0,
  version_bytes bigint not null default 0,
  content_hash text,
  newest_bytes bigint,
  primary key (campaign_id, customer_id),
  constraint campaign_contents_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.campaign_contents is
  'How large a campaign is: at most 1,000 steps of 4 MB, and 50 MB in its versions. Written by triggers. A campaign that never had a step has no row.';
comment on column public.campaign_contents.bytes is 'Bytes of the steps as a version would store them.';
comment on column public.campaign_contents.version_bytes is 'Bytes of the versions and of suggestions for them.';
comment on column public.campaign_contents.content_hash is
  'Hash of the steps, as content_hash of campaign_versions, if they take as many bytes as those of the newest version. Null otherwise: they differ from it.';
comment on column public.campaign_contents.newest_bytes is 'Bytes of the steps of the newest version; null without a version.';

alter table public.campaign_contents
  alter campaign_id set statistics 1,
  alter customer_id set statistics 1;

create function private.require_steps() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or old.status = 'draft') and not exists (
    select 1 from public.campaign_steps where customer_id = new.customer_id and campaign_id = new.id
  ) then
    raise exception 'Cannot launch campaign without any steps' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.status <> 'active' then
    if (select needs_sign_off from public.customers where id = new.customer_id)
      and private.approved_version_of(new.id, new.customer_id) is null
    then
      raise exception 'This copy needs sign-off: its steps are not those of an approved version' using errcode = 'check_violation';
    end if;
    if old.status = 'draft' then
      perform private.store_version(new.customer_id, new.id, 'launch');
    end if;
  end if;
  return new;
end $$;
comment on function private.require_steps is
  'Rejects launching a campaign without steps, and its becoming active without sign-off where the customer needs it. Stores the version that is launched.';

-- Before the row is written: most rows above the limits leave nothing behind.
create function private.number_step() returns trigger language plpgsql set search_path = '' as $$
declare
  most constant int := 1000;
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
  if new.step_number > most then
    raise exception 'A campaign can have at most % steps', most using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function private.number_step is
  'Gives a new step the next number, and the customer of its campaign unless the insert names it. Locks the campaign, so that two new steps get two numbers.';

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
comment on view public.campaign_counts is
  'Number of steps and of approved leads of the customer for each campaign, and when it or a step last changed.';

revoke all on public.campaign_counts from public, anon, authenticated, service_role;
grant select on public.campaign_counts to authenticated, service_role;

create function public.search_campaigns(term text, customers uuid[] default null) returns setof public.campaigns
language plpgsql stable set enable_indexscan = off as $$
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
comment on function public.search_campaigns is
  'The campaigns, of those that the caller can see and of these customers, whose name contains each word of the term, as search_customers.';

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
  perform private.require_approver(customer);
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

create function private.step_bytes(step_type text, delay_days int, subject text, message_content text) returns int
language sql stable parallel safe
return 166 + octet_length(step_type) + octet_length(delay_days::text) + octet_length(coalesce(to_json(subject)::text, 'null'))
  + octet_length(to_json(message_content)::text);
comment on function private.step_bytes is 'How many bytes a step takes in campaign_versions.steps.';

create function private.step_digest(step_type text, delay_days int, subject text, message_content text) returns bytea
language sql stable parallel safe
return sha256(convert_to(
  step_type || ' ' || delay_days || ' ' || coalesce(char_length(subject)::text, '-') || ' ' || coalesce(subject, '') || message_content, 'UTF8'
));
comment on function private.step_digest is 'SHA-256 of what a step says. Equal for equal steps.';

create function private.content_hash(customer uuid, campaign uuid) returns text language plpgsql security definer set search_path = '' as $$
begin
  return (
    select encode(sha256(string_agg(private.step_digest(step_type, delay_days, subject, message_content), '' order by step_number)), 'hex')
    from public.campaign_steps
    where customer_id = customer and campaign_id = campaign
  );
end $$;
comment on function private.content_hash is 'Hash of the present steps of a campaign, as steps_hash; null if it has none.';

create function private.change_contents(
  customer uuid, campaign uuid, more_steps int, more_bytes bigint, more_version_bytes bigint default 0
) returns void language plpgsql as $$
declare
  most_steps constant int := 1000;
  most_bytes constant bigint := 4000000;
  contents public.campaign_contents;
  hash text;
begin
  if more_steps > 0 or more_bytes > 0 or more_version_bytes > 0 then
    insert into public.campaign_contents as stored (campaign_id, customer_id, steps, bytes, version_bytes)
    values (campaign, customer, more_steps, more_bytes, more_version_bytes)
    on conflict (campaign_id, customer_id) do update
    set
      steps = stored.steps + excluded.steps, bytes = stored.bytes + excluded.bytes,
      version_bytes = stored.version_bytes + excluded.version_bytes
    returning * into contents;
  else
    update public.campaign_contents stored
    set steps = stored.steps + more_steps, bytes = stored.bytes + more_bytes
    where stored.customer_id = customer and stored.campaign_id = campaign
    returning * into contents;
    if not found then -- with its campaign
      return;
    end if;
  end if;
  if more_steps > 0 and contents.steps > most_steps then
    raise exception 'A campaign can have at most % steps', most_steps using errcode = 'check_violation';
  elsif more_bytes > 0 and contents.bytes > most_bytes then
    raise exception 'The steps of a campaign can have at most 4 MB of text' using errcode = 'check_violation';
  end if;
  if contents.newest_bytes is not null and more_version_bytes = 0 then
    if contents.bytes = contents.newest_bytes then
      hash := private.content_hash(customer, campaign);
    end if;
    if hash is distinct from contents.content_hash then
      update public.campaign_contents stored
      set content_hash = hash
      where stored.customer_id = customer and stored.campaign_id = campaign;
    end if;
  end if;
  perform private.change_usage(customer, 0, more_bytes + more_version_bytes);
end $$;
comment on function private.change_contents is
  'Adds to the size of a campaign and of its customer, and stores the hash of its steps if they have changed. Raises an error if the campaign is then above a limit.';

create function private.count_steps() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select customer_id, campaign_id, count(*)::int as steps, sum(private.step_bytes(step_type, delay_days, subject, message_content)) as bytes
      from new_steps group by customer_id, campaign_id order by campaign_id
    loop
      perform private.change_contents(changed.customer_id, changed.campaign_id, changed.steps, changed.bytes);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  else
    for changed in
      select customer_id, campaign_id, count(*)::int as steps, sum(private.step_bytes(step_type, delay_days, subject, message_content)) as bytes
      from old_steps group by customer_id, campaign_id order by campaign_id
    loop
      perform private.change_contents(changed.customer_id, changed.campaign_id, -changed.steps, -changed.bytes);
    end loop;
  end if;
  return null;
end $$;
comment on function private.count_steps is
  'Counts added and deleted steps of a campaign and stores the hash of its steps. Counts added ones as text that the caller has written.';

-- The plan for one step also has to serve all steps of a customer. Steps that follow their campaign to another customer are counted with it.
create function private.count_changed_steps() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  most constant int := 8000000;
  most_in_row constant int := 2000; -- A longer text is stored apart, and not written again with its row.
  rewritten bigint := 0;
  changed record;
begin
  for changed in
    select
      customer_id, campaign_id, sum(bytes - former_bytes) as bytes, bool_or(is_changed) as is_changed,
      sum(case when is_rewritten then bytes else least(bytes, most_in_row) end) as written,
      coalesce(sum(bytes) filter (where is_rewritten), 0) as rewritten
    from (
      select
        n.customer_id, n.campaign_id,
        private.step_bytes(n.step_type, n.delay_days, n.subject, n.message_content) as bytes,
        private.step_bytes(o.step_type, o.delay_days, o.subject, o.message_content) as former_bytes,
        (n.subject, n.message_content) is distinct from (o.subject, o.message_content) as is_rewritten,
        (n.step_number, n.step_type, n.delay_days, n.subject, n.message_content)
          is distinct from (o.step_number, o.step_type, o.delay_days, o.subject, o.message_content) as is_changed
      from new_steps n join old_steps o using (id, customer_id)
      offset 0
    ) step
    group by customer_id, campaign_id order by campaign_id
  loop
    perform 1 from public.campaigns where customer_id = changed.customer_id and id = changed.campaign_id for key share;
    -- Closing gaps in the numbers changes neither size nor order.
    if changed.is_changed and pg_trigger_depth() = 1 then
      perform private.change_contents(changed.customer_id, changed.campaign_id, 0, changed.bytes);
    end if;
    perform private.count_text(changed.customer_id, changed.written);
    rewritten := rewritten + changed.rewritten;
    if rewritten > most and auth.uid() is not null then
      raise exception 'One change can write at most 8 MB of text to steps' using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $$;
comment on function private.count_changed_steps is
  'Does for changed steps what count_steps does. Locks their campaigns, so that a version is stored before or after the change.';

create function private.count_contents() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.change_usage(old.customer_id, 0, -old.bytes - old.version_bytes);
  if tg_op = 'UPDATE' then
    perform private.change_usage(new.customer_id, 0, new.bytes + new.version_bytes);
  end if;
  return null;
end $$;
comment on function private.count_contents is 'Takes a deleted campaign from what is counted of its customer, or gives it to another customer.';

create function private.change_step() returns trigger language plpgsql set search_path = '' as $$
declare
  most constant int := 8000000;
  written int;
begin
  new.updated_at := private.time_after(old.updated_at);
  if current_user = 'authenticated' and new.message_content <> old.message_content then
    written := coalesce(nullif(current_setting('leadlight.written_bytes', true), '')::int, 0) + octet_length(new.message_content);
    if written > most then
      raise exception 'One change can write at most 8 MB of text to steps' using errcode = 'check_violation';
    end if;
    perform set_config('leadlight.written_bytes', written::text, true);
  end if;
  return new;
end $$;
comment on function private.change_step is
  'Sets updated_at to now, later than before. Rejects a statement that gives many steps a long text before it has filled the disk.';

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
create trigger change_step before update of step_type, delay_days, subject, message_content on public.campaign_steps
  for each row execute function private.change_step();
create trigger size_on_insert after insert on public.campaign_steps
  referencing new table as new_steps for each statement execute function private.count_steps();
create trigger size_on_update after update on public.campaign_steps
  referencing old table as old_steps new table as new_steps for each statement execute function private.count_changed_steps();
-- Its name puts it after the trigger that locks the campaign: who adds a step has locked the campaign first, too.
create trigger size_on_delete after delete on public.campaign_steps
  referencing old table as old_steps for each statement execute function private.count_steps();
create trigger count_on_delete after delete on public.campaign_contents for each row execute function private.count_contents();
create trigger count_on_update after update on public.campaign_contents
  for each row when (new.customer_id <> old.customer_id) execute function private.count_contents();

grant execute on function public.search_campaigns, public.duplicate_campaign, public.reorder_steps to authenticated;
