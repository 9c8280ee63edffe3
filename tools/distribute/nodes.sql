-- What policies and triggers on the nodes compare with: the settings of private.enter().

create or replace function private.request_user_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('leadlight.user_id', true), '')::uuid
$$;
comment on function private.request_user_id() is 'The id of the caller, as private.caller_id().';

create or replace function private.request_is_admin() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('leadlight.is_admin', true) = 't', false)
$$;
comment on function private.request_is_admin() is 'Whether the caller is an administrator, as private.is_admin().';

create or replace function private.request_customer_ids() returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('leadlight.customer_ids', true), ''), '{}')::uuid[]
$$;
comment on function private.request_customer_ids() is 'The customers of the caller, as private.my_customer_ids().';

create or replace function private.request_review_customer_ids() returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('leadlight.review_customer_ids', true), ''), '{}')::uuid[]
$$;
comment on function private.request_review_customer_ids() is 'The customers of the caller, as private.my_review_customer_ids().';

create or replace function private.request_approval_customer_ids() returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('leadlight.approval_customer_ids', true), ''), '{}')::uuid[]
$$;
comment on function private.request_approval_customer_ids() is 'The customers of the caller, as private.my_approval_customer_ids().';

create or replace function private.request_guest_customer_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('leadlight.guest_customer_id', true), '')::uuid
$$;
comment on function private.request_guest_customer_id() is 'The customer that the caller reviews for, as private.guest_customer_id().';

create or replace function private.request_is_guest() returns boolean language sql stable parallel safe as $$
  select private.request_guest_customer_id() is not null
$$;
comment on function private.request_is_guest() is 'Whether the caller reviews by a link.';

create or replace function private.request_sees_audience(audience text default null) returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('leadlight.guest_audience', true), '') in ('', audience)
$$;
comment on function private.request_sees_audience(text) is 'Whether the link of the caller includes an audience; null: all of them.';

-- A query on a shard can read no distributed table, but the shard of the same customer.
create or replace function private.request_sees_lead(customer uuid, lead uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  audience constant text := current_setting('leadlight.guest_audience', true);
  found boolean;
begin
  execute format(
    'select exists (select from public.leads_%s where customer_id = $1 and id = $2 and audience = $3)',
    get_shard_id_for_distribution_column('public.leads', customer)
  ) into found using customer, lead, audience;
  return found;
end $$;
comment on function private.request_sees_lead(uuid, uuid) is 'Whether the only audience that the caller reviews includes a lead.';

create or replace function private.request_sees_company(customer uuid, name_key text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  audience constant text := current_setting('leadlight.guest_audience', true);
  found boolean;
begin
  execute format(
    'select exists (
       select from public.leads_%s where customer_id = $1 and private.index_key(private.text_key(company)) = $2 and audience = $3
     )', get_shard_id_for_distribution_column('public.leads', customer)
  ) into found using customer, name_key, audience;
  return found;
end $$;
comment on function private.request_sees_company(uuid, text) is 'Whether a lead of the only audience that the caller reviews names the company.';

create or replace function private.request_guest_campaign_customer_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('leadlight.guest_campaign_customer_id', true), '')::uuid
$$;
comment on function private.request_guest_campaign_customer_id() is
  'The customer whose campaigns the caller sees as a guest, as private.guest_campaign_customer_id().';

revoke all on function
  private.request_user_id(), private.request_is_admin(), private.request_customer_ids(), private.request_review_customer_ids(),
  private.request_approval_customer_ids(), private.request_guest_customer_id(), private.request_is_guest(), private.request_sees_audience(text),
  private.request_sees_lead(uuid, uuid), private.request_sees_company(uuid, text), private.request_guest_campaign_customer_id()
  from public, anon;
grant execute on function
  private.request_user_id(), private.request_is_admin(), private.request_customer_ids(), private.request_review_customer_ids(),
  private.request_approval_customer_ids(), private.request_guest_customer_id(), private.request_is_guest(), private.request_sees_audience(text),
  private.request_sees_lead(uuid, uuid), private.request_sees_company(uuid, text), private.request_guest_campaign_customer_id()
  to authenticated, service_role;

create or replace function private.is_coordinator() returns boolean language plpgsql stable as $$
begin
  return not exists (select from pg_catalog.pg_dist_local_group where groupid <> 0);
end
$$;
comment on function private.is_coordinator() is 'Whether this node is the coordinator.';
revoke all on function private.is_coordinator() from public, anon;
grant execute on function private.is_coordinator() to authenticated, service_role;
