// Writes supabase/schemas/rights.sql: the rights and policies of tools/policies/rights.ts. With --check it writes nothing and fails when the file is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rightsSql } from './policies/sql.ts';

const file = path.resolve(import.meta.dirname, '../supabase/schemas/rights.sql');

if (!process.argv.includes('--check')) {
  writeFileSync(file, rightsSql());
} else if (readFileSync(file, 'utf8') !== rightsSql()) {
  console.error('supabase/schemas/rights.sql is stale: run `npm run db:policies`.');
  process.exitCode = 1;
}
