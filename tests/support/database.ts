import { randomBytes } from 'node:crypto';
import { asOwner, inDatabase, type TestCluster } from './cluster.ts';

export type Clone = {
  /** The address for the database's owner, role `postgres` on the embedded server. */
  url: string;
  drop(): Promise<void>;
};

/** Clones the template of this cluster, by default of the vitest run's. */
export async function cloneDatabase(cluster?: TestCluster): Promise<Clone> {
  const { url, template, workers = [] } = cluster ?? (await import('vitest')).inject('cluster');
  const name = `leadlight_test_${randomBytes(6).toString('hex')}`;
  const onAllNodes = async (text: string) => {
    for (const node of [url, ...workers]) await asOwner(node, (client) => client.query(text));
  };
  await onAllNodes(`create database ${name} template ${template} strategy file_copy`);
  const drop = () => onAllNodes(`drop database if exists ${name} with (force)`);
  return { url: inDatabase(url, name), drop };
}
