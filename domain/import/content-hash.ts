// In charge of what makes two calls of an import the same.
import type { ColumnMapping, ImportType } from './targets.ts';

/** What a call stores, wherever in its file and under whatever id. */
export type ChunkContent = {
  customerId: string;
  importType: ImportType;
  columnMapping: ColumnMapping;
  audience: string | null;
  csvData: string;
};

/** Equal for calls that would store the same: SHA-256 in hexadecimal. Browsers have it on secure origins alone; elsewhere it throws. */
export async function contentHash(content: ChunkContent): Promise<string> {
  const { customerId, importType, columnMapping, audience, csvData } = content;
  const mapping = Object.entries(columnMapping).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([customerId, importType, mapping, audience, csvData]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
