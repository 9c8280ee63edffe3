// The attacks on rights through the HTTP interface; they are part of `npm test`, too.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('vitest', ['run', '--project=wire', 'tests/wire/rights'], { stdio: 'inherit' });
process.exitCode = status ?? 1;
