// Runs every check in turn, looks for a passing test of each statement of the specification, and ends with one line of totals.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { firefox } from '../tests/browsers/firefox.ts';
import { webkit } from '../tests/browsers/webkit.ts';
import { ON_OTHER_SERVERS } from '../tests/database/other-servers.ts';
import { ensureChromium, findChromium } from '../tests/support/chromium.ts';
import { newFolder } from '../tests/support/temporary-files.ts';
import { findUnproven, type RunTest, statementIds, testsOfPlaywright, testsOfVitest } from './test-reports.ts';

type Count = { passed: number; failed: number; skipped: number };
type Runner = { name: string; run: () => Count };

const root = path.join(import.meta.dirname, '..');
/** Every test case that has run so far. */
const casesRun: RunTest[] = [];

const reports = newFolder('reports');

function command(line: string[], env: Record<string, string> = {}): boolean {
  const [program = '', ...args] = line;
  return spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

const ONE_PASSED: Count = { passed: 1, failed: 0, skipped: 0 };
const ONE_FAILED: Count = { passed: 0, failed: 1, skipped: 0 };

/** A runner that is one check: it holds or it does not. */
const check = (name: string, ...line: string[]): Runner => ({
  name,
  run: () => (command(line) ? ONE_PASSED : ONE_FAILED),
});

/** Counts the tests of a runner's report; one that left none, or that failed without a failed test, counts as one failure. */
function fromReport<Report>(
  succeeded: boolean,
  file: string,
  read: (report: Report, root: string) => RunTest[],
): Count {
  if (!existsSync(file)) return ONE_FAILED;
  const cases = read(JSON.parse(readFileSync(file, 'utf8')), root);
  casesRun.push(...cases);
  const count = (...outcomes: RunTest['outcome'][]) => cases.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const failed = count('failed');
  return {
    passed: count('passed', 'flaky'),
    failed: succeeded ? failed : Math.max(1, failed),
    skipped: count('skipped'),
  };
}

/** Runs the tests of these projects, in these files or in all. */
const vitest = (name: string, projects: string[], env: Record<string, string> = {}, files: string[] = []): Runner => ({
  name,
  run: () => {
    const file = path.join(reports, `${name.replaceAll(/[ :]/g, '-')}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const succeeded = command(
      ['vitest', 'run', ...files, ...projects.map((project) => `--project=${project}`), ...reporters],
      env,
    );
    return fromReport(succeeded, file, testsOfVitest);
  },
});

const playwright: Runner = {
  name: 'end-to-end',
  run: () => {
    ensureChromium();
    command([findChromium() ?? 'chromium', '--version']);
    const file = path.join(reports, 'playwright.json');
    const succeeded = command(['playwright', 'test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    return fromReport(succeeded, file, testsOfPlaywright);
  },
};

const statements: Runner = {
  name: 'every statement of the specification has a passing test',
  run: () => {
    const unproven = findUnproven(
      statementIds(readFileSync(path.join(root, 'docs/specification.md'), 'utf8')),
      casesRun,
    );
    for (const problem of unproven) console.error(problem);
    return { passed: unproven.length === 0 ? 1 : 0, failed: unproven.length, skipped: 0 };
  },
};

const checks: Runner[] = [
  check('types', 'tsc', '-p', '.'),
  check('types of the web app', 'tsc', '-p', 'web'),
  check('types of the functions’ entry points', 'tsc', '-p', 'supabase/functions'),
  check('types of the end-to-end tests', 'tsc', '-p', 'tests/e2e'),
  check('lint', 'biome', 'check', '--error-on-warnings'),
  check('dead exports', 'knip'),
  check('docs/configuration.md is current', 'node', 'tools/config-docs.ts', '--check'),
  check('supabase/schemas/rights.sql is current', 'node', 'tools/policies.ts', '--check'),
];
const quick: Runner[] = [...checks, vitest('unit and architecture', ['unit'])];

const filesOfOtherServers = Object.keys(ON_OTHER_SERVERS).map((name) => `tests/database/${name}`);
/** TEST_DATABASE_URL may name several servers, separated by spaces. */
const otherServers = (process.env.TEST_DATABASE_URL ?? '').split(' ').filter((url) => url !== '');
const thorough: Runner[] = [
  ...checks,
  check('database types and docs/schema.md are current', 'node', 'tools/schema.ts', '--check'),
  vitest('unit, component, database and HTTP', ['unit', 'component*', 'database', 'http'], { TEST_DATABASE_URL: '' }), // all in one run: its end, where some wait, is filled by the unit tests
  ...otherServers.map((url) =>
    vitest(`database on ${new URL(url).host}`, ['database'], { TEST_DATABASE_URL: url }, filesOfOtherServers),
  ),
  playwright,
  vitest('journeys in Firefox and WebKit', ['browsers']),
  vitest('the package of npx', ['package']),
  check('the documentation as a site', 'npm', 'run', 'docs'),
  statements,
];

const runners = process.argv.includes('--quick') ? quick : thorough;
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const failedRunners: string[] = [];
for (const { name, run } of runners) {
  const start = performance.now();
  console.log(`\n── ${name}`);
  const count = run();
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  if (count.failed > 0) failedRunners.push(name);
  console.log(
    `── ${name}: ${count.passed} passed, ${count.failed} failed (${((performance.now() - start) / 1000).toFixed(1)} s)`,
  );
}
// Again at the end, since CI may show only the last lines of the output.
const remarks = { skipped: 'skipped', flaky: 'failed once, passed when it ran again', failed: 'failed' };
for (const { file, path, outcome, error } of casesRun) {
  if (outcome === 'passed') continue;
  console.log(`${remarks[outcome]}: ${[file, ...path].join(' › ')}`);
  if (error) console.log(error.slice(0, 2000));
}
if (runners === thorough)
  for (const { name, packages, isInstalled } of [firefox, webkit])
    if (!isInstalled()) console.log(`left out: the journeys in ${name}, which needs Debian's ${packages}`);
for (const name of failedRunners) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed > 0 ? 1 : 0;
