-- Checks of new rows run after row-level security has allowed them, or with the caller's rights: before it, a user who may not insert the row waits
-- for locks of another customer, and learns of its deactivated members and custom fields by the error.

drop trigger reject_deactivated_members on public.invitations;
create trigger reject_deactivated_members after insert or update of email, expires_at, accepted_at on public.invitations
  for each row when (new.accepted_at is null and new.expires_at > now()) execute function private.reject_deactivated_members();

create or replace function private.check_custom_field() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 40;
begin
  if new.removed_at is not null then
    new.removed_at := now();
    return new;
  elsif tg_op = 'UPDATE' and old.removed_at < now() - interval '30 minutes' then
    raise exception 'This field was removed more than 30 minutes ago' using errcode = 'PT409';
  end if;
  perform private.lock_imports(new.customer_id);
  perform 1
  from public.custom_fields field
  where field.customer_id = new.customer_id and field.table_name = new.table_name and field.removed_at is null and field.id <> new.id
  offset most - 1;
  if found then
    raise exception 'A customer can have at most % custom fields of %', most, new.table_name using errcode = 'PT409';
  end if;
  return new;
end $$;

drop trigger check_on_insert on public.custom_fields;
create trigger check_on_insert after insert on public.custom_fields for each row execute function private.check_custom_field();

create or replace function private.number_step() returns trigger language plpgsql set search_path = '' as $$
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
