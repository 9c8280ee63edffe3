// The project's own tests on the distributed database, with the known differences.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCluster } from '../../tests/support/cluster.ts';
import { newFolder } from '../../tests/support/temporary-files.ts';
import { testsOfPlaywright, withoutIds } from '../../tools/test-reports.ts';
import { REPORT_FILE, type TestReport } from './test-reporter.ts';

type Difference = { test: RegExp; received: RegExp; reason: string };

const NO_MATCH = 'there is no unique or exclusion constraint matching the ON CONFLICT specification';
const NOT_IMMUTABLE =
  'functions used in the WHERE clause of the ON CONFLICT clause of INSERTs on distributed tables must be marked IMMUTABLE';
const NO_CUSTOMER =
  /^(400|.*(cannot perform an INSERT without a partition column value|the partition column of table public.campaign_steps should have a value)",?)$/;
const UNSUPPORTED_EMBEDDING =
  /^([{}[\]],?|400,|undefined,|"details": null,|.*"0A000".*|"hint": .*|"message": "direct joins between distributed and local tables are not supported",)$/;

/** Tests that fail on a distributed database, by their whole name without ids of statements, what they receive instead of the expected, line by line, and the reason. */
const DIFFERENCES: Difference[] = [
  ...[
    {
      test: /^the rights on (campaigns|comments|custom_fields|list_columns) > insert \((id|customer_id, (lead_id, body, aut|user_id))/,
      received:
        /^("(admin|member|guest|audience guest)": "acme"|"[a-z ]+": "42501 new row violates row-level security policy .*),$/,
    },
    {
      test: /^the rights on (rejection_reasons|sending_tools) > insert \(id/,
      received: /^("admin": "(Duplicate|Another)"|"[a-z ]+": "42501 new row violates row-level security policy .*),$/,
    },
    {
      test: /role > (campaigns: POST \{"id"|comments: POST .*"author_id")/,
      received:
        /^"((admin|impersonator|member|viewer|reviewer|guest)": "1"|[a-z ]+": "new row violates row-level security policy for table \\"(campaigns|comments)\\""),$/,
    },
    {
      test: /^a right guess .* > a right guess of a hidden campaign .*: POST \/campaigns \{"id":/,
      received: /^"(member|impersonator|admin) \[201,.*"\[\{\\?"id\\?":\\?"[0-9a-f]{8}-.*\]"$/,
    },
    { test: /^writes into another customer > .* by choosing an id$/, received: /"public.campaigns"/ },
  ].map((difference) => ({
    ...difference,
    reason:
      'a column with a default can be named; its value is replaced by the default, or on rejection_reasons taken from an administrator',
  })),
  ...[
    /^the rights on campaign_steps > insert \((id, )?campaign_id, /,
    /^campaigns > campaign_steps: a member inserts, /,
    /role > campaign_steps: POST \{"campaign_id":/,
  ].map((test) => ({ test, received: NO_CUSTOMER, reason: 'a client must name the customer of a step' })),
  {
    test: /^writes into another customer > .* by adding a step/,
    received: /^"400 the partition column of table public.campaign_steps should have a value",$/,
    reason: 'a client must name the customer of a step',
  },
  {
    test: /(role > \w+: UPSERT |^writes into another customer > .* by an upsert$)/,
    received: new RegExp(`"(400 )?(${NO_MATCH}|${NOT_IMMUTABLE})",?$`),
    reason: 'upserts are rejected',
  },
  {
    test: /(role > \w+: PATCH \{"customer_id":|^writes into another customer > .* by moving in |^the rights on list_columns > update set customer_id)/,
    received: /"(400 |0A000 )?modifying the partition value of rows is not allowed",?$/,
    reason: 'changes of customer_id are rejected',
  },
  {
    test: /^the rights of a (viewer|reviewer) on /,
    received:
      /^"(25001 cannot perform query on placements that were modified in this transaction by a different user|22004 cannot perform an INSERT without a partition column value)"$/,
    reason: 'the test changes the role of the member in the same transaction; over HTTP both have members of their own',
  },
  {
    test: /^the rights on activity > select where customer_id is not null$/,
    received: /^"admin": "acme globex new",$/,
    reason: 'activity of no customer has the nil UUID instead of null',
  },
  {
    test: /role > activity: GET/,
    received: /^"(admin|impersonator)": "00000000-0000-0000-0000-000000000000 acme globex initech",$/,
    reason: 'activity of no customer has the nil UUID instead of null',
  },
  {
    test: /^the rights on (campaign|customer)_counts > (insert|update|delete)/,
    received: /"0A000 cannot modify views .*",$/,
    reason: 'views that cannot be written report so before they report the missing right',
  },
  {
    test: /^the matrix (covers every table and view of schema public|is complete > the matrix lists every exposed table and view)$/,
    received: /^"citus_(schemas|tables)",$/,
    reason: 'the extension has two views there, which no role of the API can read',
  },
  {
    test: /^embedding > (a member sees the tree|resources embedded in the result)/,
    received: UNSUPPORTED_EMBEDDING,
    reason: 'customers cannot embed rows of the workers, nor these members or invitations',
  },
  {
    test: /^errors reveal no hidden row > GET \/customers\?select=leads/,
    received: /^(400,|.*correlated subqueries are not supported when the FROM clause contains a reference table.*)$/,
    reason: 'customers cannot embed rows of the workers, nor these members or invitations',
  },
];

const SUITES = [
  'tests/database/rights.test.ts',
  'tests/http/row-requests.test.ts',
  'tests/http/import',
  'tests/http/rights',
];

/** Tests of the main work in a browser: review, imports, campaigns, comments and bulk actions. */
const BROWSER_FILES = [
  'admin/hand-off',
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

export type SuiteOutcome = { passed: number; differing: string[]; unexpected: string[] };

/** Runs the database and HTTP tests; of the former those whose transactions act as one user, since Citus rejects changes of several. A test that was skipped and a difference that no longer occurs are unexpected too. */
export function runSuites(cluster: TestCluster): SuiteOutcome {
  const report = path.join(newFolder('citus-report'), 'report.json');
  const reporter = path.join(import.meta.dirname, 'test-reporter.ts');
  const options = ['--testTimeout=120000', '--diff.truncateThreshold=0', `--reporter=${reporter}`];
  spawnSync('vitest', ['run', '--project=database', '--project=http', ...options, ...SUITES], {
    stdio: 'ignore',
    env: { ...process.env, TEST_CLUSTER: JSON.stringify(cluster), [REPORT_FILE]: report, NO_COLOR: '1' },
  });
  const tests = JSON.parse(readFileSync(report, 'utf8')) as TestReport[];
  const failed = tests.filter(({ state }) => state !== 'passed');
  const differenceOf = ({ name, received }: TestReport) =>
    DIFFERENCES.find(
      (difference) =>
        difference.test.test(withoutIds(name)) &&
        received.length > 0 &&
        received.every((line) => difference.received.test(line)),
    );
  const differences = failed.map(differenceOf);
  const unused = DIFFERENCES.filter((difference) => !differences.includes(difference));
  return {
    passed: tests.length - failed.length,
    differing: [...new Set(differences.flatMap((difference) => difference?.reason ?? []))],
    unexpected: [
      ...failed
        .filter((_, index) => !differences[index])
        .map(({ name, state, received }) => `${name}: ${state}: ${received.join('\n    ').slice(0, 2000)}`),
      ...unused.map(({ test }) => `no test fails any more that matches ${test}`),
      ...(tests.length === 0 ? ['no test ran'] : []),
    ],
  };
}

/** Runs the browser tests at desktop size, one after another. */
export function runBrowserTests(cluster: TestCluster): Pick<SuiteOutcome, 'passed' | 'unexpected'> {
  const report = path.join(newFolder('citus-report'), 'report.json');
  const files = BROWSER_FILES.map((name) => `tests/e2e/${name}.test.ts`);
  const options = ['--project=desktop', '--workers=1', '--timeout=300000', '--reporter=list,json'];
  spawnSync('playwright', ['test', ...options, ...files], {
    stdio: 'inherit',
    env: { ...process.env, TEST_CLUSTER: JSON.stringify(cluster), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const tests = testsOfPlaywright(JSON.parse(readFileSync(report, 'utf8')), process.cwd());
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  return {
    passed: tests.length - failed.length,
    unexpected: tests.length === 0 ? ['no test ran'] : failed.map((test) => `${test.file}: ${test.path.join(': ')}`),
  };
}
