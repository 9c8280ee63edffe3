// Does the web app work with rows from the real PostgREST, as on a hosted project? Runs all end-to-end tests, or those of a folder, with it.
//   npm run trust -- postgrest [tests/e2e/customer]
import { spawnSync } from 'node:child_process';
import { hasPostgrest } from '../tests/support/postgrest.ts';

if (!hasPostgrest()) throw new Error('This needs PostgREST, whose package is for Linux on x64 alone');
const { status } = spawnSync('playwright', ['test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ROWS_BY_POSTGREST: '1' },
});
process.exitCode = status ?? 1;
