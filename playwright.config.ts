import { defineConfig } from '@playwright/test';
import { browserOptions } from './tests/support/chromium.ts';
import { gatherTemporaryFiles } from './tests/support/temporary-files.ts';

gatherTemporaryFiles();

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results',
  workers: 3, // for two cores: tests wait about as long as they compute
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: process.env.CI ? 1 : 0, // on a shared machine; tools/test.ts names each test that needed it
  timeout: 180_000,
  expect: { timeout: process.env.TEST_CLUSTER ? 60_000 : 30_000 }, // a given cluster may be distributed, with all nodes on this machine
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    actionTimeout: 60_000, // an action that cannot be done fails with its reason before the test's own timeout
    screenshot: 'only-on-failure',
    launchOptions: browserOptions(),
  },
  // Tests run at desktop size; with the tag @phone also at phone size, with @touch only there.
  projects: [
    { name: 'desktop', grepInvert: /@touch/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone|@touch/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
