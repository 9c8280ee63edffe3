-- What waits for an administrator, one row for each active customer and reason.

create index leads_undecided_idx on public.leads (customer_id, created_at) where is_approved is null;

-- Reasons: leads that nobody has decided upon for 7 days (counted up to 1,000, so that a large customer is as quick as a small one),
-- open invitations that no mail went out for, open ones that end within 2 days, and imports of the last 7 days in which rows were
-- refused. `since` is the oldest lead or invitation, the next end, or the latest import. The most urgent row of a reason comes first.
create function public.needs_attention()
returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin('Only an administrator can see what needs attention');
  return query
    with found as (
      select 'leads waiting' as reason, customer.id as customer_id, undecided.amount, undecided.since
      from public.customers customer
      cross join lateral (
        select count(*) as amount, min(oldest.created_at) as since
        from (
          select lead.created_at from public.leads lead
          where lead.customer_id = customer.id and lead.is_approved is null and lead.created_at < now() - interval '7 days'
          order by lead.created_at
          limit 1000
        ) oldest
      ) undecided
      where customer.is_active and undecided.amount > 0
      union all
      select 'invitations not mailed', invitation.customer_id, count(*), min(invitation.created_at)
      from public.invitations invitation
      where invitation.accepted_at is null and invitation.mailed_at is null
      group by invitation.customer_id
      union all
      select 'invitations expiring', invitation.customer_id, count(*), min(invitation.expires_at)
      from public.invitations invitation
      where invitation.accepted_at is null and invitation.mailed_at is not null
        and invitation.expires_at > now() and invitation.expires_at < now() + interval '2 days'
      group by invitation.customer_id
      union all
      select 'imports with errors', import.customer_id, count(*), max(import.created_at)
      from public.imports import
      where import.error_rows > 0 and import.created_at > now() - interval '7 days'
      group by import.customer_id
    )
    select found.reason, customer.id, customer.name, found.amount::int, found.since
    from found
    join public.customers customer on customer.id = found.customer_id and customer.is_active
    order by found.reason, case when found.reason = 'imports with errors' then now() - found.since else found.since - now() end, customer.name;
end $$;

revoke all on function public.needs_attention() from public, anon, authenticated, service_role;
grant execute on function public.needs_attention() to authenticated;
