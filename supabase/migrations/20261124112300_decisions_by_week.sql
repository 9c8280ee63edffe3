-- Read instead of the table by the sums of all customers by week.
create index decision_counters_week_idx on private.decision_counters (week) include (approved, rejected);
