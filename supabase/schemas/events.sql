-- Events that somebody is told of, and the emails about them: one for several comments and suggestions, and one about what an import brought.

create table private.events (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  kind text not null constraint events_kind_check check (kind in ('comment', 'suggestion', 'announcement')),
  actor_id uuid,
  is_internal boolean not null default false,
  amount int not null constraint events_amount_check check (amount > 0),
  row_ids uuid[] not null constraint events_rows_check check (cardinality(row_ids) between 1 and 1000),
  campaign_ids uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  handled_at timestamptz
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.events is
  'What happened, written in the same transaction: one row per statement, customer, actor and visibility. A worker turns each into deliveries once. Deleted after 30 days.';
comment on column private.events.kind is
  'comment and suggestion: some were added; announcement: an administrator tells the customer what an import brought.';
comment on column private.events.is_internal is 'Whether only administrators may know of it.';
comment on column private.events.amount is 'How many rows the statement added.';
comment on column private.events.row_ids is 'Ids of these comments or suggestions, at most 1,000 of them, or of the import.';
comment on column private.events.campaign_ids is 'The campaigns that the rows are about.';
comment on column private.events.handled_at is
  'When a worker made deliveries of it. Passes follow one another, so that the order of these times is also that in which events became visible.';

create index events_unhandled_idx on private.events (created_at) where handled_at is null;
create index events_handled_idx on private.events (customer_id, handled_at);
create index events_created_idx on private.events (created_at);

alter table private.events alter customer_id set statistics 1;

-- A statement of a trigger in a distributed database reads the changed rows or other tables, not both.
create function private.record_comment_events() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  event record;
  step_campaigns uuid[];
begin
  if current_setting('leadlight.restoring', true) = 'on' then
    return null;
  end if;
  for event in
    select
      customer_id, author_id, is_internal, count(*)::int as amount, (array_agg(id order by created_at desc))[1:1000] as row_ids,
      coalesce(array_agg(distinct campaign_id) filter (where campaign_id is not null), '{}') as campaign_ids,
      array_agg(distinct step_id) filter (where step_id is not null) as step_ids
    from new_rows
    group by customer_id, author_id, is_internal
  loop
    step_campaigns := '{}';
    if event.step_ids is not null then
      select coalesce(array_agg(distinct step.campaign_id), '{}') into step_campaigns
      from public.campaign_steps step
      where step.customer_id = event.customer_id and step.id = any (event.step_ids);
    end if;
    insert into private.events (customer_id, kind, actor_id, is_internal, amount, row_ids, campaign_ids)
    values (event.customer_id, 'comment', event.author_id, event.is_internal, event.amount, event.row_ids, event.campaign_ids || step_campaigns);
  end loop;
  return null;
end $$;
comment on function private.record_comment_events is 'Writes the events of added comments. Comments that are restored with their rows are not new.';

create function private.record_suggestion_events() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  event record;
  campaigns uuid[];
begin
  for event in
    select
      customer_id, created_by, count(*)::int as amount, (array_agg(id order by created_at desc))[1:1000] as row_ids,
      array_agg(distinct version_id) as version_ids
    from new_rows
    group by customer_id, created_by
  loop
    select coalesce(array_agg(distinct version.campaign_id), '{}') into campaigns
    from public.campaign_versions version
    where version.customer_id = event.customer_id and version.id = any (event.version_ids);
    insert into private.events (customer_id, kind, actor_id, amount, row_ids, campaign_ids)
    values (event.customer_id, 'suggestion', event.created_by, event.amount, event.row_ids, campaigns);
  end loop;
  return null;
end $$;
comment on function private.record_suggestion_events is 'Writes the events of added suggestions.';

create function private.mailed_accounts(users uuid[]) returns table (user_id uuid, email text)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select account.id, lower(account.email)
    from auth.users account
    where account.id = any (users) and account.email_confirmed_at is not null and account.deleted_at is null
      and (account.banned_until is null or account.banned_until <= now()) and private.is_email(account.email);
end $$;
comment on function private.mailed_accounts is 'Those of these accounts that are in use and have a proven address, with it in small letters.';

create function private.discussions(authors uuid[], customers uuid[], campaigns uuid[]) returns table (author_id uuid, campaign_id uuid)
language plpgsql stable set search_path = '' as $$
declare
  steps constant uuid[] := array(
    select step.id from public.campaign_steps step where step.customer_id = any (customers) and step.campaign_id = any (campaigns)
  );
begin
  return query
    select distinct comment.author_id, coalesce(comment.campaign_id, step.campaign_id)
    from public.comments comment
    left join public.campaign_steps step on step.customer_id = comment.customer_id and step.id = comment.step_id
    where comment.customer_id = any (customers) and (comment.campaign_id = any (campaigns) or comment.step_id = any (steps))
      and comment.author_id = any (authors) and comment.deleted_at is null;
end $$;
comment on function private.discussions is 'Which of these campaigns each of these authors has commented on.';

create function private.news_readers(customer uuid, audience text) returns table (email text, review_token text, only_audience text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  members constant uuid[] := array(
    select member.user_id
    from public.customer_users member
    where member.customer_id = customer and member.is_active and member.role <> 'viewer'
      and exists (select from public.user_roles own where own.user_id = member.user_id and own.role = 'customer')
  );
begin
  if not exists (select from public.customers where id = customer and is_active) then
    return;
  end if;
  return query
    select
      reader.email, case when bool_and(reader.token is not null) then (array_agg(reader.token order by reader.audience nulls first, reader.token))[1] end,
      case when bool_and(reader.audience is not null) then min(reader.audience) end
    from (
      select email, null as token, null as audience from private.mailed_accounts(members)
      union all
      select link.email, link.token, link.audience
      from public.review_links link
      where link.customer_id = customer and link.revoked_at is null and link.expires_at > now()
        and (link.audience is null or link.audience = news_readers.audience)
    ) reader
    left join private.mail_addresses stored on stored.email = reader.email
    where coalesce(stored.news, true)
    group by reader.email;
end $$;
comment on function private.news_readers is
  'The addresses that are told about new leads or companies of a customer and want to be: members who decide about them, and guests of live links that include the audience. review_token is the token of such a link, for a reader who is no member; only_audience is the audience of a reader who sees nothing else.';

create function private.queue_events(domain text) returns int language plpgsql set search_path = '' as $$
declare
  max_events constant int := 10000;
  agency constant uuid[] := array(select user_id from public.user_roles where role = 'admin');
  moment constant timestamptz := clock_timestamp();
  taken uuid[];
  happened json;
  announced json;
  queued int;
  told int;
begin
  -- Those of the future are from a clock that was wrong.
  taken := array(
    select id from private.events where created_at < now() - interval '30 days' or created_at > now() + interval '1 day' limit max_events
  );
  delete from private.events where id = any (taken);
  taken := array(select id from private.events where handled_at is null order by created_at limit max_events);
  update private.events set handled_at = moment where id = any (taken);

  -- Without a materialized part, rows of a distributed database come as JSON without the names of their columns.
  with event as materialized (
    select customer_id, actor_id = any (agency) as is_agency, campaign_ids, min(created_at) as first_at
    from private.events
    where id = any (taken) and kind in ('comment', 'suggestion') and actor_id is not null and not is_internal
    group by 1, 2, 3
  )
  select json_agg(event) into happened from event;
  with event as materialized (
    select recent.*
    from json_to_recordset(happened) as recent (customer_id uuid, is_agency boolean, campaign_ids uuid[], first_at timestamptz)
    join public.customers customer on customer.id = recent.customer_id and customer.is_active
  ), reader as (
    select admin.user_id, event.first_at
    from unnest(agency) as admin (user_id) cross join (select min(first_at) as first_at from event where not is_agency) event
    where event.first_at is not null
    union all
    select member.user_id, min(event.first_at)
    from event
    join public.customer_users member on member.customer_id = event.customer_id and member.is_active
    where event.is_agency and member.user_id <> all (agency)
    group by member.user_id
  ), discussed as (
    select event.customer_id, campaign.id as campaign_id, min(event.first_at) as first_at
    from event cross join unnest(event.campaign_ids) as campaign (id)
    where event.is_agency
    group by 1, 2
  ), guest as materialized (
    select link.id, link.customer_id, link.email
    from public.review_links link
    where link.customer_id in (select customer_id from discussed) and link.with_campaigns and link.revoked_at is null and link.expires_at > now()
  ), address as (
    select account.email, reader.first_at
    from private.mailed_accounts(array(select user_id from reader)) account
    join reader using (user_id)
    union all
    select guest.email, discussed.first_at
    from private.discussions(
      array(select id from guest), array(select distinct customer_id from guest), array(select campaign_id from discussed)
    ) discussion
    join guest on guest.id = discussion.author_id
    join discussed on discussed.customer_id = guest.customer_id and discussed.campaign_id = discussion.campaign_id
  ), wanted as materialized (
    select address.email, min(address.first_at) as first_at
    from address left join private.mail_addresses stored using (email)
    where coalesce(stored.comments, true)
    group by address.email
  ), added as (
    insert into private.mail_addresses (email) select email from wanted on conflict do nothing
  ), put as (
    insert into private.deliveries (kind, email, message_id, due_at, events_from, events_until)
    select 'comments', email, gen_random_uuid() || '@' || queue_events.domain, first_at + interval '15 minutes', moment, moment
    from wanted
    on conflict (email) where kind = 'comments' and state = 'waiting' and attempts = 0
    -- The clock may have been set back since the last pass.
    do update set
      due_at = least(deliveries.due_at, excluded.due_at), events_from = least(deliveries.events_from, excluded.events_from),
      events_until = greatest(deliveries.events_until, excluded.events_until)
    returning events_from = moment and events_until = moment as is_new
  )
  select count(*) filter (where is_new) into queued from put;

  with event as materialized (
    select happening.customer_id, import.id as import_id, import.audience
    from private.events happening
    join public.imports import on import.customer_id = happening.customer_id and import.id = happening.row_ids[1]
    where happening.id = any (taken) and happening.kind = 'announcement'
  )
  select json_agg(event) into announced from event;
  with wanted as materialized (
    select distinct reader.email, event.customer_id, event.import_id
    from json_to_recordset(announced) as event (customer_id uuid, import_id uuid, audience text)
    cross join lateral private.news_readers(event.customer_id, event.audience) reader
  ), added as (
    insert into private.mail_addresses (email) select distinct email from wanted on conflict do nothing
  )
  insert into private.deliveries (kind, email, customer_id, import_id, message_id)
  select 'news', email, customer_id, import_id, gen_random_uuid() || '@' || queue_events.domain
  from wanted
  on conflict do nothing;
  get diagnostics told = row_count;
  return queued + told;
end $$;
comment on function private.queue_events is
  'Turns up to 10,000 events into deliveries, and returns the number of new ones. Comments and suggestions of customers are for administrators, those of administrators for members and for guests who have commented on the campaign: one email to each address, 15 minutes after the first of them, which later ones join until a worker takes it. Deletes old events.';

create function private.comments_of_delivery(delivery uuid) returns json language plpgsql stable security definer set search_path = '' as $$
declare
  max_rows constant int := 1000;
  -- One more than are shown, to say that there are more.
  max_lines constant int := 21;
  max_authors constant int := 4;
  max_length constant int := 200;
  agency constant uuid[] := array(select user_id from public.user_roles where role = 'admin');
  reader record;
  accounts uuid[];
  is_agency boolean;
  customers uuid[];
  links uuid[];
  link_customers uuid[];
  comment_ids uuid[];
  suggestion_ids uuid[];
  items json;
  suggested json;
  lines json;
begin
  select stored.email, stored.events_from, stored.events_until, address.unsubscribe_token
  into reader
  from private.deliveries stored
  join private.mail_addresses address using (email)
  where stored.id = delivery and stored.kind = 'comments' and address.comments;
  if not found then
    return null;
  end if;
  accounts := array(
    select account.user_id
    from private.mailed_accounts(array(select id from public.profiles where lower(email) = reader.email)) account
    where exists (select from public.user_roles own where own.user_id = account.user_id)
  );
  is_agency := accounts && agency;
  customers := array(
    select id from public.customers
    where is_active
      and (is_agency or id = any (array(select customer_id from public.customer_users where user_id = any (accounts) and is_active)))
  );
  select coalesce(array_agg(link.id), '{}'), coalesce(array_agg(distinct link.customer_id), '{}') into links, link_customers
  from public.review_links link
  join public.customers customer on customer.id = link.customer_id and customer.is_active
  where link.email = reader.email and link.with_campaigns and link.revoked_at is null and link.expires_at > now() and not is_agency;

  select array_agg(row_id) filter (where kind = 'comment'), array_agg(row_id) filter (where kind = 'suggestion')
  into comment_ids, suggestion_ids
  from (
    select kind, unnest(row_ids) as row_id
    from private.events
    where customer_id = any (customers || link_customers) and handled_at between reader.events_from and reader.events_until
      and kind in ('comment', 'suggestion') and not is_internal and (actor_id = any (agency)) <> is_agency
    order by created_at desc
    limit max_rows
  ) event;
  comment_ids := array(
    select unnest(comment_ids) except select comment_id from public.comment_reads where user_id = any (accounts || links) and comment_id = any (comment_ids)
  );
  with item as materialized (
    select
      comment.customer_id, comment.author_id, comment.created_at, left(comment.body, max_length) as words, 1 as comments, 0 as suggestions,
      case when comment.lead_id is not null then 'leads' when comment.company_id is not null then 'companies' else 'campaigns' end as subject,
      coalesce(comment.lead_id, comment.company_id, comment.campaign_id, step.campaign_id) as row_id
    from public.comments comment
    left join public.campaign_steps step on step.customer_id = comment.customer_id and step.id = comment.step_id
    where comment.customer_id = any (customers || link_customers) and comment.id = any (comment_ids) and comment.deleted_at is null
      and not comment.is_internal and comment.author_id <> all (accounts || links)
  )
  select json_agg(item) into items from item;
  with item as materialized (
    select
      suggestion.customer_id, suggestion.created_by as author_id, suggestion.created_at, left(suggestion.message_content, max_length) as words,
      0 as comments, 1 as suggestions, 'campaigns' as subject, version.campaign_id as row_id
    from public.step_suggestions suggestion
    join public.campaign_versions version on version.customer_id = suggestion.customer_id and version.id = suggestion.version_id
    where suggestion.customer_id = any (customers || link_customers) and suggestion.id = any (suggestion_ids) and suggestion.status = 'open'
      and suggestion.created_by <> all (accounts || links)
  )
  select json_agg(item) into suggested from item;

  with item as materialized (
    select entry.*
    from (values (items), (suggested)) found (list)
    cross join lateral json_to_recordset(found.list) as entry (
      customer_id uuid, author_id uuid, created_at timestamptz, words text, comments int, suggestions int, subject text, row_id uuid
    )
  ), discussion as materialized (
    select link.customer_id, discussed.campaign_id, min(link.token) as token
    from private.discussions(links, link_customers, array(select row_id from item where subject = 'campaigns')) discussed
    join public.review_links link on link.id = discussed.author_id
    group by 1, 2
  ), line as (
    select
      item.customer_id, item.subject, item.row_id, discussion.token, sum(item.comments) as comments, sum(item.suggestions) as suggestions,
      max(item.created_at) as newest_at, (array_agg(item.words order by item.created_at desc))[1] as words, array_agg(distinct item.author_id) as authors
    from item
    left join discussion on item.customer_id <> all (customers) and discussion.customer_id = item.customer_id and discussion.campaign_id = item.row_id
    where item.customer_id = any (customers) or discussion.token is not null
    group by 1, 2, 3, 4
    order by newest_at desc
    limit max_lines
  )
  select json_agg(json_build_object(
    'customer', customer.name, 'subject', line.subject, 'row_id', line.row_id,
    'name', private.row_name(line.subject, line.customer_id, line.row_id), 'comments', line.comments, 'suggestions', line.suggestions,
    'words', line.words, 'review_token', line.token,
    'authors', case when is_agency then (
      select json_agg(author.name order by author.name)
      from (
        select coalesce(profile.full_name, profile.email, private.guest_name(link.email), 'Deleted user') as name
        from unnest(line.authors[1:max_authors]) as written (author_id)
        left join public.profiles profile on profile.id = written.author_id
        left join public.review_links link on link.id = written.author_id
      ) author
    ) else json_build_array(coalesce((select name from private.brand), 'your agency')) end
  ) order by line.newest_at desc)
  into lines
  from line join public.customers customer on customer.id = line.customer_id;
  if lines is null then
    return null;
  end if;
  return json_build_object('email', reader.email, 'token', reader.unsubscribe_token, 'is_agency', is_agency, 'lines', lines);
end $$;
comment on function private.comments_of_delivery is
  'The comments and open suggestions of a delivery''s events, of the newest 1,000, that its reader may see and has not read: by customer and row, at most 21 lines, each with the first 200 characters of the newest; null if there are none. review_token is the token of the reader''s link, for a reader who is no member.';

create function private.rows_to_review(customer uuid, import uuid, only_audience text, out leads int, out companies int) language plpgsql stable set search_path = '' as $$
declare
  max_rows constant int := 1000;
begin
  select count(*) into leads
  from (
    select
    from public.leads lead
    where lead.customer_id = customer and lead.import_id = import and lead.is_approved is null
      and (only_audience is null or lead.audience = only_audience)
    limit max_rows
  ) first;
  select count(*) into companies
  from (
    select
    from public.companies company
    where company.customer_id = customer and company.import_id = import and company.is_approved is null and only_audience is null
    limit max_rows
  ) first;
end $$;
comment on function private.rows_to_review is 'How many leads and companies of an import are not reviewed, at most 1,000 of each, for a reader who sees all of them or only the leads of an audience.';

create function private.news_of_delivery(delivery uuid) returns json language plpgsql stable security definer set search_path = '' as $$
declare
  stored record;
  reader record;
  import public.imports;
  waiting record;
begin
  select sent.email, sent.customer_id, sent.import_id, address.unsubscribe_token, customer.name as customer
  into stored
  from private.deliveries sent
  join private.mail_addresses address using (email)
  join public.customers customer on customer.id = sent.customer_id
  where sent.id = delivery and sent.kind = 'news' and address.news;
  select * into import from public.imports one where one.customer_id = stored.customer_id and one.id = stored.import_id and one.undone_at is null;
  select * into reader from private.news_readers(import.customer_id, import.audience) found where found.email = stored.email;
  waiting := private.rows_to_review(import.customer_id, import.id, reader.only_audience);
  if reader.email is null or waiting.leads + waiting.companies = 0 then
    return null;
  end if;
  return json_build_object(
    'email', stored.email, 'token', stored.unsubscribe_token, 'customer', stored.customer, 'leads', waiting.leads, 'companies', waiting.companies,
    'sender', private.sender_name(import.told_by), 'reply_to', (select email from public.profiles where id = import.told_by),
    'message', import.told_message, 'review_token', reader.review_token
  );
end $$;
comment on function private.news_of_delivery is
  'What an email tells about an import as it is now: leads and companies to review, who tells it and their message; null if nothing waits for review or the reader may not see it any more.';

create function public.preview_news(import_id uuid) returns table (
  sender text, leads int, companies int, recipients text[], recipient_count int
) language plpgsql stable security definer set search_path = '' as $$
declare
  max_addresses constant int := 100;
  import public.imports;
  waiting record;
begin
  perform private.require_admin('Only an administrator can tell the customer');
  select * into import from public.imports stored where stored.id = preview_news.import_id;
  waiting := private.rows_to_review(import.customer_id, import.id, null);
  return query
    select
      private.sender_name(private.caller_id()), waiting.leads, waiting.companies,
      coalesce((array_agg(reader.email order by reader.email))[1:max_addresses], '{}'), count(*)::int
    from private.news_readers(import.customer_id, import.audience) reader
    where import.id is not null
    having import.id is not null;
end $$;
comment on function public.preview_news is
  'What tell_customer would send, and to whom: the name of the sender, leads and companies to review, at most 100 addresses, and the number of all. Administrators only.';

create function public.tell_customer(import_id uuid, message text default null) returns int language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.caller_id();
  import public.imports;
  readers int;
  waiting record;
begin
  perform private.require_length('message', tell_customer.message, 2000);
  perform private.require_admin('Only an administrator can tell the customer');
  select * into import from public.imports stored where stored.id = tell_customer.import_id;
  select * into import
  from public.imports stored
  where stored.customer_id = import.customer_id and stored.id = tell_customer.import_id
  for no key update;
  if not found then
    raise exception 'There is no such import' using errcode = 'PT404';
  end if;
  waiting := private.rows_to_review(import.customer_id, import.id, null);
  select count(*) into readers from private.news_readers(import.customer_id, import.audience);
  if import.undone_at is not null or waiting.leads + waiting.companies = 0 then
    raise exception 'Nothing of this import is left to review' using errcode = 'PT409';
  elsif readers = 0 then
    raise exception 'There is nobody to tell: nobody reviews for this customer and wants these emails' using errcode = 'PT409';
  elsif import.told_at between now() - interval '1 hour' and clock_timestamp() then
    raise exception 'The customer was told about this import within the last hour' using errcode = 'PT409';
  end if;
  update public.imports stored
  set told_at = now(), told_by = caller, told_message = nullif(private.trimmed(tell_customer.message), '')
  where stored.customer_id = import.customer_id and stored.id = import.id;
  insert into private.events (customer_id, kind, actor_id, amount, row_ids)
  values (import.customer_id, 'announcement', caller, waiting.leads + waiting.companies, array[import.id]);
  perform pg_notify('deliveries', '');
  return readers;
end $$;
comment on function public.tell_customer is
  'Tells those who review for the customer of an import by email what it has for them, with a message, at most once an hour. Returns the number of addresses. Administrators only.';

create trigger record_events after insert on public.comments referencing new table as new_rows
  for each statement execute function private.record_comment_events();
create trigger record_events after insert on public.step_suggestions referencing new table as new_rows
  for each statement execute function private.record_suggestion_events();

grant execute on function public.preview_news, public.tell_customer to authenticated;
