import { givenCluster, startTestCluster } from '../../support/cluster.ts';

/** One PostgreSQL for all tests; each worker's server gets a clone of its template database. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop, ...cluster } = givenCluster() ?? (await startTestCluster());
  process.env.LEADLIGHT_TEST_CLUSTER = JSON.stringify(cluster);
  return stop;
}
