-- Finds the emails whose local part ends with a text and whose domain starts with one. Others can read leads meanwhile.
create index if not exists leads_email_parts_idx on public.leads (
  reverse(split_part(email_key, '@', 1)) text_pattern_ops, split_part(email_key, '@', 2) text_pattern_ops
);
