// Checks that no fault loses or half-completes work: kills the server at random moments on each database, then breaks PostgreSQL in several ways under a running server.
//   npm run trial -- faults [--rounds 50] [--database embedded,native,outages]

import { quantile } from '../tests/support/load.ts';
import { readOptions } from '../tools/read-options.ts';
import { runOutages } from './faults/outages.ts';
import { type RoundsReport, runRounds } from './faults/rounds.ts';
import type { DatabaseKind } from './faults/target.ts';

const values = readOptions({ rounds: '50', database: 'embedded,native,outages' });
const parts = values.database.split(',');
const faults: string[] = [];

for (const kind of ['embedded', 'native'] satisfies DatabaseKind[]) {
  if (parts.includes(kind)) show(await runRounds(kind, Number(values.rounds)));
}
if (parts.includes('outages')) {
  const outages = await runOutages();
  console.table(Object.fromEntries(outages.map(({ name, faults: _, ...figures }) => [name, figures])));
  faults.push(...outages.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)));
}
for (const fault of faults) console.log(`✗ ${fault}`);
console.log(faults.length === 0 ? 'No acknowledged work was lost and none was half done.' : `${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

function show({ kind, rounds, starts, results }: RoundsReport): void {
  console.log(
    `\n${kind}: ${rounds} kills, every other one with PostgreSQL; median start ${quantile(starts, 0.5)} ms, maximum ${Math.max(...starts)} ms`,
  );
  console.table(
    Object.fromEntries(
      [...results].map(([name, { acknowledged, interrupted, faults: found }]) => [
        name,
        { acknowledged, interrupted, faults: found.length },
      ]),
    ),
  );
  for (const [name, result] of results) faults.push(...result.faults.map((fault) => `${kind}, ${name}: ${fault}`));
}
