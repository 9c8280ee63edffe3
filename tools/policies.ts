// Prints the rights and policies of tools/policies/rights.ts as SQL, for a migration.
//   node tools/policies.ts [--citus] [table …]
import { parseArgs } from 'node:util';
import { grantSql, policySql } from './policies/sql.ts';

const { values, positionals } = parseArgs({ options: { citus: { type: 'boolean' } }, allowPositionals: true });
const tables = positionals.length > 0 ? positionals : undefined;
console.log(`${grantSql(tables)}\n${policySql(values.citus ? 'citus' : 'plain', tables)}`);
