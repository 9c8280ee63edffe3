-- Reasons for rejections.

create table public.rejection_reasons (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.has_text(name) and char_length(name) <= 100),
  position int not null,
  retired_at timestamptz check (private.is_plausible_date(retired_at)),
  created_at timestamptz not null default now(),
  subject text not null default 'leads' check (subject in ('leads', 'companies'))
);
comment on table public.rejection_reasons is 'Reasons for a rejection of leads or of companies, the same for all customers. Retired, never deleted.';
comment on column public.rejection_reasons.name is 'Unique for each subject, ignoring case.';
comment on column public.rejection_reasons.position is 'Order of the reasons of a subject, then by name.';
comment on column public.rejection_reasons.retired_at is 'Since when the reason can no longer be given; null: it can be given.';
comment on column public.rejection_reasons.subject is
  'The table whose rows can be given the reason. The oldest rejections of companies may have a reason of leads.';

create unique index rejection_reasons_name_key on public.rejection_reasons (subject, lower(name));

insert into public.rejection_reasons (subject, name, position)
select subject, name, row_number() over (partition by subject order by place)
from unnest(array[
  'Wrong role', 'Wrong industry', 'Too small', 'Too large', 'Wrong location', 'Already a customer', 'Competitor', 'Other'
]) with ordinality as reason (name, place), unnest(array['leads', 'companies']) subject
where subject = 'leads' or name <> 'Wrong role';

create trigger normalize_name before insert or update of name on public.rejection_reasons
  for each row execute function private.normalize_name();
