// In charge of `npm run restore -- file`: fills an empty database with a backup, all of it or nothing. `-` is standard input.
import { createReadStream } from 'node:fs';
import { readConfig } from '#server/config.ts';
import { restoreBackup } from '#server/database/backup/restore.ts';
import { StartFailure } from '#server/database/start-failure.ts';
import { withNewDatabase } from './open-database.ts';

async function main(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (!file) throw new StartFailure('say which backup: npm run restore -- leadlight.backup');
  const rows = await withNewDatabase(readConfig(process.env), (url) =>
    restoreBackup(url, file === '-' ? process.stdin : createReadStream(file)),
  );
  console.log(`${rows} rows are back. Start Leadlight: npm start`);
}

main().catch((error: Error) => {
  console.error(`Leadlight: ${error.message.replaceAll('\n', '; ')}`);
  process.exitCode = 1;
});
