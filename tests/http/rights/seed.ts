import type { Client } from 'pg';

const words = (list: string) => list.split(' ');

/** The columns of each table that contain the customer's name. */
const columnsWithName: Record<string, string[]> = {
  leads: words(
    'first_name last_name phone company title location headline notes audience profile_picture_url linkedin_profile_url',
  ),
  companies: words('website domain linkedin_url industry size location description'),
  imports: words('file_name audience'),
};

const ofCustomer = 'from public.customers c where c.id = customer_id';
const withName = `('{"subject": "' || c.name || '", "message_content": "' || c.name || '"}')::jsonb`;
const stepsWithName = `('[' || (steps -> 0 || ${withName})::text || ']')::jsonb`;
const others = `
  update public.import_chunks set hash = c.name, answer = ('"' || c.name || '"')::jsonb ${ofCustomer};
  update public.import_errors set error = c.name, cells = ('["' || c.name || '"]')::jsonb ${ofCustomer};
  update public.import_matches set former = '{"title": null}', given = ('{"title": "' || c.name || '"}')::jsonb ${ofCustomer};
  update public.import_mappings set headers = ('["' || c.name || '"]')::jsonb, mapping = ('{"' || c.name || '": "name"}')::jsonb ${ofCustomer};
  update public.leads set custom = ('{"icebreaker": "secret icebreaker of ' || c.name || '"}')::jsonb ${ofCustomer};
  update public.companies set custom = ('{"icebreaker": "secret icebreaker of ' || c.name || '"}')::jsonb ${ofCustomer};
  update public.campaign_steps set subject = c.name, message_content = c.name ${ofCustomer};
  update public.campaign_versions v set note = c.name, status = 'approved', decided_at = now(),
    steps = ${stepsWithName}, content_hash = private.steps_hash(${stepsWithName})
    from public.customers c where c.id = v.customer_id;
  update public.step_suggestions set subject = c.name, status = 'declined', decided_at = now() ${ofCustomer};
  update public.invitations set email = 'guest@' || name || '.test' from public.customers c where c.id = customer_id;
  update public.leads set is_approved = true, import_id = (select id from public.imports i where i.customer_id = leads.customer_id);
  update public.companies m set name = 'secret company of ' || c.name, import_id = (select id from public.imports i where i.customer_id = m.customer_id)
    from public.customers c where c.id = m.customer_id;
  update public.imports set undone_at = now(), remaining_leads = 0, remaining_companies = 0`;

/** Writes the customer's name into every text of its rows, so that any leak is found. Approves the leads, assigns the rows to the imports, undoes these, and names each company as its leads do. */
async function writeSecrets(client: Client): Promise<void> {
  for (const [table, columns] of Object.entries(columnsWithName)) {
    await client.query(
      `update public.${table} mine set ${columns.map((column) => `${column} = 'secret ${column} of ' || customer.name`)}
       from public.customers customer where customer.id = mine.customer_id`,
    );
  }
  await client.query(others);
}

type Membership = { user_id: string; role: string; customer_id: string | undefined; is_active: boolean };

/** Gives an account a role and a membership. */
export async function addMembership(
  client: Client,
  { user_id, role, customer_id, is_active }: Membership,
): Promise<void> {
  const roles = 'insert into public.user_roles (user_id, role) values ($1, $2) on conflict do nothing';
  await client.query(roles, [user_id, role]);
  const memberships = 'insert into public.customer_users (user_id, customer_id, is_active) values ($1, $2, $3)';
  await client.query(memberships, [user_id, customer_id, is_active]);
}

/** Adds an inactive customer with a lead; returns its id. */
export async function addInactiveCustomer(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into public.customers (name, is_active) values ('initech', false) returning id`,
  );
  const id = rows[0]?.id ?? '';
  await client.query(`insert into public.leads (customer_id, name) values ($1, 'Ada of initech')`, [id]);
  await writeSecrets(client);
  return id;
}

/** Changes with any row of `public` and of the accounts' tables, apart from what sign-ins write. */
export async function databaseDigest(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and (nspname = 'public' or relname in ('users', 'identities', 'mfa_factors')) order by 1`,
  );
  const parts = rows.map(
    ({ name }) => `select '${name}', md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
  );
  const { rows: digests } = await client.query(`${parts.join(' union all ')} order by 1`);
  return JSON.stringify(digests);
}
