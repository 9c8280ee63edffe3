// Five accounts with a session each, and one row of every kind for each of two customers.
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

/**
 * The member belongs to Acme, the neighbour to Globex; admin and colleague are admins. `guest` reviews all of Acme, `audience guest` its founders,
 * `ended guest` did until a day ago. A session has its user's id. Returns ids by name.
 */
export async function populate(client: Client): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const id = (name: string) => ids.get(name);

  async function insert(table: string, row: Record<string, unknown>, name?: string): Promise<void> {
    const columns = Object.keys(row).map((column) => `"${column}"`);
    const placeholders = columns.map((_, index) => `$${index + 1}`);
    const { rows } = await client.query<{ id: string }>(
      `insert into ${table} (${columns}) values (${placeholders}) returning ${name ? 'id' : 'null'}`,
      Object.values(row),
    );
    if (name) ids.set(name, rows[0]?.id ?? '');
  }

  for (const name of ['admin', 'colleague', 'member', 'neighbour', 'stranger']) {
    const account = { id: randomUUID(), email: `${name}@example.test`, aud: 'authenticated', role: 'authenticated' };
    await insert('auth.users', { ...account, raw_user_meta_data: { full_name: `The ${name}` } }, name);
    await insert('auth.sessions', { id: account.id, user_id: account.id, created_at: new Date() });
  }
  for (const name of ['admin', 'colleague']) await insert('user_roles', { user_id: id(name), role: 'admin' });
  for (const name of ['member', 'neighbour']) await insert('user_roles', { user_id: id(name), role: 'customer' });

  for (const [customer, user, admin] of [
    ['acme', 'member', 'admin'],
    ['globex', 'neighbour', 'colleague'],
  ] as const) {
    await insert('customers', { name: customer }, customer);
    const own = (table: string, row: Record<string, unknown>, what: string) =>
      insert(table, { customer_id: id(customer), ...row }, `${customer} ${what}`);

    await own('customer_users', { user_id: id(user) }, 'membership');
    await own('invitations', { email: 'stranger@example.test' }, 'invitation');
    await own('imports', { file_name: 'leads.csv', import_type: 'leads' }, 'import');
    await own('import_mappings', { import_type: 'leads', headers: '["Name"]', mapping: {} }, 'mapping');
    await own('leads', { name: `Ada of ${customer}`, company: `${customer} Works`, audience: 'Founders' }, 'lead');
    await own('companies', { name: `${customer} Works` }, 'company');
    await own('decisions', { lead_id: id(`${customer} lead`), rejection_note: `Note of ${customer}` }, 'decision');
    await own('campaigns', { name: `Hello ${customer}` }, 'campaign');
    await own('custom_fields', { table_name: 'leads', key: 'icebreaker', label: `Icebreaker of ${customer}` }, 'field');
    await own(
      'custom_fields',
      { table_name: 'leads', key: 'score', label: `Score of ${customer}`, is_internal: true },
      'internal field',
    );
    await own('internal_values', { lead_id: id(`${customer} lead`), custom: { score: customer } }, 'internal values');
    await own('do_not_contact', { kind: 'company', value: `Rival of ${customer}`, source: 'form' }, 'entry');
    await insert('list_columns', {
      customer_id: id(customer),
      user_id: id(user),
      table_name: 'leads',
      keys: ['icebreaker'],
    });
    await insert('mail_preferences', { user_id: id(user) });
    await own('impersonations', { admin_id: id(admin) }, 'impersonation');

    const chunk = { customer_id: id(customer), import_id: id(`${customer} import`) };
    await insert('import_chunks', { ...chunk, first_row: 2, hash: '', answer: {} });
    await own('import_matches', { import_id: id(`${customer} import`), lead_id: id(`${customer} lead`) }, 'match');
    await insert('import_errors', { ...chunk, row: 2, error: '', cells: '[]' });
    await own(
      'campaign_steps',
      { campaign_id: id(`${customer} campaign`), step_number: 1, step_type: 'email' },
      'step',
    );
    const step = {
      id: randomUUID(),
      step_id: id(`${customer} step`),
      step_type: 'email',
      delay_days: 0,
      subject: null,
    };
    await own(
      'campaign_versions',
      {
        campaign_id: id(`${customer} campaign`),
        number: 1,
        steps: JSON.stringify([{ ...step, message_content: `Words of ${customer}` }]),
        content_hash: '0'.repeat(64),
        reason: 'review',
        requested_at: new Date(),
        status: 'in_review',
      },
      'version',
    );
    ids.set(`${customer} version step`, step.id);
    await own(
      'step_suggestions',
      {
        version_id: id(`${customer} version`),
        version_step_id: step.id,
        message_content: `Better words of ${customer}`,
      },
      'suggestion',
    );
    const columns = [{ header: 'email' }, { header: 'Step1Message' }];
    await own(
      'hand_offs',
      {
        campaign_id: id(`${customer} campaign`),
        campaign_name: `Hello ${customer}`,
        steps: '[]',
        plan: { tool: { name: 'HeyReach' }, columns },
        is_only_new: true,
        state: 'ready',
        checked_at: new Date(),
        ready_at: new Date(),
        total: 1,
        lead_count: 1,
      },
      'batch',
    );
    const handedOff = {
      customer_id: id(customer),
      hand_off_id: id(`${customer} batch`),
      lead_id: id(`${customer} lead`),
      name: `Ada of ${customer}`,
    };
    await insert('hand_off_rows', { ...handedOff, place: 1, cells: ['', `Words of ${customer}`] });
    await insert('handed_off_leads', { ...handedOff, campaign_id: id(`${customer} campaign`) });
    await own(
      'result_uploads',
      {
        id: randomUUID(),
        hand_off_id: id(`${customer} batch`),
        number: 1,
        tool: 'HeyReach',
        file_name: 'a.csv',
        mapping: {},
      },
      'upload',
    );
    await insert('hand_off_results', {
      customer_id: id(customer),
      hand_off_id: id(`${customer} batch`),
      lead_id: randomUUID(), // a deleted one
      kind: 'contacted',
      upload_id: id(`${customer} upload`),
      tool: 'HeyReach',
      campaign_id: id(`${customer} campaign`),
    });
    const note = { lead_id: id(`${customer} lead`), author_id: id(user), body: `Comment of ${customer}` };
    await own('comments', note, 'comment');
    await own('comments', { ...note, author_id: id(admin), is_internal: true }, 'internal comment');
  }
  for (const [customer, name, link] of [
    ['acme', 'guest', { with_campaigns: true }],
    ['acme', 'audience guest', { audience: 'Founders' }],
    ['acme', 'ended guest', { expires_at: new Date(Date.now() - 86_400_000) }],
    ['globex', 'globex link', {}],
  ] as const) {
    const email = `${name.replace(' ', '-')}@review.example`;
    const expires_at = new Date(Date.now() + 86_400_000);
    await insert(
      'review_links',
      { customer_id: id(customer), email, role: 'approver', expires_at, last_used_at: new Date(), ...link },
      name,
    );
    const account = { id: id(name), email: `${id(name)}@guest.invalid`, aud: 'authenticated', role: 'authenticated' };
    await insert('auth.users', { ...account, raw_app_meta_data: { review_link: id(name) } });
    await insert('auth.sessions', { id: id(name), user_id: id(name), created_at: new Date() });
    await client.query('update public.review_links set account_id = id where id = $1', [id(name)]);
  }
  for (const [customer, link] of [
    ['acme', 'guest'],
    ['globex', 'globex link'],
  ] as const) {
    const request = { customer_id: id(customer), link_id: id(link), email: `colleague@${customer}.example` };
    await insert('colleague_requests', { ...request, note: `Note of ${customer}` }, `${customer} request`);
  }
  await insert(
    'agency_do_not_contact',
    { kind: 'domain', value: 'rival.example', reason: 'secret', source: 'form' },
    'agency entry',
  );
  await insert('sending_tools', { name: 'Homemade', definition: {} }, 'own tool');
  await insert('comment_reads', { customer_id: id('acme'), comment_id: id('acme comment'), user_id: id('admin') });
  return ids;
}
