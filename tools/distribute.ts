// `npm run distribute`: distributes a database with extension citus over its nodes. A further run applies what a new version has added.
import { readConfig } from '#server/config.ts';
import type { Query } from '#server/database/connections/pool.ts';
import { adoptFormer } from '#server/database/setup/adopt.ts';
import { migrate } from '#server/database/setup/migrate.ts';
import { splitStatements } from '#server/database/setup/migration-files.ts';
import {
  defaultRetries,
  limitLockWaits,
  type Owner,
  onOneConnection,
  openOwner,
  retryOnLock,
} from '#server/database/setup/owner.ts';
import { StartFailure } from '#server/database/setup/start-failure.ts';
import { protectDefaults, revokeDefaults } from './distribute/defaults.ts';
import {
  allowAnyBody,
  createFunctions,
  distributeFunction,
  distributeFunctions,
  functionsToDistribute,
} from './distribute/functions.ts';
import { createRoles, findObstacles, findRejections, hideViews } from './distribute/nodes.ts';
import { correctStatistics, setOnCoordinator } from './distribute/statistics.ts';
import { correctPolicies, correctTriggers, distributeTables } from './distribute/tables.ts';
import { runCommand } from './open-database.ts';

/** Triggers run on the shards, a transaction may change several tables, and tables of accounts may reference customers. */
const SETTINGS = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.enable_local_reference_table_foreign_keys': 'off',
  // Limits of time and locks apply on all nodes.
  'citus.propagate_set_commands': 'local',
};

/** Before the tables are distributed, nothing is sent to the workers, on which the roles do not exist yet. */
function withSettings(url: string, settings: Record<string, string>): string {
  const address = new URL(url);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  address.searchParams.set('options', [address.searchParams.get('options') ?? '', ...options].join(' ').trim());
  return address.href;
}

const CREATES_VIEW = /^create (or replace )?view /m;
const SETS_STATISTICS = /^\s*alter table [^;$]* set statistics /m;

/** Citus sends the whole text of a query to its nodes, so each statement is a query of its own. A view needs the tables that the migration has created. */
const byStatement =
  (owner: Owner): Owner =>
  (work) =>
    owner((query) =>
      work(async (text, values) => {
        const statements = values ? [text] : splitStatements(text);
        for (const statement of statements.slice(0, -1)) {
          if (CREATES_VIEW.test(statement)) await distributeTables(query);
          await (SETS_STATISTICS.test(statement) ? setOnCoordinator(query, statement) : query(statement));
        }
        return query(statements.at(-1) ?? text, values);
      }),
    );

/** Throws StartFailure with everything that prevents the distribution. */
async function isDistributedAlready(query: Query): Promise<boolean> {
  const obstacles = await findObstacles(query);
  if (obstacles.length > 0) throw new StartFailure(obstacles.join('\n'));
  return (await query('select from pg_dist_partition limit 1')).rowCount === 1;
}

const named = (what: string, names: string[]) => (names.length > 0 ? [`${what}: ${names.join(', ')}`] : []);

async function distribute(query: Query): Promise<string[]> {
  await query('set local statement_timeout = 0');
  await query('set local idle_in_transaction_session_timeout = 0');
  await limitLockWaits(query);
  await hideViews(query);
  await createFunctions(query);
  const tables = await distributeTables(query);
  const defaults = await protectDefaults(query);
  const functions = await distributeFunctions(query);
  // With a function Citus sends the rights that were granted, not the default right that was revoked.
  await query('revoke all on all functions in schema public, private from public');
  const triggers = await correctTriggers(query);
  const policies = await correctPolicies(query);
  return [
    ...named('tables distributed', tables),
    ...named('defaults of', defaults),
    ...named('functions on the nodes', functions),
    ...named('policies of', policies),
    ...named('triggers corrected', triggers > 0 ? [String(triggers)] : []),
  ];
}

/** Servers of the former version keep running, so a migration creates what it needs on the nodes in its own transaction. Policies are corrected at the end, because they may need further migrations. */
async function migrateNodes(query: Query, apply: () => Promise<unknown>): Promise<void> {
  await revokeDefaults(query);
  await allowAnyBody(query);
  await apply();
  await distributeTables(query);
  await protectDefaults(query);
  await distributeFunctions(query);
  await correctTriggers(query);
}

async function main(): Promise<void> {
  const { DATABASE_URL: url } = readConfig(process.env);
  if (!url) throw new StartFailure('Set DATABASE_URL to the coordinator: the embedded database cannot be distributed.');
  const owner = openOwner(withSettings(url, SETTINGS));
  const isDistributed = await owner(isDistributedAlready);
  if (
    isDistributed &&
    (await retryOnLock(owner, adoptFormer, { ...defaultRetries, for: 'The adoption of the schema' }))
  )
    console.log('adopted: the migrations up to the initial one');
  const applied = isDistributed
    ? await migrate(byStatement(owner), undefined, undefined, undefined, migrateNodes)
    : await onOneConnection(withSettings(url, { 'citus.enable_ddl_propagation': 'off' }), migrate);
  if (applied > 0) console.log(`migrations applied: ${applied}`);
  const roles = await owner(createRoles);
  if (!isDistributed) {
    // Rows with generated columns need their functions on the nodes. One at a time, since Citus creates what a function needs in other transactions.
    for (const name of await owner(functionsToDistribute)) await owner((query) => distributeFunction(query, name));
  }
  const changes = [
    ...named('roles on the nodes', roles),
    ...(await retryOnLock(owner, distribute, { ...defaultRetries, for: 'The distribution' })),
    ...named('statistics of', await owner(correctStatistics)),
  ];
  console.log(changes.join('\n') || 'Nothing to do: the database is distributed.');
  const rejections = await owner(findRejections);
  if (rejections.length > 0) throw new StartFailure(rejections.join('\n'));
}

runCommand(main);
