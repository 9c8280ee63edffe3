// In charge of `npm run backup -- [file]`: writes every row to a file that only its owner may read, while people go on working. Its content opens every account: keep it as you keep the database.
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../server/config.ts';
import { writeBackup } from '../server/database/backup/write.ts';
import { withDatabase } from './owner-access.ts';

async function main(): Promise<void> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = path.resolve(process.argv[2] ?? `leadlight-${stamp}.backup`);
  const draft = `${file}.part`;
  try {
    const sink = createWriteStream(draft, { mode: 0o600 });
    const rows = await withDatabase(readConfig(process.env), (url) => writeBackup(url, sink));
    renameSync(draft, file);
    console.log(`${rows} rows are in ${file}.`);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

main().catch((error: Error) => {
  console.error(`Leadlight: ${error.message.replaceAll('\n', '; ')}`);
  process.exitCode = 1;
});
