-- Work that outlives a request. A worker takes a job for half a minute at a time and does it in short steps; after a crash another one goes on.

create table private.jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  customer_id uuid not null,
  subject_id uuid not null unique,
  started_by uuid not null,
  impersonation_id uuid,
  started_at timestamptz not null default now(),
  leased_until timestamptz not null default now(),
  attempts int not null default 0,
  constraint jobs_kind_check check (kind in ('check_hand_off', 'finish_hand_off'))
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.jobs is
  'Work in progress, deleted when it is done or has failed. Progress and failure are columns of what it is about. A distributed database has it on the coordinator only.';
comment on column private.jobs.subject_id is 'The subject of the work, such as a hand-off. It may be deleted meanwhile.';
comment on column private.jobs.started_by is 'The administrator who started it. Each step checks that this user still is one.';
comment on column private.jobs.impersonation_id is 'The impersonation in which it was started.';
comment on column private.jobs.leased_until is 'No other worker takes it before.';
comment on column private.jobs.attempts is 'How often it was taken since its last progress.';

alter table private.jobs alter customer_id set statistics 1;

create function private.add_job(kind text, customer uuid, subject uuid) returns void language plpgsql set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  impersonation constant uuid := private.impersonation_of(customer);
begin
  insert into private.jobs (kind, customer_id, subject_id, started_by, impersonation_id)
  values (add_job.kind, customer, subject, caller, impersonation)
  on conflict (subject_id) do nothing;
  perform pg_notify('jobs', '');
end $$;
comment on function private.add_job is 'Adds a job of the caller, unless its subject has one, and wakes the workers.';

create function private.end_job_of(subject uuid) returns void language plpgsql set search_path = '' as $$
begin
  delete from private.jobs where subject_id = subject;
end $$;
comment on function private.end_job_of is 'Deletes the job of a subject, if it has one.';

-- Nodes of a distributed database have the function, but not the table.
create function private.require_job(
  job_id uuid, wanted text, out customer_id uuid, out subject_id uuid, out started_by uuid, out impersonation_id uuid
) language plpgsql stable set search_path = '' as $$
declare
  job record;
begin
  select * into job from private.jobs where id = job_id;
  if not found or job.kind <> wanted then
    raise exception 'There is no such job' using errcode = 'PT404';
  elsif not exists (
    select from public.user_roles given join auth.users account on account.id = given.user_id
    where given.user_id = job.started_by and given.role = 'admin'
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now())
  ) then
    raise exception 'The user who started this is no longer an administrator' using errcode = 'PT403';
  end if;
  customer_id := job.customer_id;
  subject_id := job.subject_id;
  started_by := job.started_by;
  impersonation_id := job.impersonation_id;
end $$;
comment on function private.require_job is 'The job with this id and kind, for a step of it. Raises an error unless its user is still an administrator.';

create function private.renew_job(job_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  update private.jobs set leased_until = now() + interval '30 seconds', attempts = 0 where id = job_id;
end $$;
comment on function private.renew_job is 'Records progress of a job, and keeps it for its worker.';

create function public.take_job() returns json language plpgsql security definer set search_path = '' as $$
declare
  taken private.jobs;
begin
  update private.jobs set leased_until = now() + interval '30 seconds', attempts = attempts + 1
  where id = (select id from private.jobs where leased_until <= now() order by leased_until limit 1 for update skip locked)
  returning * into taken;
  return case when taken.id is not null then json_build_object('id', taken.id, 'kind', taken.kind, 'attempts', taken.attempts) end;
end $$;
comment on function public.take_job is
  'Takes the job that has waited longest, for half a minute: id, kind, and attempts since its last progress; null if none waits. The service only.';

create function public.release_job(job_id uuid, seconds int default 0) returns void language plpgsql security definer set search_path = '' as $$
begin
  update private.jobs set leased_until = now() + least(greatest(seconds, 0), 600) * interval '1 second' where id = job_id;
end $$;
comment on function public.release_job is 'Lets any worker take a job, after these seconds. The service only.';

create function public.fail_job(job_id uuid, reason text) returns void language plpgsql security definer set search_path = '' as $$
declare
  job private.jobs;
begin
  select * into job from private.jobs where id = job_id;
  update public.hand_offs set work = null, failure = left(reason, 500)
  where hand_offs.customer_id = job.customer_id and hand_offs.id = job.subject_id and hand_offs.work is not null;
  delete from private.jobs where id = job_id;
end $$;
comment on function public.fail_job is 'Ends a job with the reason why it failed, which is shown. The service only.';

grant execute on function public.take_job, public.release_job, public.fail_job to service_role;
