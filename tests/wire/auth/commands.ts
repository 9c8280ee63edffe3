// Runs a CLI command against a server's database.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns what `npm run <name>` prints. */
export async function runCommand(name: 'service-key' | 'rotate-keys', databaseUrl: string): Promise<string> {
  const tool = path.resolve(import.meta.dirname, `../../../tools/${name}.ts`);
  const { PATH = '' } = process.env;
  const { stdout } = await run(process.execPath, [tool], { env: { PATH, DATABASE_URL: databaseUrl } });
  return stdout.trim();
}
