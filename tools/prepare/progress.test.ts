import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';

test('progress is said again and again until the step ends', async () => {
  const program = path.join(import.meta.dirname, 'progress.cjs');
  const child = spawn(process.execPath, [program, 'Installing packages', '20'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (piece) => {
    said += piece;
    if (said.split('\n').length > 2) child.stdin.end();
  });
  expect((await once(child, 'exit'))[0]).toBe(0);
  expect(said).toMatch(/^(Installing packages … 0 s\n){2,}$/);
});
