// Reads the reports of the test runners, and finds statements of the specification without a passing test.
import path from 'node:path';

/** A test case of a run; `path` is its groups and its title. A flaky one passed when it ran again. A file that failed as a whole has no `path`. */
export type RunTest = {
  file: string;
  path: string[];
  outcome: 'passed' | 'flaky' | 'failed' | 'skipped';
  error?: string;
};

/** Ids of the specification's statements, as ` (S5.31, S5.32)`. */
const IDS = / ?\((S\d+\.\d+(?:, S\d+\.\d+)*)\)/g;

/** The distinct ids of statements in a text. */
export const statementIds = (text: string): Set<string> =>
  new Set([...text.matchAll(IDS)].flatMap(([, ids = '']) => ids.split(', ')));

/** A test's name without the ids of the statements that it proves. */
export const withoutIds = (name: string): string => name.replaceAll(IDS, '');

/** Reports each statement that no passing test names in its title or its group's, and each test with such an id that was skipped or failed. */
export function findUnproven(statements: Set<string>, run: RunTest[]): string[] {
  const proven = new Set<string>();
  const notPassed: string[] = [];
  // Playwright skips a test of one size of the screen at the other.
  for (const [title, cases] of Map.groupBy(run, ({ file, path }) => [file, ...path].join(' › '))) {
    const ids = statementIds(title);
    const outcomes = cases.map(({ outcome }) => outcome);
    const passed = outcomes.some((outcome) => outcome === 'passed' || outcome === 'flaky');
    if (passed && !outcomes.includes('failed')) for (const id of ids) proven.add(id);
    else if (ids.size > 0) notPassed.push(`${title}: it was skipped or failed`);
  }
  return [
    ...[...statements.difference(proven)].map((id) => `${id}: no test that passed has this id in its title`),
    ...notPassed,
  ];
}

type VitestReport = {
  testResults: {
    name: string;
    /** The error of the file itself: it could not be loaded, or a hook failed. */
    message?: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages?: string[] }[];
  }[];
};

export const testsOfVitest = (report: VitestReport, root: string): RunTest[] =>
  report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relativeTo(root, name);
    const cases = assertionResults.map(
      ({ ancestorTitles, title, status, failureMessages: [error] = [] }): RunTest => ({
        file,
        path: [...ancestorTitles, title],
        outcome: outcomeInVitest(status, error),
        ...(error && { error }),
      }),
    );
    return message ? [...cases, { file, path: [], outcome: 'failed', error: message }] : cases;
  });

function outcomeInVitest(status: string, error?: string): RunTest['outcome'] {
  if (status === 'passed') return error ? 'flaky' : 'passed'; // the error of its first try
  return status === 'failed' ? 'failed' : 'skipped';
}

/** Playwright's statuses. */
const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const;

type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: keyof typeof OUTCOMES }[] }[];
};
type PlaywrightReport = { config: { rootDir: string }; suites: PlaywrightSuite[] };

export const testsOfPlaywright = ({ config, suites }: PlaywrightReport, root: string): RunTest[] =>
  suites.flatMap((file) => testsOfSuite(file, relativeTo(root, path.join(config.rootDir, file.file)), []));

function testsOfSuite({ suites = [], specs }: PlaywrightSuite, file: string, groups: string[]): RunTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status }) => ({
      file,
      path: [...groups, title],
      outcome: OUTCOMES[status],
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsOfSuite(suite, file, [...groups, suite.title]))];
}

const relativeTo = (root: string, file: string) => path.relative(root, file).replaceAll(path.sep, '/');
