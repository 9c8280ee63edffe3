import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartFailure } from '../setup/start-failure.ts';
import { freeBytes, requireSpace, watchDisk } from './disk.ts';

const MIB = 2 ** 20;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'leadlight-disk-'));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true });
});

test('a disk below the reserve is low until it has space again, and both are logged once', () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  let free = 3_000 * MIB;
  const watch = watchDisk(directory, { reserve: 2_048 * MIB, log, measure: () => free });
  const states = [3_000, 2_048, 2_047, 0, 2_047, 2_048].map((megabytes) => {
    free = megabytes * MIB;
    vi.advanceTimersByTime(500);
    return watch.isLow();
  });
  expect(states).toEqual([false, false, true, true, true, false]);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 50,
      msg: 'the disk is almost full: reading, signing in, deleting and undoing go on',
      directory,
      freeMB: 2_047,
      reserveMB: 2_048,
    },
    {
      level: 30,
      msg: 'the disk has space again: everything is stored',
      directory,
      freeMB: 2_048,
      reserveMB: 2_048,
    },
  ]);
  watch.stop();
  free = 0;
  vi.advanceTimersByTime(5_000);
  expect(watch.isLow()).toBe(false);
});

test('a disk that is low at the start is low at once', () => {
  const log = pino({ level: 'silent' });
  const watch = watchDisk(directory, { reserve: 2, log, measure: () => 1 });
  expect(watch.isLow()).toBe(true);
  watch.stop();
});

test.each([
  ['a new cluster', false, 255, 256],
  ['an existing cluster', true, 63, 64],
])('%s on a disk without space is not started', (_, exists, free, needed) => {
  if (exists) mkdirSync(path.join(directory, 'postgres'));
  expect(() => requireSpace(directory, needed * MIB)).not.toThrow();
  expect(() => requireSpace(directory, free * MIB + 1)).toThrow(
    new StartFailure(
      `The disk of ${directory} has ${free} MB free, and PostgreSQL needs ${needed} MB to start: free some space, or name a folder on another disk in DATA_DIR. No data is lost.`,
    ),
  );
});

test('the free space of a folder that does not exist is that of its parent', () => {
  expect(freeBytes(path.join(directory, 'a', 'b'))).toBeGreaterThan(0);
});
