// The next version of a deploy: one migration of each kind, and what each node and role must have after it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openSession, type TestClient } from '../../tests/support/client.ts';
import type { LoadUser } from '../load/users.ts';
import { copyVersion, requireSameFunctions } from './nodes.ts';

/**
 * The changes of a release by the name of its migration: a column with a check, an index, a trigger, a function, a column with a default and a right
 * to insert one, and what Citus accepts in one form only.
 */
const MIGRATIONS: Record<string, string> = {
  priorities: `
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
  policy: `
drop policy "Admins manage every campaign" on public.campaigns;
create policy "Admins manage all campaigns" on public.campaigns to authenticated
  using (private.request_is_admin()) with check (private.request_is_admin());
`,
  foreign_key: `
alter table public.leads add column campaign_id uuid;
alter table public.leads add constraint leads_campaign_id_fkey foreign key (campaign_id, customer_id) references public.campaigns (id, customer_id);
`,
  drop: 'drop index public.leads_reason_idx; drop index public.leads_audience_idx;',
  check: `
alter table public.campaigns add column budget int;
alter table public.campaigns add constraint campaigns_budget_check check (budget > 0);
`,
};

/** A version with these migrations as the newest, and the policies that they leave. */
export function makeNextVersion(): string {
  const folder = copyVersion();
  for (const [index, [name, sql]] of Object.entries(MIGRATIONS).entries()) {
    writeFileSync(path.join(folder, 'supabase/migrations', `9999010100000${index}_${name}.sql`), sql);
  }
  const rights = path.join(folder, 'tools/policies/rights.ts');
  writeFileSync(
    rights,
    readFileSync(rights, 'utf8').replace('Admins manage every campaign', 'Admins manage all campaigns'),
  );
  return folder;
}

/** Fails unless the shards and all roles have what the version adds. */
export async function requireNextVersion(client: TestClient, users: LoadUser[]): Promise<void> {
  const { rows } = await client.owner.query<{ set: number; wrong: number }>(
    `select count(priority)::int as set, count(*) filter (where priority <> case when is_approved then 1 else 5 end)::int as wrong
     from public.leads`,
  );
  assert(rows[0]?.set && rows[0].wrong === 0, 'the trigger of the new version did not run on the shards');
  await requireRights(client, users);
  await requireKinds(client, users);
  await requireSameFunctions(client.owner);
}

/** Each role may insert the columns of comments that the migration grants, and has the default of the one that it does not grant. */
async function requireRights({ url, admin, request }: TestClient, [member, neighbour]: LoadUser[]): Promise<void> {
  const stranger = await openSession(url, 'signup', { email: 'stranger@example.test', password: 'load-password' });
  const ids = { admin: randomUUID(), member: randomUUID(), other: randomUUID() };
  const insert = (id: string, token?: string) => {
    const body = { customer_id: member?.customer, lead_id: member?.leads[0], body: 'Pinned', id, is_pinned: true };
    return request('/rest/v1/comments?select=id,is_pinned', { body, ...(token && { token }) }).catch(
      ({ message }: Error) => /returned (\d+)/.exec(message)?.[1] ?? message,
    );
  };
  const outcomes = {
    admin: await insert(ids.admin, admin),
    member: await insert(ids.member, member?.accessToken),
    neighbour: await insert(ids.other, neighbour?.accessToken),
    stranger: await insert(ids.other, stranger.access_token),
    anonymous: await insert(ids.other),
  };
  const stored = (id: string) => [{ id, is_pinned: false }];
  const denied = { neighbour: '403', stranger: '403', anonymous: '401' };
  assert.deepEqual(outcomes, { admin: stored(ids.admin), member: stored(ids.member), ...denied });
}

/** The policy, foreign key, drop and check apply on all nodes. */
async function requireKinds({ owner, request, admin }: TestClient, [member]: LoadUser[]): Promise<void> {
  const codeOf = (text: string) =>
    owner.query(text, [member?.customer]).then(
      () => 'accepted',
      ({ code }: { code?: string }) => code,
    );
  const { rows } = await owner.query<{ policies: string[]; indexes: number }>(
    `select array(
         select polname::text from pg_policy where polrelid = 'public.campaigns'::regclass and polname like 'Admins%'
       ) as policies,
       (
         select sum(result::int)::int from run_command_on_all_nodes($$
           select count(*) from pg_class where relname ~ '^leads_(reason|audience)_idx'
         $$)
       ) as indexes`,
  );
  const body = { customer_id: member?.customer, name: 'Campaign' };
  const outcomes = {
    ...rows[0],
    admin: await request('/rest/v1/campaigns?select=name', { token: admin, body }).catch(
      ({ message }: Error) => message,
    ),
    foreignKey: await codeOf('update public.leads set campaign_id = customer_id where customer_id = $1'),
    check: await codeOf('update public.campaigns set budget = 0 where customer_id = $1'),
  };
  const changed = { policies: ['Admins manage all campaigns'], indexes: 0, admin: [{ name: body.name }] };
  assert.deepEqual(outcomes, { ...changed, foreignKey: '23503', check: '23514' });
}
