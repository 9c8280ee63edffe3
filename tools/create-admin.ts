// `npm run create-admin -- email`: makes an account an administrator, beside a running server or without one. Asks for the password, or reads ADMIN_PASSWORD.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { emailFault, isTooLongToHash, passwordWeakness } from '#server/auth/credentials.ts';
import { readConfig } from '#server/config.ts';
import { StartFailure } from '#server/database/start-failure.ts';
import { makeAdmin } from '#server/first-admin.ts';
import { withOwner } from './open-database.ts';

async function main(): Promise<void> {
  const [email = ''] = process.argv.slice(2);
  if (!email) throw new StartFailure('say whose account it is: npm run create-admin -- name@example.com');
  if (emailFault(email)) throw new StartFailure(`'${email}' is not a valid email address.`);
  const { ADMIN_PASSWORD, ...env } = process.env;
  const password = ADMIN_PASSWORD || (await ask(`Password for ${email}: `));
  const weakness = passwordWeakness(password);
  if (weakness) throw new StartFailure(weakness.message);
  if (isTooLongToHash(password)) throw new StartFailure('Password cannot be longer than 72 bytes.');
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
