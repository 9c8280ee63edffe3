-- When a step's content was last written, by which a writer sees that somebody else has written since; moving a step writes nothing.
alter table public.campaign_steps add column updated_at timestamptz not null default now();

create trigger touch before update of step_type, delay_days, subject, message_content on public.campaign_steps
  for each row execute function private.touch();
