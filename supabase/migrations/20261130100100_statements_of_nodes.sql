-- On a distributed database, a statement that changes rows calls no function that reads a setting, such as auth.uid().
create or replace function public.cancel_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  stored public.hand_offs := private.lock_hand_off(cancel_hand_off.customer_id, cancel_hand_off.hand_off_id, 'preparing');
begin
  delete from public.hand_off_rows where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id;
  update public.hand_offs set state = 'cancelled', ended_at = now(), ended_by = caller
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  return stored;
end $$;

create or replace function public.void_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  stored public.hand_offs;
begin
  stored := private.lock_hand_off(void_hand_off.customer_id, void_hand_off.hand_off_id, 'ready');
  perform from public.campaigns where campaigns.customer_id = stored.customer_id and campaigns.id = stored.campaign_id for no key update;
  perform private.lock_results(stored.customer_id);
  update public.hand_offs set state = 'void', ended_at = now(), ended_by = caller
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  delete from public.handed_off_leads
  where handed_off_leads.customer_id = stored.customer_id and handed_off_leads.hand_off_id = stored.id;
  perform private.record_hand_off(stored, 'update');
  return stored;
end $$;

create or replace function public.undo_hand_off_results(customer_id uuid, upload_id uuid) returns public.result_uploads
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  upload public.result_uploads;
  unsubscribed uuid[];
begin
  perform private.require_admin('Only an administrator can undo an upload of results');
  select * into upload
  from public.result_uploads
  where result_uploads.customer_id = undo_hand_off_results.customer_id and id = undo_hand_off_results.upload_id;
  if not found then
    raise exception 'There is no such upload' using errcode = 'PT404';
  end if;
  perform private.lock_hand_off(upload.customer_id, upload.hand_off_id, 'ready');
  perform private.hold_entries(upload.customer_id);
  select * into upload from public.result_uploads where result_uploads.customer_id = upload.customer_id and id = upload.id;
  perform private.require_last_upload(upload);
  perform private.lock_results(upload.customer_id);
  unsubscribed := array(
    select lead_id
    from public.hand_off_results
    where hand_off_results.customer_id = upload.customer_id and hand_off_results.upload_id = upload.id and kind = 'unsubscribed'
  );
  delete from public.hand_off_results
  where hand_off_results.customer_id = upload.customer_id and hand_off_results.upload_id = upload.id;
  perform private.flag_marks(upload.customer_id, private.suppressed_hand_offs(upload.customer_id, unsubscribed), 'do_not_contact', '{"",in_review}');
  update public.result_uploads set undone_at = now(), undone_by = caller
  where result_uploads.customer_id = upload.customer_id and id = upload.id
  returning * into upload;
  perform private.record_upload(upload, 'update');
  return upload;
end $$;

-- Nor does a statement about all customers have a subquery without columns, whose rows Citus cannot store meanwhile: 'a column definition list is required
-- for functions returning "record"'.
create or replace function private.has_entries(scope uuid[]) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.agency_do_not_contact where removed_at is null)
    or exists (select 1 from public.do_not_contact where removed_at is null and (scope is null or customer_id = any (scope)));
end $$;
