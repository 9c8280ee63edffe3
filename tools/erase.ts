// In charge of `npm run erase -- email [--yes]`: takes everything that is kept of a person out of the database, as the person may ask for. Without --yes it only says what there is.
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { ownerOf } from '../server/database/owner.ts';
import type { Query } from '../server/database/pool.ts';
import { StartFailure } from '../server/database/start-failure.ts';
import { withDatabase } from './owner-access.ts';

/** Where a person stands, by their address ($1, in small letters), and what becomes of it. The words of refused rows may name anybody, so they are searched as text. */
const PLACES = [
  ['leads', 'delete from public.leads where lower(email) = $1'],
  ['refused rows of imports', 'delete from public.import_errors where position($1 in lower(cells::text || error)) > 0'],
  [
    'answers to imports',
    `update public.import_chunks set answer = jsonb_set(answer, '{errors}', '[]') where position($1 in lower(answer::text)) > 0`,
  ],
  ['invitations', 'delete from public.invitations where lower(email) = $1'],
  ['accounts', 'delete from auth.users where lower(email) = $1'],
] as const;

async function erase(query: Query, email: string): Promise<string[]> {
  await query('set local statement_timeout = 0');
  const found: string[] = [];
  for (const [place, statement] of PLACES) {
    const { rowCount } = await query(statement, [email]);
    if (rowCount > 0) found.push(`${place} (${rowCount})`);
  }
  return found;
}

/** What was done is taken back by this. */
class OnlyLooking extends Error {}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { yes: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [email = ''] = positionals;
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new StartFailure('say whom: npm run erase -- name@example.com');
  let found: string[] = [];
  const work = async (query: Query) => {
    found = await erase(query, email.toLowerCase());
    if (!values.yes) throw new OnlyLooking();
  };
  await withDatabase(readConfig(process.env), (url) => ownerOf(url)(work)).catch((error: Error) => {
    if (!(error instanceof OnlyLooking)) throw error;
  });
  const list = found.join(', ') || 'nothing';
  console.log(values.yes ? `Erased of ${email}: ${list}` : `Kept of ${email}: ${list}`);
  if (!values.yes && found.length > 0) console.log(`To erase it: npm run erase -- ${email} --yes`);
}

main().catch((error: Error) => {
  console.error(`Leadlight: ${error.message.replaceAll('\n', '; ')}`);
  process.exitCode = 1;
});
