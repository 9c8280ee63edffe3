// `npm run backup -- [file]`: writes a backup while the server runs; `-` is standard output. The file contains password hashes and keys.
import { createWriteStream, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { readConfig } from '#server/config.ts';
import { writeBackup } from '#server/database/backup/write.ts';
import { StartFailure } from '#server/database/setup/start-failure.ts';
import { runCommand, withDatabase } from './open-database.ts';

const backUp = (sink: Writable) => withDatabase(readConfig(process.env), (url) => writeBackup(url, sink));

/** Renames the file when it is complete and on disk, and removes it otherwise. */
async function backUpTo(file: string): Promise<number> {
  const draft = `${file}.part`;
  const drop = () => rmSync(draft, { force: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      drop();
      process.kill(process.pid, signal); // without a listener it ends the process
    });
  }
  try {
    drop();
    const rows = await backUp(createWriteStream(draft, { fd: openSync(draft, 'wx', 0o600), flush: true }));
    renameSync(draft, file);
    return rows;
  } catch (error) {
    drop();
    if (!isFileError(error)) throw error;
    throw new StartFailure(
      `${file} cannot be written (${error.message}): name a file that you can write, on a disk with free space.`,
    );
  }
}

const isFileError = (error: unknown): error is Error =>
  ['open', 'write', 'fsync', 'rename', 'rm'].includes((error as NodeJS.ErrnoException).syscall ?? '');

async function main(): Promise<void> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const name = process.argv[2] ?? `leadlight-${stamp}.backup`;
  if (name === '-') return console.error(`${await backUp(process.stdout)} rows written.`);
  const file = path.resolve(name);
  console.log(`${await backUpTo(file)} rows written to ${file}.`);
}

runCommand(main, { most: 1 });
