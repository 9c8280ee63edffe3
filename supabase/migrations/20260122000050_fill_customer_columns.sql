-- Fills the columns that the previous migration added; others can read and write meanwhile. Records no activity: the triggers do not
-- compare the new column yet.
update public.campaign_steps step set customer_id = campaign.customer_id
from public.campaigns campaign
where campaign.id = step.campaign_id and step.customer_id is null;
update public.import_chunks chunk set customer_id = import.customer_id
from public.imports import
where import.id = chunk.import_id and chunk.customer_id is null;
update public.import_errors error set customer_id = import.customer_id
from public.imports import
where import.id = error.import_id and error.customer_id is null;

-- Nothing but a change through the row API could have moved a row to another customer than that of its import.
update public.leads lead set import_id = null
from public.imports import
where import.id = lead.import_id and import.customer_id <> lead.customer_id;
update public.companies company set import_id = null
from public.imports import
where import.id = company.import_id and import.customer_id <> company.customer_id;
