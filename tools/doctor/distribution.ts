import type { Query } from '#server/database/connections/pool.ts';
import { findObstacles, findRejections, hasCitus } from '../distribute/nodes.ts';
import { undistributedTables } from '../distribute/tables.ts';
import { type Diagnosis, failed, ok, warning } from './diagnosis.ts';

const ADVICE = 'run npm run distribute';

/** Checks a database with extension citus. Of any other database nothing is read but that it has none. */
export async function checkDistribution(query: Query): Promise<Diagnosis[]> {
  if (!(await hasCitus(query))) return [];
  const { rowCount } = await query('select from pg_dist_local_group where groupid <> 0');
  if (rowCount > 0) return [failed('nodes', 'this is a worker', 'name the coordinator in DATABASE_URL')];
  const { rows: tables } = await query(`select from pg_dist_partition`);
  if (tables.length === 0) return [warning('nodes', 'the extension citus exists, but no table is distributed', ADVICE)];
  const obstacles = await findObstacles(query);
  if (obstacles.length > 0)
    return obstacles.map((message) => failed('nodes', message, 'correct this, then run it again'));
  const { rows: silent } = await query<{ node: string }>(
    `select nodename || ':' || nodeport as node from run_command_on_all_nodes('select 1') join pg_dist_node using (nodeid) where not success`,
  );
  if (silent.length > 0) {
    const nodes = silent.map(({ node }) => node).join(', ');
    return [failed('nodes', `${nodes} cannot be reached`, 'its customers get errors until it is started')];
  }
  await query('begin');
  const rejections = await findRejections(query);
  await query('rollback');
  const lacking = await undistributedTables(query);
  return [
    ...rejections.map((message) => failed('nodes', message, 'requests of these roles fail or are not protected')),
    ...(lacking.length > 0
      ? [failed('tables', `${lacking.map(({ relation }) => relation).join(', ')} are not distributed`, ADVICE)]
      : [ok('tables', `${tables.length} distributed`)]),
  ];
}
