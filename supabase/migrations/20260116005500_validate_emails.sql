-- Reads every row once, beside readers and writers.
alter table public.invitations validate constraint invitations_email_check;
