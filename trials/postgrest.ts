// Runs the end-to-end tests, or those of a folder, with rows from the real PostgREST, as on a hosted project.
//   npm run trial -- postgrest [tests/e2e/customer]
import { spawnSync } from 'node:child_process';
import { hasPostgrest } from '../tests/support/postgrest.ts';

if (!hasPostgrest()) throw new Error('PostgREST is available for Linux on x64 only');
const { status } = spawnSync('playwright', ['test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ROWS_BY_POSTGREST: '1' },
});
process.exitCode = status ?? 1;
