// A rolling deploy on a distributed database: a new version with one more migration replaces two servers in turn while all use the API.
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../../bench/support/http.ts';
import type { Client } from '../../bench/support/leadlight.ts';
import { type Launched, launch } from '../../tests/support/server.ts';
import { type CheckedRequest, nextRequest } from '../load/requests.ts';
import type { User } from '../load/users.ts';
import { requireCounters, requireMerge } from './counters.ts';
import { copyVersion, distribute, requireSameFunctions } from './nodes.ts';
import { pair, sendRequests } from './population.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAUSE_MS = 1_000;

/**
 * What a release changes, by the name of its migration: a column with a check, an index, a trigger, a function, a column with a default and a right
 * to insert one, and one of each kind that Citus rejects, with its second form.
 */
const MIGRATIONS: Record<string, { sql: string; secondForm?: string }> = {
  priorities: {
    sql: `
alter table public.leads add column priority int;
alter table public.leads add constraint leads_priority_check check (priority between 1 and 5) not valid;
alter table public.leads validate constraint leads_priority_check;
create index leads_priority_idx on public.leads (customer_id, priority) where priority is not null;
create function private.set_priority() returns trigger language plpgsql set search_path = ''
as $$ begin
  new.priority := case when new.is_approved then 1 else 5 end;
  return new;
end $$;
revoke all on function private.set_priority() from public, anon, authenticated, service_role;
create trigger set_priority before update of is_approved on public.leads for each row execute function private.set_priority();
create function public.count_urgent_leads() returns bigint language sql stable set search_path = ''
as $$ select count(*) from public.leads where priority = 1 $$;
revoke all on function public.count_urgent_leads() from public, anon, service_role;
grant execute on function public.count_urgent_leads() to authenticated;
create or replace function private.is_admin() returns boolean language sql stable security definer set search_path = ''
as $$ select exists (select from public.user_roles where role = 'admin' and user_id = (select private.caller_id())) $$;
alter table public.comments add column is_pinned boolean not null default false;
grant insert (id) on public.comments to authenticated;
`,
  },
  policy: {
    sql: `
drop policy "Admins manage every campaign" on public.campaigns;
create policy "Admins manage all campaigns" on public.campaigns to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
`,
    secondForm: `
drop policy "Admins manage every campaign" on public.campaigns;
create policy "Admins manage all campaigns" on public.campaigns to authenticated
  using (private.request_is_admin()) with check (private.request_is_admin());
`,
  },
  foreign_key: {
    sql: `
alter table public.leads add column campaign_id uuid;
alter table public.leads add constraint leads_campaign_id_fkey foreign key (campaign_id, customer_id)
  references public.campaigns (id, customer_id) on delete set null (campaign_id);
`,
    secondForm: `
alter table public.leads add column campaign_id uuid;
alter table public.leads add constraint leads_campaign_id_fkey foreign key (campaign_id, customer_id) references public.campaigns (id, customer_id);
`,
  },
  drop: {
    sql: 'drop index public.leads_reason_idx, public.leads_audience_idx;',
    secondForm: 'drop index public.leads_reason_idx; drop index public.leads_audience_idx;',
  },
  check: {
    sql: 'alter table public.campaigns add column budget int check (budget > 0);',
    secondForm: `
alter table public.campaigns add column budget int;
alter table public.campaigns add constraint campaigns_budget_check check (budget > 0);
`,
  },
};

/** A version with these migrations as the newest, and the policies that they leave. */
function makeNextVersion(): string {
  const folder = copyVersion();
  for (const [index, [name, { sql, secondForm }]] of Object.entries(MIGRATIONS).entries()) {
    const file = `9999010100000${index}_${name}.sql`;
    writeFileSync(path.join(folder, 'supabase/migrations', file), sql);
    if (secondForm) writeFileSync(path.join(folder, 'tools/distribute', file), secondForm);
  }
  const rights = path.join(folder, 'tools/policies/rights.ts');
  writeFileSync(
    rights,
    readFileSync(rights, 'utf8').replace('Admins manage every campaign', 'Admins manage all campaigns'),
  );
  return folder;
}

