create table public.campaign_steps (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns on delete cascade,
  step_number int not null check (step_number > 0),
  step_type text not null check (step_type in ('linkedin_connection', 'linkedin_message', 'email')),
  delay_days int not null default 0 check (delay_days >= 0),
  subject text check (subject is null or step_type = 'email'),
  message_content text not null default '',
  created_at timestamptz not null default now(),
  -- Deferrable, so that one statement may renumber.
  unique (campaign_id, step_number) deferrable initially immediate
);

-- A new step is the last one, whatever number came with it. The campaign's lock lets two who add at once have two numbers.
create function private.number_step() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.campaigns where id = new.campaign_id for no key update;
  select coalesce(max(step_number), 0) + 1 into new.step_number from public.campaign_steps where campaign_id = new.campaign_id;
  return new;
end $$;

create function private.close_gaps() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update public.campaign_steps step
  set step_number = numbered.step_number
  from (
    select id, row_number() over (partition by campaign_id order by step_number) as step_number
    from public.campaign_steps
    where campaign_id in (select campaign_id from former_steps)
  ) numbered
  where step.id = numbered.id and step.step_number <> numbered.step_number;
  return null;
end $$;

create function private.require_steps() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or old.status = 'draft') and not exists (select from public.campaign_steps where campaign_id = new.id) then
    raise exception 'Cannot launch campaign without any steps' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger number_step before insert on public.campaign_steps for each row execute function private.number_step();
create trigger close_gaps after delete on public.campaign_steps
  referencing old table as former_steps for each statement execute function private.close_gaps();
create trigger require_steps before insert or update of status on public.campaigns for each row
  when (new.status = 'active') execute function private.require_steps();

revoke all on function private.number_step(), private.close_gaps(), private.require_steps() from public, anon, authenticated, service_role;

revoke all on public.campaign_steps from public, anon, authenticated, service_role;
grant select, insert, update (step_type, delay_days, subject, message_content), delete
  on public.campaign_steps to authenticated, service_role;

alter table public.campaign_steps enable row level security;

create policy "Admins manage every step" on public.campaign_steps to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members manage the steps of their customers' campaigns" on public.campaign_steps to authenticated
  using (campaign_id in (select id from public.campaigns where customer_id = any (array(select private.my_customer_ids()))))
  with check (campaign_id in (select id from public.campaigns where customer_id = any (array(select private.my_customer_ids()))));
create policy "The service manages steps" on public.campaign_steps to service_role using (true) with check (true);

-- Gives the steps the order of the list, which has to name each step of the campaign once.
create function public.reorder_steps(campaign_id uuid, step_ids uuid[]) returns setof public.campaign_steps
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.campaigns campaign
  where campaign.id = reorder_steps.campaign_id
    and (private.is_admin() or campaign.customer_id = any (array(select private.my_customer_ids())))
  for no key update;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
  if (select array_agg(step.id order by step.id) from public.campaign_steps step where step.campaign_id = reorder_steps.campaign_id)
    is distinct from (select array_agg(id order by id) from unnest(step_ids) listed (id))
  then
    raise exception 'The list has to name each step of the campaign once' using errcode = 'check_violation';
  end if;

  update public.campaign_steps step
  set step_number = listed.step_number
  from unnest(step_ids) with ordinality listed (id, step_number)
  where step.id = listed.id and step.step_number <> listed.step_number;

  return query select * from public.campaign_steps step where step.campaign_id = reorder_steps.campaign_id order by step.step_number;
end $$;

revoke all on function public.reorder_steps(uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.reorder_steps(uuid, uuid[]) to authenticated;
