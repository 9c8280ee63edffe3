// Imports over HTTP as the wizard does: in chunks, one after another.
import { randomUUID } from 'node:crypto';
import { splitIntoChunks } from '#domain/import/chunks.ts';
import { openImportFile } from '#domain/import/file.ts';
import { autoMapping } from '#domain/import/mapping.ts';
import { addResult, addRowError, emptyTotals, type ImportResult, type ImportTotals } from '#domain/import/result.ts';
import type { ColumnMapping, ImportType } from '#domain/import/targets.ts';
import { openSession, send } from './client.ts';
import type { ServerAddress } from './server.ts';

type Reply<Body> = { status: number; body: Body };

export type FileImport = {
  bytes: Uint8Array<ArrayBuffer> | string;
  type: ImportType;
  customerId: string;
  mapping?: ColumnMapping;
  audience?: string;
  limits?: { rows: number; bytes: number };
};

/** Requests of a signed-in user, or without a token. */
export class ImportClient {
  private readonly server: Pick<ServerAddress, 'url' | 'publishableKey'>;
  private readonly token: string | null;

  constructor(server: Pick<ServerAddress, 'url' | 'publishableKey'>, token: string | null) {
    this.server = server;
    this.token = token;
  }

  static async signIn(
    server: ServerAddress,
    email = 'admin@example.test',
    password = 'admin-password',
  ): Promise<ImportClient> {
    const session = await openSession(server.url, 'token?grant_type=password', { email, password });
    return new ImportClient(server, session.access_token);
  }

  get headers(): Record<string, string> {
    const key = { apikey: this.server.publishableKey };
    return this.token ? { ...key, authorization: `Bearer ${this.token}` } : key;
  }

  /** GETs a path, or POSTs a body to it. */
  async request<Body>(path: string, body?: unknown): Promise<Reply<Body>> {
    const options = { headers: this.headers, ...(body !== undefined && { body, prefer: 'return=representation' }) };
    const reply = await send(`${this.server.url}${path}`, options);
    return { status: reply.status, body: reply.body as Body };
  }

  async rows<Row>(path: string): Promise<Row[]> {
    return (await this.request<Row[]>(`/rest/v1/${path}`)).body;
  }

  async newCustomer(name = 'Acme'): Promise<string> {
    const { body } = await this.request<{ id: string }[]>('/rest/v1/customers', { name });
    return body[0]?.id ?? '';
  }

  /** Sends one chunk. */
  send<Body = ImportResult>(body: unknown): Promise<Reply<Body>> {
    return this.request<Body>('/functions/v1/import-csv-data', body);
  }

  /** Imports a whole file. Throws on a failed chunk. */
  async importFile({ bytes, type, customerId, mapping, audience, limits }: FileImport): Promise<ImportTotals> {
    const file = await openImportFile(new Blob([bytes]), type);
    const importId = randomUUID();
    let totals = emptyTotals;
    for await (const part of splitIntoChunks(file.headers, file.rows(), limits)) {
      if (part.kind === 'error') {
        totals = addRowError(totals, part.error);
        continue;
      }
      const { status, body } = await this.send({
        customerId,
        fileName: 'file.csv',
        importType: type,
        columnMapping: mapping ?? autoMapping(type, file.headers),
        csvData: part.chunk.csvData,
        audience,
        importId,
        firstRow: part.chunk.firstRow,
      });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      totals = addResult(totals, body);
    }
    return totals;
  }
}
