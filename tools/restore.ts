// `npm run restore -- file`: restores a backup into an empty database; `-` is standard input.
import { createReadStream, openSync } from 'node:fs';
import { readConfig } from '#server/config.ts';
import { restoreBackup } from '#server/database/backup/restore.ts';
import { StartFailure } from '#server/database/setup/start-failure.ts';
import { runCommand, withNewDatabase } from './open-database.ts';

async function main(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (!file) throw new StartFailure('name the backup: npm run restore -- leadlight.backup');
  const backup = file === '-' ? process.stdin : createReadStream(file, { fd: openSync(file, 'r') }); // before a database is made for it
  const rows = await withNewDatabase(readConfig(process.env), (url) => restoreBackup(url, backup));
  console.log(`${rows} rows restored. Start Leadlight: npm start`);
}

runCommand(main, { most: 1 });
