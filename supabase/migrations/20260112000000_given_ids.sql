-- Ids of what members write are the database's to give: a chosen one would be refused where a hidden row has it, and so tell of that row.
revoke insert on public.campaigns, public.campaign_steps from authenticated;
grant insert (customer_id, name, status, created_at) on public.campaigns to authenticated;
grant insert (campaign_id, step_number, step_type, delay_days, subject, message_content, created_at) on public.campaign_steps to authenticated;
