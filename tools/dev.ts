// In charge of `npm run dev`: the server, started again at each change of its files, and Vite's development server in front of it, which passes the backend's paths on.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const run = (...options: string[]) => spawn(process.execPath, options, { cwd: root, stdio: 'inherit' });

const children = [
  run('--watch-preserve-output', '--watch', 'server/main.ts'),
  run('node_modules/vite/bin/vite.js', 'web'),
];

/** One that ends takes the other along; a Ctrl-C reaches both by itself. */
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) other.kill('SIGTERM');
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
