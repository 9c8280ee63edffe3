// Compares docs/spec-coverage.md with the reports of the test runners.
import path from 'node:path';

/** `file › title`, or `file › group › title` if several groups have the title. The title of a group stands for all its tests. */
export type NamedTest = { id: string; file: string; title: string };

/** A test case of a run; `path` is its groups and its title. */
export type RunTest = { file: string; path: string[]; outcome: 'passed' | 'failed' | 'skipped' };

/** A row of the table: the ids of its statements and the cell that names their tests. */
export type CoverageRow = { ids: string[]; tests: string };

export const coverageRows = (markdown: string): CoverageRow[] =>
  [...markdown.matchAll(/^\| (S\d.*?) \| (.*) \|$/gm)].map(([, statements = '', tests = '']) => ({
    ids: statements.split('<br>').map((statement) => statement.split(' ', 1).join()),
    tests,
  }));

export const namedTests = (rows: CoverageRow[]): NamedTest[] =>
  rows.flatMap(({ ids, tests }) =>
    [...tests.matchAll(/`([^`›]+?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({
      id: ids.join(', '),
      file,
      title,
    })),
  );

const SEPARATOR = ' › ';

/** Reports each named test that did not run, did not pass, or whose name is ambiguous. */
export function findUncovered(named: NamedTest[], run: RunTest[]): string[] {
  const byFile = Map.groupBy(run, ({ file }) => file);
  return named.flatMap(({ id, file, title }) => {
    const found = (byFile.get(file) ?? []).flatMap((test) => {
      const place = placeOf(title, test.path);
      return place === undefined ? [] : [{ ...test, place }];
    });
    const report = (problem: string) => [`${id}: ${file}${SEPARATOR}${title}: ${problem}`];
    if (found.length === 0) return report('no test that ran has this title');
    if (new Set(found.map(({ place }) => place)).size > 1) return report('several tests have this title');
    const byPath = Map.groupBy(found, ({ path }) => path.join(SEPARATOR));
    const notPassed = [...byPath.values()].filter((cases) => !cases.some(({ outcome }) => outcome === 'passed'));
    return notPassed.length === 0 ? [] : report('it was skipped or failed');
  });
}

/** The full name of the test, or of one of its groups, that ends with the title. */
function placeOf(title: string, path: string[]): string | undefined {
  const places = path.map((_, index) => path.slice(0, index + 1).join(SEPARATOR));
  return places.findLast((place) => place === title || place.endsWith(SEPARATOR + title));
}

export type VitestReport = {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
};

export const testsOfVitest = (report: VitestReport, root: string): RunTest[] =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relativeTo(root, name),
      path: [...ancestorTitles, title],
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  );

/** Playwright's statuses. A flaky test counts as failed. */
const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const;

type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: keyof typeof OUTCOMES }[] }[];
};
export type PlaywrightReport = { config: { rootDir: string }; suites: PlaywrightSuite[] };

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
