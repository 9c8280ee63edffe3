import { describe, expect, test } from 'vitest';
import { distributedTables } from '../../tools/policies/sql.ts';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const strings = (text: string) =>
  world.transaction(async ({ query }) => (await query<{ found: string }>(text)).map(({ found }) => found));

const quoted = distributedTables.map((table) => `'${table}'`).join();

test('every table of customers’ rows has customer_id, required except in the activity', async () => {
  const tables = await strings(
    `select attrelid::regclass::text || case when attnotnull then '' else ' or null' end as found from pg_attribute
     where attname = 'customer_id' and attrelid::regclass::text in (${quoted}) order by 1`,
  );
  expect(tables).toEqual(
    distributedTables
      .filter((table) => !['customers', 'rejection_reasons', 'agency_do_not_contact', 'sending_tools'].includes(table))
      .map((table) => (table === 'activity' ? 'activity or null' : table))
      .sort(),
  );
});

test('every table whose rows have an id and a customer has the unique key (id, customer_id)', async () => {
  const keys = await strings(
    `select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) as found from pg_constraint
     where contype = 'u' and conname like '%\\_id\\_customer\\_id\\_key' and conrelid::regclass::text in (${quoted}) order by 1`,
  );
  const tables = [
    'campaign_steps',
    'campaign_versions',
    'campaigns',
    'comments',
    'companies',
    'hand_offs',
    'import_mappings',
    'imports',
    'leads',
    'result_uploads',
  ];
  expect(keys).toEqual(tables.map((table) => `${table} UNIQUE (id, customer_id)`));
});

