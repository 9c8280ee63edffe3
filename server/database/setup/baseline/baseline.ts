// The first migrations of this version replace those of former versions: a database that has all of them is marked as having the new ones.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Query } from '../../connections/pool.ts';
import { MIGRATION_TABLES, type Migration, productMigrations } from '../migration-files.ts';
import { StartFailure } from '../start-failure.ts';
import catalog from './catalog.json' with { type: 'json' };
import replaced from './replaced.json' with { type: 'json' };

/** The last migration of the baseline. Later ones are added to it. */
export const LAST_VERSION = '20261124101500';

/** The last commit with the replaced migrations. A start of it applies those that an older database lacks. */
export const LAST_COMMIT = 'f5b7dbb4c4de8da3ea46d926cbf568f11187f670';

/** The migrations that replace the former ones. */
export const baselineMigrations = (): Migration[] =>
  productMigrations().filter(({ version }) => version <= LAST_VERSION);

/** The former versions, each with its checksum. */
const formerChecksums = new Map(Object.entries(replaced));

/**
 * Returns the versions of a schema with those of the baseline instead of the former ones. Throws StartFailure with `remedy` if only some of the former
 * ones are there.
 */
export function replaceFormer(versions: readonly string[], remedy: string): string[] {
  const others = versions.filter((version) => !formerChecksums.has(version));
  if (others.length === versions.length) return others;
  if (versions.length - others.length === formerChecksums.size) {
    return [...baselineMigrations().map(({ version }) => version), ...others];
  }
  throw new StartFailure(remedy);
}

const START_FORMER = `The database has only some of the migrations that this version replaces: start commit ${LAST_COMMIT} on it once, then this version (docs/operations.md).`;

/** Whether the database has all former migrations and no others. Throws StartFailure if it has only some, or others too. */
export async function isReplaced(query: Query): Promise<boolean> {
  const { rows } = await query<{ version: string }>(`select version from ${MIGRATION_TABLES.migrations}`);
  const versions = rows.map(({ version }) => version);
  const other = versions.find((version) => !formerChecksums.has(version));
  if (versions.every((version) => !formerChecksums.has(version))) return false;
  replaceFormer(versions, START_FORMER);
  if (!other) return true;
  throw new StartFailure(
    `The database has migration ${other} besides those that this version replaces: start the version that made it.`,
  );
}

/**
 * Marks a database with all former migrations as having the baseline, after it has compared the catalogs. `lock` ends with the transaction. Throws
 * StartFailure for any difference.
 */
export async function adoptBaseline(query: Query, lock: (query: Query) => Promise<unknown>): Promise<void> {
  if (!(await isReplaced(query))) return;
  await lock(query);
  if (!(await isReplaced(query))) return; // another instance was first
  await requireFormerChecksums(query);
  await requireSameCatalog(query);
  const migrations = baselineMigrations();
  await query(`delete from ${MIGRATION_TABLES.migrations}`);
  await query(
    `insert into ${MIGRATION_TABLES.migrations} (version, name, checksum) select * from unnest($1::text[], $2::text[], $3::text[])`,
    [
      migrations.map(({ version }) => version),
      migrations.map(({ name }) => name),
      migrations.map(({ checksum }) => checksum),
    ],
  );
}

async function requireFormerChecksums(query: Query): Promise<void> {
  const { rows } = await query<{ version: string; checksum: string | null }>(
    `select version, checksum from ${MIGRATION_TABLES.migrations} where checksum is not null order by version`,
  );
  const changed = rows.find(({ version, checksum }) => formerChecksums.get(version) !== checksum);
  if (!changed) return;
  throw new StartFailure(
    `The database has applied another migration ${changed.version} than the one that this version replaces: start the version that made it.`,
  );
}

/** By the name of an object. Of a table or view there is another one of what `npm run distribute` changes, with this before the name. */
type Digests = Record<string, string | undefined>;
const KEYS = 'keys, triggers and rights of ';

const sql = readFileSync(path.join(import.meta.dirname, 'catalog.sql'), 'utf8');

export async function readCatalog(query: Query): Promise<Digests> {
  await query(`select set_config('search_path', '', true)`);
  const { rows } = await query<{ object: string; digest: string }>(sql);
  return Object.fromEntries(rows.map(({ object, digest }) => [object, digest]));
}

async function requireSameCatalog(query: Query): Promise<void> {
  const { rows } = await query<{ is: boolean }>(`select to_regprocedure('private.enter()') is not null as is`);
  const differences = compareCatalogs(await readCatalog(query), catalog, rows[0]?.is === true);
  if (differences.length === 0) return;
  const [shown, more] = [differences.slice(0, 10), differences.length - 10];
  throw new StartFailure(
    `The schema of the database is not that of its migrations: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Undo these changes, then start again.`,
  );
}

/** Describes the objects that differ. A distributed database has further objects, and other keys, defaults, triggers and policies. */
export function compareCatalogs(found: Digests, expected: Digests, isDistributed: boolean): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return names.flatMap((name) => {
    const whole = name.replace(KEYS, '');
    if (found[name] === expected[name] || (isDistributed && (name !== whole || !expected[name]))) return [];
    if (name !== whole && found[whole] !== expected[whole]) return []; // named already
    return `${name} (${!found[name] ? 'missing' : expected[name] ? 'changed' : 'additional'})`;
  });
}
