// One PostgreSQL for a whole test run, shared by its projects.
import type { TestProject } from 'vitest/node';
import { borrowCluster, givenCluster, type RunningCluster, startTestCluster, type TestCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** Each project loads this file again, so shared state is stored on globalThis. */
type Shared = { users: number; cluster: Promise<RunningCluster> };
const run = globalThis as typeof globalThis & { leadlightClusters?: Map<string, Shared> };

/** The database tests alone run on the server of TEST_DATABASE_URL, where it is set. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const address = project.name === 'database' ? (process.env.TEST_DATABASE_URL ?? '') : '';
  run.leadlightClusters ??= new Map();
  const clusters = run.leadlightClusters;
  const open = async () => givenCluster() ?? (address ? borrowCluster(address) : startTestCluster());
  const shared = clusters.get(address) ?? { users: 0, cluster: open() };
  clusters.set(address, shared);
  shared.users += 1;
  const { stop, ...cluster } = await shared.cluster;
  project.provide('cluster', cluster);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    clusters.delete(address);
    await stop();
  };
}