test('customers’ rows reference customers and reasons, or their parent by its id and its customer', async () => {
  const keys = await strings(
    `select format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) as found from pg_constraint
     where contype = 'f' and conrelid::regclass::text in (${quoted}) and confrelid <> 'auth.users'::regclass order by 1`,
  );
  const customers = 'FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE';
  const reasons = 'FOREIGN KEY (rejection_reason_id) REFERENCES rejection_reasons(id)';
  const imports = 'FOREIGN KEY (import_id, customer_id) REFERENCES imports(id, customer_id) ON DELETE';
  expect(keys).toEqual([
    'campaign_contents: FOREIGN KEY (campaign_id, customer_id) REFERENCES campaigns(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'campaign_steps: FOREIGN KEY (campaign_id, customer_id) REFERENCES campaigns(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'campaign_versions: FOREIGN KEY (campaign_id, customer_id) REFERENCES campaigns(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    `campaigns: ${customers}`,
    'comment_reads: FOREIGN KEY (comment_id, customer_id) REFERENCES comments(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'comments: FOREIGN KEY (campaign_id, customer_id) REFERENCES campaigns(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'comments: FOREIGN KEY (company_id, customer_id) REFERENCES companies(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'comments: FOREIGN KEY (lead_id, customer_id) REFERENCES leads(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'comments: FOREIGN KEY (step_id, customer_id) REFERENCES campaign_steps(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    `companies: ${customers}`,
    `companies: ${imports} SET NULL (import_id)`,
    `companies: ${reasons}`,
    `custom_fields: ${customers}`,
    'decisions: FOREIGN KEY (company_id, customer_id) REFERENCES companies(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'decisions: FOREIGN KEY (lead_id, customer_id) REFERENCES leads(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    `do_not_contact: ${customers}`,
    'hand_off_results: FOREIGN KEY (hand_off_id, customer_id) REFERENCES hand_offs(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'hand_off_results: FOREIGN KEY (upload_id, customer_id) REFERENCES result_uploads(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'hand_off_rows: FOREIGN KEY (hand_off_id, customer_id) REFERENCES hand_offs(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    `hand_offs: ${customers}`,
    'handed_off_leads: FOREIGN KEY (hand_off_id, customer_id) REFERENCES hand_offs(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    `import_chunks: ${imports} CASCADE`,
    `import_errors: ${imports} CASCADE`,
    `import_mappings: ${customers}`,
    'import_matches: FOREIGN KEY (company_id, customer_id) REFERENCES companies(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    `import_matches: ${imports} CASCADE`,
    'import_matches: FOREIGN KEY (lead_id, customer_id) REFERENCES leads(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    `imports: ${imports.replace('import_id', 'corrects_import_id')} SET NULL (corrects_import_id)`,
    `imports: ${customers}`,
    'internal_values: FOREIGN KEY (company_id, customer_id) REFERENCES companies(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'internal_values: FOREIGN KEY (lead_id, customer_id) REFERENCES leads(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    `leads: ${customers}`,
    `leads: ${imports} SET NULL (import_id)`,
    `leads: ${reasons}`,
    `list_columns: ${customers}`,
    'result_uploads: FOREIGN KEY (hand_off_id, customer_id) REFERENCES hand_offs(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
    'step_suggestions: FOREIGN KEY (version_id, customer_id) REFERENCES campaign_versions(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE',
  ]);
});

const violated = (table: string, key: string) =>
  `23503 insert or update on table "${table}" violates foreign key constraint "${table}_${key}_fkey"`;

describe('parents of another customer', () => {
  test.each([
    [
      `insert into public.decisions (customer_id, lead_id) values (:acme, :globex lead)`,
      violated('decisions', 'lead_id'),
    ],
    [
      `insert into public.decisions (customer_id, company_id) values (:acme, :globex company)`,
      violated('decisions', 'company_id'),
    ],
    [
      `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type) values (:acme, :globex campaign, 1, 'email')`,
      violated('campaign_steps', 'campaign_id'),
    ],
    [
      `update public.campaign_steps set customer_id = :acme where id = :globex step`,
      violated('campaign_steps', 'campaign_id'),
    ],
    [
      `update public.campaign_steps set campaign_id = :acme campaign where id = :globex step`,
      violated('campaign_steps', 'campaign_id'),
    ],
    [
      `insert into public.import_chunks (customer_id, import_id, first_row, hash, answer) values (:acme, :globex import, 3, '', '{}')`,
      violated('import_chunks', 'import_id'),
    ],
    [
      `insert into public.import_errors (customer_id, import_id, row, error, cells) values (:acme, :globex import, 3, '', '[]')`,
      violated('import_errors', 'import_id'),
    ],
    [
      `update public.import_errors set customer_id = :acme where import_id = :globex import`,
      violated('import_errors', 'import_id'),
    ],
    [
      `update public.imports set corrects_import_id = :globex import where id = :acme import`,
      violated('imports', 'corrects_import_id'),
    ],
    [`update public.leads set import_id = :globex import where id = :acme lead`, violated('leads', 'import_id')],
    [
      `insert into public.companies (customer_id, import_id, name) values (:acme, :globex import, 'Initech')`,
      violated('companies', 'import_id'),
    ],
  ])('the owner cannot give a row to another customer’s parent: %s', (text, expected) =>
    world.transaction(async ({ outcome }) => {
      expect(await outcome(world.withIds(text))).toBe(expected);
    }),
  );
});

describe('customers of a row without one', () => {
  test.each([
    `insert into public.campaign_steps (campaign_id, step_number, step_type) values (:globex campaign, 1, 'email')`,
    `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type) values (null, :globex campaign, 1, 'email')`,
    `insert into public.import_chunks (import_id, first_row, hash, answer) values (:globex import, 3, '', '{}')`,
    `insert into public.import_errors (import_id, row, error, cells) values (:globex import, 3, '', '[]')`,
  ])('a row gets the customer of its parent if the insert does not name one: %s', (text) =>
    world.transaction(async ({ outcome }) => {
      expect(await outcome(`${world.withIds(text)} returning customer_id`)).toBe('globex');
    }),
  );
});

describe('customers of a stored row', () => {
  const fixed = (row: string) => `The customer of a ${row} cannot be changed`;
  const denied = 'permission denied for table campaign_steps';
  const rows = [
    ['leads', 'lead', fixed('lead'), 'Members can change only the decision about a lead'],
    ['companies', 'company', fixed('company'), 'Members can change only the decision about a company'],
    ['campaigns', 'campaign', fixed('campaign'), 'Members can change only name and status of a campaign'],
    ['campaign_steps', 'step', denied, denied],
  ] as const;
  test.each(rows)('the customer of a row of %s cannot be changed', (table, row, forAdmins, forMembers) =>
    world.transaction(async ({ actAs, outcome }) => {
      const move = (customer: string) =>
        outcome(
          world.withIds(
            `update public.${table} set customer_id = :${customer} where id = :acme ${row} returning 'moved'`,
          ),
        );
      const found: Record<string, string> = {};
      for (const caller of ['service', 'admin', 'member'] as const) {
        await actAs(caller);
        found[caller] = await move('globex');
      }
      expect(found).toEqual({
        service: `42501 ${forAdmins}`,
        admin: `42501 ${forAdmins}`,
        member: `42501 ${forMembers}`,
      });
      await actAs('service');
      expect(await move('acme')).toBe(forAdmins === denied ? `42501 ${denied}` : 'moved');
    }),
  );
});

test('rows that the owner gives to another customer take their comments, decisions and steps with them', () =>
  world.transaction(async ({ actAs, query, outcome }) => {
    await actAs('member');
    await query('update public.leads set is_approved = true');
    await actAs('owner');
    await query(world.withIds('update public.leads set customer_id = :globex where id = :acme lead'));
    await query(world.withIds('update public.campaigns set customer_id = :globex where id = :acme campaign'));
    for (const children of [
      'public.decisions where lead_id = :acme lead and is_approved',
      'public.comments where lead_id = :acme lead and not is_internal',
      'public.campaign_steps where id = :acme step',
    ]) {
      expect(await outcome(world.withIds(`select customer_id from ${children}`))).toBe('globex');
    }
  }));

test('deleting an import leaves its leads and companies to their customer', () =>
  world.transaction(async ({ query, outcome }) => {
    await query(world.withIds(`update public.leads set import_id = :acme import where id = :acme lead`));
    await query(world.withIds(`delete from public.imports where id = :acme import`));
    expect(
      await outcome(world.withIds(`select customer_id from public.leads where id = :acme lead and import_id is null`)),
    ).toBe('acme');
  }));
