import { expect, test } from 'vitest';
import { coverageRows, findUncovered, type RunTest, testsOfPlaywright, testsOfVitest } from './spec-coverage.ts';

test('a row names a test of its file and the statements that it verifies', () => {
  const page = `# Title

| test | statements |
| --- | --- |
| **a.test.ts** | |
| \`adds\` | S1.1 It adds.<br>S1.3 It also subtracts.<br>S2.1, S2.2 |
| \`group › multiplies\` | S1.1 |
| **b.test.ts** | |
| \`divides\` | S1.2 It divides. |
`;
  expect(coverageRows(page)).toEqual([
    { file: 'a.test.ts', title: 'adds', statements: ['S1.1', 'S1.3'], references: ['S2.1', 'S2.2'] },
    { file: 'a.test.ts', title: 'group › multiplies', statements: [], references: ['S1.1'] },
    { file: 'b.test.ts', title: 'divides', statements: ['S1.2'], references: [] },
  ]);
});

const named = (title: string) => [{ file: 'a.test.ts', title, statements: ['S1.1'], references: [] }];
const ran = (outcome: RunTest['outcome'], ...path: string[]) => ({ file: 'a.test.ts', path, outcome });

test.each([
  ['its whole title', 'adds', [ran('passed', 'adds')]],
  ['its title without the groups', 'adds', [ran('passed', 'numbers', 'adds')]],
  ['groups and title', 'numbers › adds', [ran('passed', 'numbers', 'adds'), ran('passed', 'texts', 'adds')]],
  ['one of two browsers that ran it', 'adds', [ran('skipped', 'adds'), ran('passed', 'adds')]],
  [
    'the group that it stands for',
    'numbers',
    [ran('passed', 'numbers', 'adds'), ran('passed', 'numbers', 'subtracts')],
  ],
])('a test is found by %s', (_, title, run) => {
  expect(findUncovered(named(title), run)).toEqual([]);
});

test.each([
  ['a part of its title', 'add', [ran('passed', 'adds')], 'no test that ran has this title'],
  ['another case', 'Adds', [ran('passed', 'adds')], 'no test that ran has this title'],
  ['another file', 'adds', [{ ...ran('passed', 'adds'), file: 'b.test.ts' }], 'no test that ran has this title'],
  ['a part of its group', 'bers › adds', [ran('passed', 'numbers', 'adds')], 'no test that ran has this title'],
  ['the title of a skipped test', 'adds', [ran('skipped', 'adds')], 'it was skipped or failed'],
  [
    'a group with a skipped test',
    'numbers',
    [ran('passed', 'numbers', 'adds'), ran('skipped', 'numbers', 'subtracts')],
    'it was skipped or failed',
  ],
  [
    'a title that two groups have',
    'adds',
    [ran('passed', 'a', 'adds'), ran('passed', 'b', 'adds')],
    'several tests have this title',
  ],
])('%s does not count', (_, title, run, problem) => {
  expect(findUncovered(named(title), run)).toEqual([`S1.1: a.test.ts › ${title}: ${problem}`]);
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
