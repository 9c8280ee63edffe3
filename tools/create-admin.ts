// `npm run create-admin -- email`: makes an account an administrator. Prompts for the password, or reads ADMIN_PASSWORD.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { emailFault, isTooLongToHash, passwordWeakness } from '#server/auth/credentials.ts';
import { readConfig } from '#server/config.ts';
import { StartFailure } from '#server/database/setup/start-failure.ts';
import { makeAdmin } from '#server/first-admin.ts';
import { runCommand, withOwner } from './open-database.ts';

async function main(): Promise<void> {
  const [email = ''] = process.argv.slice(2);
  if (!email) throw new StartFailure('name the account: npm run create-admin -- name@example.com');
  if (emailFault(email)) throw new StartFailure(`'${email}' is not a valid email address.`);
  const { ADMIN_PASSWORD, ...env } = process.env;
  const password = ADMIN_PASSWORD || (await prompt(`Password for ${email}: `));
  const weakness = passwordWeakness(password);
  if (weakness) throw new StartFailure(weakness.message);
  if (isTooLongToHash(password)) throw new StartFailure('Password cannot be longer than 72 bytes.');
  await withOwner(readConfig(env), (owner) => makeAdmin(owner, { email, password }));
  console.log(`${email} is an administrator now.`);
}

/** Reads a line without echo, or the first line of a pipe. Throws StartFailure at the end of the input and for an empty line. */
async function prompt(question: string): Promise<string> {
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: noEcho, terminal: process.stdin.isTTY });
  process.stderr.write(question);
  const lineOr = (event: string) => once(terminal, event).then(([line = '']) => line as string);
  const line = await Promise.race([lineOr('line'), lineOr('close')]);
  terminal.close();
  process.stderr.write('\n');
  if (line) return line;
  throw new StartFailure('no password was given: type one, send it through a pipe, or set ADMIN_PASSWORD.');
}

runCommand(main, { most: 1 });
