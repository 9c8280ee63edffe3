// Checks that the nodes are ready for a distributed database.
import type { Query } from '#server/database/connections/pool.ts';

/** Their statements reach the nodes on connections of their own. */
const API_ROLES = ['anon', 'authenticated', 'service_role', 'supabase_auth_admin'];

const OLDEST_VERSION = 13;

/** Whether extension citus exists. */
export const hasCitus = async (query: Query): Promise<boolean> =>
  (await query(`select from pg_extension where extname = 'citus'`)).rowCount === 1;

/** Returns the reasons why the tables cannot be distributed, each with its remedy. */
export async function findObstacles(query: Query): Promise<string[]> {
  if (!(await hasCitus(query))) {
    return [
      'Extension citus does not exist in this database: run `create extension citus` on each node (docs/scaling.md).',
    ];
  }
  const { rows } = await query<{
    version: string;
    isOwner: boolean;
    coordinators: number;
    workers: number;
    inactive: number;
  }>(
    `select extversion as version, (select rolsuper from pg_roles where rolname = current_user) as "isOwner",
       (select count(*)::int from pg_dist_node where groupid = 0) as coordinators,
       (select count(*)::int from pg_dist_node where groupid <> 0 and shouldhaveshards) as workers,
       (select count(*)::int from pg_dist_node where not isactive) as inactive
     from pg_extension where extname = 'citus'`,
  );
  const { version = '0', isOwner, coordinators, workers = 0, inactive = 0 } = rows[0] ?? {};
  return [
    Number.parseInt(version, 10) < OLDEST_VERSION && `Citus ${version} is older than ${OLDEST_VERSION}: update it.`,
    !isOwner && 'The user of DATABASE_URL is not a superuser: Citus distributes functions for superusers only.',
    coordinators !== 1 &&
      `The coordinator is not known to the nodes: run \`select citus_set_coordinator_host('<host>')\`.`,
    workers === 0 && `There are no workers: run \`select citus_add_node('<host>', 5432)\` for each.`,
    inactive > 0 && `${inactive} nodes are inactive: run \`select citus_activate_node('<host>', 5432)\` for each.`,
  ].filter((obstacle) => obstacle !== false);
}

/** Creates the API's roles on all nodes. They can log in without a password where pg_hba.conf admits them from the nodes. Returns the changed roles. */
export async function createRoles(query: Query): Promise<string[]> {
  const changed: string[] = [];
  for (const role of API_ROLES) {
    const { rows } = await query<{ result: string; success: boolean }>(
      `select success, result from run_command_on_all_nodes($1)`,
      [`select count(*) from pg_roles where rolname = '${role}' and rolcanlogin`],
    );
    if (rows.every(({ result }) => result === '1')) continue;
    changed.push(role);
    await query(`select run_command_on_all_nodes($1)`, [
      `do $$ begin
         set local citus.enable_ddl_propagation = off;
         if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if;
         alter role ${role} login;
       end $$`,
    ]);
  }
  return changed;
}

/** The extension's views of schema public would otherwise be part of the row API. */
export async function hideViews(query: Query): Promise<void> {
  await query('revoke all on public.citus_tables, public.citus_schemas from public, anon, authenticated, service_role');
}

/** The nodes that do not accept a role of the API from the coordinator, or that accept it from anywhere without authentication. */
export async function findRejections(query: Query): Promise<string[]> {
  const { rows } = await query<{ node: string; result: string }>(
    `select nodename || ':' || nodeport as node, result
     from run_command_on_all_nodes($1) join pg_dist_node using (nodeid)`,
    [
      `select coalesce(string_agg(distinct format('%s %s', auth_method, coalesce(address, 'all')), ', '), '') from pg_hba_file_rules
       where type like 'host%' and auth_method = 'trust' and coalesce(address, 'all') in ('all', '0.0.0.0', '::')
         and coalesce(netmask, '0.0.0.0') in ('0.0.0.0', '::') and user_name && '{all,${API_ROLES.join(',')}}'`,
    ],
  );
  const open = rows
    .filter(({ result }) => result !== '')
    .map(
      ({ node, result }) =>
        `pg_hba.conf of ${node} accepts the API's roles from every address (${result}): restrict it to the nodes.`,
    );
  const closed: string[] = [];
  for (const role of API_ROLES.slice(0, 3)) {
    await query('savepoint connection');
    await query(`set local role ${role}`);
    const failure = await query(`select run_command_on_workers('select 1')`).then(
      () => undefined,
      (error: Error) => error,
    );
    await query('rollback to savepoint connection');
    if (failure)
      closed.push(`The nodes do not accept ${role} from the coordinator (${failure.message}): correct pg_hba.conf.`);
  }
  return [...open, ...closed];
}
