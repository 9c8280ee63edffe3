import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportClient } from '../support/import-client.ts';
import { setUpServer } from '../support/set-up.ts';
import { runTool } from '../support/tool.ts';
import { call, NO_LIMITS, newEmail, signUp, sql } from './auth/requests.ts';

let folder: string;

const server = setUpServer(NO_LIMITS);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadlight-erase-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const erase = (...args: string[]) => runTool('erase', args, { DATABASE_URL: server.databaseUrl, DATA_DIR: folder });

/** The number of rows in all tables that contain an email. */
async function mentions(email: string): Promise<number> {
  const tables = await sql<{ name: string }>(
    server,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'public', 'private')`,
  );
  const counts = tables.map(async ({ name }) => {
    const [found] = await sql<{ count: number }>(
      server,
      `select count(*)::int from ${name} t where position(lower($1) in lower(t::text)) > 0`,
      [email],
    );
    return found?.count ?? 0;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Hands off these leads of a customer, whose rows then have their emails. */
async function handOff(customer: string, ...emails: string[]): Promise<void> {
  const id = await insert(
    `hand_offs (customer_id, campaign_id, campaign_name, steps, plan, is_only_new, state, ready_at)
     values ($1, gen_random_uuid(), 'Spring', '[]', '{"columns": [{"header": "email"}]}', true, 'ready', now())`,
    [customer],
  );
  for (const [index, email] of emails.entries()) {
    await sql(
      server,
      `insert into hand_off_rows (customer_id, hand_off_id, place, lead_id, name, email_key, cells)
       select $1, $2, $3, id, name, email_key, array[email_key] from leads where customer_id = $1 and email_key = lower($4)`,
      [customer, id, index + 1, email],
    );
    await sql(
      server,
      `insert into handed_off_leads (customer_id, campaign_id, hand_off_id, lead_id, name, email_key)
       select customer_id, gen_random_uuid(), hand_off_id, lead_id, name, email_key from hand_off_rows where hand_off_id = $1 and place = $2`,
      [id, index + 1],
    );
  }
}

test('an erased email is removed from every table, without affecting others', async () => {
  const [ada, bob] = [await signUp(server), await signUp(server)];
  const admin = await ImportClient.signIn(server);
  const customer = await admin.newCustomer();
  const csv = `Name,Email\nAda,${ada.email.toUpperCase()}\nBob,${bob.email}\n,${ada.email}\nCy,${ada.email} or ${bob.email}\n`;
  await admin.send({
    customerId: customer,
    fileName: 'leads.csv',
    importType: 'leads',
    columnMapping: { Name: 'name', Email: 'email' },
    csvData: csv,
  });
  for (const { email } of [ada, bob])
    await sql(server, 'insert into invitations (customer_id, email) values ($1, $2)', [customer, email]);
  for (const { email } of [ada, bob]) {
    await sql(server, 'insert into private.mail_addresses (email) values ($1)', [email]);
    await sql(server, `insert into private.deliveries (kind, email, message_id) values ('comments', $1, 'a@b')`, [
      email,
    ]);
  }
  await sql(server, `update imports set told_message = 'Ask ' || $1::text`, [ada.email]);
  await handOff(customer, ada.email, bob.email);
  const before = await mentions(bob.email);
  expect(await mentions(ada.email)).toBeGreaterThan(5);

  const looked = await erase(ada.email);
  expect(looked).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Found for .*: rows of hand-offs \(1\), handed-off leads \(1\), leads \(1\), import results \(1\), rejected rows of imports \(2\), invitations \(1\), messages about imports \(1\), emails of the outbox \(1\), choices of emails \(1\), accounts \(1\)\n/,
    ),
  });
  expect(await mentions(ada.email)).toBeGreaterThan(5);
  expect((await erase(ada.email, '--yes')).output).toMatch(/^Erased for /);
  expect(await mentions(ada.email)).toBe(0);
  const flags = 'select name, flag from handed_off_leads where customer_id = $1 order by name';
  const flagged = [
    { name: '', flag: 'do_not_contact' },
    { name: 'Bob', flag: null },
  ];
  expect(await sql(server, flags, [customer])).toEqual(flagged);
  await sql(server, 'select private.flag_suppressed_leads($1, null)', [customer]);
  expect(await sql(server, flags, [customer])).toEqual(flagged);
  expect(await mentions(bob.email)).toBe(before - 2); // the invalid row that named both, and its response
  expect((await erase(ada.email)).output).toMatch(/: nothing$/);
});

/** The id of a row that is made for a test. */
async function insert(statement: string, values: unknown[] = []): Promise<string> {
  const [row] = await sql<{ id: string }>(server, `insert into ${statement} returning id`, values);
  return row?.id ?? '';
}

/** Stores the email in the accounts' other tables for another account. */
async function linkTo(other: string, email: string): Promise<void> {
  await insert(
    `auth.identities (provider_id, provider, user_id, identity_data) values ('7', 'google', $1, jsonb_build_object('email', $2::text))`,
    [other, email],
  );
  const provider = await insert('auth.sso_providers (id) values (gen_random_uuid())');
  await insert(
    `auth.saml_relay_states (id, sso_provider_id, request_id, for_email) values (gen_random_uuid(), $1, 'r', $2)`,
    [provider, email],
  );
}

/** Imports a file with three invalid rows, the second of which contains the email. */
async function importInvalidRows(admin: ImportClient, customerId: string, email: string): Promise<string> {
  const { body } = await admin.send({
    customerId,
    fileName: 'leads.csv',
    importType: 'leads',
    columnMapping: { Name: 'name', Email: 'email' },
    csvData: `Name,Email\n,jo${email}\n,"see\n${email}."\n,${email}.example\n`,
  });
  return body.importId;
}

/** Adds free texts with the email, which erase only lists; returns the expected list. */
async function write(customer: string, email: string): Promise<string> {
  const lead = await insert(
    'leads (customer_id, name, notes, is_approved, rejection_note) values ($1, $2, $3, false, $3)',
    [customer, 'Cy', `Ask ${email}.`],
  );
  const [decision] = await sql<{ id: string }>(server, 'select id from decisions where lead_id = $1', [lead]);
  await insert('comments (customer_id, lead_id, body) values ($1, $2, $3)', [customer, lead, `Ask ${email}`]);
  const campaign = await insert('campaigns (customer_id, name) values ($1, $2)', [customer, 'Spring']);
  const step = await insert(
    `campaign_steps (campaign_id, step_number, step_type, message_content) values ($1, 1, 'email', $2)`,
    [campaign, `Or write to ${email}`],
  );
  await insert(
    `campaign_versions (customer_id, campaign_id, number, steps, content_hash, reason, requested_at, decided_at, status, note)
       select $1, $2, number, jsonb_build_array('{"id": "1", "message_content": "Hello"}'::jsonb, jsonb_build_object('id', '2', 'subject', 'Hi', 'message_content', text)),
         repeat('0', 64), 'review', now(), now(), 'approved', text
       from (values (1, 'Call ' || $3::text), (2, 'jo' || $3::text)) version (number, text)`,
    [customer, campaign, email],
  );
  const outbox = path.join(folder, 'outbox');
  await mkdir(outbox);
  await writeFile(path.join(outbox, 'one.eml'), `To: ${email}\r\n\r\nWelcome`);
  await writeFile(path.join(outbox, 'two.eml'), `To: jo${email}\r\n\r\nWelcome`);
  return [
    'Other texts that contain it, to be checked by you:',
    `public.campaign_steps.message_content (1): ${step}`,
    `public.decisions.rejection_note (1): ${decision?.id}`,
    `public.leads.notes (1): ${lead}`,
    `public.leads.rejection_note (1): ${lead}`,
    `${outbox} (1): one.eml`,
  ].join('\n  ');
}

test('an email in other accounts’ data is erased too, longer addresses are unchanged, and free texts are listed for review', async () => {
  const [bob, email] = [await signUp(server), newEmail()];
  await call(server, 'PUT /user', { token: bob.session.access_token, body: { email } });
  await linkTo(bob.user.id, email);
  const ann = await signUp(server, email);
  const flow = `auth.flow_state (id, user_id, provider_type, authentication_method) values (gen_random_uuid(), $1, 'google', 'oauth')`;
  await insert(flow, [ann.user.id]);
  const link = `auth.flow_state (id, linking_target_id, linking_account, provider_type, authentication_method)
    values (gen_random_uuid(), $1, jsonb_build_object('email', $2::text), 'google', 'oauth')`;
  await insert(link, [bob.user.id, email]);
  const admin = await ImportClient.signIn(server);
  const customer = await admin.newCustomer();
  const importId = await importInvalidRows(admin, customer, email);
  await insert('leads (customer_id, name, email) values ($1, $2, $3)', [customer, 'Ann', ` ${email.toUpperCase()}\t`]);
  await insert(`leads (customer_id, name) values ($1, 'Updated')`, [customer]);
  await insert(
    `import_matches (customer_id, import_id, lead_id, former, given)
     select $1, $2, id, jsonb_build_object('email', $3::text), '{"email": null}' from leads where customer_id = $1 and name = 'Updated'`,
    [customer, importId, email],
  );
  const words = await write(customer, email);

  const list =
    'leads (1), comments (1), versions of campaigns (1), import results (1), former values of updated rows (1), rejected rows of imports (1), pending SAML sign-ins (1), pending sign-ins (2), accounts (1), email tokens of other accounts (2), pending email changes of other accounts (1), identities of other accounts (1)';
  const before = await mentions(email);
  const hint = `To erase it: npm run erase -- ${email} --yes`;
  expect(await erase(email)).toEqual({ code: 0, output: `Found for ${email}: ${list}\n${words}\n${hint}` });
  expect(await mentions(email)).toBe(before);

  expect(await erase(email, '--yes')).toEqual({ code: 0, output: `Erased for ${email}: ${list}\n${words}` });
  expect(await mentions(email)).toBe(6); // the free texts, and the invalid rows of two others
  expect(await sql(server, 'select from auth.flow_state where user_id = $1', [ann.user.id])).toEqual([]);
  const errors = `select array(select error -> 'row' from jsonb_array_elements(answer -> 'errors') error) as rows from import_chunks where import_id = $1`;
  expect(await sql(server, errors, [importId])).toEqual([{ rows: [2, 4] }]);
  expect(await sql(server, 'select steps -> 1 as step, note from campaign_versions order by number')).toEqual([
    { step: { id: '2', subject: null, message_content: '[erased]' }, note: '[erased]' },
    { step: { id: '2', subject: 'Hi', message_content: `jo${email}` }, note: `jo${email}` },
  ]);
  const ways = `select raw_app_meta_data -> 'providers' as ways from auth.users where id = $1`;
  expect(await sql(server, ways, [bob.user.id])).toEqual([{ ways: ['email'] }]);
});

test('an erased contact stays on no list, and is not contacted by email or LinkedIn page', async () => {
  const admin = await ImportClient.signIn(server);
  const [customer, email, page] = [await admin.newCustomer(), newEmail(), `linkedin.com/in/${crypto.randomUUID()}`];
  const add = (values: string) =>
    insert(`leads (customer_id, name, email, linkedin_profile_url) values ($1, 'Ada', ${values})`, [customer]);
  await add(`'${email}', 'https://www.${page}/'`);
  const list = `(customer_id, kind, value, reason, source) values ($1, $2, $3, $4, 'form')`;
  await insert(`do_not_contact ${list}`, [customer, 'linkedin', page, null]);
  await insert(`do_not_contact ${list}`, [customer, 'company', 'Initech', `As ${email} wants`]);
  await insert(`do_not_contact ${list}`, [customer, 'email', `jo${email}`, null]);
  await insert(`agency_do_not_contact (kind, value, source) values ('email', $1, 'paste')`, [email]);
  expect((await erase(email, '--yes')).output).toBe(
    `Erased for ${email}: do-not-contact entries (2), agency-wide do-not-contact entries (1), leads (1)`,
  );
  expect([await mentions(page), await mentions(email)]).toEqual([0, 1]);
  const leads = [
    await add(`'${email.toUpperCase()}', null`),
    await add(`null, '${page}?x=1'`),
    await add(`'x${email}', null`),
  ];
  const matches = await sql<{ id: string }>(
    server,
    'select distinct lead_id as id from private.do_not_contact_matches($1, $2) where is_agency',
    [customer, leads],
  );
  expect(matches.map(({ id }) => id).sort()).toEqual(leads.slice(0, 2).sort());
  expect((await erase(email)).output).toMatch(/: leads \(1\)\n/);
});

test('an erased contact of an international domain is not contacted in either written form', async () => {
  const admin = await ImportClient.signIn(server);
  const customer = await admin.newCustomer();
  const name = crypto.randomUUID();
  const add = (email: string) => insert(`leads (customer_id, name, email) values ($1, 'Ada', '${email}')`, [customer]);
  const email = `${name}@müller.example`;
  await add(email);
  expect((await erase(email, '--yes')).output).toBe(`Erased for ${email}: leads (1)`);
  const leads = [
    await add(`${name}@xn--mller-kva.example`),
    await add(`${name}@Müller.example`),
    await add(`${name}@muller.example`),
  ];
  const matches = await sql<{ id: string }>(
    server,
    'select distinct lead_id as id from private.do_not_contact_matches($1, $2) where is_agency',
    [customer, leads],
  );
  expect(matches.map(({ id }) => id).sort()).toEqual(leads.slice(0, 2).sort());
});

test('the last administrator cannot be erased', async () => {
  const { code, output } = await erase('admin@example.test', '--yes');
  expect([code, output]).toEqual([1, expect.stringMatching(/^Leadlight: /)]);
  expect(await mentions('admin@example.test')).toBeGreaterThan(0);
});

test('an invalid email is rejected', async () => {
  expect(await erase('ada')).toEqual({ code: 1, output: expect.stringContaining('name the email address') });
});
