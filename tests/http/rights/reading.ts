// Indirect reads: through embedded tables, by filtering or ordering on hidden rows, by counts and by error messages.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isAdmin, type Role, roles } from './roles.ts';
import { tables } from './tables.ts';
import { type Answer, type RequestOptions, world } from './world.ts';

/** The roles that may not learn anything about Globex. */
const outsiders = roles.filter((role) => !isAdmin(role) && role !== 'neighbour');

describe('embedding', () => {
  test('no pair of tables shows a member rows of another customer', async () => {
    const answers: Answer[] = [];
    for (const table of Object.keys(tables)) {
      const embed = (other: string) => world.request('member', `GET /rest/v1/${table}?select=*,${other}(*)`);
      answers.push(...(await Promise.all(Object.keys(tables).map(embed))));
    }
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 400]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(30);
  });

  test('a member sees the tree of their own customer only', async () => {
    const tree =
      'name,leads(customer_id,customers(name)),campaigns(name,campaign_steps(subject)),invitations(*),imports(*,import_errors(*)),customer_users(profiles(email,customer_users(customers(name))))';
    const { body } = await world.request('member', `GET /rest/v1/customers?select=${tree}`);
    expect(body).toEqual([
      {
        name: 'acme',
        leads: [{ customer_id: world.id('acme'), customers: { name: 'acme' } }],
        campaigns: [{ name: 'Hello acme', campaign_steps: [{ subject: 'acme' }] }],
        invitations: [],
        imports: [],
        customer_users: [
          { profiles: { email: 'member@example.test', customer_users: [{ customers: { name: 'acme' } }] } },
        ],
      },
    ]);
  });

  test('a user sees only themselves through many-to-many memberships', async () => {
    const memberships = 'customer_users(profiles(email),customers(name))';
    expect((await world.request('member', `GET /rest/v1/customers?select=${memberships}`)).body).toEqual([
      { customer_users: [{ profiles: { email: 'member@example.test' }, customers: { name: 'acme' } }] },
    ]);
    expect((await world.request('former', `GET /rest/v1/profiles?select=${memberships}`)).body).toEqual([
      { customer_users: [{ profiles: { email: 'former@example.test' }, customers: null }] },
    ]);
  });

  test.each(['users', 'created_by', 'invited_by', 'accepted_by', 'user_id', 'admin_id'])(
    'accounts cannot be embedded through %s',
    async (hint) => {
      for (const table of Object.keys(tables)) {
        const target = hint === 'users' ? 'users(*)' : `users!${hint}(*)`;
        const { status, body } = await world.request('admin', `GET /rest/v1/${table}?select=id,${target}`);
        expect([status, body.code]).toEqual([400, 'PGRST200']);
        const bare = await world.request('admin', `GET /rest/v1/${table}?select=${hint}(encrypted_password)`);
        expect(bare.text).not.toContain('$2');
        expect(bare.status).toBe(400);
      }
    },
  );

  test.each([
    ['POST /rest/v1/rpc/search_leads?select=*,customers(*,leads(*),invitations(*)),imports(*)', { term: '' }],
    ['POST /rest/v1/rpc/search_companies?select=*,customers(*,companies(*),customer_users(*))', { term: '' }],
    ['PATCH /rest/v1/leads?select=*,customers(*,leads(*),customer_users(*,profiles(*)))', { is_approved: true }],
    ['PATCH /rest/v1/campaigns?select=*,customers(*,campaigns(*))', { name: 'Again' }],
  ])('resources embedded in the result of a function or a change follow the same rights: %s', async (request, body) => {
    for (const role of outsiders) {
      const headers = { prefer: 'return=representation, handling=strict, max-affected=1' };
      const { status, body: rows } = await world.request(role, request, { body, headers });
      const isRejected =
        request.startsWith('PATCH') && (role === 'viewer' || (role === 'reviewer' && request.includes('/campaigns')));
      const isMember = ['member', 'viewer', 'reviewer'].includes(role);
      const sees = isMember || (role === 'guest' && !request.startsWith('PATCH /rest/v1/campaigns'));
      const isSignedOut = ['anonymous', 'keyholder'].includes(role);
      const wanted = isSignedOut ? [401, undefined] : isRejected ? [403, undefined] : [200, sees ? 1 : 0];
      expect([role, status, rows.length]).toEqual([role, ...wanted]);
    }
  });
});

