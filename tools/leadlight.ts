#!/usr/bin/env node
// `npx leadlight [command] [arguments]`: starts the server of the package, or runs one of its commands. `npm run package` bundles it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';

const commands: Record<string, () => Promise<unknown>> = {
  start,
  'create-admin': () => import('./create-admin.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  doctor: () => import('./doctor.ts'),
  erase: () => import('./erase.ts'),
  'service-key': () => import('./service-key.ts'),
  'rotate-keys': () => import('./rotate-keys.ts'),
  distribute: () => import('./distribute.ts'),
  adopt: () => import('./adopt.ts'),
};

const HELP = `npx leadlight [--demo]       starts Leadlight; --demo loads demo data into a new database
npx leadlight <command>      ${Object.keys(commands).slice(1).join(', ')}
Settings are environment variables, such as PORT, HOST and DATABASE_URL. Without a DATABASE_URL the data is in ./leadlight-data (DATA_DIR).`;

/** Oldest Node of `engines` in package.json. */
const OLDEST = [22, 12];

async function start(): Promise<void> {
  const isWanted = process.argv.includes('--demo');
  if (isWanted || !process.env.DEMO) process.env.DEMO = isWanted || (await asksForDemo()) ? 'auto' : 'keep';
  await import('../server/main.ts');
}

/** Asks at the first start on a terminal whether to load demo data. An input that ends without an answer starts nothing. */
async function asksForDemo(): Promise<boolean> {
  const { DATABASE_URL, DATA_DIR = '' } = process.env;
  const { hasDatabase } = await import('./open-database.ts');
  if (DATABASE_URL || hasDatabase({ DATA_DIR: path.resolve(DATA_DIR) }) || !process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const isClosed = once(terminal, 'close').then(() => undefined);
  const question = 'Load demo data, with an administrator and a customer to sign in as? [Y/n] ';
  const answer = await Promise.race([terminal.question(question), isClosed]).catch(() => undefined); // Ctrl-C rejects
  if (answer === undefined) process.exit(1);
  terminal.close();
  return !/^\s*n/i.test(answer);
}

async function main(): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < (OLDEST[0] ?? 0) || (major === OLDEST[0] && minor < (OLDEST[1] ?? 0))) {
    console.error(
      `Leadlight needs Node ${OLDEST.join('.')} or later, and this is ${process.version}: install a newer one from https://nodejs.org and start again.`,
    );
    process.exit(1);
  }
  const [name = 'start', ...rest] = process.argv.slice(2);
  if ([name, ...rest].some((argument) => argument === '--help' || argument === '-h')) return console.log(HELP);
  if (name === '--version') {
    const manifest = readFileSync(path.join(import.meta.dirname, '..', 'package.json'), 'utf8');
    return console.log((JSON.parse(manifest) as { version: string }).version);
  }
  process.env.DATA_DIR ||= 'leadlight-data';
  const command = name === '--demo' ? start : Object.hasOwn(commands, name) && commands[name];
  if (!command) {
    console.error(`There is no command '${name}'.\n${HELP}`);
    process.exit(1);
  }
  const unknown = command === start && rest.find((argument) => argument !== '--demo');
  if (unknown) {
    console.error(`The start has no option '${unknown}'.\n${HELP}`);
    process.exit(1);
  }
  if (command !== start) process.argv.splice(2, 1);
  await command();
}

await main();
