// Tests authorization over HTTP. Also part of `npm test`.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('vitest', ['run', '--project=http', 'tests/http/rights'], { stdio: 'inherit' });
process.exitCode = status ?? 1;