test.each(['text/csv', 'application/vnd.pgrst.object+json', 'application/vnd.pgrst.array+json;nulls=stripped'])(
  'no media type shows more rows: %s',
  async (accept) => {
    for (const role of outsiders) {
      await Promise.all(
        Object.keys(tables).map((table) => world.request(role, `GET /rest/v1/${table}`, { headers: { accept } })),
      );
    }
  },
);

/** A response without the guess itself and without headers that differ from request to request. */
function anonymised({ status, headers, text }: Answer, guess: string): string {
  const compared = [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name));
  const forms = [guess, encodeURIComponent(guess), encodeURI(guess), guess.replaceAll(' ', '+')];
  return forms.reduce((result, form) => result.replaceAll(form, '…'), JSON.stringify([status, compared, text]));
}

const guessers = ['member', 'stranger', 'former', 'unassigned', 'departed', 'anonymous'] as const;

/** The kind of a guess, a request that contains it as `{}`, and its body. A right guess must be answered like a wrong one. */
const oracles: [kind: string, request: string, body?: unknown][] = [
  ['note', 'GET /leads?select=id&notes=eq.{}'],
  ['note', 'GET /leads?select=id&notes=like.{}*'],
  ['note', 'GET /leads?select=id&notes=in.("{}",x)'],
  ['note', 'GET /leads?select=id&or=(notes.eq.{},name.eq.x)'],
  ['note', 'GET /leads?select=id&not.and=(notes.neq.{},name.neq.x)'],
  ['note', 'HEAD /leads?notes=eq.{}'],
  ['note', 'GET /customers?select=id,leads!inner()&leads.notes=eq.{}'],
  ['note', 'GET /customers?select=id,leads()&leads.notes=eq.{}&leads=is.null'],
  ['note', 'GET /customers?select=id,leads(id)&leads.notes=eq.{}'],
  ['note', 'GET /campaigns?select=id,customers!inner(leads!inner(id))&customers.leads.notes=eq.{}'],
  ['note', 'GET /audience_summary?name=eq.{}'],
  ['token', 'GET /customers?select=id,invitations!inner()&invitations.token=eq.{}'],
  ['token', 'GET /customers?select=id,invitations()&invitations.token=like.{}*&invitations=not.is.null'],
  ['token', 'GET /invitations?token=eq.{}'],
  ['email', 'GET /profiles?email=eq.{}'],
  ['email', 'GET /customer_users?select=id,profiles!inner()&profiles.email=eq.{}'],
  ['lead', 'GET /leads?id=eq.{}'],
  ['lead', 'PATCH /leads?id=eq.{}', { is_approved: true }],
  ['lead', 'DELETE /leads?id=eq.{}'],
  ['lead', 'POST /rpc/count_leads_among', { ids: ['{}'] }],
  ['lead', 'POST /rpc/lead_history', { lead: '{}' }],
  ['company', 'POST /rpc/company_history', { company: '{}' }],
  ['lead', 'POST /rpc/undo_lead_decisions', { ids: ['{}'] }],
  ['lead', 'GET /decisions?lead_id=eq.{}'],
  ['lead', 'POST /leads?on_conflict=id', { id: '{}', customer_id: ':acme', name: 'x' }],
  ['lead', 'POST /leads?on_conflict=id,customer_id', { id: '{}', customer_id: ':acme', name: 'x' }],
  ['customer', 'GET /customers?id=eq.{}'],
  ['customer', 'PATCH /customers?id=eq.{}', { name: 'x' }],
  ['customer', 'POST /customers', { id: '{}', name: 'x' }],
  ['customer', 'POST /leads', { customer_id: '{}', name: 'x' }],
  ['customer', 'POST /campaigns', { customer_id: '{}', name: 'x' }],
  ['customer', 'POST /customer_users', { customer_id: '{}', user_id: ':stranger' }],
  ['customer', 'POST /invitations', { customer_id: '{}', email: 'x@example.test' }],
  ['customer', 'POST /impersonations', { customer_id: '{}' }],
  ['customer', 'POST /rpc/search_leads', { term: '', customers: ['{}'] }],
  ['customer', 'POST /rpc/count_companies', { customers: ['{}'] }],
  ['customer', 'POST /rpc/lead_totals', { customers: ['{}'] }],
  ['customer', 'POST /rpc/audience_names', { customers: ['{}'] }],
  ['customer', 'POST /rpc/audience_totals', { customers: ['{}'] }],
  ['note', 'POST /rpc/audience_names', { term: '{}' }],
  ['customer', 'POST /rpc/longest_lead_values', { customer_id: '{}', uses: { first_name: { times: 1 } } }],
  ['customer', 'POST /rpc/approved_lead_values', { customer_id: '{}' }],
  ['customer', 'POST /rpc/activity_feed', { customer: '{}' }],
  ['customer', 'POST /rpc/user_names', { customer_id: '{}', user_ids: [':neighbour'] }],
  ['lead', 'POST /rpc/lead_company', { customer_id: ':globex', lead_id: '{}' }],
  ['customer', 'POST /rpc/lead_company', { customer_id: '{}', lead_id: ':acme lead' }],
  ['lead', 'POST /rpc/leads_of_rejected_companies', { ids: ['{}'] }],
  ['customer', 'POST /rpc/company_leads', { customer_id: '{}', company_id: ':acme company' }],
  ['note', 'POST /rpc/search_leads', { term: '{}' }],
  ['note', 'POST /rpc/count_leads', { audience_name: '{}' }],
  ['name', 'POST /rpc/search_leads', { term: '{}' }],
  ['name', 'POST /customers', { name: '{}' }],
  ['campaign', 'GET /campaigns?id=eq.{}'],
  ['campaign', 'DELETE /campaigns?id=eq.{}'],
  ['campaign', 'POST /campaigns', { id: '{}', customer_id: ':acme', name: 'x' }],
  ['campaign', 'POST /campaigns?on_conflict=id', { id: '{}', customer_id: ':acme', name: 'x' }],
  ['campaign', 'POST /campaign_steps', { campaign_id: '{}', step_number: 1, step_type: 'email' }],
  ['campaign', 'POST /campaign_steps', { campaign_id: '{}', customer_id: ':acme', step_number: 1, step_type: 'email' }],
  ['lead', 'POST /comments', { customer_id: ':acme', lead_id: '{}', body: 'x' }],
  ['campaign', 'POST /comments', { customer_id: ':acme', campaign_id: '{}', body: 'x' }],
  ['lead', 'POST /rpc/comment_counts', { row_ids: ['{}'] }],
  ['campaign', 'POST /rpc/duplicate_campaign', { campaign_id: '{}', name: 'x' }],
  ['campaign', 'POST /rpc/reorder_steps', { campaign_id: '{}', step_ids: [] }],
  ['step', 'POST /rpc/reorder_steps', { campaign_id: ':acme campaign', step_ids: ['{}'] }],
  ['step', 'POST /campaign_steps', { id: '{}', campaign_id: ':acme campaign', step_number: 1, step_type: 'email' }],
  ['import', 'POST /rpc/undo_import', { import_id: '{}' }],
  ['import', 'GET /leads?import_id=eq.{}'],
  ['import', 'POST /rpc/search_leads', { term: '', import_id: '{}' }],
  ['import', 'POST /rpc/company_totals', { import_id: '{}' }],
  ['invitation', 'POST /rpc/renew_invitation', { invitation: '{}' }],
  ['invitation', 'POST /rpc/confirm_invitation_email', { invitation: '{}' }],
  ['user', 'GET /profiles?id=eq.{}'],
  ['user', 'POST /user_roles', { user_id: '{}', role: 'customer' }],
  ['user', 'POST /rpc/users_with_second_factor', { user_ids: ['{}'] }],
  ['user', 'POST /rpc/reset_second_factor', { user_id: '{}' }],
  ['user', 'POST /rpc/end_my_session', { session: '{}' }],
];

