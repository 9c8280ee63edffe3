alter policy "People see their own memberships" on public.customer_users rename to "Users see their own memberships";
