// `npm run dev`: the server, restarted on changes, behind Vite's development server.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const run = (...options: string[]) => spawn(process.execPath, options, { cwd: root, stdio: 'inherit' });

const children = [
  run('--watch-preserve-output', '--watch', 'server/main.ts'),
  run('node_modules/vite/bin/vite.js', 'web'),
];

/** When one process ends, the other is stopped. Ctrl-C reaches both. */
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) other.kill('SIGTERM');
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
