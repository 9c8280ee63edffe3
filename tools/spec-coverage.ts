// Compares docs/spec-coverage.md with the reports of the test runners.
import path from 'node:path';

/** A test that docs/spec-coverage.md names by its title, or by `group › title`. The title of a group stands for all its tests. */
export type CoverageRow = {
  file: string;
  title: string;
  /** Ids of the statements whose text stands in this row. */
  statements: string[];
  /** Ids of statements whose text stands in another row. */
  references: string[];
};

/** A test case of a run; `path` is its groups and its title. A flaky one passed when it ran again. A file that failed as a whole has no `path`. */
export type RunTest = {
  file: string;
  path: string[];
  outcome: 'passed' | 'flaky' | 'failed' | 'skipped';
  error?: string;
};

/** Reads the table: a row in bold names a test file, the rows after it are tests of that file. */
export function coverageRows(markdown: string): CoverageRow[] {
  let file = '';
  return [...markdown.matchAll(/^\| (?:\*\*(.+)\*\* \| \||`(.+?)` \| (.+) \|)$/gm)].flatMap(([, bold, title, cell]) => {
    if (bold) file = bold;
    if (!title || !cell) return [];
    const parts = cell.split('<br>');
    const isReference = (part: string) => /^S[\d.]+(, S[\d.]+)*$/.test(part);
    return [
      {
        file,
        title,
        statements: parts.filter((part) => !isReference(part)).map((part) => part.split(' ', 1).join()),
        references: parts.filter(isReference).flatMap((part) => part.split(', ')),
      },
    ];
  });
}

const SEPARATOR = ' › ';

/** Reports each named test that did not run, did not pass, or whose name is ambiguous. */
export function findUncovered(rows: CoverageRow[], run: RunTest[]): string[] {
  const byFile = Map.groupBy(run, ({ file }) => file);
  return rows.flatMap(({ file, title, statements, references }) => {
    const found = (byFile.get(file) ?? []).flatMap((test) => {
      const fullTitle = findFullTitle(title, test.path);
      return fullTitle === undefined ? [] : [{ ...test, fullTitle }];
    });
    const report = (problem: string) => [
      `${[...statements, ...references].join(', ')}: ${file}${SEPARATOR}${title}: ${problem}`,
    ];
    if (found.length === 0) return report('no test that ran has this title');
    if (new Set(found.map(({ fullTitle }) => fullTitle)).size > 1) return report('several tests have this title');
    const byPath = Map.groupBy(found, ({ path }) => path.join(SEPARATOR));
    const notPassed = [...byPath.values()].filter(
      (cases) => !cases.some(({ outcome }) => outcome === 'passed' || outcome === 'flaky'),
    );
    return notPassed.length === 0 ? [] : report('it was skipped or failed');
  });
}

/** The full name of the test, or of one of its groups, that ends with the title. */
function findFullTitle(title: string, path: string[]): string | undefined {
  const fullTitles = path.map((_, index) => path.slice(0, index + 1).join(SEPARATOR));
  return fullTitles.findLast((fullTitle) => fullTitle === title || fullTitle.endsWith(SEPARATOR + title));
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
