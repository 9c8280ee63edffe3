// Prints the policies of tools/policies/rights.ts as SQL, for a migration.
//   node tools/policies.ts [--citus] [table …]
import { parseArgs } from 'node:util';
import { policySql } from './policies/sql.ts';

const { values, positionals } = parseArgs({ options: { citus: { type: 'boolean' } }, allowPositionals: true });
console.log(policySql(values.citus ? 'citus' : 'plain', positionals.length > 0 ? positionals : undefined));
