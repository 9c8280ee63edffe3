-- Steps, chunks and errors carry the customer of their campaign or import. Locks the three tables briefly; later migrations fill,
-- reference and check the column.
alter table public.campaign_steps add column customer_id uuid;
alter table public.import_chunks add column customer_id uuid;
alter table public.import_errors add column customer_id uuid;

-- A campaign that does not exist becomes the nil UUID, so that the foreign key rejects the step, as before.
create or replace function private.number_step() returns trigger language plpgsql security definer set search_path = ''
as $$
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

create function private.set_customer_of_import() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  select import.customer_id into new.customer_id from public.imports import where import.id = new.import_id;
  return new;
end $$;
revoke all on function private.set_customer_of_import() from public, anon, authenticated, service_role;

create trigger set_customer before insert on public.import_chunks for each row
  when (new.customer_id is null) execute function private.set_customer_of_import();
create trigger set_customer before insert on public.import_errors for each row
  when (new.customer_id is null) execute function private.set_customer_of_import();

grant insert (customer_id) on public.campaign_steps to authenticated;

comment on column public.campaign_steps.customer_id is 'Customer of the campaign. A trigger sets it if the insert does not name it.';
comment on column public.import_chunks.customer_id is 'Customer of the import.';
comment on column public.import_errors.customer_id is 'Customer of the import.';
comment on function private.number_step() is
  'Gives a new step the next number, and the customer of its campaign unless the insert names it. Locks the campaign, so that two new steps get two numbers.';
comment on function private.set_customer_of_import() is 'Sets customer_id to that of the import, for an insert that does not name it.';
