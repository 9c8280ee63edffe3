// Import throughput over HTTP, relative to a plain COPY of the same rows into the same table.
//   npm run bench -- import [--rows 50000] [--type leads|companies] [--runs 5]
import { quantile } from '../tests/support/load.ts';
import { importChunks, makeChunks } from '../tests/support/made-leads.ts';
import { openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';

const values = readOptions({ rows: '50000', type: 'leads', runs: '5' });
const type = values.type === 'companies' ? 'companies' : 'leads';

const file = await makeChunks(type, Number(values.rows));
const leadlight = await openLeadlight();
const { owner } = leadlight;

/** Two fields change places, so that the same file has other values for every row. */
const FIELDS = type === 'leads' ? ['title', 'location'] : ['industry', 'location'];
const swapped = Object.fromEntries(
  Object.entries(file.mapping).map(([header, target]) => [
    header,
    FIELDS.find((field) => field !== target && FIELDS.includes(target)) ?? target,
  ]),
);

/** Rows per second of COPY into the emptied table, of what the import has just stored there. */
async function copyAll(): Promise<number> {
  const { rows: columns } = await owner.query(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names, current_setting('data_directory') as folder
     from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [type],
  );
  const { names, folder } = columns[0];
  const copy = `'${folder}/bench.copy'`;
  await owner.query(`copy (select ${names} from public.${type} order by created_at desc) to ${copy}`);
  await owner.query('truncate public.leads, public.companies cascade');
  const start = performance.now();
  const { rowCount } = await owner.query(`copy public.${type} (${names}) from ${copy}`);
  const seconds = (performance.now() - start) / 1000;
  await owner.query('truncate public.leads, public.companies cascade');
  return (rowCount ?? 0) / seconds;
}

const shown = (...paces: number[]) => paces.map((pace) => Math.round(pace).toLocaleString('en').padStart(9)).join(' ');

try {
  const paces: number[][] = [[], [], [], []];
  console.log(
    `${file.rows.toLocaleString('en')} ${type} in ${file.chunks.length} chunks, rows per second\n      new  skipped  updated      COPY`,
  );
  for (let run = 0; run < Number(values.runs); run += 1) {
    const customer = await leadlight.addCustomer('Bench');
    const done = [
      await importChunks(leadlight, customer, file),
      await importChunks(leadlight, customer, file),
      await importChunks(leadlight, customer, file, {
        columnMapping: swapped,
        updating: { mode: 'update', fields: FIELDS },
      }),
      await copyAll(),
    ];
    for (const [index, pace] of done.entries()) paces[index]?.push(pace);
    console.log(shown(...done));
  }
  const medians = paces.map((found) => quantile(found, 0.5));
  const [created = 0, , updated = 0, copied = 1] = medians;
  console.log(
    `${shown(...medians)}  medians\nratio of new rows to COPY ${(created / copied).toFixed(2)}, of updates to new rows ${(updated / created).toFixed(2)}`,
  );
} finally {
  await leadlight.end();
}
