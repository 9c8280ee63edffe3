// Writes a migration of what differs between supabase/schemas and supabase/migrations, and names what is written by hand. The first is the whole schema.
//   npm run db:diff <name>
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ownScripts } from '#server/database/setup/migrate.ts';
import { productMigrations } from '#server/database/setup/migration-files.ts';
import { readObjects } from '#server/database/setup/objects.ts';
import { openOwner } from '#server/database/setup/owner.ts';
import { createDatabase, queryAsOwner, startTestCluster } from '../tests/support/cluster.ts';
import { cloneDatabase } from '../tests/support/database.ts';
import { findDifference, type Objects } from './schema/difference.ts';
import { readSchemas, schemaStatements } from './schema/schemas.ts';

async function readBoth(): Promise<[migrated: Objects, wanted: Objects]> {
  const cluster = await startTestCluster();
  try {
    const url = await createDatabase(cluster.url, 'leadlight_schemas');
    for (const { sql } of [...ownScripts, ...readSchemas()]) await queryAsOwner(url, sql);
    return [await openOwner((await cloneDatabase(cluster)).url)(readObjects), await openOwner(url)(readObjects)];
  } finally {
    await cluster.stop();
  }
}

const [name] = process.argv.slice(2);
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Usage: npm run db:diff <name>, in lower case with underscores.');
  process.exit(2);
}

function write(text: string): void {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const last = productMigrations().at(-1)?.version ?? '';
  const version = now > last ? now : String(Number(last) + 1);
  const file = `supabase/migrations/${version}_${name}.sql`;
  writeFileSync(path.resolve(import.meta.dirname, '..', file), text);
  console.log(`Written: ${file}.`);
}

if (productMigrations().length === 0) {
  write(
    readSchemas()
      .map(({ sql }) => sql)
      .join('\n'),
  );
} else {
  const { statements, byHand } = findDifference(...(await readBoth()), schemaStatements());
  if (statements.length > 0)
    write(statements.map((text) => (text.includes('\n') ? `\n${text};\n` : `${text};\n`)).join(''));
  if (byHand.length > 0) console.log(`To be written by hand:\n${byHand.map((object) => `  ${object}`).join('\n')}`);
  if (statements.length + byHand.length === 0) console.log('The migrations make what the schemas describe.');
}
