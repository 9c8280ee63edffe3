// Writes domain/database.types.ts and docs/schema.md from the migrated database. With --check it writes nothing and fails when a file is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asOwner, startTestCluster } from '../tests/support/cluster.ts';
import { cloneDatabase } from '../tests/support/database.ts';
import { readCatalog } from './schema/catalog.ts';
import { renderDocs } from './schema/docs.ts';
import { renderTypes } from './schema/types.ts';

const root = path.resolve(import.meta.dirname, '..');
const renderers = { 'domain/database.types.ts': renderTypes, 'docs/schema.md': renderDocs };

async function renderAll(): Promise<[file: string, text: string][]> {
  const cluster = await startTestCluster();
  try {
    const catalog = await asOwner((await cloneDatabase(cluster)).url, readCatalog);
    return Object.entries(renderers).map(([file, render]) => [file, render(catalog)]);
  } finally {
    await cluster.stop();
  }
}

for (const [file, text] of await renderAll()) {
  if (!process.argv.includes('--check')) {
    writeFileSync(path.join(root, file), text);
  } else if (text !== readFileSync(path.join(root, file), 'utf8')) {
    console.error(`${file} is stale: run \`npm run db:types\`.`);
    process.exitCode = 1;
  }
}
