-- Plain names for triggers, policies and constraints of accounts, customers and imports: one table per migration, because all queries use
-- these tables, and a transaction that waits for a second table can deadlock. The trigger keep_profile of auth.users keeps its name: on a
-- hosted project the table belongs to another role.
alter policy "People see their own profile" on public.profiles rename to "Users see their own profile";
alter policy "People change their own name" on public.profiles rename to "Users change their own name";

alter function private.keep_profile() rename to sync_profile;
alter function private.keep_full_name_plain() rename to normalize_full_name;
alter trigger keep_full_name_plain on public.profiles rename to normalize_full_name;
