// In charge of the rows that nobody else may see: a customer's name stands in every text of its rows, so that any escape shows.
import type { Client } from 'pg';

const own: Record<string, string[]> = {
  leads:
    'first_name last_name phone company title location headline notes audience profile_picture_url linkedin_profile_url'.split(
      ' ',
    ),
  companies: 'website domain linkedin_url industry size location description'.split(' '),
  imports: ['file_name', 'audience'],
};

/** Writes the customer's name into every text that belongs to a customer; invitations go to nobody who is there. */
async function spellSecrets(client: Client): Promise<void> {
  for (const [table, texts] of Object.entries(own)) {
    await client.query(
      `update public.${table} mine set ${texts.map((text) => `${text} = 'secret ${text} of ' || customer.name`)}
       from public.customers customer where customer.id = mine.customer_id`,
    );
  }
  await client.query(`
    update public.import_chunks mine set hash = name, answer = to_jsonb(name) from public.imports i join public.customers c on c.id = i.customer_id where i.id = mine.import_id;
    update public.import_errors mine set error = name, cells = to_jsonb(array[name]) from public.imports i join public.customers c on c.id = i.customer_id where i.id = mine.import_id;
    update public.import_mappings mine set headers = to_jsonb(array[name]), mapping = jsonb_build_object(name, 'name') from public.customers c where c.id = mine.customer_id;
    update public.campaign_steps mine set subject = c.name, message_content = c.name from public.campaigns g join public.customers c on c.id = g.customer_id where g.id = mine.campaign_id;
    update public.invitations mine set email = 'guest@' || name || '.test' from public.customers c where c.id = mine.customer_id;
    update public.leads set is_approved = true;
    update public.imports set undone_at = now(), kept_leads = 0, kept_companies = 0;
  `);
}

/** Gives an account a role, and where a customer is named a membership. */
export async function join(client: Client, person: string, role: string, customer?: string, isActive = true) {
  await client.query('insert into public.user_roles (user_id, role) values ($1, $2) on conflict do nothing', [
    person,
    role,
  ]);
  if (!customer) return;
  const membership = 'insert into public.customer_users (user_id, customer_id, is_active) values ($1, $2, $3)';
  await client.query(membership, [person, customer, isActive]);
}

/** A customer that has been switched off, with a lead. Answers its id. */
export async function switchedOffCustomer(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into public.customers (name, is_active) values ('initech', false) returning id`,
  );
  const id = rows[0]?.id ?? '';
  await client.query(`insert into public.leads (customer_id, name) values ($1, 'Ada of initech')`, [id]);
  await spellSecrets(client);
  return id;
}

/** One text that changes with any row of any table of these schemas, but for what the accounts' own doors write down. */
export async function digestOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and (nspname = 'public' or relname in ('users', 'identities', 'mfa_factors')) order by 1`,
  );
  const parts = rows.map(
    ({ name }) => `select '${name}', md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
  );
  const { rows: digests } = await client.query(parts.join(' union all '));
  return JSON.stringify(digests);
}
