import { expect, test } from 'vitest';
import {
  findUnproven,
  type RunTest,
  statementIds,
  testsOfPlaywright,
  testsOfVitest,
  withoutIds,
} from './test-reports.ts';

test.each([
  ['one id', 'it adds (S1.1)', ['S1.1']],
  ['several ids', 'it adds (S1.1, S2.10) and rounds (S3.1)', ['S1.1', 'S2.10', 'S3.1']],
  ['an id in other parentheses', 'subject (email only (S3.17))', ['S3.17']],
  ['no id', 'it adds (S1) in S1.1 (see S1.2)', []],
])('a text has %s', (_, text, ids) => {
  expect([...statementIds(text)]).toEqual(ids);
});

test('a name without ids has the separators of its groups', () => {
  expect(withoutIds('the rights on leads (S6.11, S6.24) > select (id) > returns (S1.1)')).toBe(
    'the rights on leads > select (id) > returns',
  );
});

const ran = (outcome: RunTest['outcome'], ...path: string[]): RunTest => ({ file: 'a.test.ts', path, outcome });

test.each([
  ['the test’s title', [ran('passed', 'numbers', 'adds (S1.1)')]],
  ['the title of its group', [ran('passed', 'numbers (S1.1)', 'adds'), ran('flaky', 'numbers (S1.1)', 'rounds')]],
  ['the title of one of two tests', [ran('passed', 'adds (S1.1)'), ran('failed', 'rounds')]],
  ['the title of a test that one of two browsers ran', [ran('skipped', 'adds (S1.1)'), ran('passed', 'adds (S1.1)')]],
])('a statement is proven by %s', (_, run) => {
  expect(findUnproven(new Set(['S1.1']), run)).toEqual([]);
});

const MISSING = 'S1.1: no test that passed has this id in its title';

test.each<[string, RunTest[], string[]]>([
  ['that did not run', [ran('passed', 'adds (S1.10)')], [MISSING]],
  ['that was skipped', [ran('skipped', 'adds (S1.1)')], [MISSING, 'a.test.ts › adds (S1.1): it was skipped or failed']],
  ['that failed', [ran('failed', 'adds (S1.1)')], [MISSING, 'a.test.ts › adds (S1.1): it was skipped or failed']],
  [
    'that failed in one of two browsers',
    [ran('passed', 'adds (S1.1)'), ran('failed', 'adds (S1.1)')],
    [MISSING, 'a.test.ts › adds (S1.1): it was skipped or failed'],
  ],
  [
    'that was skipped beside one of its group that passed',
    [ran('passed', 'numbers (S1.1)', 'adds'), ran('skipped', 'numbers (S1.1)', 'rounds')],
    ['a.test.ts › numbers (S1.1) › rounds: it was skipped or failed'],
  ],
  [
    'that failed beside another that passed',
    [ran('passed', 'adds (S1.1)'), ran('failed', 'rounds (S1.1)')],
    ['a.test.ts › rounds (S1.1): it was skipped or failed'],
  ],
])('a test %s is reported', (_, run, problems) => {
  expect(findUnproven(new Set(['S1.1']), run)).toEqual(problems);
});

test('vitest’s report gives each test with its groups', () => {
  const report = {
    testResults: [
      {
        name: '/project/tools/a.test.ts',
        assertionResults: [
          { ancestorTitles: ['numbers'], title: 'adds', status: 'passed' },
          { ancestorTitles: [], title: 'rounds', status: 'passed', failureMessages: ['Error: too late'] },
          { ancestorTitles: [], title: 'waits', status: 'pending' },
          { ancestorTitles: [], title: 'divides', status: 'failed', failureMessages: ['Error: by zero'] },
        ],
      },
      { name: '/project/tools/b.test.ts', message: 'Error: no such module', assertionResults: [] },
    ],
  };
  expect(testsOfVitest(report, '/project')).toEqual([
    { file: 'tools/a.test.ts', path: ['numbers', 'adds'], outcome: 'passed' },
    { file: 'tools/a.test.ts', path: ['rounds'], outcome: 'flaky', error: 'Error: too late' },
    { file: 'tools/a.test.ts', path: ['waits'], outcome: 'skipped' },
    { file: 'tools/a.test.ts', path: ['divides'], outcome: 'failed', error: 'Error: by zero' },
    { file: 'tools/b.test.ts', path: [], outcome: 'failed', error: 'Error: no such module' },
  ]);
});

test('Playwright’s report gives each test with its groups, once for each browser', () => {
  const spec = (title: string, ...statuses: ('expected' | 'unexpected' | 'skipped')[]) => ({
    title,
    tests: statuses.map((status) => ({ status })),
  });
  const report = {
    config: { rootDir: '/project/tests/e2e' },
    suites: [
      {
        title: 'app/a.test.ts',
        file: 'app/a.test.ts',
        specs: [spec('opens', 'expected', 'skipped')],
        suites: [{ title: 'by touch', file: 'app/a.test.ts', specs: [spec('swipes', 'unexpected')] }],
      },
    ],
  };
  expect(testsOfPlaywright(report, '/project')).toEqual([
    { file: 'tests/e2e/app/a.test.ts', path: ['opens'], outcome: 'passed' },
    { file: 'tests/e2e/app/a.test.ts', path: ['opens'], outcome: 'skipped' },
    { file: 'tests/e2e/app/a.test.ts', path: ['by touch', 'swipes'], outcome: 'failed' },
  ]);
});
