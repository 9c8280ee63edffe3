-- The functions of campaigns and steps name the customer in every statement.
create or replace function private.renumber_steps() returns trigger language plpgsql security definer set search_path = ''
as $$
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

create or replace function private.require_steps() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or old.status = 'draft') and not exists (
    select 1 from public.campaign_steps where customer_id = new.customer_id and campaign_id = new.id
  ) then
    raise exception 'Cannot launch campaign without any steps' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function public.reorder_steps(campaign_id uuid, step_ids uuid[]) returns setof public.campaign_steps
language plpgsql security definer set search_path = ''
as $$
declare
  customer uuid;
begin
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

create or replace function public.duplicate_campaign(campaign_id uuid, name text) returns setof public.campaigns
language plpgsql set search_path = ''
as $$
declare
  original public.campaigns;
  copy public.campaigns;
  steps int;
begin
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
