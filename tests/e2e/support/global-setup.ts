import { startTestCluster } from '../../support/cluster.ts';

/** One PostgreSQL for all stories; each worker's server has a clone of its template. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestCluster();
  process.env.LEADLIGHT_TEST_CLUSTER = JSON.stringify({ url, template });
  return stop;
}
