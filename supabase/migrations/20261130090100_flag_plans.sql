-- Every decision of a customer with hand-offs runs these statements, whose plans take longer than they do.
alter function private.flag_decided_leads reset plan_cache_mode;
