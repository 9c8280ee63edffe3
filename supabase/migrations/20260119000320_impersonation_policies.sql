alter table public.impersonations rename constraint impersonations_check to impersonations_ended_at_check;
alter policy "Admins begin their own impersonations" on public.impersonations rename to "Admins start their own impersonations";
