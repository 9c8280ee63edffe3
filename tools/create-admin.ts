// In charge of `npm run create-admin -- email`: makes a person an administrator, beside a running server or without one. The password is asked for, or read from ADMIN_PASSWORD.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readConfig } from '../server/config.ts';
import { StartFailure } from '../server/database/start-failure.ts';
import { makeAdmin } from '../server/first-admin.ts';
import { withOwner } from './owner-access.ts';

async function main(): Promise<void> {
  const [email = ''] = process.argv.slice(2);
  if (!/^[^@\s]+@[^@\s]+$/.test(email))
    throw new StartFailure('say whose account it is: npm run create-admin -- name@example.com');
  const { ADMIN_PASSWORD, ...env } = process.env;
  const password = ADMIN_PASSWORD || (await ask(`Password for ${email}: `));
  if (password.length < 6) throw new StartFailure('the password needs 6 characters or more.');
  await withOwner(readConfig(env), (owner) => makeAdmin(owner, { email, password }));
  console.log(`${email} is an administrator now.`);
}

/** Asks on the terminal without showing what is typed; takes the first line of a pipe. */
async function ask(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: process.stdin.isTTY });
  process.stderr.write(question);
  const answer = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return answer;
}

main().catch((error: Error) => {
  console.error(`Leadlight: ${error.message.replaceAll('\n', '; ')}`);
  process.exitCode = 1;
});
