-- A search of campaigns reads each page once, and not once for each campaign in the order of an index.
alter function public.search_campaigns set enable_indexscan = off;
