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

revoke all on function public.dismiss_attention(uuid, text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.dismiss_attention(uuid, text, boolean) to authenticated;

comment on table private.attention_dismissals is
  'What needs attention that an administrator has dismissed. It appears again to them when something newer is added.';
comment on function public.dismiss_attention(uuid, text, boolean) is
  'Leaves out what needs attention of a customer for a reason, for the caller, until something newer is added; not dismissed: shows it again. Administrators only.';
