-- A decision can be taken back for a minute, and steps show what was said about them in their versions.
create function public.take_back_decision(customer_id uuid, version_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.caller_id();
  version public.campaign_versions;
begin
  version := private.lock_version(take_back_decision.customer_id, take_back_decision.version_id);
  if version.decided_at is null then
    raise exception 'Version % is not decided', version.number using errcode = 'PT409';
  elsif version.decided_by is distinct from caller then
    raise exception 'Only the user who decided version % can take that back', version.number using errcode = 'insufficient_privilege';
  elsif version.decided_at < now() - interval '1 minute' then
    raise exception 'Version % was decided more than a minute ago', version.number using errcode = 'PT409';
  elsif version.launched_at >= version.decided_at or exists (
    select
    from public.hand_offs hand_off
    where hand_off.customer_id = version.customer_id and hand_off.campaign_id = version.campaign_id and hand_off.state <> 'cancelled'
      and hand_off.created_at >= version.decided_at
  ) then
    raise exception 'Version % was launched or handed off since', version.number using errcode = 'PT409';
  end if;
  update public.campaign_versions stored
  set status = 'in_review', decided_by = null, decided_at = null, on_behalf = false, note = null
  where stored.customer_id = version.customer_id and stored.id = version.id;
end $$;
comment on function public.take_back_decision is
  'Puts the newest version of a campaign back in review. For the user who decided it, within a minute, unless it was launched or handed off since.';
comment on column public.campaign_versions.status is
  'Null until a review is requested. Decided once; who decided can take that back within a minute.';

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

revoke all on function public.take_back_decision, public.step_feedback from public, anon, authenticated, service_role;
grant execute on function public.take_back_decision, public.step_feedback to authenticated;
