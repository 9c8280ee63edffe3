// Gives a database of the last schema before the initial migration that migration in place of those that had made it. Tables stay with all that they
// contain; functions, views, triggers, policies and rights are made anew.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Query } from '../connections/pool.ts';
import { MIGRATION_TABLES, type Migration, productMigrations, splitStatements } from './migration-files.ts';
import { readObjects } from './objects.ts';
import { isLockConflict, limitLockWaits, lockMigrations } from './owner.ts';
import { StartFailure } from './start-failure.ts';

/** The version of the initial migration, which is the first. */
const INITIAL = '20261201000000';

/** The last commit with the replaced migrations. A start of it applies those that an older database lacks. */
export const LAST_COMMIT = '5127fbab923143c7b28f2293e7345426a5e289e5';

/** MD5 digest of the replaced versions, joined by spaces. */
export const REPLACED = 'd65b0fed8d22cb4fe2558527a2e33653';

/**
 * Returns the versions of a schema with the initial one instead of those that it replaces. Throws StartFailure with `remedy` if only some of these are
 * there.
 */
export function replaceFormer(versions: readonly string[], remedy: string): string[] {
  const former = versions.filter((version) => version < INITIAL).sort();
  if (former.length === 0) return [...versions];
  if (createHash('md5').update(former.join(' ')).digest('hex') !== REPLACED) throw new StartFailure(remedy);
  return [INITIAL, ...versions.filter((version) => version > INITIAL)];
}

const START_FORMER = `The schema of the database is older than this version can adopt: start commit ${LAST_COMMIT} on it once, then this version (docs/operations.md).`;

/** Whether the database has the replaced migrations. Throws StartFailure if it has only some of them, or later ones that this version does not know. */
export async function isReplaced(query: Query): Promise<boolean> {
  const versions = await readVersions(query);
  const known = productMigrations().map(({ version }) => version);
  const unknown = replaceFormer(versions, START_FORMER).find((version) => !known.includes(version));
  if (versions.every((version) => version >= INITIAL)) return false;
  if (!unknown) return true;
  throw new StartFailure(
    `The database has migration ${unknown}, which this version of Leadlight does not know: start the version that made it, or a later one.`,
  );
}

async function readVersions(query: Query): Promise<string[]> {
  const { rows } = await query<{ version: string }>(`select version from ${MIGRATION_TABLES.migrations}`);
  return rows.map(({ version }) => version);
}

/**
 * Adopts a database with the replaced migrations, and perhaps some after the initial one, and returns whether it had them. Throws StartFailure for a
 * schema that differs in what stays, and for an object that the schema does not know.
 */
export async function adoptFormer(query: Query): Promise<boolean> {
  if (!(await isReplaced(query))) return false;
  await lockMigrations(query);
  if (!(await isReplaced(query))) return false; // another instance was first
  await query('set local statement_timeout = 0');
  await limitLockWaits(query);
  const versions = replaceFormer(await readVersions(query), START_FORMER);
  const [initial, ...later] = productMigrations().filter(({ version }) => versions.includes(version));
  if (initial?.version !== INITIAL) throw new Error(`The first migration is not ${INITIAL}`);
  await renew(query, [initial, ...later].map(({ sql }) => sql).join('\n')).catch((error: Error) => {
    if (error instanceof StartFailure || isLockConflict(error)) throw error;
    throw new StartFailure(`The schema of the database could not be adopted: ${error.message}.`, { cause: error });
  });
  await replaceHistory(query, initial);
  return true;
}

type Objects = Map<string, string>;

/** The names of objects that begin so may have other definitions, or be additional: the order of equal objects, and what belongs to the whole database. */
const FREE = /^(?:owner|order|default rights|extension|event trigger|publication) |^grant schema public$/;

const DROP = readFileSync(path.join(import.meta.dirname, 'drop-objects.sql'), 'utf8');

async function renew(query: Query, sql: string): Promise<void> {
  const statements = splitStatements(sql).map((text) =>
    text
      .replace(/^\s*(?:--.*\n\s*)*/, '')
      .trimEnd()
      .replace(/^create (?=function|view|trigger)/, 'create or replace '),
  );
  const { rows } = await query<{ is: boolean }>(`select to_regprocedure('private.enter()') is not null as is`);
  const isDistributed = rows[0]?.is === true;
  const expected = await readExpected(query, statements, isDistributed);
  await (isDistributed ? replaceOnNodes : renewObjects)(query, statements, expected);
}

