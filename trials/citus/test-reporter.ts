// A reporter of vitest that writes each test with what it received instead of the expected.
import { writeFileSync } from 'node:fs';
import type { TestError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export type TestReport = { name: string; state: string; received: string[] };

/** The file to write, in the environment of vitest. */
export const REPORT_FILE = 'TEST_REPORT';

/** The received lines of a difference, without those that were expected too; the message if there is no difference. */
function receivedLines({ message, diff = '' }: TestError): string[] {
  const [, whole = ''] = diff.split(/^\+ Received:$/m);
  const changed = diff.split('\n').flatMap((line) => /^(?:\+ (?!Received:?$)|Received: )(.*)$/.exec(line)?.[1] ?? []);
  const lines = (whole ? whole.split('\n') : changed).map((line) => line.trim()).filter(Boolean);
  return lines.length > 0 ? lines : [message];
}

const reportOf = (name: string, state: string, errors: readonly TestError[] = []): TestReport => ({
  name,
  state,
  received: errors.flatMap(receivedLines),
});

/** A module that fails as a whole, such as in a hook, is reported as a test. */
const reportsOf = (module: TestModule): TestReport[] => [
  ...[...module.children.allTests()].map((test) => reportOf(test.fullName, test.result().state, test.result().errors)),
  ...(module.errors().length > 0 ? [reportOf(module.relativeModuleId, 'failed', module.errors())] : []),
];

export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    writeFileSync(process.env[REPORT_FILE] ?? '', JSON.stringify(modules.flatMap(reportsOf)));
  }
}
