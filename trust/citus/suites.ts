// The project's own tests on the distributed database, with the known differences.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { TestCluster } from '../../tests/support/cluster.ts';

/** Tests that fail on a distributed database, by their whole name, each with the reason. */
const DIFFERENCES: [name: RegExp, reason: string][] = [
  [
    /^the rights on (campaigns|comments|rejection_reasons) insert \((id|customer_id, lead_id, body, aut)/,
    'a column with a default can be named; its value is replaced by the default, or on rejection_reasons taken from an administrator',
  ],
  [/^the rights on campaign_steps insert \((id, )?campaign_id, /, 'a client must name the customer of a step'],
  [/^campaigns campaign_steps: a member inserts, /, 'a client must name the customer of a step'],
  [
    /^the rights on activity select where customer_id is not null$/,
    'activity of no customer has the nil UUID instead of null',
  ],
  [
    /^the rights on (campaign|customer)_counts (insert|update|delete)/,
    'views that cannot be written report so before they report the missing right',
  ],
  [
    /^the matrix covers every table and view of schema public$/,
    'the extension has two views there, which no role of the API can read',
  ],
];

const SUITES = {
  database: ['tests/database/rights.test.ts'],
  wire: ['tests/wire/row-requests.test.ts', 'tests/wire/import'],
};

/** Twenty tests of the main work in a browser: review, imports, campaigns, comments and bulk actions. */
const BROWSER_FILES = [
  'app/main-job',
  'copy/campaigns',
  'copy/message',
  'copy/steps',
  'copy/two-users',
  'customer/dashboard',
  'customer/leads',
  'customer/triage',
  'import/history',
  'import/life-cycle',
  'import/wizard',
  'lists/bulk',
  'lists/comments',
  'lists/sort',
];

type Report = {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
};

export type Outcome = { passed: number; differing: string[]; unexpected: string[] };

/** Runs the database and wire tests; of the former those whose transactions act as one user, since Citus rejects changes of several. A difference that no longer occurs is unexpected too. */
export function runSuites(cluster: TestCluster): Outcome {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadlight-citus-report-'));
  const report = path.join(folder, 'report.json');
  const projects = Object.keys(SUITES).map((name) => `--project=${name}`);
  spawnSync(
    'vitest',
    [
      'run',
      ...projects,
      ...Object.values(SUITES).flat(),
      '--testTimeout=120000',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    {
      stdio: 'ignore',
      env: { ...process.env, TEST_CLUSTER: JSON.stringify(cluster) },
    },
  );
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  const reasonOf = (name: string) => DIFFERENCES.find(([pattern]) => pattern.test(name))?.[1];
  const unused = DIFFERENCES.filter(([pattern]) => !failed.some(({ fullName }) => pattern.test(fullName)));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    differing: [...new Set(failed.map(({ fullName }) => reasonOf(fullName)).filter((reason) => reason !== undefined))],
    unexpected: [
      ...failed
        .filter(({ fullName }) => !reasonOf(fullName))
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.slice(0, 300)}`),
      ...unused.map(([pattern]) => `no test fails any more that matches ${pattern}`),
      ...(tests.length === 0 ? ['no test ran'] : []),
    ],
  };
}

/** Runs the browser tests at desktop size, one after another. */
export function runBrowserTests(cluster: TestCluster): Pick<Outcome, 'passed' | 'unexpected'> {
  const files = BROWSER_FILES.map((name) => `tests/e2e/${name}.test.ts`);
  const { stdout } = spawnSync(
    'playwright',
    ['test', '--project=desktop', '--workers=1', '--timeout=300000', '--reporter=json', ...files],
    {
      encoding: 'utf8',
      maxBuffer: 100 * 2 ** 20,
      env: { ...process.env, TEST_CLUSTER: JSON.stringify(cluster) },
    },
  );
  const { suites, errors } = JSON.parse(stdout) as JSONReport;
  const specsOf = (suite: JSONReportSuite): JSONReportSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const specs = suites.flatMap(specsOf);
  return {
    passed: specs.filter(({ ok }) => ok).length,
    unexpected: [
      ...errors.map(({ message }) => message ?? 'playwright failed'),
      ...specs
        .filter(({ ok }) => !ok)
        .map(({ file, title, tests }) => `${file}: ${title}: ${tests[0]?.results[0]?.error?.message?.slice(0, 600)}`),
      ...(specs.length === 0 ? ['no test ran'] : []),
    ],
  };
}
