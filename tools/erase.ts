// `npm run erase -- email [--yes]`: deletes the data of an email address, keeps the contact from being contacted, and lists other texts that contain the email address. Without --yes it changes nothing.
import { parseArgs } from 'node:util';
import { otherEmails } from '#domain/international-domains.ts';
import { updateProviders } from '#server/auth/providers/identities.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Query } from '#server/database/connections/pool.ts';
import { openOwner } from '#server/database/setup/owner.ts';
import { StartFailure } from '#server/database/setup/start-failure.ts';
import { ERASURES, FOREIGN_IDENTITIES, parametersFor, SUPPRESSION } from './erase/erasures.ts';
import { findEmails, findInRows } from './erase/remains.ts';
import { runCommand, settled, withDatabase } from './open-database.ts';

async function erase(query: Query, email: string): Promise<string[]> {
  const found: string[] = [];
  const note = (label: string, count: number) => count > 0 && found.push(`${label} (${count})`);
  for (const form of [email, ...otherEmails(email)]) await query(SUPPRESSION, [form]);
  for (const [label, statement] of ERASURES) {
    note(label, (await query(statement, parametersFor(statement, email))).rowCount);
  }
  const { rows, rowCount } = await query<{ user_id: string }>(FOREIGN_IDENTITIES, [email]);
  for (const { user_id } of rows) await updateProviders(query, user_id);
  note('identities of other accounts', rowCount);
  return found;
}

/** Thrown to roll back. */
class DryRun extends Error {}

type Erasure = { found: string[]; left: string[] };

async function work(config: Config, email: string, isConfirmed: boolean): Promise<Erasure> {
  const outcome: Erasure = { found: [], left: await findEmails(settled(config).DATA_DIR, email) };
  const inTransaction = async (query: Query) => {
    await query('set local statement_timeout = 0');
    outcome.found = await erase(query, email);
    outcome.left.unshift(...(await findInRows(query, email)));
    if (!isConfirmed) throw new DryRun();
  };
  await withDatabase(config, (url) => openOwner(url)(inTransaction)).catch((error: Error) => {
    if (!(error instanceof DryRun)) throw error;
  });
  return outcome;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { yes: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [email = ''] = positionals;
  if (!/^[^@\s]+@[^@\s]+$/.test(email))
    throw new StartFailure('name the email address: npm run erase -- name@example.com');
  const { found, left } = await work(readConfig(process.env), email.toLowerCase(), values.yes);
  console.log(`${values.yes ? 'Erased' : 'Found'} for ${email}: ${found.join(', ') || 'nothing'}`);
  if (left.length > 0) console.log(['Other texts that contain it, to be checked by you:', ...left].join('\n  '));
  if (!values.yes && found.length > 0) console.log(`To erase it: npm run erase -- ${email} --yes`);
}

runCommand(main, { most: 1, options: ['--yes'] });
