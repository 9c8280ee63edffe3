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

const NO_DEMO = `--demo would load no demo, whose passwords are public, with these settings: it needs a HOST of this machine, and none of DATABASE_URL, SITE_URL, SMTP_URL, ADMIN_EMAIL, ADMIN_PASSWORD and TRUST_PROXY.
With DEMO=public it is open to everybody (docs/operations.md).`;

async function start(): Promise<void> {
  const isWanted = process.argv.includes('--demo');
  const { DEMO } = process.env;
  if (DEMO !== 'public' && (isWanted || !DEMO)) {
    if (isWanted && !(await isDemoAllowed())) {
      console.error(NO_DEMO);
      process.exit(1);
    }
    process.env.DEMO = isWanted || (await asksForDemo()) ? 'auto' : 'keep';
  }
  await import('../server/main.ts');
}

/** Whether the settings allow the demo. The start names those that are invalid. */
async function isDemoAllowed(): Promise<boolean> {
  const { allowsDemo } = await import('../server/demo.ts');
  const { InvalidConfig, readConfig } = await import('../server/config.ts');
  try {
    return allowsDemo(readConfig(process.env));
  } catch (error) {
    if (error instanceof InvalidConfig) return true;
    throw error;
  }
}

/** Asks at the first start on a terminal whether to load demo data. An input that ends without an answer starts nothing. */
async function asksForDemo(): Promise<boolean> {
  const { DATA_DIR = '' } = process.env;
  const { hasDatabase } = await import('./open-database.ts');
  if (!process.stdin.isTTY || hasDatabase({ DATA_DIR: path.resolve(DATA_DIR) }) || !(await isDemoAllowed()))
    return false;
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
