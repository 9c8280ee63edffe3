// The PostgreSQL of a test run: a temporary embedded cluster, or the server of TEST_DATABASE_URL.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { startEmbedded } from '#server/database/embedded/index.ts';
import { migrate } from '#server/database/setup/migrate.ts';
import { onOneConnection } from '#server/database/setup/owner.ts';

/** The owner's URL of the maintenance database, and the migrated template that tests clone; of a distributed database, on all nodes. */
export type TestCluster = { url: string; template: string; workers?: string[] };

export type RunningCluster = TestCluster & { stop(): Promise<void> };

/** The cluster of TEST_CLUSTER, as JSON, which outlives the run (trials/citus.ts). */
export function givenCluster(): RunningCluster | undefined {
  const { TEST_CLUSTER } = process.env;
  return TEST_CLUSTER ? { ...(JSON.parse(TEST_CLUSTER) as TestCluster), stop: async () => {} } : undefined;
}

/** Starts a cluster in a temporary folder, without fsync, with a migrated template. */
export async function startTestCluster(): Promise<RunningCluster> {
  const directory = await mkdtemp(path.join(tmpdir(), 'leadlight-test-'));
  const settings = { max_connections: 300, shared_buffers: '256MB' };
  const embedded = await startEmbedded({ directory, durable: false, settings, log: pino({ level: 'silent' }) });
  const stop = async () => {
    await embedded.stop();
    await rm(embedded.dataDir.directory, { recursive: true, force: true });
  };
  try {
    const { template } = await makeTemplate(embedded.url);
    return { url: embedded.url, template, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a migrated template on a running server; stopping drops only the template. */
export async function borrowCluster(url: string): Promise<RunningCluster> {
  const { template } = await makeTemplate(url);
  return { url, template, stop: () => dropTemplate(url, template) };
}

async function makeTemplate(url: string): Promise<{ template: string }> {
  const template = newTemplateName();
  await onOneConnection(await createDatabase(url, template), migrate);
  await becomeTemplate(url, template);
  return { template };
}

export const newTemplateName = () => `leadlight_template_${randomBytes(4).toString('hex')}`;

/** A template allows no connections, so that it can be cloned concurrently. */
export const becomeTemplate = (url: string, name: string) =>
  queryAsOwner(url, `alter database ${name} is_template true allow_connections false`);

export async function dropTemplate(url: string, name: string): Promise<void> {
  await queryAsOwner(url, `alter database ${name} is_template false`);
  await queryAsOwner(url, `drop database ${name} with (force)`);
}

/** Creates an empty database and returns its address. */
export async function createDatabase(url: string, name: string): Promise<string> {
  await queryAsOwner(url, `create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`);
  return inDatabase(url, name);
}

/** The same server, login and options with another database. */
export function inDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs work on a short-lived connection. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of one statement, on a connection of its own. */
export const queryAsOwner = <Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => asOwner(url, async (client) => (await client.query<Row>(text, values)).rows);
