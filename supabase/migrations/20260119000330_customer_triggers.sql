alter function private.keep_name_plain() rename to normalize_name;
alter trigger keep_name_plain on public.customers rename to normalize_name;