describe('a right guess about a hidden row is answered like a wrong one', () => {
  const guesses = (kind: string): [right: string, wrong: string] => {
    const fixed: Record<string, [string, string]> = {
      note: ['secret notes of globex', 'secret notes of no one'],
      email: ['neighbour@example.test', 'nobodyyyy@example.test'],
      name: ['globex', 'unknown'],
      token: [world.id('globex token'), 'f'.repeat(64)],
      customer: [world.id('globex'), randomUUID()],
      user: [world.id('neighbour'), randomUUID()],
    };
    return fixed[kind] ?? [world.id(`globex ${kind}`), randomUUID()];
  };

  const answerTo = async (role: Role, request: string, body: unknown, guess: string) => {
    const insert = (text: string, inserted: string) => text.replaceAll('{}', inserted);
    const target = insert(request, encodeURIComponent(guess)).replace(' /', ' /rest/v1/');
    const headers = { prefer: 'count=exact, resolution=ignore-duplicates, return=representation' };
    const sent: RequestOptions = body ? { body: JSON.parse(insert(JSON.stringify(world.withIds(body)), guess)) } : {};
    return anonymised(await world.request(role, target, { ...sent, headers }), guess);
  };

  test.each(oracles)(
    'a right guess of a hidden %s is answered like a wrong one: %s %j',
    async (kind, request, body) => {
      const [right, wrong] = guesses(kind);
      for (const role of guessers) {
        const answers = [right, wrong].map((guess) => answerTo(role, request, body, guess));
        const [toRight, toWrong] = await Promise.all(answers);
        expect(`${role} ${toRight}`).toBe(`${role} ${toWrong}`);
      }
    },
  );
});

