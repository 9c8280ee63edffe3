// What is lost after a fault: `--rounds` kills of the server at random moments on each database, then every way in which PostgreSQL can fail under it.
import { parseArgs } from 'node:util';
import { runOutages } from './faults/outages.ts';
import { type Report, runRounds } from './faults/rounds.ts';
import type { Kind } from './faults/subject.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    database: { type: 'string', default: 'embedded,native,outages' },
  },
});
const parts = values.database.split(',');
const faults: string[] = [];

for (const kind of ['embedded', 'native'] satisfies Kind[]) {
  if (parts.includes(kind)) show(await runRounds(kind, Number(values.rounds)));
}
if (parts.includes('outages')) {
  const outages = await runOutages();
  console.table(Object.fromEntries(outages.map(({ name, faults: _, ...figures }) => [name, figures])));
  faults.push(...outages.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)));
}
for (const fault of faults) console.log(`✗ ${fault}`);
console.log(faults.length === 0 ? 'Nothing acknowledged was lost, nothing was half done.' : `${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

function show({ kind, rounds, starts, results }: Report): void {
  const median = starts.toSorted((one, other) => one - other)[Math.floor(starts.length / 2)];
  console.log(
    `\n${kind}: ${rounds} kills, every other one with PostgreSQL; a start takes ${median} ms, at most ${Math.max(...starts)}`,
  );
  console.table(
    Object.fromEntries(
      [...results].map(([name, { acknowledged, cutShort, faults: found }]) => [
        name,
        { acknowledged, 'cut short': cutShort, faults: found.length },
      ]),
    ),
  );
  for (const [name, result] of results) faults.push(...result.faults.map((fault) => `${kind}, ${name}: ${fault}`));
}