/** A function that a column, check, default or index uses stays: it may differ in its comments only. So may one that is immutable, since such functions call it. */
async function renewObjects(query: Query, statements: string[], expected: Objects): Promise<void> {
  rejectDifferences(expected, await readObjects(query), (object) =>
    /^(?:function|view|trigger|policy) /.test(object) ? !expected.has(object) : !/^(?:grant|comment) /.test(object),
  );
  await query(DROP);
  const kept = withoutComments(await readObjects(query));
  rejectDifferences(withoutComments(expected), kept, (object) => object.startsWith('function ') && kept.has(object));
  for (const text of statements) {
    if (/^(?:create (?:or replace|policy)|drop (?:function|view|trigger|policy)|grant|revoke|comment) /.test(text))
      await query(text);
  }
  rejectDifferences(expected, await readObjects(query), () => true);
}

/** `npm run distribute` has given a distributed database keys, defaults, triggers and policies of its own. Functions and views that differ are replaced. */
async function replaceOnNodes(query: Query, statements: string[], expected: Objects): Promise<void> {
  const found = await readObjects(query);
  rejectDifferences(expected, found, (object) => /^(?:table|column|view|function) /.test(object) && !found.has(object));
  const isImmutable = (object: string) => / (?:sql|plpgsql) i /.test(expected.get(object) ?? '');
  rejectDifferences(withoutComments(expected), withoutComments(found), isImmutable);
  const isRenewed = (object: string) => /^(?:function|view) /.test(object) && expected.has(object);
  const differing = [...expected.keys()].filter(
    (object) => isRenewed(object) && expected.get(object) !== found.get(object),
  );
  const names = new Set(differing.map((object) => object.replace(/\(.*$/, '')));
  await query('set local check_function_bodies = off');
  for (const text of statements) {
    if (names.has(/^create or replace ((?:function|view) [\w.]+)/.exec(text)?.[1] ?? '')) await query(text);
  }
  rejectDifferences(expected, await readObjects(query), isRenewed);
}

const withoutComments = (objects: Objects): Objects =>
  new Map([...objects].map(([object, definition]) => [object, definition.replace(/^ *--.*\n/gm, '')]));

/** The objects of the initial migration, which is applied beside the schemas and rolled back. */
async function readExpected(query: Query, statements: string[], isDistributed: boolean): Promise<Objects> {
  await query('savepoint expected');
  if (isDistributed) await query('set local citus.enable_ddl_propagation = off');
  await query(`alter schema public rename to former_public; alter schema private rename to former_private;
    create schema public`);
  await query(statements.filter((text) => !text.startsWith('insert ')).join(';\n'));
  const expected = await readObjects(query);
  await query('rollback to savepoint expected');
  return expected;
}

/** Throws StartFailure with the objects that differ. A constraint may be not validated, since former rows may exceed a later limit. */
function rejectDifferences(expected: Objects, found: Objects, isCompared: (object: string) => boolean): void {
  const definition = (objects: Objects, object: string) => objects.get(object)?.replace(' NOT VALID', '');
  const differences = [...new Set([...expected.keys(), ...found.keys()])]
    .filter(
      (object) =>
        !FREE.test(object) && isCompared(object) && definition(expected, object) !== definition(found, object),
    )
    .map((object) => `${object} (${!found.has(object) ? 'missing' : expected.has(object) ? 'changed' : 'additional'})`);
  if (differences.length === 0) return;
  const [shown, more] = [differences.slice(0, 10), differences.length - 10];
  throw new StartFailure(
    `The schema of the database is not that of its migrations: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Undo these changes, then start again.`,
  );
}

/** The table of the Supabase CLI has no checksums. */
async function replaceHistory(query: Query, { version, name, checksum }: Migration): Promise<void> {
  const table = MIGRATION_TABLES.migrations;
  await query(`delete from ${table} where version < $1`, [version]);
  await query(`insert into ${table} (version, name) values ($1, $2)`, [version, name]);
  const { rowCount } = await query(
    `select from pg_catalog.pg_attribute where attrelid = $1::regclass and attname = 'checksum'`,
    [table],
  );
  if (rowCount) await query(`update ${table} set checksum = $1 where version = $2`, [checksum, version]);
}