/** The requests of a user, with what they have stored as far as they were answered. */
function recordRequests() {
  const decisions = new Map<string, boolean>();
  const comments: string[] = [];
  const next = (user: User): CheckedRequest => {
    if (Math.random() < 0.1) return comment(user, comments);
    const request = nextRequest(user);
    if (request.name !== 'approve') return request;
    const check = (reply: Reply) => {
      const [row] = JSON.parse(reply.text) as { id: string; is_approved: boolean }[];
      if (row) decisions.set(row.id, row.is_approved);
      return request.check(reply);
    };
    return { ...request, check };
  };
  return { next, decisions, comments };
}

function comment(user: User, comments: string[]): CheckedRequest {
  const body = `Comment ${Math.random()}`;
  const row = { customer_id: user.customer, lead_id: user.leads[0], body };
  const headers = {
    authorization: `Bearer ${user.accessToken}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
  };
  const check = ({ text }: Reply) => {
    const [stored] = JSON.parse(text) as { id: string; body: string }[];
    if (stored?.body !== body) return 'the comment was not stored';
    comments.push(stored.id);
    return undefined;
  };
  const call = { method: 'POST', path: '/rest/v1/comments?select=id,body', headers, body: JSON.stringify(row) };
  return { name: 'comment', call, check };
}

type Deployment = {
  databaseUrl: string;
  client: Client;
  users: User[];
  /** Of the servers. */
  settings: Record<string, string>;
  /** The folders of the versions. */
  from: string;
  to: string;
};

/** Deploys this version with one more migration, and fails unless the shards have what it adds. */
export async function deployNext(target: Omit<Deployment, 'from' | 'to'>): Promise<string> {
  const to = makeNextVersion();
  try {
    const outcome = await deploy({ ...target, from: ROOT, to });
    const { rows } = await target.client.owner.query<{ set: number; wrong: number }>(
      `select count(priority)::int as set, count(*) filter (where priority <> case when is_approved then 1 else 5 end)::int as wrong
       from public.leads`,
    );
    if (!rows[0]?.set || rows[0].wrong > 0) throw new Error('the trigger of the new version did not run on the shards');
    await requireRights(target);
    await requireKinds(target);
    await requireSameFunctions(target.client.owner);
    return outcome;
  } finally {
    rmSync(to, { recursive: true, force: true });
  }
}

/** Fails unless each role may insert the columns of comments that the migration grants, and has the default of the one that it does not grant. */
async function requireRights({
  client,
  users: [member, neighbour],
}: Pick<Deployment, 'client' | 'users'>): Promise<void> {
  const account = { email: 'stranger@example.test', password: 'load-password' };
  const stranger = await client.request<{ access_token: string }>('/auth/v1/signup', { body: account });
  const insert = (id: string, token?: string) => {
    const body = { customer_id: member?.customer, lead_id: member?.leads[0], body: 'Pinned', id, is_pinned: true };
    return client
      .request('/rest/v1/comments?select=id,is_pinned', { token, body })
      .catch(({ message }: Error) => /returned (\d+)/.exec(message)?.[1] ?? message);
  };
  const [first, second, third] = Array.from({ length: 3 }, () => randomUUID()) as [string, string, string];
  const outcomes = {
    admin: await insert(first, client.admin),
    member: await insert(second, member?.accessToken),
    neighbour: await insert(third, neighbour?.accessToken),
    stranger: await insert(third, stranger.access_token),
    anonymous: await insert(third),
  };
  const expected = {
    admin: [{ id: first, is_pinned: false }],
    member: [{ id: second, is_pinned: false }],
    neighbour: '403',
    stranger: '403',
    anonymous: '401',
  };
  if (!isDeepStrictEqual(outcomes, expected))
    throw new Error(`rights of the new version: ${JSON.stringify(outcomes)} instead of ${JSON.stringify(expected)}`);
}

/** Fails unless the policy, foreign key, drop and check of the new version apply on all nodes. */
async function requireKinds({ client, users: [member] }: Pick<Deployment, 'client' | 'users'>): Promise<void> {
  const campaign = { customer_id: member?.customer, name: 'Campaign' };
  const codeOf = (text: string) =>
    client.owner.query(text, [member?.customer]).then(
      () => 'accepted',
      ({ code }: { code?: string }) => code,
    );
  const { rows } = await client.owner.query<{ policies: string[]; indexes: number }>(
    `select array(
         select polname::text from pg_policy where polrelid = 'public.campaigns'::regclass and polname like 'Admins%'
       ) as policies,
       (
         select sum(result::int)::int from run_command_on_all_nodes($$
           select count(*) from pg_class where relname ~ '^leads_(reason|audience)_idx'
         $$)
       ) as indexes`,
  );
  const outcomes = {
    ...rows[0],
    admin: await client
      .request('/rest/v1/campaigns?select=name', {
        token: client.admin,
        body: campaign,
        prefer: 'return=representation',
      })
      .catch(({ message }: Error) => message),
    foreignKey: await codeOf('update public.leads set campaign_id = customer_id where customer_id = $1'),
    check: await codeOf('update public.campaigns set budget = 0 where customer_id = $1'),
  };
  const expected = {
    policies: ['Admins manage all campaigns'],
    indexes: 0,
    admin: [{ name: campaign.name }],
    foreignKey: '23503',
    check: '23514',
  };
  if (!isDeepStrictEqual(outcomes, expected))
    throw new Error(`the new version: ${JSON.stringify(outcomes)} instead of ${JSON.stringify(expected)}`);
}

/** Replaces two servers by those of another version. Fails on an error of a user, a wrong row, a lost change or wrong counters. */
async function deploy({ databaseUrl, client, users, settings, from, to }: Deployment): Promise<string> {
  pair(users);
  const servers: Launched[] = [];
  const start = async (version: string) => {
    const server = launch({ ...settings, DATABASE_URL: databaseUrl }, { version });
    servers.push(server);
    return { server, base: await server.url };
  };
  const agent = new Agent({ maxSockets: users.length }); // a server may close an idle connection while a request is sent on it
  let isOver = false;
  try {
    const old = [await start(from), await start(from)];
    const bases = old.map(({ base }) => base);
    const { next, decisions, comments } = recordRequests();
    const serving = sendRequests(agent, bases, users, () => isOver, next);
    const began = performance.now();
    await delay(PAUSE_MS);
    const output = await distribute(databaseUrl, to);
    const migrated = performance.now();
    await delay(PAUSE_MS);
    for (const [index, { server, base }] of old.entries()) {
      bases[index] = (await start(to)).base;
      await drain(agent, base);
      const code = await server.end('SIGTERM');
      if (code !== 0) throw new Error(`a server ended with ${code}: ${server.errorOutput()}`);
    }
    await delay(PAUSE_MS);
    const seconds = (performance.now() - began) / 1000;
    isOver = true;
    const result = await serving;
    if (result.errors.length > 0) throw new Error(`under the deploy: ${result.summary(seconds)}`);
    await requireStored(client, decisions, comments);
    await requireCounters(client.owner);
    await requireMerge(client.owner);
    return `${output.split('\n')[0]} in ${((migrated - began - PAUSE_MS) / 1000).toFixed(1)} s; ${result.durations.length} requests in ${seconds.toFixed(0)} s without an error or a wrong row, the longest ${(Math.max(...result.durations) / 1000).toFixed(1)} s; ${decisions.size} decisions and ${comments.length} comments stored; counters equal the rows, and are merged to one row each`;
  } finally {
    isOver = true;
    for (const server of servers) await server.end('SIGTERM');
    agent.destroy();
  }
}

/** Waits for the requests to a server that gets no further ones, as a balancer does. */
async function drain(agent: Agent, base: string): Promise<void> {
  const { hostname, port } = new URL(base);
  const name = agent.getName({ host: hostname, port: Number(port) });
  while (agent.sockets[name]?.length) await delay(50);
}

async function requireStored({ owner }: Client, decisions: Map<string, boolean>, comments: string[]): Promise<void> {
  const { rows } = await owner.query<{ id: string; is_approved: boolean }>(
    'select id, is_approved from public.leads where id = any ($1)',
    [[...decisions.keys()]],
  );
  const stored = new Map(rows.map((row) => [row.id, row.is_approved]));
  const lost = [...decisions].filter(([id, isApproved]) => stored.get(id) !== isApproved);
  if (lost.length > 0) throw new Error(`${lost.length} decisions were lost, such as of lead ${lost[0]?.[0]}`);
  const { rowCount } = await owner.query('select from public.comments where id = any ($1)', [comments]);
  if (rowCount !== comments.length) throw new Error(`${comments.length - (rowCount ?? 0)} comments were lost`);
}
