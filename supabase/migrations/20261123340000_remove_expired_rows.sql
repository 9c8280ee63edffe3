-- Deleted rows stayed stored until the next deletion or restore. The lists of administrators, which ask what can be restored, remove them too.
create or replace function public.recent_deletions() returns table (deletion uuid, relation text, row_count int, deleted_at timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin('Only an administrator can see what was deleted');
  perform private.remove_expired_rows();
  return query
    select stored.deletion, min(stored.relation), count(*)::int, max(stored.deleted_at)
    from private.deleted_rows stored
    where stored.parent_id is null
    group by stored.deletion
    order by 4 desc
    limit 10;
end $$;

comment on table private.deleted_rows is
  'Leads and companies that administrators deleted in bulk in the last 30 minutes, with the rows that were deleted with them. Expired rows are removed by the next deletion or restore, and when an administrator opens a list.';
