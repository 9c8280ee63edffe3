alter table public.imports rename constraint imports_check to imports_total_rows_check;
alter table public.imports rename constraint imports_check1 to imports_kept_rows_check;
alter table public.imports rename constraint imports_check2 to imports_undone_at_check;

alter function private.keep_file_name_plain() rename to normalize_file_name;
alter trigger keep_file_name_plain on public.imports rename to normalize_file_name;
