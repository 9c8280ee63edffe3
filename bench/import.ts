// Import throughput over HTTP, relative to a plain COPY of the same rows into the same table.
//   npm run bench -- import [--rows 50000] [--type leads|companies] [--runs 5]
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Chunk, chunksOf } from '#domain/import/chunks.ts';
import { openImportFile } from '#domain/import/file.ts';
import { autoMapping } from '#domain/import/mapping.ts';
import type { ColumnMapping, ImportType } from '#domain/import/targets.ts';
import { type Leadlight, openLeadlight, quantile } from './support/leadlight.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    type: { type: 'string', default: 'leads' },
    runs: { type: 'string', default: '5' },
  },
});
const type: ImportType = values.type === 'companies' ? 'companies' : 'leads';

type Calls = { mapping: ColumnMapping; chunks: Chunk[]; rows: number };

/** The generator's file as the browser would send it. */
async function generate(): Promise<Calls> {
  const generator = path.join(import.meta.dirname, 'make-leads.mjs');
  const args = [generator, '--rows', values.rows, '--seed', '7', '--type', type];
  const csv = execFileSync(process.execPath, args, { maxBuffer: 4 * 1024 ** 3, stdio: ['ignore', 'pipe', 'ignore'] });
  const file = await openImportFile(new Blob([csv]), type);
  const chunks: Chunk[] = [];
  for await (const part of chunksOf(file.headers, file.rows())) {
    if (part.kind === 'chunk') chunks.push(part.chunk);
  }
  return { mapping: autoMapping(type, file.headers), chunks, rows: chunks.reduce((sum, chunk) => sum + chunk.rows, 0) };
}

/** Rows per second through the import function, one chunk after the other. */
async function importAll({ request, admin: token }: Leadlight, { mapping, chunks, rows }: Calls): Promise<number> {
  const [customer] = await request<{ id: string }[]>('/rest/v1/customers', { body: { name: 'Bench' }, token });
  const common = {
    customerId: customer?.id,
    fileName: 'bench.csv',
    importType: type,
    columnMapping: mapping,
    importId: randomUUID(),
  };
  const start = performance.now();
  for (const { firstRow, csvData } of chunks) {
    await request('/functions/v1/import-csv-data', { body: { ...common, firstRow, csvData }, token });
  }
  return rows / ((performance.now() - start) / 1000);
}

/** Rows per second of COPY into the emptied table, of what the import has just stored there. */
async function copyAll({ owner }: Leadlight): Promise<number> {
  const { rows: columns } = await owner.query(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names, current_setting('data_directory') as folder
     from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [type],
  );
  const { names, folder } = columns[0];
  const file = `'${folder}/bench.copy'`;
  await owner.query(`copy (select ${names} from public.${type} order by created_at desc) to ${file}`);
  await owner.query('truncate public.leads, public.companies cascade');
  const start = performance.now();
  const { rowCount } = await owner.query(`copy public.${type} (${names}) from ${file}`);
  const seconds = (performance.now() - start) / 1000;
  await owner.query('truncate public.leads, public.companies cascade');
  return (rowCount ?? 0) / seconds;
}

const shown = (number: number) => Math.round(number).toLocaleString('en').padStart(9);

const calls = await generate();
const leadlight = await openLeadlight();
try {
  const imported: number[] = [];
  const copied: number[] = [];
  console.log(
    `${calls.rows.toLocaleString('en')} ${type} in ${calls.chunks.length} chunks, rows per second\n   import      COPY`,
  );
  for (let run = 0; run < Number(values.runs); run += 1) {
    imported.push(await importAll(leadlight, calls));
    copied.push(await copyAll(leadlight));
    console.log(`${shown(imported.at(-1) ?? 0)} ${shown(copied.at(-1) ?? 0)}`);
  }
  const medians = [quantile(imported, 0.5), quantile(copied, 0.5)] as const;
  console.log(`${medians.map(shown).join(' ')}  medians\nratio ${(medians[0] / medians[1]).toFixed(2)}`);
} finally {
  await leadlight.close();
}
