create table public.result_uploads (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  hand_off_id uuid not null,
  tool text not null,
  file_name text not null constraint result_uploads_file_name_check check (char_length(file_name) <= 255),
  mapping jsonb not null constraint result_uploads_mapping_check check (jsonb_typeof(mapping) = 'object' and octet_length(mapping::text) <= 100000),
  contacted int not null default 0,
  replied int not null default 0,
  bounced int not null default 0,
  unsubscribed int not null default 0,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  undone_by uuid,
  undone_at timestamptz,
  unique (id, customer_id),
  constraint result_uploads_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade
);
comment on table public.result_uploads is 'Files of a tool that sends with results of a hand-off. Written by functions only. A file without a new result has no row.';
comment on column public.result_uploads.tool is 'The name of the tool, by which the next file gets the mapping of the last one.';
comment on column public.result_uploads.mapping is 'What the columns of the file mean, and the values of its status column.';
comment on column public.result_uploads.contacted is 'Number of new results of this kind that the file had.';
comment on column public.result_uploads.undone_at is 'Its results were deleted then. Its do_not_contact entries stay.';

create index result_uploads_hand_off_idx on public.result_uploads (hand_off_id, created_at desc);
create index result_uploads_tool_idx on public.result_uploads (tool, created_at desc);

create table public.hand_off_results (
  customer_id uuid not null,
  hand_off_id uuid not null,
  lead_id uuid not null,
  kind text not null check (kind in ('contacted', 'replied', 'bounced', 'unsubscribed')),
  at timestamptz constraint hand_off_results_at_range check (private.is_plausible_date(at)),
  reported_at timestamptz not null default now(),
  upload_id uuid not null,
  tool text not null,
  campaign_id uuid not null,
  audience text,
  primary key (customer_id, hand_off_id, lead_id, kind),
  constraint hand_off_results_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade,
  constraint hand_off_results_upload_id_fkey foreign key (upload_id, customer_id)
    references public.result_uploads (id, customer_id) on update cascade on delete cascade
);
comment on table public.hand_off_results is
  'What the tool that sends has reported of the leads of a hand-off. Written by functions only. Outlives lead and campaign.';
comment on column public.hand_off_results.kind is 'contacted; replied; bounced: the email; unsubscribed.';
comment on column public.hand_off_results.at is 'When it happened; null if the file has no date.';
comment on column public.hand_off_results.audience is 'That of the lead when it was handed off.';

create index hand_off_results_lead_idx on public.hand_off_results (lead_id, customer_id);
create index hand_off_results_upload_idx on public.hand_off_results (upload_id, customer_id);

create table private.result_counters (
  customer_id uuid,
  id bigint generated always as identity,
  week date,
  campaign_id uuid,
  audience text,
  handed_off bigint not null,
  contacted bigint not null,
  replied bigint not null,
  primary key (customer_id, id)
);
comment on table private.result_counters is
  'Number of live hand-offs of leads, and of those contacted and replied, by customer, week, campaign and audience at that time: the sum of the rows. As lead_counters. A lead that was handed off several times from a campaign counts for each of these hand-offs in which the tool reported it.';
comment on column private.result_counters.customer_id is 'Not a foreign key, as in lead_counters.';
comment on column private.result_counters.week is
  'Monday of the week, in UTC: of the hand-off, and of each result by its date; without one by that of its upload.';

revoke all on public.result_uploads, public.hand_off_results, private.result_counters from public, anon, authenticated, service_role;
grant select on public.result_uploads, public.hand_off_results to authenticated, service_role;
alter table public.result_uploads enable row level security;
alter table public.hand_off_results enable row level security;
create policy "Admins see every upload of results" on public.result_uploads for select to authenticated using ((select private.is_admin()));
create policy "The service sees uploads of results" on public.result_uploads for select to service_role using (true);
create policy "Admins see every result" on public.hand_off_results for select to authenticated using ((select private.is_admin()));
create policy "Members see the results of their customers' leads" on public.hand_off_results for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees results" on public.hand_off_results for select to service_role using (true);

create function private.merge_result_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  with merged as (
    delete from private.result_counters
    where customer_id = customer and id = any (array(
      select id from private.result_counters where customer_id = customer for update skip locked
    ))
    returning week, campaign_id, audience, handed_off, contacted, replied
  )
  insert into private.result_counters (customer_id, week, campaign_id, audience, handed_off, contacted, replied)
  select customer, week, campaign_id, audience, sum(handed_off), sum(contacted), sum(replied)
  from merged
  group by week, campaign_id, audience
  having (sum(handed_off), sum(contacted), sum(replied)) <> (0, 0, 0);
