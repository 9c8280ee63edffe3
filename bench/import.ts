// How many rows a second come in through the function, its whole path over HTTP, as a share of a plain COPY of the same rows into the same table?
//   npm run bench -- import [--rows 50000] [--type leads|companies] [--runs 5]
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import pino from 'pino';
import { type Chunk, portionsOf } from '../domain/import/chunks.ts';
import { openImportFile } from '../domain/import/file.ts';
import { autoMapping } from '../domain/import/mapping.ts';
import type { ColumnMapping, ImportType } from '../domain/import/targets.ts';
import { startEmbedded } from '../server/database/embedded/index.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    type: { type: 'string', default: 'leads' },
    runs: { type: 'string', default: '5' },
  },
});
const type: ImportType = values.type === 'companies' ? 'companies' : 'leads';
const admin = { email: 'bench@example.test', password: 'bench-password' };

type Calls = { mapping: ColumnMapping; chunks: Chunk[]; rows: number };

/** The generator's file as the browser would send it. */
async function generate(): Promise<Calls> {
  const generator = path.join(import.meta.dirname, 'make-leads.mjs');
  const args = [generator, '--rows', values.rows, '--seed', '7', '--type', type];
  const csv = execFileSync(process.execPath, args, { maxBuffer: 4 * 1024 ** 3, stdio: ['ignore', 'pipe', 'ignore'] });
  const file = await openImportFile(new Blob([csv]), type);
  const chunks: Chunk[] = [];
  for await (const portion of portionsOf(file.headers, file.rows())) {
    if (portion.kind === 'chunk') chunks.push(portion.chunk);
  }
  return { mapping: autoMapping(type, file.headers), chunks, rows: chunks.reduce((sum, chunk) => sum + chunk.rows, 0) };
}

async function startServer(databaseUrl: string, directory: string): Promise<{ url: string; server: ChildProcess }> {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
  const main = path.join(import.meta.dirname, '../server/main.ts');
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /Leadlight is at (\S+)/.exec(line)?.[1];
    if (url) return { url, server };
  }
  throw new Error('The server ended before it listened');
}

async function post<Body>(url: string, body: unknown, token?: string): Promise<Body> {
  const headers = {
    'content-type': 'application/json',
    prefer: 'return=representation',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/** Rows per second through the function, one call after the other. */
async function importAll(url: string, token: string, { mapping, chunks, rows }: Calls): Promise<number> {
  const [customer] = await post<{ id: string }[]>(`${url}/rest/v1/customers`, { name: 'Bench' }, token);
  const common = {
    customerId: customer?.id,
    fileName: 'bench.csv',
    importType: type,
    columnMapping: mapping,
    importId: randomUUID(),
  };
  const start = performance.now();
  for (const { firstRow, csvData } of chunks) {
    await post(`${url}/functions/v1/import-csv-data`, { ...common, firstRow, csvData }, token);
  }
  return rows / ((performance.now() - start) / 1000);
}

/** Rows per second of COPY into the emptied table, of what the import has just stored there. */
async function copyAll(owner: pg.Client): Promise<number> {
  const { rows: columns } = await owner.query(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names, current_setting('data_directory') as folder
     from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [type],
  );
  const { names, folder } = columns[0];
  const file = `'${folder}/bench.copy'`;
  await owner.query(`copy (select ${names} from public.${type} order by created_at desc) to ${file}`);
  await owner.query('truncate public.leads, public.companies');
  const start = performance.now();
  const { rowCount } = await owner.query(`copy public.${type} (${names}) from ${file}`);
  const seconds = (performance.now() - start) / 1000;
  await owner.query('truncate public.leads, public.companies');
  return (rowCount ?? 0) / seconds;
}

const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
const shown = (number: number) => Math.round(number).toLocaleString('en').padStart(9);

const calls = await generate();
const directory = mkdtempSync(path.join(tmpdir(), 'leadlight-bench-'));
const embedded = await startEmbedded({ directory, log: pino({ level: 'silent' }) });
const { url, server } = await startServer(embedded.url, directory);
const owner = new pg.Client({ connectionString: embedded.url });
try {
  await owner.connect();
  const { access_token } = await post<{ access_token: string }>(`${url}/auth/v1/token?grant_type=password`, admin);
  const results: { imported: number; copied: number }[] = [];
  console.log(
    `${calls.rows.toLocaleString('en')} ${type} in ${calls.chunks.length} calls, rows per second\n   import      COPY`,
  );
  for (let run = 0; run < Number(values.runs); run += 1) {
    const imported = await importAll(url, access_token, calls);
    const copied = await copyAll(owner);
    results.push({ imported, copied });
    console.log(`${shown(imported)} ${shown(copied)}`);
  }
  const [imported, copied] = [median(results.map((run) => run.imported)), median(results.map((run) => run.copied))];
  console.log(`${shown(imported)} ${shown(copied)}  medians\nratio ${(imported / copied).toFixed(2)}`);
} finally {
  await owner.end();
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await embedded.stop();
  rmSync(embedded.home.directory, { recursive: true, force: true });
}
