-- Comments, and when they were read.

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  lead_id uuid,
  company_id uuid,
  campaign_id uuid,
  step_id uuid,
  author_id uuid default auth.uid(),
  body text not null,
  is_internal boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz check (private.is_plausible_date(deleted_at)),
  version_id uuid,
  version_step_id uuid,
  constraint comments_body_check check ( case when deleted_at is null then private.has_text(body) and char_length(body) <= 2000 else body = '' end),
  constraint comments_row_check check (num_nonnulls(lead_id, company_id, campaign_id, step_id) = 1),
  unique (id, customer_id),
  constraint comments_lead_id_fkey foreign key (lead_id, customer_id) references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint comments_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade,
  constraint comments_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade,
  constraint comments_step_id_fkey foreign key (step_id, customer_id)
    references public.campaign_steps (id, customer_id) on update cascade on delete cascade,
  constraint comments_version_check check ((version_id is null) = (version_step_id is null) and (version_id is null or campaign_id is not null))
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.comments is
  'Comments on a lead, company, campaign or step, at most 1,000 on each and 1,000 internal ones. Plain text. Visible to those who see the row, internal ones to administrators only. Deleted with the row. Not in the activity.';
comment on column public.comments.author_id is 'The user who wrote it. Not a foreign key: the comment stays when the account is deleted.';
comment on column public.comments.body is 'Empty when deleted.';
comment on column public.comments.is_internal is 'Only administrators see the comment and can write such ones.';
comment on column public.comments.deleted_at is
  'Setting it deletes the text; the row stays as a mark. Only the author can. It is the time of the database, whatever the request says.';
comment on column public.comments.version_id is
  'The version of the campaign that the comment is about. Versions are deleted with their campaign only.';
comment on column public.comments.version_step_id is 'Id of the step in the version.';

create index comments_lead_idx on public.comments (lead_id, created_at) where lead_id is not null;
create index comments_company_idx on public.comments (company_id, created_at) where company_id is not null;
create index comments_campaign_idx on public.comments (campaign_id, created_at) where campaign_id is not null;
create index comments_step_idx on public.comments (step_id, created_at) where step_id is not null;
create index comments_version_step_idx on public.comments (version_step_id, created_at) where version_step_id is not null;
-- Unread comments are found from the newest ones.
create index comments_recent_idx on public.comments (created_at desc) where deleted_at is null;
create index comments_customer_recent_idx on public.comments (customer_id, created_at desc) where deleted_at is null;

alter table public.comments
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1,
  alter version_id set statistics 1;

