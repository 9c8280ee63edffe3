-- A change of a step costs hardly more than before it was counted: the steps of a campaign are read for their hash only where they are as long as those of
-- the newest version, and the length of a step is computed once and without JSON.

alter table public.campaign_contents add column newest_bytes bigint;
comment on column public.campaign_contents.newest_bytes is 'Bytes of the steps of the newest version; null without a version.';
comment on column public.campaign_contents.content_hash is
  'Hash of the steps, as content_hash of campaign_versions, if they take as many bytes as those of the newest version. Null otherwise: they differ from it.';

create or replace function private.step_bytes(step_type text, delay_days int, subject text, message_content text) returns int
language sql stable parallel safe
return 166 + octet_length(step_type) + octet_length(delay_days::text) + octet_length(coalesce(to_json(subject)::text, 'null'))
  + octet_length(to_json(message_content)::text);

create or replace function private.change_contents(
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

create or replace function private.count_version() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  stored_bytes bigint;
  hash text;
begin
  if tg_op = 'INSERT' then
    stored_bytes := octet_length(new.steps::text);
    perform private.change_contents(new.customer_id, new.campaign_id, 0, 0, stored_bytes);
    if not exists (
      select from public.campaign_versions later
      where later.customer_id = new.customer_id and later.campaign_id = new.campaign_id and later.number > new.number
    ) then
      hash := private.content_hash(new.customer_id, new.campaign_id);
      update public.campaign_contents stored
      set newest_bytes = stored_bytes, content_hash = case when stored.bytes = stored_bytes then hash end
      where stored.customer_id = new.customer_id and stored.campaign_id = new.campaign_id;
    end if;
    perform private.count_text(new.customer_id, stored_bytes);
  else
    perform private.count_text(new.customer_id, 100 + octet_length(new.note));
  end if;
  return null;
end $$;

-- The plan for one step also has to serve all steps of a customer. Steps that follow their campaign to another customer are counted with it.
create or replace function private.count_changed_steps() returns trigger
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

create or replace function private.rebuild_usage() returns void language plpgsql security definer set search_path = '' as $$
declare
  counted record;
  hash text;
  newest bigint;
begin
  lock table public.campaigns, public.campaign_steps, public.campaign_versions, public.step_suggestions, public.comments in share row exclusive mode;
  delete from private.customer_usage;
  delete from public.campaign_contents;
  for counted in
    select customer_id, campaign_id, sum(steps)::int as steps, sum(bytes) as bytes, sum(version_bytes) as version_bytes
    from (
      select
        customer_id, campaign_id, 1 as steps, 2 + octet_length(jsonb_build_object(
          'id', id, 'step_id', id, 'step_type', step_type, 'delay_days', delay_days, 'subject', subject, 'message_content', message_content
        )::text) as bytes, 0 as version_bytes
      from public.campaign_steps
      union all
      select customer_id, campaign_id, 0, 0, octet_length(steps::text) from public.campaign_versions
      union all
      select suggestion.customer_id, campaign_id, 0, 0, 200 + octet_length(message_content) + coalesce(octet_length(subject), 0)
      from public.step_suggestions suggestion
      join public.campaign_versions version on version.customer_id = suggestion.customer_id and version.id = suggestion.version_id
    ) part
    group by customer_id, campaign_id
  loop
    hash := null;
    select octet_length(version.steps::text) into newest
    from public.campaign_versions version
    where version.customer_id = counted.customer_id and version.campaign_id = counted.campaign_id
    order by number desc
    limit 1;
    if counted.bytes = newest then
      hash := private.content_hash(counted.customer_id, counted.campaign_id);
    end if;
    insert into public.campaign_contents (campaign_id, customer_id, steps, bytes, version_bytes, newest_bytes, content_hash)
    values (counted.campaign_id, counted.customer_id, counted.steps, counted.bytes, counted.version_bytes, newest, hash);
  end loop;
  for counted in
    select customer_id, sum(campaigns)::int as campaigns, sum(bytes) as bytes
    from (
      select customer_id, 1 as campaigns, 0 as bytes from public.campaigns
      union all
      select customer_id, 0, 200 + octet_length(body) from public.comments
    ) part
    group by customer_id
  loop
    insert into private.customer_usage (customer_id, campaigns, bytes)
    values (
      counted.customer_id, counted.campaigns,
      counted.bytes + (
        select coalesce(sum(bytes + version_bytes), 0) from public.campaign_contents contents where contents.customer_id = counted.customer_id
      )
    );
  end loop;
end $$;

select private.rebuild_usage();

create or replace function private.rebuild_counters() returns void language sql security definer set search_path = ''
begin atomic
  select private.rebuild_counter_table('public.leads', 'public.lead_counters');
  select private.rebuild_counter_table('public.companies', 'public.company_counters');
  select private.rebuild_counter_table('public.leads', 'private.decision_counters');
  select private.rebuild_result_counters();
  select private.rebuild_usage();
end;
comment on function private.rebuild_counters is
  'Counts all leads, companies, decisions, hand-offs and results, and the size of all campaigns and comments again. Needed after writes that bypass the triggers, such as a restore of data alone.';
