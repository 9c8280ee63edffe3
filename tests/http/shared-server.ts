// The server of the HTTP tests that need neither settings of their own nor a database without the rows of others.
import type { TestProject } from 'vitest/node';
import { type ServerAddress, startServer } from '../support/server.ts';
import { NO_LIMITS } from './auth/requests.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: ServerAddress;
  }
}

/** Runs after tests/support/global-setup.ts, which provides the cluster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster } = project.getProvidedContext();
  const { url, publishableKey, databaseUrl, stop } = await startServer({ cluster, env: NO_LIMITS });
  project.provide('server', { url, publishableKey, databaseUrl });
  return stop;
}
