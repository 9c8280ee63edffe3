import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const setupFiles = process.env.PROPERTY_RUNS ? ['tests/support/property-runs.ts'] : [];
/** No test tells anything by its time; a busy machine may take long. */
const patience = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };
const integration = { globalSetup: ['tests/support/global-setup.ts'], ...patience, setupFiles };

const web = { resolve: { alias: { '@': path.join(import.meta.dirname, 'web/src') } } };

export default defineConfig({
  test: {
    maxWorkers: Math.max(3, availableParallelism()), // most tests wait for a server or its database about as much as they work
    projects: [
      {
        ...web,
        test: {
          name: 'unit',
          include: ['{domain,server,web,tools,supabase/functions}/**/*.test.ts', 'tests/*.test.ts'],
          ...patience,
          setupFiles,
        },
      },
      {
        ...web,
        test: {
          name: 'component',
          include: ['web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          ...patience,
          setupFiles: [...setupFiles, 'tests/component/setup.ts'],
        },
      },
      { test: { name: 'database', include: ['tests/database/**/*.test.ts'], ...integration } },
      { test: { name: 'wire', include: ['tests/wire/**/*.test.ts'], ...integration } },
    ],
  },
});
