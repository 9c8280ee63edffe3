import { startTestCluster } from '../../support/cluster.ts';

/** One PostgreSQL for all tests; each worker's server gets a clone of its template database. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestCluster();
  process.env.LEADLIGHT_TEST_CLUSTER = JSON.stringify({ url, template });
  return stop;
}
