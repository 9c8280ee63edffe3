import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The commit that the working tree stands at, marked where it holds more than that; 'unknown' without git or a repository. */
function readCommit(): string {
  try {
    const command = ['describe', '--always', '--dirty', '--abbrev=10', '--exclude=*'];
    return execFileSync('git', command, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}

const packageFile = path.join(import.meta.dirname, '../package.json');
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** The name and version of a build. */
export const release = {
  'import.meta.env.APP_VERSION': JSON.stringify(version),
  'import.meta.env.APP_COMMIT': JSON.stringify(readCommit()),
};
