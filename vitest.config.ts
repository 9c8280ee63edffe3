import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const setupFiles = process.env.PROPERTY_RUNS ? ['tests/support/property-runs.ts'] : [];
/** Generous, since the machine may be busy; no test asserts durations. */
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };
const integration = { globalSetup: ['tests/support/global-setup.ts'], ...timeouts, setupFiles };

const web = { resolve: { alias: { '@': path.join(import.meta.dirname, 'web/src') } } };

export default defineConfig({
  test: {
    maxWorkers: Math.max(3, availableParallelism()), // most tests wait for a server or database about as long as they compute
    projects: [
      {
        ...web,
        test: {
          name: 'unit',
          isolate: false, // starting a worker per file would take half of the time
          include: ['{domain,server,web,tools,supabase/functions}/**/*.test.ts', 'tests/*.test.ts'],
          ...timeouts,
          setupFiles,
        },
      },
      {
        ...web,
        test: {
          name: 'component',
          include: ['web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          ...timeouts,
          setupFiles: [...setupFiles, 'tests/component/setup.ts'],
        },
      },
      { test: { name: 'database', include: ['tests/database/**/*.test.ts'], ...integration } },
      { test: { name: 'wire', include: ['tests/wire/**/*.test.ts'], ...integration } },
    ],
  },
});