create table public.comment_reads (
  customer_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  primary key (comment_id, user_id),
  constraint comment_reads_comment_id_fkey foreign key (comment_id, customer_id)
    references public.comments (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.comment_reads is 'The comments that a user has read. Written by mark_comments_read only.';

create index comment_reads_user_idx on public.comment_reads (user_id);

alter table public.comment_reads
  alter customer_id set statistics 1;

-- The trigger runs after the insert, which row-level security has then allowed: before it, whoever may not comment on a row would lock it, and learn
-- how many comments it has.
create function private.limit_comments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Each locks the row for those after it, which then count it.
  if new.lead_id is not null then
    perform 1 from public.leads where customer_id = new.customer_id and id = new.lead_id for no key update;
  elsif new.company_id is not null then
    perform 1 from public.companies where customer_id = new.customer_id and id = new.company_id for no key update;
  elsif new.campaign_id is not null then
    perform 1 from public.campaigns where customer_id = new.customer_id and id = new.campaign_id for no key update;
  else
    perform 1 from public.campaign_steps where customer_id = new.customer_id and id = new.step_id for no key update;
  end if;
  if (
    select count(*) from public.comments
    where customer_id = new.customer_id and is_internal = new.is_internal
      and (lead_id = new.lead_id or company_id = new.company_id or campaign_id = new.campaign_id or step_id = new.step_id)
  ) > 1000 then
    raise exception 'There are already 1000 comments' using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function private.limit_comments is
  'Rejects a comment on a row that has 1,000, deleted ones included. Internal comments are counted apart. Locks the row, so that comments added at the same time are counted too.';

create function private.delete_comment() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null and new.deleted_at is not null then
    new.deleted_at := now();
    new.body := '';
  else
    new.deleted_at := old.deleted_at;
  end if;
  return new;
end $$;
comment on function private.delete_comment is 'Empties a comment whose deleted_at is set. A deleted comment stays deleted.';

create function public.comment_counts(row_ids uuid[], as_member boolean default false) returns table (
  row_id uuid, total bigint, unread bigint
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(row_ids) > 200 then
    raise exception 'Too many ids: %, at most 200', cardinality(row_ids) using errcode = '22023';
  end if;
  return query
    select
      coalesce(version_step_id, lead_id, company_id, campaign_id, step_id), count(*),
      count(*) filter (where author_id is distinct from auth.uid() and reading.comment_id is null)
    from public.comments comment
    left join public.comment_reads reading
      on reading.customer_id = comment.customer_id and reading.comment_id = comment.id and reading.user_id = auth.uid()
    where deleted_at is null and not (as_member and is_internal)
      and (
        lead_id = any (row_ids) or company_id = any (row_ids) or campaign_id = any (row_ids) and version_step_id is null
        or step_id = any (row_ids) or version_step_id = any (row_ids)
      )
    group by 1;
end $$;
comment on function public.comment_counts is
  'How many comments these leads, companies, campaigns, steps or steps of versions (at most 200) have, and how many the caller has not read, for those with any. Deleted comments are not counted, own ones are never unread. as_member: without internal comments.';

create function public.mark_comments_read(ids uuid[]) returns int language plpgsql security definer set search_path = '' as $$
declare
  seen constant record := private.lead_scope(null, null);
  reader uuid := private.caller_id();
  marked int;
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  insert into public.comment_reads (customer_id, comment_id, user_id)
  select customer_id, id, reader
  from public.comments
  where id = any (ids) and author_id is distinct from reader and (seen.scope is null or customer_id = any (seen.scope) and not is_internal)
    and (seen.audience is null or exists (
      select from public.leads lead
      where lead.customer_id = comments.customer_id and lead.id = comments.lead_id and lead.audience = seen.audience
    ))
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $$;
comment on function public.mark_comments_read is
  'Marks comments, at most 1,000, as read by the caller. Returns how many were unread. Ignores comments that the caller cannot see and own ones.';

create function public.step_feedback(customer_id uuid, campaign_id uuid, as_member boolean default false) returns table (
  step_id uuid, number int, comments bigint, suggestions bigint
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  most_versions constant int := 20;
begin
  return query
    with feedback as (
      select comment.version_id, comment.version_step_id, 1 as comments, 0 as suggestions
      from public.comments comment
      where comment.customer_id = step_feedback.customer_id and comment.campaign_id = step_feedback.campaign_id
        and comment.version_step_id is not null and comment.deleted_at is null and not (as_member and comment.is_internal)
      union all
      select suggestion.version_id, suggestion.version_step_id, 0, 1
      from public.step_suggestions suggestion
      join public.campaign_versions version on version.customer_id = suggestion.customer_id and version.id = suggestion.version_id
      where suggestion.customer_id = step_feedback.customer_id and version.campaign_id = step_feedback.campaign_id and suggestion.status = 'open'
    ),
    discussed as (
      select version.number, version.steps
      from public.campaign_versions version
      where version.customer_id = step_feedback.customer_id and version.campaign_id = step_feedback.campaign_id
        and version.id in (select feedback.version_id from feedback)
      order by version.number desc
      limit most_versions
    )
    select (listed.step ->> 'step_id')::uuid, max(discussed.number), sum(feedback.comments), sum(feedback.suggestions)
    from discussed
    cross join lateral jsonb_array_elements(discussed.steps) listed (step)
    join feedback on feedback.version_step_id = (listed.step ->> 'id')::uuid
    group by 1;
end $$;
comment on function public.step_feedback is
  'How many comments and open suggestions the steps of a campaign have in its versions (the 20 newest with any), and the newest of these versions. as_member: without internal comments.';

create function private.unread_comments(scope uuid[], as_member boolean) returns table (
  customer_id uuid, subject text, row_id uuid, created_at timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  oldest constant timestamptz := now() - interval '90 days';
  caller constant uuid := auth.uid();
  is_agency constant boolean := private.is_admin() and not as_member;
  others constant uuid[] := case when is_agency then array(select user_id from public.user_roles where role = 'admin') else array[caller] end;
  recent uuid[];
begin
  if scope is null then
    recent := array(
      select id from public.comments
      where created_at > oldest and deleted_at is null and author_id <> all (others) and not is_internal
      order by created_at desc
      limit most
    );
  else
    recent := array(
      select id from public.comments
      where customer_id = any (scope) and created_at > oldest and deleted_at is null and author_id <> all (others) and not is_internal
      order by created_at desc
      limit most
    );
  end if;
  recent := array(
    select unnest(recent) except select comment_id from public.comment_reads where user_id = caller and comment_id = any (recent)
  );
  return query
    select
      comment.customer_id,
      case when comment.lead_id is not null then 'leads' when comment.company_id is not null then 'companies' else 'campaigns' end,
      coalesce(comment.lead_id, comment.company_id, comment.campaign_id, step.campaign_id),
      comment.created_at
    from public.comments comment
    left join public.campaign_steps step on step.customer_id = comment.customer_id and step.id = comment.step_id
    where comment.id = any (recent);
end $$;
comment on function private.unread_comments is
  'The leads, companies and campaigns with comments of the last 90 days that the caller has not read, of the newest 1,000 by others: for an administrator by members, for a member by anyone else and not internal. A comment on a step counts for its campaign. The scope is what the caller can see; null: all.';

create trigger delete_comment before update of deleted_at on public.comments for each row execute function private.delete_comment();
create trigger limit_comments after insert on public.comments for each row execute function private.limit_comments();
create trigger check_version_step after insert on public.comments
  for each row when (new.version_step_id is not null) execute function private.check_version_step();

grant execute on function public.comment_counts, public.mark_comments_read, public.step_feedback to authenticated;
