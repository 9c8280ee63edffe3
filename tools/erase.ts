// In charge of `npm run erase -- email [--yes]`: takes what is kept of a person out of the database, as the person may ask for, and says what is left for somebody to judge. Without --yes it changes nothing.
import { parseArgs } from 'node:util';
import { updateProviders } from '#server/auth/providers/identities.ts';
import { type Config, readConfig } from '#server/config.ts';
import { findDataDir } from '#server/database/embedded/data-dir.ts';
import { ownerOf } from '#server/database/owner.ts';
import type { Query } from '#server/database/pool.ts';
import { StartFailure } from '#server/database/start-failure.ts';
import { valuesOf } from './erase/address.ts';
import { FOREIGN_IDENTITIES, PLACES } from './erase/places.ts';
import { findEmails, findInRows } from './erase/remains.ts';
import { withDatabase } from './open-database.ts';

async function erase(query: Query, email: string): Promise<string[]> {
  const found: string[] = [];
  const note = (place: string, count: number) => count > 0 && found.push(`${place} (${count})`);
  for (const [place, statement] of PLACES) {
    note(place, (await query(statement, valuesOf(statement, email))).rowCount);
  }
  const { rows, rowCount } = await query<{ user_id: string }>(FOREIGN_IDENTITIES, [email]);
  for (const { user_id } of rows) await updateProviders(query, user_id);
  note('ways into other accounts', rowCount);
  return found;
}

/** What was done is taken back by this. */
class OnlyLooking extends Error {}

type Outcome = { found: string[]; left: string[] };

async function work(config: Config, email: string, isMeant: boolean): Promise<Outcome> {
  const outcome: Outcome = { found: [], left: await findEmails(dataDirectoryOf(config), email) };
  const inTransaction = async (query: Query) => {
    await query('set local statement_timeout = 0');
    outcome.found = await erase(query, email);
    outcome.left.unshift(...(await findInRows(query, email)));
    if (!isMeant) throw new OnlyLooking();
  };
  await withDatabase(config, (url) => ownerOf(url)(inTransaction)).catch((error: Error) => {
    if (!(error instanceof OnlyLooking)) throw error;
  });
  return outcome;
}

/** Where the server writes its letters. */
const dataDirectoryOf = ({ DATABASE_URL, DATA_DIR }: Config) => (DATABASE_URL ? DATA_DIR : findDataDir(DATA_DIR));

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { yes: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [email = ''] = positionals;
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new StartFailure('say whom: npm run erase -- name@example.com');
  const { found, left } = await work(readConfig(process.env), email.toLowerCase(), values.yes);
  console.log(`${values.yes ? 'Erased' : 'Kept'} of ${email}: ${found.join(', ') || 'nothing'}`);
  if (left.length > 0) console.log(['Words that name it, for you to judge:', ...left].join('\n  '));
  if (!values.yes && found.length > 0) console.log(`To erase it: npm run erase -- ${email} --yes`);
}

main().catch((error: Error) => {
  console.error(`Leadlight: ${error.message.replaceAll('\n', '; ')}`);
  process.exitCode = 1;
});
