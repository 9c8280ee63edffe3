// Compares the counters with the rows that they count.
import type pg from 'pg';

/** Fails if a customer's stored totals or decisions differ from its rows. */
export async function requireCounters(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ counters: string; differing: number }>(
    `select 'lead_counters' as counters, count(*)::int as differing
     from (select customer_id, count(*) as total, count(is_approved) as reviewed, count(*) filter (where is_approved) as approved
       from public.leads group by 1) counted
     full join (select customer_id, sum(total) as total, sum(reviewed) as reviewed, sum(approved) as approved
       from public.lead_counters group by 1) stored using (customer_id)
     where (counted.total, counted.reviewed, counted.approved) is distinct from (stored.total, stored.reviewed, stored.approved)
     union all
     select 'decision_counters', count(*)::int
     from (select customer_id, count(*) filter (where is_approved) as approved, count(*) filter (where not is_approved) as rejected
       from public.leads where is_approved is not null group by 1) counted
     full join (select customer_id, sum(approved) as approved, sum(rejected) as rejected from private.decision_counters group by 1) stored
       using (customer_id)
     where (coalesce(counted.approved, 0), coalesce(counted.rejected, 0)) is distinct from (coalesce(stored.approved, 0), coalesce(stored.rejected, 0))`,
  );
  for (const { counters, differing } of rows) {
    if (differing > 0) throw new Error(`${counters} differ from the rows for ${differing} customers`);
  }
}

/** Fails unless the counters have one row for each of their keys, and the same sums, after the server's merging. */
export async function requireMerge(owner: pg.Client): Promise<void> {
  await owner.query('select private.merge_counters()');
  const { rows } = await owner.query<{ rows: number; keys: number }>(
    `select count(*)::int as rows, count(distinct (customer_id, audience))::int as keys from public.lead_counters
     union all
     select count(*)::int, count(distinct (customer_id, week, audience, rejection_reason_id))::int from private.decision_counters`,
  );
  for (const counted of rows) {
    if (counted.rows !== counted.keys)
      throw new Error(`${counted.rows} counters of ${counted.keys} keys after merging`);
  }
  await requireCounters(owner);
}
