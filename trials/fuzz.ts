// Runs all property-based tests with many more generated inputs than `npm test`.
//   npm run trial -- fuzz [--runs 5000]
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from '../tools/read-options.ts';

const values = readOptions({ runs: '5000' });
const root = path.join(import.meta.dirname, '..');

const files = ['domain', 'server', 'web/src', 'tests'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file)),
);
const properties = files.filter((file) => readFileSync(path.join(root, file), 'utf8').includes("from 'fast-check'"));

const { status } = spawnSync('vitest', ['run', '--testTimeout=600000', '--maxWorkers=1', ...properties], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PROPERTY_RUNS: values.runs },
});
process.exitCode = status ?? 1;
