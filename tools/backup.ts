// In charge of `npm run backup -- [file]`: writes every row to a file that only its owner may read, while people go on working; `-` is standard output. Its content opens every account: keep it as you keep the database.
import { createWriteStream, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { readConfig } from '#server/config.ts';
import { writeBackup } from '#server/database/backup/write.ts';
import { StartFailure } from '#server/database/start-failure.ts';
import { withDatabase } from './open-database.ts';

const backUp = (sink: Writable) => withDatabase(readConfig(process.env), (url) => writeBackup(url, sink));

/** The file appears when it is whole and on the disk. What is cut short leaves nothing behind. */
async function backUpTo(file: string): Promise<number> {
  const draft = `${file}.part`;
  const drop = () => rmSync(draft, { force: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      drop();
      process.kill(process.pid, signal); // nobody listens any more, so it ends the process
    });
  }
  try {
    drop();
    const rows = await backUp(createWriteStream(draft, { fd: openSync(draft, 'wx', 0o600), flush: true }));
    renameSync(draft, file);
    return rows;
  } catch (error) {
    drop();
    if (!isOfFile(error)) throw error;
    throw new StartFailure(
      `${file} cannot be written (${error.message}): name a file where you may write and there is room.`,
    );
  }
}

const isOfFile = (error: unknown): error is Error =>
  ['open', 'write', 'fsync', 'rename', 'rm'].includes((error as NodeJS.ErrnoException).syscall ?? '');

async function main(): Promise<void> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const name = process.argv[2] ?? `leadlight-${stamp}.backup`;
  if (name === '-') return console.error(`${await backUp(process.stdout)} rows are in what was written.`);
  const file = path.resolve(name);
  console.log(`${await backUpTo(file)} rows are in ${file}.`);
}

main().catch((error: Error) => {
  console.error(`Leadlight: ${error.message.replaceAll('\n', '; ')}`);
  process.exitCode = 1;
});
