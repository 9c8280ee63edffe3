-- Counted in one row per customer, which a writer locks until its transaction ends: of two at the same time the second counts the first.
create table private.customer_usage (
  customer_id uuid primary key references public.customers on delete cascade,
  campaigns int not null default 0,
  bytes bigint not null default 0
);
comment on table private.customer_usage is
  'How many campaigns a customer has, at most 1,000, and how many bytes its campaigns, versions, suggestions and comments take, at most 500 MB. A comment counts as its text and 200 bytes.';
revoke all on private.customer_usage from public, anon, authenticated, service_role;

create function private.change_usage(customer uuid, more_campaigns int, more_bytes bigint) returns void language plpgsql as $$
declare
  most_campaigns constant int := 1000;
  most_bytes constant bigint := 500000000;
  usage private.customer_usage;
begin
  if more_campaigns > 0 or more_bytes > 0 then
    insert into private.customer_usage as stored (customer_id, campaigns, bytes)
    values (customer, more_campaigns, more_bytes)
    on conflict (customer_id) do update set campaigns = stored.campaigns + excluded.campaigns, bytes = stored.bytes + excluded.bytes
    returning * into usage;
  elsif more_campaigns < 0 or more_bytes < 0 then
    update private.customer_usage set campaigns = campaigns + more_campaigns, bytes = bytes + more_bytes where customer_id = customer;
  end if;
  if current_setting('leadlight.restoring', true) = 'on' then
    return;
  elsif more_campaigns > 0 and usage.campaigns > most_campaigns then
    raise exception 'A customer can have at most % campaigns. Delete some first', most_campaigns using errcode = 'check_violation';
  elsif more_bytes > 0 and usage.bytes > most_bytes then
    raise exception 'The campaigns, versions and comments of a customer can have at most 500 MB of text. Delete some first'
      using errcode = 'check_violation';
  end if;
end $$;
comment on function private.change_usage is
  'Adds to what is counted of a customer. Raises an error if that is then above a limit, which a restored row may exceed.';

create function private.count_campaigns() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select customer_id, count(*)::int as campaigns, sum(100 + octet_length(name)) as bytes
      from new_campaigns group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, changed.campaigns, 0);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  elsif tg_op = 'UPDATE' then
    for changed in
      select customer_id, sum(campaigns)::int as campaigns, sum(bytes) as bytes
      from (
        select customer_id, 1 as campaigns, 100 + octet_length(name) as bytes from new_campaigns
        union all
        select customer_id, -1, 0 from old_campaigns
      ) counted
      group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, changed.campaigns, 0);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  else
    for changed in select customer_id, count(*)::int as campaigns from old_campaigns group by customer_id order by customer_id loop
      perform private.change_usage(changed.customer_id, -changed.campaigns, 0);
    end loop;
  end if;
  return null;
end $$;
comment on function private.count_campaigns is 'Counts the campaigns of each customer, and their names as text that the caller has written.';

create function private.count_comments() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select customer_id, sum(200 + octet_length(body)) as bytes from new_comments group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, 0, changed.bytes);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  elsif tg_op = 'UPDATE' then
    for changed in
      select customer_id, sum(bytes) as bytes
      from (
        select customer_id, 200 + octet_length(body) as bytes from new_comments
        union all
        select customer_id, -200 - octet_length(body) from old_comments
      ) counted
      group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, 0, changed.bytes);
    end loop;
  else
    for changed in
      select customer_id, sum(200 + octet_length(body)) as bytes from old_comments group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, 0, -changed.bytes);
    end loop;
  end if;
  return null;
end $$;
comment on function private.count_comments is 'Counts the bytes of the comments of each customer, and added ones as text that the caller has written.';

create trigger count_campaigns_on_insert after insert on public.campaigns
  referencing new table as new_campaigns for each statement execute function private.count_campaigns();
create trigger count_campaigns_on_update after update on public.campaigns
  referencing old table as old_campaigns new table as new_campaigns
  for each statement when (pg_trigger_depth() = 0) execute function private.count_campaigns();
create trigger count_campaigns_on_delete after delete on public.campaigns
  referencing old table as old_campaigns for each statement execute function private.count_campaigns();
create trigger count_comments_on_insert after insert on public.comments
  referencing new table as new_comments for each statement execute function private.count_comments();
create trigger count_comments_on_update after update on public.comments
  referencing old table as old_comments new table as new_comments for each statement execute function private.count_comments();
create trigger count_comments_on_delete after delete on public.comments
  referencing old table as old_comments for each statement execute function private.count_comments();

revoke all on function
  private.change_usage, private.count_campaigns, private.count_comments
  from public, anon, authenticated, service_role;
