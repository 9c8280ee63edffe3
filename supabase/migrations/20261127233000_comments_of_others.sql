-- A trigger runs before row-level security decides about the new row.
create function private.may_comment(customer_id uuid, is_internal boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_admin()
    or not may_comment.is_internal and may_comment.customer_id = any (array(select private.my_customer_ids()));
end $$;
comment on function private.may_comment is
  'Whether the policies allow the caller to add such a comment. Others lock no row, and get the same error for every row.';
revoke all on function private.may_comment from public, anon, authenticated, service_role;
grant execute on function private.may_comment to authenticated, service_role;

drop trigger limit_comments on public.comments;
create trigger limit_comments before insert on public.comments
  for each row when (current_user <> 'authenticated' or private.may_comment(new.customer_id, new.is_internal))
  execute function private.limit_comments();

drop trigger check_version_step on public.comments;
create trigger check_version_step before insert on public.comments
  for each row when (
    new.version_step_id is not null and (current_user <> 'authenticated' or private.may_comment(new.customer_id, new.is_internal))
  )
  execute function private.check_version_step();
