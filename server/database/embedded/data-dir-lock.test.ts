import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir, processIdentity } from './data-dir-lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadlight-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lock = () => path.join(folder, 'lock');

test('a locked data directory is rejected while its holder lives, and free again once released', () => {
  const release = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(
    `The data directory ${folder} is in use by another Leadlight server (process ${process.pid}): stop that one, or name another folder in DATA_DIR.`,
  );
  release();
  lockDataDir(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock of a process that has ended is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  const identity = processIdentity(child.pid ?? 0) ?? '';
  writeFileSync(lock(), identity);
  expect(() => lockDataDir(folder)).toThrow(`(process ${child.pid})`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = lockDataDir(folder);
  expect(readFileSync(lock(), 'utf8')).toBe(processIdentity(process.pid));
  release();
});

test.runIf(process.platform !== 'win32')('a process with the id of an ended one does not hold its lock', () => {
  writeFileSync(
    lock(),
    (processIdentity(process.pid) ?? '').replace(/.$/, (digit) => (digit === '1' ? '2' : '1')),
  );
  lockDataDir(folder)();
  expect(existsSync(lock())).toBe(false);
});

test('a partially written lock is ignored', () => {
  writeFileSync(lock(), '');
  lockDataDir(folder)();
  expect(existsSync(lock())).toBe(false);
});
