-- Reads the table without keeping others from writing.
alter table public.activity validate constraint activity_action_check;
