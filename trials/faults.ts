// Checks that no fault loses or half-completes work: kills the server at random moments on each database, then breaks PostgreSQL in several ways under a running server.
//   npm run trial -- faults [--rounds 50] [--database embedded,native,outages]
import { readOptions } from '../tools/read-options.ts';
import { runOutages } from './faults/outages.ts';
import { runRounds } from './faults/rounds.ts';

const values = readOptions({ rounds: '50', database: 'embedded,native,outages' });
const parts = values.database.split(',');
const faults: string[] = [];
for (const kind of ['embedded', 'native'] as const)
  if (parts.includes(kind)) faults.push(...(await runRounds(kind, Number(values.rounds))));
if (parts.includes('outages')) faults.push(...(await runOutages()));

for (const fault of faults) console.log(`✗ ${fault}`);
console.log(faults.length === 0 ? 'No acknowledged work was lost and none was half done.' : `${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
