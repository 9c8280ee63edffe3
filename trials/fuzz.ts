// Runs all property-based tests with many more generated inputs than `npm test`.
//   npm run trial -- fuzz [--runs 5000]
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { readOptions } from '../tools/read-options.ts';

const { runs } = readOptions({ runs: '5000' });
const properties = globSync('{domain,server,web/src,tests}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes("from 'fast-check'"),
);
const { status } = spawnSync('vitest', ['run', '--testTimeout=600000', '--maxWorkers=1', ...properties], {
  stdio: 'inherit',
  env: { ...process.env, PROPERTY_RUNS: runs },
});
process.exitCode = status ?? 1;