describe('errors reveal no hidden row', () => {
  test.each([
    'GET /leads?notes=like.x%5C',
    'GET /leads?select=notes::int',
    'GET /leads?select=id&order=notes->a',
    'GET /customers?select=leads(notes::int)',
    'GET /campaigns?name=like.x%5C',
    'POST /rpc/search_leads {"term":"\\\\"}',
    'POST /rpc/count_leads {"term":"%_\\\\"}',
  ])('%s fails only on rows that the caller can see', async (request) => {
    const [target = '', body] = request.split(/ (?=\{)/);
    for (const role of ['stranger', 'former', 'suspended', 'unassigned', 'departed', 'halfway'] as const) {
      const answer = await world.request(role, target.replace(' /', ' /rest/v1/'), body ? { body } : {});
      expect([role, answer.status, answer.text]).toEqual([role, 200, body?.includes('%_') ? '0' : '[]']);
    }
    await world.request('member', target.replace(' /', ' /rest/v1/'), body ? { body } : {});
  });
});

test('exact, planned and estimated counts include only visible rows', async () => {
  await world.sql(
    `insert into public.leads (customer_id, name, audience)
     select customer, 'Lead ' || n, audience from generate_series(1, 2000) n,
       (values ($1::uuid, 'Mountaineers'), ($2, 'Own')) rows (customer, audience)`,
    [world.id('globex'), world.id('acme')],
  );
  await world.sql('analyze public.leads');
  const count = async (role: Role, filter: string, kind: string) => {
    const counted = await world.request(role, `HEAD /rest/v1/leads?${filter}`, {
      headers: { prefer: `count=${kind}` },
    });
    return Number(counted.headers.get('content-range')?.split('/')[1]);
  };
  for (const kind of ['exact', 'planned', 'estimated']) {
    expect(await count('member', '', kind)).toBe(2001);
    expect(await count('member', 'audience=eq.Mountaineers', kind)).toBe(0);
    expect(await count('member', 'or=(audience.eq.Own,audience.eq.Mountaineers)', kind)).toBe(2000);
    expect(await count('stranger', '', kind)).toBe(0);
    expect(await count('neighbour', 'audience=eq.Mountaineers', kind)).toBe(2000);
  }
  await world.sql(`delete from public.leads where name like 'Lead %'`);
});

describe('system columns', () => {
  const columns = ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'];
  const requests = (table: string, column: string): [request: string, body?: unknown][] => [
    [`GET /${table}?select=${column}`],
    [`GET /${table}?select=x:${column}::text`],
    [`GET /${table}?select=*,${column}`],
    [`GET /${table}?select=created_at&${column}=not.is.null`],
    [`GET /${table}?select=created_at&or=(${column}.not.is.null)`],
    [`GET /${table}?order=${column}.desc`],
    [`PATCH /${table}?select=${column}`, { is_approved: true }],
    [`DELETE /${table}?${column}=not.is.null`],
    [`POST /${table}?columns=${column}`, [{ [column]: 1 }]],
    [`POST /${table}?on_conflict=${column}`, [{ name: 'x' }]],
  ];

  test.each(columns)(
    'the system column %s, whose values change with other users’ writes, cannot be used',
    async (column) => {
      for (const table of Object.keys(tables)) {
        const isView = ['audience_summary', 'campaign_counts', 'customer_counts'].includes(table);
        for (const [request, body] of requests(table, column)) {
          if (isView && !request.startsWith('GET')) continue; // a view is not written, whatever column is named
          const { status, text } = await world.request('member', request.replace(' /', ' /rest/v1/'), {
            body,
            headers: { prefer: 'return=representation' },
          });
          expect([request, status, text]).toEqual([
            request,
            expect.toBeOneOf([400, 403]),
            expect.stringContaining('"code"'),
          ]);
        }
      }
      for (const request of [
        `GET /customers?select=leads(${column})`,
        `GET /customers?select=id&order=customers(${column})`,
        `GET /leads?select=customers(${column})`,
        `GET /leads?select=id,...customers(${column})`,
        `GET /leads?select=id,customers!inner()&customers.${column}=not.is.null`,
        `GET /rpc/search_leads?term=&select=${column}`,
        `GET /rpc/search_leads?term=&order=${column}`,
        `GET /rpc/search_leads?term=&${column}=not.is.null`,
      ]) {
        const { status } = await world.request('member', request.replace(' /', ' /rest/v1/'));
        expect([request, status]).toEqual([request, 400]);
      }
    },
  );

  test('the hashes of erased contacts are not readable', async () => {
    for (const query of ['select=value', 'select=match_key', 'select=*', 'order=value', 'match_key=gt.0']) {
      const { status, body } = await world.request('admin', `GET /rest/v1/agency_do_not_contact?${query}`);
      expect([query, status, body.code]).toEqual([query, 403, '42501']);
    }
  });

  test('the ids of lead_counters and company_counters are not readable either', async () => {
    for (const table of ['lead_counters', 'company_counters']) {
      for (const query of ['select=id', 'select=*', 'order=id', 'id=gt.0', 'select=customer_id&order=id.desc']) {
        const { status, body } = await world.request('member', `GET /rest/v1/${table}?${query}`);
        expect([table, query, status, body.code]).toEqual([table, query, 403, '42501']);
      }
      const { status } = await world.request('member', `GET /rest/v1/${table}?select=customer_id,total`);
      expect(status).toBe(200);
    }
  });
});