end $$;
comment on function private.merge_result_counters is 'As merge_lead_counters, of hand-offs and their results.';

create function private.result_counters_sql(relation text, rows text) returns text language sql immutable set search_path = ''
return format(
  'select customer_id, %s, count(*) as amount from %s group by 1, 2, 3, 4, 5',
  case relation
    when 'handed_off_leads' then 'private.week_of(handed_off_at) as week, campaign_id, audience, ''handed_off'' as kind'
    else 'private.week_of(coalesce(at, reported_at)) as week, campaign_id, audience, kind'
  end,
  rows
);
comment on function private.result_counters_sql is 'SQL of what rows of handed_off_leads or hand_off_results add to result_counters, by kind.';

create function private.update_result_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    execute private.result_counters_sql(tg_argv[0], 'changed_rows')
      || ' having ' || case tg_argv[0] when 'handed_off_leads' then 'true' else 'kind in (''contacted'', ''replied'')' end
  loop
    insert into private.result_counters (customer_id, week, campaign_id, audience, handed_off, contacted, replied)
    values (
      change.customer_id, change.week, change.campaign_id, change.audience,
      case when change.kind = 'handed_off' then direction * change.amount else 0 end,
      case when change.kind = 'contacted' then direction * change.amount else 0 end,
      case when change.kind = 'replied' then direction * change.amount else 0 end
    );
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if tg_op = 'DELETE' and not exists (select from public.customers where id = customer) then
      delete from private.result_counters where customer_id = customer;
    elsif random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
      perform private.merge_result_counters(customer);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_result_counters is 'Adds the change to result_counters, and merges those of its customers in one statement of 50.';

create trigger update_result_counters_on_insert after insert on public.handed_off_leads
  referencing new table as changed_rows for each statement execute function private.update_result_counters('handed_off_leads');
create trigger update_result_counters_on_delete after delete on public.handed_off_leads
  referencing old table as changed_rows for each statement execute function private.update_result_counters('handed_off_leads');
create trigger update_result_counters_on_insert after insert on public.hand_off_results
  referencing new table as changed_rows for each statement execute function private.update_result_counters('hand_off_results');
create trigger update_result_counters_on_delete after delete on public.hand_off_results
  referencing old table as changed_rows for each statement execute function private.update_result_counters('hand_off_results');

create function private.rebuild_result_counters() returns void language plpgsql security definer set search_path = '' as $$
declare
  relation text;
begin
  lock table public.handed_off_leads, public.hand_off_results in share mode;
  truncate private.result_counters;
  foreach relation in array '{handed_off_leads,hand_off_results}'::text[] loop
    execute format(
      'insert into private.result_counters (customer_id, week, campaign_id, audience, handed_off, contacted, replied)
       select customer_id, week, campaign_id, audience, (kind = ''handed_off'')::int * amount, (kind = ''contacted'')::int * amount,
         (kind = ''replied'')::int * amount
       from (%s) counted where kind in (''handed_off'', ''contacted'', ''replied'')',
      private.result_counters_sql(relation, 'public.' || relation)
    );
  end loop;
end $$;
comment on function private.rebuild_result_counters is 'Counts hand-offs and their results again while nothing can write to them.';

create or replace function private.rebuild_counters() returns void language sql security definer set search_path = ''
begin atomic
  select private.rebuild_counter_table('public.leads', 'public.lead_counters');
  select private.rebuild_counter_table('public.companies', 'public.company_counters');
  select private.rebuild_counter_table('public.leads', 'private.decision_counters');
  select private.rebuild_result_counters();
end;
comment on function private.rebuild_counters is
  'Counts all leads, companies, decisions, hand-offs and results again. Needed after writes that bypass the triggers, such as a restore of data alone.';

create function private.keep_results() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.hand_off_results stored where stored.customer_id = new.customer_id and stored.hand_off_id = new.id) then
    raise exception 'This hand-off has results: undo their upload first' using errcode = 'PT409';
  end if;
  return new;
end $$;
comment on function private.keep_results is 'Keeps a hand-off with results from becoming void.';

create trigger keep_results before update on public.hand_offs
  for each row when (new.state = 'void' and old.state <> 'void') execute function private.keep_results();

revoke all on function
  private.merge_result_counters, private.result_counters_sql, private.update_result_counters, private.rebuild_result_counters, private.keep_results
  from public, anon, authenticated, service_role;
