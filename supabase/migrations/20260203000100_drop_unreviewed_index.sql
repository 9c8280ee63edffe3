-- leads_customer_unreviewed_idx has the same rows in the same order.
drop index public.leads_unreviewed_idx;
