-- The numbers of random() stay those of the counters, whose tests choose when they merge.
create or replace function private.limit_decisions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  made record;
begin
  if (select get_byte(uuid_send(id), 0) < 5 from new_rows limit 1) then
    for made in select customer_id, array_agg(coalesce(lead_id, company_id)) as row_ids from new_rows group by customer_id loop
      perform private.remove_old_decisions(made.customer_id, made.row_ids);
    end loop;
  end if;
  return null;
end $$;

comment on function private.limit_decisions() is
  'Removes, in one statement of about 50, which the random id of a decision chooses, the oldest decisions about the rows of the statement.';
