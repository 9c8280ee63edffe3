// Import throughput over HTTP, relative to a plain COPY of the same rows into the same table.
//   npm run bench -- import [--rows 50000] [--type leads|companies] [--runs 5]
import { randomUUID } from 'node:crypto';
import { type Chunk, chunksOf } from '#domain/import/chunks.ts';
import { openImportFile } from '#domain/import/file.ts';
import { autoMapping } from '#domain/import/mapping.ts';
import { quantile } from '../tests/support/load.ts';
import { makeCsv } from '../tests/support/made-leads.ts';
import { openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';

const values = readOptions({ rows: '50000', type: 'leads', runs: '5' });
const type = values.type === 'companies' ? 'companies' : 'leads';

/** The generator's file as the browser would send it. */
const file = await openImportFile(new Blob([makeCsv(type, Number(values.rows)).csv]), type);
const chunks: Chunk[] = [];
for await (const part of chunksOf(file.headers, file.rows())) if (part.kind === 'chunk') chunks.push(part.chunk);
const rows = chunks.reduce((sum, chunk) => sum + chunk.rows, 0);

const leadlight = await openLeadlight();
const { owner, admin: token, request } = leadlight;

/** Rows per second through the import function, one chunk after the other. */
async function importAll(): Promise<number> {
  const common = {
    customerId: await leadlight.addCustomer('Bench'),
    fileName: 'bench.csv',
    importType: type,
    columnMapping: autoMapping(type, file.headers),
    importId: randomUUID(),
  };
  const start = performance.now();
  for (const { firstRow, csvData } of chunks)
    await request('/functions/v1/import-csv-data', { body: { ...common, firstRow, csvData }, token });
  return rows / ((performance.now() - start) / 1000);
}

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
  const [imported, copied]: [number[], number[]] = [[], []];
  console.log(`${rows.toLocaleString('en')} ${type} in ${chunks.length} chunks, rows per second\n   import      COPY`);
  for (let run = 0; run < Number(values.runs); run += 1) {
    imported.push(await importAll());
    copied.push(await copyAll());
    console.log(shown(imported.at(-1) ?? 0, copied.at(-1) ?? 0));
  }
  const [one, other] = [quantile(imported, 0.5), quantile(copied, 0.5)];
  console.log(`${shown(one, other)}  medians\nratio ${(one / other).toFixed(2)}`);
} finally {
  await leadlight.end();
}
