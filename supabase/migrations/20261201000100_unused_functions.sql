-- The app asks longest_lead_values.
drop function public.longest_lead(uuid, int, int, int);
