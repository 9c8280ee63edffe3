import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import durations from './tests/durations.json' with { type: 'json' };
import { gatherTemporaryFiles } from './tests/support/temporary-files.ts';

gatherTemporaryFiles();

const setupFiles = process.env.PROPERTY_RUNS ? ['tests/support/property-runs.ts'] : [];
/** Generous, since the machine may be busy; no test asserts durations. */
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };
/** On a shared machine, as in playwright.config.ts; tools/test.ts names each test that needed it. */
const retry = process.env.CI ? 1 : 0;
/** Their modules keep nothing between files, so a worker keeps its process. */
const integration = { globalSetup: ['tests/support/global-setup.ts'], isolate: false, ...timeouts, retry, setupFiles };

/** Tests that replace modules or what these keep, answer what the app reads only once, or expect that no earlier test left a save unanswered. */
const needingOwnModules = globSync('web/src/**/*.test.tsx', { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(mock|doMock)\(|stubGlobal\('Intl'|'beforeunload'|\/auth\/v1\/settings/.test(
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  ),
);
const component = { environment: 'happy-dom', ...timeouts, setupFiles: [...setupFiles, 'tests/component/setup.ts'] };

const web = { resolve: { alias: { '@': path.join(import.meta.dirname, 'web/src') } } };

const seconds: Record<string, number> = durations;

/** In each project the files that take longest first, also on a machine that has run none of them: their last, alone, would be waited for. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const duration = ({ moduleId }: TestSpecification) => seconds[path.relative(import.meta.dirname, moduleId)] ?? 0;
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((one, other) => duration(other) - duration(one)),
    );
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    chaiConfig: { truncateThreshold: 2_000 }, // the report of a run has messages only
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
          isolate: false, // loading the app for each file would take almost half of the time
          include: ['web/src/**/*.test.tsx'],
          exclude: needingOwnModules,
          ...component,
        },
      },
      { ...web, test: { name: 'component-isolated', include: needingOwnModules, ...component } },
      { test: { name: 'database', include: ['tests/database/**/*.test.ts'], ...integration } },
      {
        test: {
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          ...integration,
          globalSetup: ['tests/support/build-web-app.ts', ...integration.globalSetup, 'tests/http/shared-server.ts'],
        },
      },
      { test: { name: 'package', include: ['tests/package/**/*.test.ts'], ...timeouts, retry, setupFiles } },
      {
        test: {
          name: 'browsers',
          include: ['tests/browsers/**/*.test.ts'],
          ...integration,
          globalSetup: ['tests/support/build-web-app.ts', ...integration.globalSetup],
        },
      },
    ],
  },
});
