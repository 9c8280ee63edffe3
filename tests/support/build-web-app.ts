import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Builds the web app if its sources have changed, because the servers of HTTP tests serve it. */
export default function setup(): void {
  const project = path.join(import.meta.dirname, '../..');
  execFileSync(process.execPath, ['tools/prepare.cjs', 'build'], { cwd: project, stdio: 'inherit' });
}
