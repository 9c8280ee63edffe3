// The nodes of a distributed database for tests: three clusters of an installed Citus in temporary folders, or running ones.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import {
  asOwner,
  becomeTemplate,
  createDatabase,
  dropTemplate,
  inDatabase,
  newTemplateName,
  queryAsOwner,
  type TestCluster,
} from '../../tests/support/cluster.ts';
import { isRunning, type Native, openNative } from '../../tests/support/native-postgres.ts';
import { newFolder } from '../../tests/support/temporary-files.ts';

export type Nodes = {
  /** The cluster with the template that tests clone. */
  cluster: Required<TestCluster>;
  version: string;
  /** The nodes that this process has started. */
  own?: OwnNodes;
  close(): Promise<void>;
};

export type OwnNodes = {
  coordinator: Native;
  workers: Native[];
  /** A plain PostgreSQL of the same version. */
  plain: Native;
};

const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGES = '/usr/lib/postgresql';
/** A statement about all customers costs processor time for each. */
const SHARDS = 8;

/** Uses the running nodes, the coordinator first, or starts those of an installed Citus. Undefined without either. */
export async function openNodes(running: string[] = []): Promise<Nodes | undefined> {
  const [coordinator, ...workers] = running;
  if (coordinator) return distributeOver(coordinator, workers);
  const version = findInstalled();
  return version ? startNodes(version) : undefined;
}

/** The version of PostgreSQL among the machine's packages that has Citus. */
const findInstalled = (): string | undefined =>
  existsSync(PACKAGES)
    ? readdirSync(PACKAGES).find((version) => existsSync(path.join(PACKAGES, version, 'lib/citus.so')))
    : undefined;

async function startNodes(postgres: string): Promise<Nodes> {
  const common = { max_connections: '300', fsync: 'off', shared_buffers: '256MB', wal_level: 'logical' };
  const citus = {
    ...common,
    shared_preload_libraries: 'citus',
    max_prepared_transactions: '300',
    'citus.enable_statistics_collection': 'off',
    'citus.local_hostname': '127.0.0.1',
  };
  const opened: Native[] = [];
  for (const settings of [citus, citus, citus, common]) {
    opened.push(await openNative(newFolder('citus'), { version: postgres, settings }));
  }
  const [coordinator, one, two, plain] = opened as [Native, Native, Native, Native];
  const workers = [one, two];
  const close = async () => {
    for (const node of opened) if (isRunning(node)) node.stop('immediate');
  };
  try {
    const nodes = await distributeOver(
      coordinator.url,
      workers.map(({ url }) => url),
    );
    return { ...nodes, own: { coordinator, workers, plain }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function distributeOver(url: string, workers: string[]): Promise<Nodes> {
  const cluster = { url, template: newTemplateName(), workers };
  const close = async () => {
    for (const node of [url, ...workers]) await dropTemplate(node, cluster.template);
  };
  try {
    return { cluster, version: await makeTemplate(cluster), close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** Creates and distributes the template, and returns the versions. */
async function makeTemplate({ url, template, workers }: Required<TestCluster>): Promise<string> {
  const nodes = [url, ...workers];
  for (const node of nodes) {
    await queryAsOwner(await createDatabase(node, template), 'create extension citus');
    await queryAsOwner(node, `alter database ${template} set citus.shard_count = ${SHARDS}`);
  }
  const version = await asOwner(inDatabase(url, template), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', addressOf(url));
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', addressOf(worker));
    const { rows } = await client.query<{ version: string }>(
      `select split_part(citus_version(), ' on ', 1) || ', PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)
         || ', ${SHARDS} shards' as version`,
    );
    return rows[0]?.version ?? '';
  });
  await distributeLater(inDatabase(url, template));
  const output = await distribute(inDatabase(url, template));
  if (!output.startsWith('Nothing to do')) throw new Error(`a further run changed: ${output}`);
  await asOwner(inDatabase(url, template), requireSameFunctions);
  for (const node of nodes) {
    await becomeTemplate(node, template);
    await queryAsOwner(node, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [template]);
  }
  return version;
}

/** Distributes a database that has the initial migration, and applies those after it, which Citus must accept. */
async function distributeLater(url: string): Promise<void> {
  const folder = copyVersion();
  const migrations = path.join(folder, 'supabase/migrations');
  for (const file of readdirSync(migrations).sort().slice(1)) rmSync(path.join(migrations, file));
  await distribute(url, folder);
  await distribute(url);
}

/** Copies what a server and its tools need, so that the copy can be made another version. */
export function copyVersion(): string {
  const folder = newFolder('citus-version');
  for (const name of ['server', 'domain', 'tools', 'supabase', 'package.json'])
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Fails unless all nodes have the coordinator's private functions. */
export async function requireSameFunctions(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select functions.name
     from run_command_on_all_nodes($$
       select jsonb_object_agg(oid::regprocedure, md5(pg_get_functiondef(oid))) from pg_proc where pronamespace = 'private'::regnamespace
     $$), jsonb_each_text(result::jsonb) functions (name, md5)
     group by functions.name
     having (count(*) < (select count(*) from pg_dist_node) or count(distinct md5) > 1) and functions.name !~ '^private[.](enter|merge_counters)'
     order by 1`,
  );
  if (rows.length > 0)
    throw new Error(`functions that differ between nodes: ${rows.map(({ name }) => name).join(', ')}`);
}

export const addressOf = (url: string): [string, number] => {
  const { hostname, port } = new URL(url);
  return [hostname, Number(port || 5432)];
};

/** Runs `npm run distribute`, of the version in a folder. */
export async function distribute(url: string, version = ROOT): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/distribute.ts'], { cwd: version, env });
  return stdout;
}

/** The worker of each customer's rows, as host and port. */
export async function placements(owner: pg.Client): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ customer: string; node: string }>(
    `select customers.id as customer, nodename || ':' || nodeport as node
     from (select id from public.customers) customers
     join pg_dist_shard_placement on shardid = get_shard_id_for_distribution_column('public.leads', customers.id)`,
  );
  return new Map(rows.map(({ customer, node }) => [customer, node]));
}
