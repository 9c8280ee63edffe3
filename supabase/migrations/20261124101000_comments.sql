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
  constraint comments_body_check check (
    case when deleted_at is null then private.has_text(body) and char_length(body) <= 2000 else body = '' end
  ),
  constraint comments_row_check check (num_nonnulls(lead_id, company_id, campaign_id, step_id) = 1),
  unique (id, customer_id),
  constraint comments_lead_id_fkey foreign key (lead_id, customer_id)
    references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint comments_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade,
  constraint comments_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade,
  constraint comments_step_id_fkey foreign key (step_id, customer_id)
    references public.campaign_steps (id, customer_id) on update cascade on delete cascade
);
comment on table public.comments is
  'Comments on a lead, company, campaign or step, at most 1,000 on each and 1,000 internal ones. Plain text. Visible to those who see the row, internal ones to administrators only. Deleted with the row. Not in the activity.';
comment on column public.comments.author_id is 'The user who wrote it. Not a foreign key: the comment stays when the account is deleted.';
comment on column public.comments.body is 'Empty when deleted.';
comment on column public.comments.is_internal is 'Only administrators see the comment and can write such ones.';
comment on column public.comments.deleted_at is 'Setting it deletes the text; the row stays as a mark. Only the author can. It is the time of the database, whatever the request says.';

create index comments_lead_idx on public.comments (lead_id, created_at) where lead_id is not null;
create index comments_company_idx on public.comments (company_id, created_at) where company_id is not null;
create index comments_campaign_idx on public.comments (campaign_id, created_at) where campaign_id is not null;
create index comments_step_idx on public.comments (step_id, created_at) where step_id is not null;

create table public.comment_reads (
  customer_id uuid not null,
  comment_id uuid,
  user_id uuid references auth.users on delete cascade,
  primary key (comment_id, user_id),
  constraint comment_reads_comment_id_fkey foreign key (comment_id, customer_id)
    references public.comments (id, customer_id) on update cascade on delete cascade
);
comment on table public.comment_reads is 'Which comments a user has read. Written by mark_comments_read only.';

create index comment_reads_user_idx on public.comment_reads (user_id);

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
  ) >= 1000 then
    raise exception 'There are already 1000 comments' using errcode = 'check_violation';
  end if;
  return new;
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

create trigger delete_comment before update of deleted_at on public.comments for each row execute function private.delete_comment();
create trigger limit_comments before insert on public.comments for each row execute function private.limit_comments();

revoke all on public.comments from public, anon, authenticated, service_role;
grant
  select, insert (customer_id, lead_id, company_id, campaign_id, step_id, body, is_internal), update (deleted_at)
  on public.comments to authenticated;
grant select, insert, update, delete on public.comments to service_role;
alter table public.comments enable row level security;
create policy "Admins see every comment" on public.comments for select to authenticated using ((select private.is_admin()));
create policy "Admins add comments" on public.comments for insert to authenticated with check ((select private.is_admin()));
create policy "Members see the comments on their customers' rows" on public.comments for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())) and not is_internal);
create policy "Members comment on their customers' rows" on public.comments for insert to authenticated
  with check (customer_id = any (array(select private.my_customer_ids())) and not is_internal);
create policy "Authors delete their comments" on public.comments for update to authenticated
  using (
    author_id = (select private.caller_id())
    and ((select private.is_admin()) or customer_id = any (array(select private.my_customer_ids())) and not is_internal)
  )
  with check (
    author_id = (select private.caller_id())
    and ((select private.is_admin()) or customer_id = any (array(select private.my_customer_ids())) and not is_internal)
  );
create policy "The service manages comments" on public.comments for all to service_role using (true) with check (true);

revoke all on public.comment_reads from public, anon, authenticated, service_role;
grant select on public.comment_reads to authenticated, service_role;
alter table public.comment_reads enable row level security;
create policy "Users see what they have read" on public.comment_reads for select to authenticated
  using (user_id = (select private.caller_id()));
create policy "The service sees what was read" on public.comment_reads for select to service_role using (true);

create function public.comment_counts(row_ids uuid[], as_member boolean default false) returns table (
  row_id uuid, total bigint, unread bigint
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(row_ids) > 200 then
    raise exception 'Too many ids: %, at most 200', cardinality(row_ids) using errcode = '22023';
  end if;
  return query
    select
      coalesce(lead_id, company_id, campaign_id, step_id), count(*),
      count(*) filter (where author_id is distinct from auth.uid() and reading.comment_id is null)
    from public.comments comment
    left join public.comment_reads reading
      on reading.customer_id = comment.customer_id and reading.comment_id = comment.id and reading.user_id = auth.uid()
    where deleted_at is null and not (as_member and is_internal)
      and (lead_id = any (row_ids) or company_id = any (row_ids) or campaign_id = any (row_ids) or step_id = any (row_ids))
    group by 1;
end $$;
comment on function public.comment_counts is
  'How many comments these leads, companies, campaigns or steps (at most 200) have, and how many the caller has not read, for those with any. Deleted comments are not counted, own ones are never unread. as_member: without internal comments.';

create function public.mark_comments_read(ids uuid[]) returns int language plpgsql security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(null);
  reader uuid := private.caller_id();
  marked int;
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  insert into public.comment_reads (customer_id, comment_id, user_id)
  select customer_id, id, reader
  from public.comments
  where id = any (ids) and author_id is distinct from reader and (scope is null or customer_id = any (scope) and not is_internal)
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $$;
comment on function public.mark_comments_read is 'Marks comments, at most 1,000, as read by the caller. Returns how many were unread. Ignores comments that the caller cannot see and own ones.';

revoke all on function
  private.limit_comments, private.delete_comment, public.comment_counts, public.mark_comments_read
  from public, anon, authenticated, service_role;
grant execute on function public.comment_counts, public.mark_comments_read to authenticated;
