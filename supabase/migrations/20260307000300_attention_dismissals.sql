-- An administrator can dismiss what needs attention, until something newer of the same kind is added. Undone imports need none.
create table private.attention_dismissals (
  customer_id uuid not null references public.customers on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  reason text not null check (reason in ('leads waiting', 'imports with errors', 'invitations not mailed', 'invitations expiring')),
  dismissed_at timestamptz not null default now(),
  primary key (customer_id, user_id, reason)
);
create index attention_dismissals_user_idx on private.attention_dismissals (user_id);
revoke all on private.attention_dismissals from public, anon, authenticated, service_role;

create function public.dismiss_attention(customer_id uuid, reason text, dismissed boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can dismiss what needs attention');
  if dismissed then
    insert into private.attention_dismissals (customer_id, user_id, reason)
    values (dismiss_attention.customer_id, auth.uid(), dismiss_attention.reason)
    on conflict (customer_id, user_id, reason) do update set dismissed_at = excluded.dismissed_at;
  else
    delete from private.attention_dismissals stored
    where stored.customer_id = dismiss_attention.customer_id and stored.user_id = auth.uid() and stored.reason = dismiss_attention.reason;
  end if;
end $$;

create or replace function public.needs_attention()
returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see what needs attention');
  return query
    with waiting as materialized (
      select customer_id, amount, since, (
        select max(lead.created_at) + interval '7 days'
        from public.leads lead
        where lead.customer_id = waiting_leads.customer_id and lead.is_approved is null and lead.created_at < now() - interval '7 days'
      ) as latest
      from private.waiting_leads()
    ), failed as materialized (
      select customer_id, count(*) as amount, max(created_at) as since
      from public.imports
      where error_rows > 0 and undone_at is null and created_at > now() - interval '7 days'
      group by customer_id
    ), open as materialized (
      select customer_id, mailed_at, created_at, expires_at from public.invitations where accepted_at is null
    ), found as (
      select 'leads waiting' as reason, customer_id, amount, since, latest from waiting
      union all
      select 'imports with errors', customer_id, amount, since, since from failed
      union all
      select 'invitations not mailed', customer_id, count(*), min(created_at), max(created_at)
      from open where mailed_at is null group by customer_id
      union all
      select 'invitations expiring', customer_id, count(*), min(expires_at), max(expires_at) - interval '2 days'
      from open
      where mailed_at is not null and expires_at > now() and expires_at < now() + interval '2 days'
      group by customer_id
    ), dismissed as materialized (
      select customer_id, reason, dismissed_at from private.attention_dismissals where user_id = auth.uid()
    )
    select found.reason, customer.id, customer.name, found.amount::int, found.since
    from found
    join public.customers customer on customer.id = found.customer_id and customer.is_active
    left join dismissed on dismissed.customer_id = found.customer_id and dismissed.reason = found.reason
    where dismissed.dismissed_at is null or found.latest > dismissed.dismissed_at
    order by found.reason, case when found.reason = 'imports with errors' then now() - found.since else found.since - now() end, customer.name;
end $$;

revoke all on function public.dismiss_attention(uuid, text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.dismiss_attention(uuid, text, boolean) to authenticated;

comment on table private.attention_dismissals is
  'What needs attention that an administrator has dismissed. It appears again to them when something newer is added.';
comment on function public.dismiss_attention(uuid, text, boolean) is
  'Leaves out what needs attention of a customer for a reason, for the caller, until something newer is added; not dismissed: shows it again. Administrators only.';
