import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claim, identityOf } from './data-dir-lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadlight-claim-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lock = () => path.join(folder, 'lock');

test('a claim is refused while its holder lives, and free again once released', () => {
  const release = claim(folder);
  expect(() => claim(folder)).toThrow(
    `The data directory ${folder} is in use by another Leadlight server (process ${process.pid}): stop that one, or name another folder in DATA_DIR.`,
  );
  release();
  claim(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

test('the claim of a process that has ended is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  const identity = identityOf(child.pid ?? 0) ?? '';
  writeFileSync(lock(), identity);
  expect(() => claim(folder)).toThrow(`(process ${child.pid})`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = claim(folder);
  expect(readFileSync(lock(), 'utf8')).toBe(identityOf(process.pid));
  release();
});

test.runIf(process.platform !== 'win32')(
  'a process that has got the number of an ended one does not hold its claim',
  () => {
    writeFileSync(
      lock(),
      (identityOf(process.pid) ?? '').replace(/.$/, (digit) => (digit === '1' ? '2' : '1')),
    );
    claim(folder)();
    expect(existsSync(lock())).toBe(false);
  },
);

test('a claim that was cut off in the middle of writing holds nothing', () => {
  writeFileSync(lock(), '');
  claim(folder)();
  expect(existsSync(lock())).toBe(false);
});
