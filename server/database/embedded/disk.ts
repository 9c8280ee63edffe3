// The free space of the embedded database's disk: PostgreSQL ends where it cannot write its log, and does not start again.
import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { StartFailure } from '../setup/start-failure.ts';

const MIB = 2 ** 20;

/** The space by which data may still grow when PostgreSQL's log has its largest size: for running statements, sign-ins and undoing. */
export const RESERVE = 1024 * MIB;

/** The free space that creating a cluster with its schema needs, and that starting one needs. */
const NEEDED = { create: 256 * MIB, start: 64 * MIB };

const CHECK_MS = 500;

/** Bytes that users may still write to the disk of a folder, or of the one that it will be created in. */
export function freeBytes(folder: string): number {
  if (!existsSync(folder)) return freeBytes(path.dirname(folder));
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const megabytes = (bytes: number) => `${Math.floor(bytes / MIB)} MB`;

/** Throws StartFailure if the disk has no space for PostgreSQL to start. */
export function requireSpace(directory: string, free = freeBytes(directory)): void {
  const needed = existsSync(path.join(directory, 'postgres')) ? NEEDED.start : NEEDED.create;
  if (free >= needed) return;
  throw new StartFailure(
    `The disk of ${directory} has ${megabytes(free)} free, and PostgreSQL needs ${megabytes(needed)} to start: free some space, or name a folder on another disk in DATA_DIR. No data is lost.`,
  );
}

export type DiskWatch = {
  /** Whether less than the reserve is free, so that only what the row API lists may be written. */
  isLow(): boolean;
  stop(): void;
};

/** Watches the disk of a directory. `measure` returns its free bytes. */
export function watchDisk(
  directory: string,
  { reserve, log, measure = () => freeBytes(directory) }: { reserve: number; log: Logger; measure?: () => number },
): DiskWatch {
  let isLow = false;
  const check = () => {
    const free = measure();
    if (free < reserve === isLow) return;
    isLow = !isLow;
    const state = { directory, freeMB: Math.floor(free / MIB), reserveMB: Math.floor(reserve / MIB) };
    if (isLow) log.error({ msg: 'the disk is almost full: reading, signing in, deleting and undoing go on', ...state });
    else log.info({ msg: 'the disk has space again: everything is stored', ...state });
  };
  check();
  const timer = setInterval(check, CHECK_MS).unref();
  return { isLow: () => isLow, stop: () => clearInterval(timer) };
}
